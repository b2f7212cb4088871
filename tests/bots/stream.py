"""A bot at the other end of a session, without gRPC, threads or real time."""

import queue
from typing import Final

import trio
import trio.testing

from referee.bots.clock import MS, ClockSettings
from referee.bots.line import Line
from referee.bots.questions import MatchCall, Question
from referee.bots.seat import Seat
from referee.bots.session import Session
from referee.bots.stall import StallWatch
from referee.editions import load_edition
from referee.game import Deal, Game, decision, observe
from referee.v1 import bot_pb2 as pb

CLOCK: Final = ClockSettings(decision_ms=1000, grace_ms=50)
USA: Final = Game.of(load_edition("usa"), 2)


def fake_now() -> int:
    """Monotonic nanoseconds by trio's clock, mocked or not."""
    return round(trio.current_time() * 1e9)


def question(number: int = 0, limit_ms: int | None = 1000, grace_ms: int = 50) -> Question:
    """The first question of a match under another number."""
    state = USA.start(Deal(bytes(32)))
    limit = None if limit_ms is None else limit_ms * MS
    return Question(number, observe(state, 0), decision(state).legal, limit, grace_ms * MS)


def call(match: int = 0, clock: ClockSettings = CLOCK) -> MatchCall:
    """An invitation to seat 0 of a numbered match."""
    return MatchCall(f"{match:016x}", USA, 0, ("seat 0", "seat 1"), clock, bytes(32))


class Peer:
    """What the bot sees and says. `read` takes what the referee has sent; only then it counts as handed over."""

    def __init__(self, clock: ClockSettings = CLOCK) -> None:
        self.watch = StallWatch(fake_now)
        self.session = Session("peer", clock, self.watch)
        self.line: Line | None = None

    async def arrive(self, **changes: str) -> None:
        """Say Hello and read Welcome."""
        hello = pb.Hello(protocol_version=1, max_in_flight=256)
        hello.token = self.session.door.token
        for key, value in changes.items():
            setattr(hello, key, value)
        admitted = self.session.door.admit(pb.PlayRequest(hello=hello))
        assert isinstance(admitted, Line), admitted
        self.line = admitted
        await trio.testing.wait_all_tasks_blocked()

    async def join(self, match: int = 0, clock: ClockSettings = CLOCK) -> Seat:
        """Be called to a match and answer Ready at once."""
        async with trio.open_nursery() as nursery:
            joined: list[Seat] = []

            async def join() -> None:
                joined.append(await self.session.join(call(match, clock)))

            nursery.start_soon(join)
            await trio.testing.wait_all_tasks_blocked()
            self.say(pb.PlayRequest(ready=pb.Ready(match_id=f"{match:016x}")))
        return joined[0]

    def read(self) -> list[pb.PlayResponse]:
        """Take what waits in the outbox, as gRPC's writing thread would."""
        assert self.line is not None
        found: list[pb.PlayResponse] = []
        while True:
            try:
                item = self.line._out.get_nowait()
            except queue.Empty:
                return found
            if item is None:
                return found
            if item.handed is not None:
                item.handed(self.watch.mark())
            found.append(item.message)

    def say(self, message: pb.PlayRequest | bytes) -> None:
        """Send, as gRPC's reading thread would take it."""
        assert self.line is not None
        data = message if isinstance(message, bytes) else message.SerializeToString()
        self.line._post(self.line._judge(fake_now(), data))

    def move(self, decision: int, action: int = 0, match: int = 0) -> None:
        """Answer one question."""
        self.moves((decision, action, match))

    def moves(self, *moves: tuple[int, int, int]) -> None:
        """Answer several questions in one message: (decision, action, match)."""
        made = [pb.Move(match_id=f"{m:016x}", decision=d, action=a) for d, a, m in moves]
        self.say(pb.PlayRequest(moves=pb.Moves(moves=made)))

    def lose(self) -> None:
        """The stream breaks."""
        assert self.line is not None
        self.line.lost()
