"""The bots' branch of the error tree. Texts are built here or come with the fault; printing them is the command line's.

RefereeError
+-- BotError
    +-- SpecError       a bot that was asked for and cannot be: unknown name, bad bot.toml, missing command
    +-- BuildError      the `build` of a bot's folder failed
    +-- BotFault        a bot misbehaved; `fault` says how
"""

from collections.abc import Sequence
from pathlib import Path

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


class BuildError(BotError):
    """The `build` of a bot's folder failed.

    Attributes:
        spec: what was given. folder: where it was built. command: the build, as one would type it. problem: what
        happened. said: the last lines that the tools printed.
    """

    def __init__(self, spec: str, folder: Path, command: str, problem: str, said: Sequence[str]) -> None:
        self.spec = spec
        self.folder = folder
        self.command = command
        self.problem = problem
        self.said = tuple(said)
        lines = [f"bot {spec!r}: cannot be built in {folder}", f"  {command}: {problem}", *(f"  | {s}" for s in said)]
        super().__init__("\n".join(lines))


class BotFault(BotError):  # noqa: N818  # a fault is the field's word for it
    """A bot misbehaved.

    Attributes:
        bot: the organiser's name for it. fault: what it did.
    """

    def __init__(self, bot: str, fault: Fault) -> None:
        self.bot = bot
        self.fault = fault
        super().__init__(f"bot {bot}: {fault.code} ({fault.detail}): {fault.text}")
