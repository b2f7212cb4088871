"""The conversation with one bot over its stream, in the trio loop: who may say what when. Knows no process."""

from collections.abc import Callable
from functools import partial
from typing import Final, final

import grpc
import structlog
import trio
from attrs import evolve

from referee.bots import messages
from referee.bots.clock import ClockSettings
from referee.bots.door import Door, Entry
from referee.bots.errors import BotFault
from referee.bots.faults import EVIDENCE_BYTES, Detail, Fault, FaultCode
from referee.bots.line import Ended, Line, Received
from referee.bots.output import remark
from referee.bots.questions import Ending, MatchCall
from referee.bots.quota import Quota
from referee.bots.seat import Pending, Seat
from referee.bots.stall import Mark, StallWatch
from referee.v1 import bot_pb2 as pb
from referee.wire import game_digest

GATHER_S: Final = 0.002
"""How long new questions may wait for a bot to answer its earlier ones, so that they go out in one message. Only a bot
with several matches in flight can have both, and it has something to think about meanwhile."""

_log = structlog.get_logger()

_GOODBYES: Final[dict[str, tuple[messages.Reason, grpc.StatusCode]]] = {
    Detail.PROTOCOL: (pb.GOODBYE_REASON_PROTOCOL_ERROR, grpc.StatusCode.INVALID_ARGUMENT),
    Detail.FLOOD: (pb.GOODBYE_REASON_FLOOD, grpc.StatusCode.RESOURCE_EXHAUSTED),
    Detail.RESOURCE: (pb.GOODBYE_REASON_RESOURCE_LIMIT, grpc.StatusCode.RESOURCE_EXHAUSTED),
}
"""What a bot is told that is disconnected for a fault; all other faults mean that it cannot be told."""


@final
class Session:
    """One bot process as the matches see it. The first fault ends it; every wait of every match then raises it.

    Attributes:
        name: the organiser's name of the bot. fault: what ended the session, or None. joined: set by Hello.
        over: set when the stream is gone, or nothing more will come. previous_answer: when the bot answered last.
        debts: questions that timed out and were not answered since, and matches that it never got ready for.
        evidence: gives what can be shown of the process at this moment; nothing before it was started.
    """

    def __init__(self, name: str, clock: ClockSettings, watch: StallWatch) -> None:
        self.name: Final = name
        self.watch: Final = watch
        self.evidence: Callable[[], str] = str
        self.fault: Fault | None = None
        self.hello: pb.Hello | None = None
        self.joined = trio.Event()
        self.over = trio.Event()
        self.half_closed = False
        self.previous_answer = Mark(0, 0)
        self.debts = 0
        self._loop: Final = trio.lowlevel.current_trio_token()
        self._quota = Quota()
        self._line: Line | None = None
        self.door: Final = Door(self._new_line, self._tell, clock.reconnect)
        self._seats: dict[str, Seat] = {}
        self._left: set[str] = set()
        self._games: set[str] = set()
        self._waiting: dict[Pending, None] = {}
        self._asked: dict[Pending, None] = {}
        self._unready: set[Seat] = set()
        self._flush_due = False
        self._gathering = trio.Event()
        self._parted = False

    # -- who is there

    def _new_line(self) -> Line:
        return Line(self.watch, self._quota, self._loop, self.drain)

    def _tell(self, news: Entry | Fault) -> None:
        """Called in gRPC's threads."""
        try:
            self._loop.run_sync_soon(self._hear, news)
        except trio.RunFinishedError:
            if isinstance(news, Entry):
                news.line.close()

    def _hear(self, news: Entry | Fault) -> None:
        if isinstance(news, Fault):
            self.fail(news)
            return
        if self.fault is not None:
            news.line.close()
            return
        if self._line is not None:
            self._line.close()
        self._line, self.hello, self.half_closed = news.line, news.hello, False
        self._line.send(messages.welcome(self.most_in_flight, self.door.resume_key))
        claims = {name: remark(getattr(news.hello, name)) for name in ("name", "version", "kit")}
        _log.info("bot_joined", bot=self.name, claims=claims, max_in_flight=self.most_in_flight)
        if news.resumed:
            self._resume()
        self.joined.set()
        self.drain()

    def _resume(self) -> None:
        _log.info("bot_reconnected", bot=self.name)
        self.over.set()  # the old stream may not have ended by itself yet
        self.over = trio.Event()
        self._games.clear()
        for seat in self._seats.values():
            self._invite(seat.call)
        self._waiting, self._asked = {**self._asked, **self._waiting}, {}
        self.flush()

    @property
    def most_in_flight(self) -> int:
        """Matches that the bot says it can play at once."""
        return max(1, min(self.hello.max_in_flight if self.hello else 1, messages.MOST_DECISIONS))

    def check(self) -> None:
        """Raise the fault that ended the session, if one did."""
        if self.fault is not None:
            raise BotFault(self.name, self.fault)

    # -- matches

    async def join(self, call: MatchCall) -> Seat:
        """Begin a match and wait for Ready.

        Raises:
            BotFault: START_FAILURE if Ready does not come in time, or whatever ended the session.
        """
        self.check()
        seat = Seat(self, call, self.watch)
        self._seats[call.match_id] = seat
        self._unready.add(seat)
        self.door.renew()
        self._renew()
        self._invite(call)
        try:
            await seat.become_ready()
        except BaseException:
            self._forget(seat)
            raise
        return seat

    def _invite(self, call: MatchCall) -> None:
        digest = game_digest(call.game)
        if digest not in self._games:
            self._games.add(digest)
            self._send(messages.game(call.game))
        self._send(messages.match_start(call))

    def leave(self, seat: Seat, ending: Ending) -> None:
        """A match is over for this bot."""
        self._send(messages.match_end(seat.call, ending))
        self._forget(seat)

    def _forget(self, seat: Seat) -> None:
        self._seats.pop(seat.call.match_id, None)
        self._unready.discard(seat)
        self._left.add(seat.call.match_id)

    def _send(self, message: pb.PlayResponse) -> None:
        if self._line is not None:
            self._line.send(message)

    # -- questions

    def post(self, pending: Pending) -> None:
        """Take a question into the next message.

        It leaves at once if every match of this bot waits for it, and else when the tasks that can run now have run
        and the bot has answered all that it was asked before, but at most `GATHER_S` later: a message costs as much as
        its questions, on both sides.
        """
        self._waiting[pending] = None
        if len(self._waiting) >= len(self._seats):
            self.flush()
        else:
            self._flush_soon()

    def _flush_soon(self) -> None:
        if not self._flush_due:
            self._flush_due = True
            self._loop.run_sync_soon(self._flush_or_gather)

    def _flush_or_gather(self) -> None:
        self._flush_due = False
        if self._asked:
            self._gathering.set()
        else:
            self.flush()

    async def run(self) -> None:
        """Let no question be gathered for longer than `GATHER_S`; as long as the bot runs."""
        while True:
            await self._gathering.wait()
            await trio.sleep(GATHER_S)
            self._gathering = trio.Event()
            self.flush()

    def flush(self) -> None:
        """Send every question that waits."""
        if not self._waiting or self._line is None:
            return
        waiting, self._waiting = list(self._waiting), {}
        self._asked.update(dict.fromkeys(waiting))
        self._renew()
        for message, count in messages.questions((p.seat.call, p.question) for p in waiting):
            asked, waiting = waiting[:count], waiting[count:]
            self._line.send(message, partial(_hand, asked))

    def settle(self, pending: Pending) -> None:
        """A question waits no longer, answered or not."""
        self._waiting.pop(pending, None)
        self._asked.pop(pending, None)
        if self._waiting and not self._asked:
            self._flush_soon()

    def answered(self, pending: Pending, ns: int) -> None:
        """The bot answered a question at this moment."""
        self.settle(pending)
        self.previous_answer = Mark(ns, self.watch.stalled_ns)
        self._renew()

    def _renew(self) -> None:
        self._quota.renew(len(self._waiting) + len(self._asked) + len(self._unready))

    # -- what comes in

    def drain(self) -> None:
        """Handle all that the reading thread has taken."""
        for item in self._line.take() if self._line is not None else ():
            if isinstance(item, Ended):
                self.half_closed = item.half_closed
                self.door.lost()
                self.over.set()
            elif isinstance(item, Fault):
                self.fail(item)
            elif self.fault is None:
                self._receive(item)

    def _receive(self, item: Received) -> None:
        message = item.message
        if message.HasField("hello"):
            self.fail(_broken("said Hello a second time on its stream"))
        elif message.HasField("ready"):
            self._ready(message.ready.match_id)
        else:
            for move in message.moves.moves:
                self._move(item.ns, move)

    def _ready(self, match_id: str) -> None:
        if seat := self._seats.get(match_id):
            if seat in self._unready:
                self._unready.remove(seat)
                seat.ready.set()
                self._renew()
        elif match_id not in self._left:
            self.fail(_broken(f"said Ready for match {match_id[:64]!r}, which is none of its matches"))

    def _move(self, ns: int, move: pb.Move) -> None:
        if seat := self._seats.get(move.match_id):
            if fault := seat.receive(ns, move):
                self.fail(fault)
        elif move.match_id in self._left:
            _log.info("answer_after_end", bot=self.name, match=move.match_id, decision=move.decision)
        else:
            self.fail(_broken(f"answered match {move.match_id[:64]!r}, which is none of its matches"))

    # -- ends

    def fail(self, fault: Fault) -> None:
        """End the session for a fault; only the first one counts."""
        if self.fault is not None or self._parted:
            return
        evidence = "\n".join(part for part in (fault.evidence, self.evidence()) if part)
        self.fault = evolve(fault, evidence=evidence[:EVIDENCE_BYTES])
        _log.warning("bot_fault", bot=self.name, code=fault.code, detail=fault.detail, text=fault.text)
        self.door.shut()
        self.joined.set()
        for seat in self._seats.values():
            seat.ready.set()
        for pending in (*self._asked, *self._waiting):
            pending.done.set()
        if told := _GOODBYES.get(fault.detail):
            reason, status = told
            self.part(reason, fault.text, (status, fault.text))

    def part(self, reason: messages.Reason, text: str, status: tuple[grpc.StatusCode, str] | None = None) -> None:
        """Say Goodbye and end the stream after it; nothing that the bot does then is a fault."""
        self._parted = True
        self.door.shut()
        if self._line is not None:
            self._line.send(messages.goodbye(reason, text))
            self._line.close(status)


def _hand(asked: list[Pending], mark: Mark) -> None:
    for pending in asked:
        pending.hand(mark)


def _broken(text: str) -> Fault:
    return Fault(FaultCode.PROTOCOL_ERROR, Detail.PROTOCOL, text)
