"""The wire's branch of the error tree; the texts are built where they are raised."""

from referee.game.errors import RefereeError


class WireError(RefereeError):
    """A message that does not describe what this version of the project can play."""
