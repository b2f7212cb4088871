import os
import signal

import pytest

from referee.bots import proc, tree
from referee.bots.process import status_text


def test_own_run_lives() -> None:
    """A run of this process is alive; one of a process number that was used again is not."""
    run = tree.new_run()
    assert tree.run_lives(run)
    pid, start, noise = run.split("-")
    assert not tree.run_lives(f"{pid}-{int(start) + 1}-{noise}")


@pytest.mark.parametrize("name", ["", "x", "12", "12-", "a-b-c", "-1-2-3"])
def test_foreign_markers_are_left_alone(name: str) -> None:
    """A marker that no referee made never makes a process a leftover."""
    assert tree.run_lives(name)


def test_process_table() -> None:
    """The process table knows this process, its parent and its session."""
    own = proc.process(os.getpid())
    assert own is not None
    assert (own.parent, own.session, own.state) == (os.getppid(), os.getsid(0), "R")
    assert proc.process(2**22 + 1) is None


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (None, "is still running"),
        (0, "exited with 0"),
        (3, "exited with 3"),
        (-signal.SIGSEGV, "was killed by SIGSEGV"),
        (-64, "was killed by SIGRTMAX"),
        (-99, "was killed by signal 99"),
    ],
)
def test_status_text(status: int | None, text: str) -> None:
    """An exit status is told in words, signals by name."""
    assert status_text(status) == text
