"""The bots' branch of the error tree. Texts are built here or come with the fault; printing them is the command line's.

RefereeError
+-- BotError
    +-- SpecError       a bot that was asked for and cannot be: unknown name, bad bot.toml, missing command
    +-- BotFault        a bot misbehaved; `fault` says how
"""

from referee.bots.faults import Fault
from referee.game.errors import RefereeError


class BotError(RefereeError):
    """Something about a bot that a person should read."""


class SpecError(BotError):
    """A SPEC that names no bot that could be started.

    Attributes:
        spec: what was given. reason: what is wrong with it and what is allowed.
    """

    def __init__(self, spec: str, reason: str) -> None:
        self.spec = spec
        self.reason = reason
        super().__init__(f"bot {spec!r}: {reason}")


class BotFault(BotError):  # noqa: N818  # a fault is the field's word for it
    """A bot misbehaved.

    Attributes:
        bot: the organiser's name for it. fault: what it did.
    """

    def __init__(self, bot: str, fault: Fault) -> None:
        self.bot = bot
        self.fault = fault
        super().__init__(f"bot {bot}: {fault.code} ({fault.detail}): {fault.text}")
