"""A bot's seat in one match: what it was asked, what it still owes, how long it may think. One player of `match`."""

from enum import Enum, auto
from typing import TYPE_CHECKING, Final, final

import structlog
import trio
from attrs import define, field

from referee.bots.clock import MS
from referee.bots.errors import BotFault
from referee.bots.faults import Detail, Fault, FaultCode
from referee.bots.questions import Answer, Ending, MatchCall, Question
from referee.bots.stall import Mark, StallWatch, seconds
from referee.v1 import bot_pb2 as pb

if TYPE_CHECKING:
    from referee.bots.session import Session

SEND_NS: Final = 5_000_000_000
"""How long a message may wait for a bot that does not read its stream."""

MOST_WARNINGS: Final = 2
"""Doubled or stale answers that are only warned of; the next one is a fault."""

_log = structlog.get_logger()


class _Fate(Enum):
    """What became of a question."""

    OPEN = auto()
    ANSWERED = auto()
    TIMED_OUT = auto()


@define(eq=False)
class Pending:
    """A question on its way: when it was posted, when gRPC took it, and the answer once it is there."""

    seat: "Seat"
    question: Question
    posted: Mark
    handed: Mark | None = None
    move: pb.Move | None = None
    think_ns: int = 0
    done: trio.Event = field(factory=trio.Event)

    def hand(self, mark: Mark) -> None:
        """GRPC took the question; called in the writing thread. Asked again after a lost stream, its clock runs on."""
        self.handed = self.handed or mark

    def started(self, previous: Mark) -> Mark | None:
        """When the bot's thinking began: at the hand-over or, with several in flight, at its previous answer."""
        return None if self.handed is None else max(self.handed, previous)


@final
class Seat:
    """The player of one match and seat. It ends with `finish`, or with the session."""

    def __init__(self, session: "Session", call: MatchCall, watch: StallWatch) -> None:
        self.call: Final = call
        self.ready: Final = trio.Event()
        self._session = session
        self._watch = watch
        self._fates: dict[int, _Fate] = {}
        self._pending: Pending | None = None
        self._warnings = 0

    @property
    def log(self) -> structlog.typing.FilteringBoundLogger:
        """A logger that names bot, match and seat."""
        bound: structlog.typing.FilteringBoundLogger = _log.bind(
            bot=self._session.name, match=self.call.match_id, seat=self.call.seat
        )
        return bound

    async def become_ready(self) -> None:
        """Wait for Ready under its own limit.

        Raises:
            BotFault: START_FAILURE if it does not come, or whatever ended the session.
        """
        clock = self.call.clock
        if not await self._watch.wait(self.ready, None if clock.disabled else clock.ready_ms * MS):
            self._session.debts += 1
            text = f"did not answer MatchStart with Ready within {clock.ready_ms} ms"
            raise BotFault(self._session.name, Fault(FaultCode.START_FAILURE, Detail.NO_SHOW, text))
        self._session.check()

    async def ask(self, question: Question) -> Answer:
        """Put the question and wait for the answer under the seat's clock.

        Raises:
            BotFault: TIMEOUT after the limit and the grace; or whatever ended the session.
        """
        self._session.check()
        pending = self._pending = Pending(self, question, self._watch.mark())
        self._fates[question.number] = _Fate.OPEN
        self._session.post(pending)
        try:
            await self._answered(pending)
        finally:
            self._pending = None
            self._session.settle(pending)
        if pending.move is None:
            self._session.check()
            raise self._timeout(pending)
        return self._judged(pending, pending.move)

    async def _answered(self, pending: Pending) -> None:
        while not pending.done.is_set():
            wait = seconds(self._left_ns(pending))
            if wait <= 0:
                # What the reading thread has taken already counts by its stamp, even if the loop is late.
                self._session.drain()
                if pending.done.is_set() or self._left_ns(pending) != 0:
                    continue
                self._fates[pending.question.number] = _Fate.TIMED_OUT
                self._session.debts += 1
                return
            with trio.move_on_after(wait):
                await pending.done.wait()

    def _left_ns(self, pending: Pending) -> int | None:
        """Time until the answer is too late, 0 when it is; None without a clock."""
        limit = pending.question.limit_ns
        if limit is None:
            return None
        started, now = pending.started(self._session.previous_answer), self._watch.now()
        whole = limit + pending.question.grace_ns
        if started is not None:
            return max(0, whole - self._watch.since(started, now))
        # Nobody tells the loop of the hand-over: look again when it would be too late if it happened at once.
        return min(max(0, SEND_NS - self._watch.since(pending.posted, now)), max(whole, MS))

    def _judged(self, pending: Pending, move: pb.Move) -> Answer:
        limit, think = pending.question.limit_ns, pending.think_ns
        if limit is not None and think > limit + pending.question.grace_ns:
            raise self._timeout(pending)
        notes = move.notes if move.HasField("notes") else None
        return Answer(move.action, think, limit is not None and think > limit, notes)

    def _timeout(self, pending: Pending) -> BotFault:
        question = pending.question
        if pending.handed is None:
            text = f"does not read its stream: decision {question.number} waited {SEND_NS // MS} ms"
        else:
            limit, grace = (question.limit_ns or 0) // MS, question.grace_ns // MS
            text = f"no answer to decision {question.number} within {limit} ms and the grace of {grace} ms"
        return BotFault(self._session.name, Fault(FaultCode.TIMEOUT, Detail.TIMEOUT, text, self._session.evidence()))

    def receive(self, ns: int, move: pb.Move) -> Fault | None:
        """Take an answer that names this match; returns the fault if it breaks the protocol."""
        fate = self._fates.get(move.decision)
        if fate is None:
            text = f"answered decision {move.decision}, which it was not asked"
            return Fault(FaultCode.PROTOCOL_ERROR, Detail.PROTOCOL, text, _move_text(move))
        self._fates[move.decision] = _Fate.ANSWERED
        if fate is _Fate.TIMED_OUT:
            self._session.debts -= 1
            self.log.info("late_answer", decision=move.decision, action=move.action)
        elif fate is _Fate.ANSWERED:
            return self._warn(move)
        elif self._pending is not None and self._pending.question.number == move.decision:
            self._accept(self._pending, ns, move)
        return None

    def _accept(self, pending: Pending, ns: int, move: pb.Move) -> None:
        started = pending.started(self._session.previous_answer)
        pending.think_ns = 0 if started is None else self._watch.since(started, ns)
        pending.move = move
        pending.done.set()
        self._session.answered(pending, ns)

    def _warn(self, move: pb.Move) -> Fault | None:
        self._warnings += 1
        self.log.warning("doubled_answer", decision=move.decision, action=move.action, warnings=self._warnings)
        if self._warnings <= MOST_WARNINGS:
            return None
        text = f"answered decision {move.decision} again, the third doubled or stale answer in this match"
        return Fault(FaultCode.PROTOCOL_ERROR, Detail.PROTOCOL, text, _move_text(move))

    async def finish(self, ending: Ending) -> None:
        """Tell the bot how the match ended; answers to it are ignored from now on."""
        self._session.leave(self, ending)
        await trio.lowlevel.checkpoint()


def _move_text(move: pb.Move) -> str:
    return f"move: match {move.match_id[:64]!r}, decision {move.decision}, action {move.action}"
