"""The learning room's branch of the error tree; it imports nothing heavy, so that the command line can catch it.

RefereeError
+-- EnvError              an environment was asked for something that it does not have
    +-- MissingExtraError the libraries of the extra `rl` are not installed
"""

from referee.game.errors import RefereeError


class EnvError(RefereeError):
    """An environment was made or used in a way that it does not know; the text says what is allowed."""


class MissingExtraError(EnvError, ImportError):
    """The extra `rl` is not installed; `library` is the first one that was missed."""

    def __init__(self, library: str) -> None:
        self.library = library
        super().__init__(f'learning needs {library}, which is not installed: pip install "ticket-referee[rl]"')
