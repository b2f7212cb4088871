"""The kit's branch of the error tree. Each text is meant for the bot's author and says what to look at.

RefereeError
+-- KitError
    +-- AnswerError     the bot's function gave back something that names no action
    +-- BotFailedError      the bot's own code raised; the cause is the exception
"""

from referee.game.errors import RefereeError


class KitError(RefereeError):
    """Something that a bot's author should read."""


class AnswerError(KitError):
    """The bot's function gave back something that names no action."""


class BotFailedError(KitError):
    """The bot's own code raised.

    Attributes:
        where: match, decision and legal actions, on one line.
    """

    def __init__(self, where: str) -> None:
        self.where = where
        super().__init__(where)
