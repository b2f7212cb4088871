"""One bot from start to end: its process, its server and its session, and the judgement why either was lost."""

import os
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, final

import structlog
import trio
from attrs import frozen

from referee.bots.clock import MS, ClockSettings
from referee.bots.door import COMPRESSED
from referee.bots.faults import Detail, Fault, FaultCode
from referee.bots.messages import Reason
from referee.bots.output import Kept
from referee.bots.process import BotProcess, status_text
from referee.bots.questions import MatchCall
from referee.bots.seat import Seat
from referee.bots.server import BotServer
from referee.bots.session import Session
from referee.bots.spec import BotSpec
from referee.v1 import bot_pb2 as pb

SETTLE_S: Final = 0.25
"""How long to wait for the second sign (exit status, end of stream) after the first before judging a loss."""

EXPLAIN_S: Final = 1.0
"""How much longer to wait for the exit of a bot whose stream broke, since only then it may have said why."""

RESUME_S: Final = 2.0
"""How long a bot that may come back has to do so."""

EXIT_S: Final = 2.0
"""How long a bot may take to exit after Goodbye; then it is killed without blame."""

_CUT_BY_GRPC: Final = {
    "Received message larger than max": "sent a message that gRPC cut off as too large",
    "Compression algorithm": COMPRESSED,
}
"""What gRPC ends by itself looks like a lost stream here; only the bot is told why, and most bots print it."""

_log = structlog.get_logger()


@frozen
class Output:
    """What a bot wrote since the last time that somebody asked."""

    stdout: Kept
    stderr: Kept


@final
class Bot:
    """A running bot. `arena.launch` makes it; `close` ends it, and nothing of it is left then."""

    def __init__(
        self,
        spec: BotSpec,
        clock: ClockSettings,
        folder: Path,
        session: Session,
        server: BotServer,
        process: BotProcess,
    ) -> None:
        self.spec: Final = spec
        self.pid: Final = process.pid
        self._clock = clock
        self._folder = folder
        self._session = session
        self._server = server
        self._process = process
        self._closing = False
        self._closed = trio.Event()

    @property
    def name(self) -> str:
        """What the organiser calls it."""
        return self.spec.name

    @property
    def fault(self) -> Fault | None:
        """What ended the session, or None while it goes on."""
        return self._session.fault

    @property
    def fit(self) -> bool:
        """Whether it can play another match: at no fault, and with no answer outstanding."""
        return self._session.fault is None and not self._session.debts and not self._closing

    @property
    def hello(self) -> pb.Hello | None:
        """What it said of itself; None before it said Hello."""
        return self._session.hello

    @property
    def status(self) -> int | None:
        """Exit status of its process, negative for a signal; None while it lives."""
        return self._process.status

    @property
    def max_in_flight(self) -> int:
        """Matches that it can play at once, by its own word."""
        return min(self.spec.max_in_flight, self._session.most_in_flight)

    async def run(self) -> None:
        """Look after the process and the stream until the bot is closed."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._process.run)
            nursery.start_soon(self._session.run)
            nursery.start_soon(self._supervise)
            await self._closed.wait()
            nursery.cancel_scope.cancel()

    async def arrive(self) -> None:
        """Wait for Hello under the start limit.

        Raises:
            BotFault: START_FAILURE, or PROTOCOL_ERROR if it broke the protocol before it said Hello.
        """
        limit = None if self._clock.disabled else self._clock.start_ms * MS
        if not await self._session.watch.wait(self._session.joined, limit):
            self._session.fail(self._no_show(f"did not say Hello within {self._clock.start_ms} ms"))
        self._session.check()

    async def join(self, call: MatchCall) -> Seat:
        """Begin a match at this bot and wait until it is ready.

        Raises:
            BotFault: START_FAILURE if Ready does not come in time, or whatever ended the session.
        """
        return await self._session.join(call)

    def take_output(self) -> Output:
        """What it wrote to stdout and stderr since the last call; call it after each match."""
        return Output(self._process.stdout.take(), self._process.stderr.take())

    async def desert(self, limit_s: float) -> float | None:
        """Cut its stream without a word, as a referee that dies does; `close` is still due.

        Gives the seconds until its process ended by itself, or None if it did not within the limit.
        """
        begun = trio.current_time()
        await self._server.stop()
        with trio.move_on_after(limit_s):
            await self._process.exited.wait()
        return trio.current_time() - begun if self._process.exited.is_set() else None

    # -- why a bot is gone

    async def _supervise(self) -> None:
        process, session = self._process, self._session
        while True:
            over = session.over
            await _first(process.exited.wait, over.wait)
            with trio.move_on_after(SETTLE_S):
                await process.exited.wait()
                await process.output_ended.wait()
                if session.hello is not None:
                    await over.wait()
            if not process.exited.is_set() and not session.half_closed and session.over is over:
                await self._explained()
            if self._closing:
                return
            if process.exited.is_set() or session.half_closed or not await self._resumed(over):
                session.fail(self._judge_loss())
                return

    async def _explained(self) -> None:
        """Give a bot whose stream broke the time to die of it: what it prints then may be the only explanation."""
        if self._session.door.resume_key is None:
            with trio.move_on_after(EXPLAIN_S):
                await self._process.exited.wait()
                await self._process.output_ended.wait()

    async def _resumed(self, lost: trio.Event) -> bool:
        """Whether the bot came back after this loss of its stream, or does so now."""
        session = self._session
        with trio.move_on_after(RESUME_S):
            while session.over is lost and session.door.resume_key is not None:
                session.joined = trio.Event()
                await session.joined.wait()
        return session.over is not lost

    def _judge_loss(self) -> Fault:
        status = self._process.status
        if self._session.hello is None:
            if status is None or status == 0:
                return self._no_show(f"{status_text(status)} before it said Hello")
            return self._no_show(f"{status_text(status)} before it said Hello", Detail.CRASHED)
        if cut := self._cut_by_grpc():
            return cut
        if status is None:
            how = "closed its sending side" if self._session.half_closed else "closed the stream"
            return Fault(FaultCode.CRASHED, Detail.DISCONNECTED, f"{how} while its process lives")
        detail = Detail.CRASHED if status else Detail.EXITED
        return Fault(FaultCode.CRASHED, detail, f"its process {status_text(status)}")

    def _cut_by_grpc(self) -> Fault | None:
        printed = "\n".join(self._process.stderr.kept().last_lines())
        for words, text in _CUT_BY_GRPC.items():
            if words in printed:
                return Fault(FaultCode.PROTOCOL_ERROR, Detail.PROTOCOL, text)
        return None

    def _no_show(self, text: str, detail: Detail = Detail.NO_SHOW) -> Fault:
        """A bot that did not arrive; if something else explains it, that is the fault."""
        remark = self._session.door.remark
        if remark is not None and remark.code is FaultCode.PROTOCOL_ERROR:
            return remark
        if cut := self._cut_by_grpc():
            return cut
        if remark is not None:
            text = f"{text}; before, it {remark.text}"
        return Fault(FaultCode.START_FAILURE, detail, text)

    # -- the end

    async def close(self, reason: Reason = pb.GOODBYE_REASON_DONE, text: str = "no more matches") -> None:
        """Say Goodbye, give the bot two seconds to exit, then kill its tree. A bot at fault gets no two seconds."""
        if self._closing:
            await self._closed.wait()
            return
        self._closing = True
        try:
            self._session.part(reason, text)
            if self._session.fault is None and self._session.hello is not None:
                with trio.move_on_after(EXIT_S):
                    await self._process.exited.wait()
        finally:
            with trio.CancelScope(shield=True):
                await self._end()

    async def _end(self) -> None:
        if not await self._process.end():
            _log.error("bot_tree_survives", bot=self.name, pid=self.pid)
        await self._server.stop()
        self._closed.set()
        await trio.to_thread.run_sync(remove_folder, self._folder)
        _log.info("bot_ended", bot=self.name, pid=self.pid, status=self._process.status)


async def _first(*waits: Callable[[], Awaitable[None]]) -> None:
    """Return as soon as one of these waits does."""
    async with trio.open_nursery() as nursery:

        async def wait_then_stop(wait: Callable[[], Awaitable[None]]) -> None:
            await wait()
            nursery.cancel_scope.cancel()

        for wait in waits:
            nursery.start_soon(wait_then_stop, wait)


def remove_folder(folder: Path) -> None:
    """Remove a bot's folder with all traps that may have been left in it; links are never followed."""
    for root, names, _ in os.walk(folder):
        for inner in (Path(root) / name for name in names):
            if not inner.is_symlink():
                inner.chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)
