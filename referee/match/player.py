"""The two interfaces that a match is played against: who answers, and who keeps what happened. Implements neither."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from referee.bots.faults import Fault
from referee.bots.questions import Answer, Ending, Question
from referee.game import State
from referee.match.outcome import MatchFault
from referee.v1 import bot_pb2 as pb

ReplayT_co = TypeVar("ReplayT_co", covariant=True)


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


class Recorder(Protocol[ReplayT_co]):
    """Keeps what happened. It is called before the state changes."""

    def decision(
        self,
        state: State,
        seat: int,
        action: int,
        fault: MatchFault | None = None,
        *,
        think_ns: int = 0,
        notes: pb.Notes | None = None,
    ) -> None:
        """This action is about to be played."""

    def forfeit(self, state: State, faults: Sequence[MatchFault]) -> None:
        """The seats of these faults are about to be put out, together."""

    def finish(self, state: State) -> ReplayT_co:
        """The match has ended; make the replay."""
