"""What Linux tells about processes: parents, sessions, start times, environment. Elsewhere all answers are empty."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

MARKER: Final = "REFEREE_RUN"
"""Environment variable that every process of a bot inherits: `<run>/<number of the bot>`."""

_PROC: Final = Path("/proc")


class Process(NamedTuple):
    """One line of the process table; `state` is the kernel's letter, `Z` for a zombie; `start` is in ticks."""

    pid: int
    state: str
    parent: int
    group: int
    session: int
    start: int


def process(pid: int) -> Process | None:
    """The process with this id, or None if there is none."""
    try:
        text = (_PROC / str(pid) / "stat").read_bytes()
    except OSError:
        return None
    # The name stands in parentheses and may contain anything, closing parentheses included.
    state, *rest = text[text.rindex(b")") + 2 :].split()
    return Process(pid, state.decode(), int(rest[0]), int(rest[1]), int(rest[2]), int(rest[18]))


def processes() -> Iterator[Process]:
    """All processes that can be seen."""
    for entry in _PROC.iterdir() if _PROC.is_dir() else ():
        if entry.name.isdecimal() and (found := process(int(entry.name))):
            yield found


def children(pid: int) -> list[Process]:
    """The children of a process, adopted ones included."""
    found: list[Process] = []
    for task in (_PROC / str(pid) / "task").glob("*/children"):
        try:
            pids = task.read_text().split()
        except OSError:  # the thread has just ended
            continue
        found += [child for word in pids if (child := process(int(word)))]
    return found


def marker(pid: int) -> str | None:
    """The run marker of a process; None if it has none or hides it."""
    try:
        environ = (_PROC / str(pid) / "environ").read_bytes()
    except OSError:
        return None
    prefix = MARKER.encode() + b"="
    for entry in environ.split(b"\0"):
        if entry.startswith(prefix):
            return entry.removeprefix(prefix).decode("utf-8", "replace")
    return None
