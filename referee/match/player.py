"""The two interfaces that a match is played against: who answers, and who keeps what happened. Implements neither."""

from collections.abc import Mapping
from typing import Protocol

from referee.bots.faults import Fault
from referee.bots.questions import Answer, Ending, Question
from referee.game import State
from referee.replay import record


class Player(Protocol):
    """Whoever sits at one seat of one match and is ready."""

    async def ask(self, question: Question) -> Answer:
        """Choose an action.

        Raises:
            BotFault: it cannot or did not in time. The match decides what follows.
        """

    async def finish(self, ending: Ending) -> None:
        """Hear how the match ended; must not raise."""


Seated = Player | Fault
"""A player that is ready, or the fault of a bot that never became one."""


class Recorder(Protocol):
    """Keeps what happens: `referee.replay.Recorder` fits."""

    def decision(
        self,
        state: State,
        seat: int,
        action: int,
        fault: record.Fault | None = None,
        *,
        think_ns: int = 0,
        notes: record.Notes | None = None,
    ) -> None:
        """This action is about to be applied to this state."""

    def forfeit(self, faults: Mapping[int, record.Fault]) -> None:
        """These seats go out together, before the next decision."""

    def finish(self, state: State, about: Mapping[str, str] | None = None, *, description: str = "") -> record.Replay:
        """The match ended in this state; make the replay."""
