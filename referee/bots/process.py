"""One bot process: started in a session of its own, its output collected, its end awaited, its whole tree killed."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, final

import trio

from referee.bots.output import CappedLog, pump
from referee.bots.tree import Trees, kill_group

KILL_S: Final = 5.0
"""How long a killed tree may take to be gone."""

_INHERITED: Final = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "JAVA_HOME", "LD_LIBRARY_PATH", "VIRTUAL_ENV")


def environment(own: Mapping[str, str], scratch: Path, marks: Mapping[str, str]) -> dict[str, str]:
    """What a bot process sees: a short list of the referee's variables, its own, a home of its own, then the marks."""
    inherited = {key: os.environ[key] for key in _INHERITED if key in os.environ}
    return {**inherited, "HOME": str(scratch), "TMPDIR": str(scratch), **own, **marks}


@final
class BotProcess:
    """A started bot and the means to end it.

    Start it in the main thread: a child that is tied to its parent is tied to the parent's thread. `run` must be going
    in a task of the owner until `end` has returned.
    """

    def __init__(
        self, trees: Trees, name: str, argv: Sequence[str], cwd: Path, env: Mapping[str, str], log_bytes: int
    ) -> None:
        self._trees: Final = trees
        self.stdout: Final = CappedLog(log_bytes // 4, log_bytes - log_bytes // 4)
        self.stderr: Final = CappedLog(log_bytes // 4, log_bytes - log_bytes // 4)
        self.exited: Final = trio.Event()
        self.output_ended: Final = trio.Event()
        self._popen, self._pipes = _start(argv, cwd, env)
        trees.add(self.pid, name)

    @property
    def pid(self) -> int:
        """Id of the main process, which is also that of its group and session."""
        return self._popen.pid

    @property
    def status(self) -> int | None:
        """Exit status, negative for a signal; None while the main process lives."""
        return self._popen.returncode

    async def run(self) -> None:
        """Await the end of the main process and of its output; the caller cancels it once the tree is dead."""
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._collect)
                await self._wait()
                # The group dies before its leader is reaped: until then its number cannot belong to anybody else.
                kill_group(self.pid)
                self._popen.wait()
                self.exited.set()
        finally:
            for pipe in self._pipes:
                pipe.close()

    async def _collect(self) -> None:
        async with trio.open_nursery() as nursery:
            for pipe, log in zip(self._pipes, (self.stdout, self.stderr), strict=True):
                nursery.start_soon(pump, pipe, log)
        self.output_ended.set()

    async def _wait(self) -> None:
        try:
            descriptor = os.pidfd_open(self.pid)
        except (AttributeError, OSError):  # no such call on this system
            await trio.to_thread.run_sync(self._popen.wait, abandon_on_cancel=True)
            return
        try:
            await trio.lowlevel.wait_readable(descriptor)
        finally:
            os.close(descriptor)

    async def end(self) -> bool:
        """Kill the tree and wait until it is gone, at most five seconds; returns whether it is."""
        if not self.exited.is_set():
            kill_group(self.pid)
        with trio.move_on_after(KILL_S):
            await self.exited.wait()
            while self._trees.sweep(self.pid):  # noqa: ASYNC110  # the kernel has no event for this
                await trio.sleep(0.002)
            await self.output_ended.wait()
        gone = self.exited.is_set() and not self._trees.sweep(self.pid)
        if gone:
            self._trees.remove(self.pid)
        return gone

    def evidence(self) -> str:
        """Exit status and the last lines of stderr."""
        lines = self.stderr.kept().last_lines()
        return "\n".join([f"process {status_text(self.status)}", *(f"stderr: {line}" for line in lines)])


def _start(
    argv: Sequence[str], cwd: Path, env: Mapping[str, str]
) -> tuple[subprocess.Popen[bytes], list[trio.lowlevel.FdStream]]:
    reads, writes = zip(os.pipe(), os.pipe(), strict=True)
    try:
        popen = subprocess.Popen(
            list(argv),
            cwd=cwd,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=writes[0],
            stderr=writes[1],
            start_new_session=True,
        )
    except BaseException:
        for descriptor in reads:
            os.close(descriptor)
        raise
    finally:
        for descriptor in writes:
            os.close(descriptor)
    return popen, [trio.lowlevel.FdStream(descriptor) for descriptor in reads]


def status_text(status: int | None) -> str:
    """`exited with 3`, `was killed by SIGSEGV`, `is still running`."""
    if status is None:
        return "is still running"
    if status >= 0:
        return f"exited with {status}"
    try:
        return f"was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"was killed by signal {-status}"
