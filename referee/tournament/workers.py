"""The cup's side of a worker process: starts `python -m referee.worker`, sends it units, takes back results. It plays
nothing.

Lines of JSON go both ways through pipes. A worker that loses its input stops by itself, so it cannot outlive a killed
run.
"""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, final

import trio

from referee.tournament.errors import WorkerError
from referee.tournament.orders import UnitOrder
from referee.tournament.results import MatchResult, Played

COMMAND: Final = (sys.executable, "-m", "referee.worker")
GRACE_S: Final = 8.0
"""Seconds that a worker may take to end its bots before it is killed."""

_DYING_S: Final = 5.0
"""Seconds between the end of a dying process's pipes and its own, at most: the system closes the pipes first."""

OnPlayed = Callable[[MatchResult], None]


@final
class Worker:
    """One worker process; plays one unit at a time. `pid` is its process id."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.pid: Final = process.pid
        self._process = process
        # The descriptors are doubled because trio and Popen each want to close their own.
        self._to = trio.lowlevel.FdStream(os.dup(process.stdin.fileno()))
        self._from = trio.lowlevel.FdStream(os.dup(process.stdout.fileno()))
        process.stdin.close()
        process.stdout.close()
        self._buffer = bytearray()

    async def play(self, order: UnitOrder, on_played: OnPlayed) -> list[Played]:
        """The unit's matches in the order in which they ended; `on_played` hears of each at once.

        Raises:
            WorkerError: the process ended, or reported that the platform failed.

        """
        await self._send(order.to_json())
        played: list[Played] = []
        while True:
            answer = await self._receive()
            match answer.get("event"):
                case "played":
                    played.append(Played(MatchResult.from_json(answer["result"]), answer["replay"]))
                    on_played(played[-1].result)
                case "done":
                    return played
                case "failed":
                    raise WorkerError(str(answer["reason"]))
                case other:
                    raise WorkerError(f"a worker sent event {other!r}")

    async def _send(self, message: dict[str, Any]) -> None:
        try:
            await self._to.send_all(json.dumps(message).encode() + b"\n")
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            raise WorkerError(await self._ended()) from None

    async def _receive(self) -> dict[str, Any]:
        while b"\n" not in self._buffer:
            more = await self._from.receive_some()
            if not more:
                raise WorkerError(await self._ended())
            self._buffer += more
        line, _, self._buffer = self._buffer.partition(b"\n")
        try:
            message: dict[str, Any] = json.loads(line)
        except ValueError:
            raise WorkerError(f"a worker wrote a line that is no JSON: {bytes(line[:80])!r}") from None
        return message

    async def _ended(self) -> str:
        with trio.move_on_after(_DYING_S):
            await trio.to_thread.run_sync(self._process.wait, abandon_on_cancel=True)
        status = self._process.poll()
        if status is None:
            return "the worker process closed its pipes"
        return (
            f"the worker process was killed by signal {-status}"
            if status < 0
            else f"the worker process ended with status {status}"
        )

    async def end(self) -> None:
        """Ask the process to stop its bots and end, and see to it that it does."""
        with trio.CancelScope(shield=True):
            await self._to.aclose()
            with trio.move_on_after(GRACE_S):
                while await self._from.receive_some():
                    pass
            await self._from.aclose()
            self._process.kill()
            await trio.to_thread.run_sync(self._process.wait)


@asynccontextmanager
async def worker(arguments: Sequence[str] = (), command: Sequence[str] = COMMAND) -> AsyncIterator[Worker]:
    """A worker process for the length of the block.

    It gets a session of its own, so that Ctrl-C reaches the run alone, which decides what happens to the matches.

    Raises:
        WorkerError: the machine cannot start it.

    """
    try:
        process = subprocess.Popen(  # noqa: ASYNC220 - a thread that spawned it would be its parent in the kernel's eyes
            [*command, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, bufsize=0
        )
    except OSError as error:
        raise WorkerError(f"no worker process can be started: {error.strerror}") from None
    started = Worker(process)
    try:
        yield started
    finally:
        await started.end()
