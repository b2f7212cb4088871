"""Ending whole process trees: by group, by adoption of orphans, by the run marker. Judges nobody, waits for nothing."""

import contextlib
import ctypes
import os
import secrets
import signal
import sys
from collections.abc import Iterator
from typing import Final, final

from referee.bots import proc

_PR_SET_DUMPABLE: Final = 4
_PR_SET_CHILD_SUBREAPER: Final = 36


def harden() -> None:
    """Adopt orphans of bots, and hide this process's memory and environment from processes of the same user (Linux)."""
    if sys.platform != "linux":
        return
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def new_run() -> str:
    """A name for this run that tells later ones whether its referee still lives: `<pid>-<start ticks>-<random>`."""
    own = proc.process(os.getpid())
    return f"{os.getpid()}-{own.start if own else 0}-{secrets.token_hex(4)}"


def run_lives(run: str) -> bool:
    """Whether the referee that made this run name still lives; true for a name that no referee made: hands off."""
    pid, start, *_ = [*run.split("-"), "", ""]
    if not (pid.isdecimal() and start.isdecimal()):
        return True
    found = proc.process(int(pid))
    return found is not None and found.start == int(start)


def kill(pid: int) -> None:
    """SIGKILL; a process that is gone already is fine."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)


def kill_group(group: int) -> None:
    """SIGKILL to a process group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def kill_leftovers() -> int:
    """Kill what an earlier referee left behind when it was killed itself; returns how many processes."""
    doomed = [p.pid for p in proc.processes() if (run := proc.marker(p.pid)) and not run_lives(run.partition("/")[0])]
    for pid in doomed:
        kill(pid)
    return len(doomed)


@final
class Trees:
    """The process trees of all bots of one run.

    Since orphans are adopted by the referee, all of a tree stays below this process. A child of it is told by its
    group, its session or its run marker. One that has shed all three is ended with whichever bot ends next, unless it
    shares the referee's own session, was there before the run, or bears the marker of another bot: no honest bot needs
    such a child, and nothing else starts one here.
    """

    def __init__(self, run: str) -> None:
        self.run: Final = run
        self._before: Final = frozenset(p.pid for p in proc.children(os.getpid()))
        self._roots: dict[int, str] = {}

    def add(self, root: int, name: str) -> None:
        """Take a bot's main process, the leader of its own session, under watch; `name` is its marker."""
        self._roots[root] = name

    def remove(self, root: int) -> None:
        """Forget a tree whose sweep found nothing more."""
        self._roots.pop(root, None)

    def sweep(self, root: int) -> int:
        """Kill one round of what belongs to a tree and reap adopted children; returns how many of them still lived.

        Call it until it returns 0: new orphans keep arriving while their parents die.
        """
        found = list(self._members(root))
        for p in found:
            if p.state != "Z":
                kill(p.pid)
            elif p.pid != root:
                _reap(p.pid)
        return sum(p.state != "Z" for p in found)

    def _members(self, root: int) -> Iterator[proc.Process]:
        for child in proc.children(os.getpid()):
            if self._belongs(child, root):
                yield child
                yield from _descendants(child)

    def _belongs(self, p: proc.Process, root: int) -> bool:
        if root in (p.pid, p.group, p.session):
            return True
        if p.pid in self._roots or p.session in self._roots:
            return False
        mark = proc.marker(p.pid)
        if mark is not None:
            return mark == self._roots.get(root)
        return p.pid not in self._before and p.session != os.getsid(0)


def _descendants(p: proc.Process) -> Iterator[proc.Process]:
    for child in proc.children(p.pid):
        yield child
        yield from _descendants(child)


def _reap(pid: int) -> None:
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)
