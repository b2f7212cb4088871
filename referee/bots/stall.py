"""Time that the referee itself lost: a loop that could not run, or a process that was stopped. It is no bot's."""

import math
import time
from collections.abc import Callable
from typing import Final, NamedTuple, final

import trio

PERIOD_NS: Final = 50_000_000
THRESHOLD_NS: Final = 20_000_000

Monotonic = Callable[[], int]
"""Gives monotonic nanoseconds."""


class Mark(NamedTuple):
    """A moment: monotonic nanoseconds, and how much stalled time had been counted by then."""

    ns: int
    stalled: int


@final
class StallWatch:
    """Counts the time by which its own ticks come too late; deadlines are judged without that time.

    A timeout that fires right after the process was stopped is judged before the next tick could run, so whoever judges
    calls `since`, which looks at the clock anew. `report` gets the nanoseconds of each stall.
    """

    def __init__(self, now: Monotonic = time.monotonic_ns, report: Callable[[int], None] = lambda _: None) -> None:
        self.now: Final = now
        self._report = report
        self.stalled_ns = 0
        self._due: int | None = None

    def mark(self) -> Mark:
        """This moment; may be called in any thread."""
        return Mark(self.now(), self.stalled_ns)

    def since(self, start: Mark, until_ns: int) -> int:
        """Nanoseconds from a mark to a moment, less the time that the referee stalled in between; never negative."""
        self.check()
        return max(0, until_ns - start.ns - (self.stalled_ns - start.stalled))

    def check(self) -> None:
        """Count and report a tick that is overdue by more than the threshold."""
        now = self.now()
        if self._due is None or now - self._due < THRESHOLD_NS:
            return
        lag = now - self._due
        self.stalled_ns += lag
        self._due = now + PERIOD_NS
        self._report(lag)

    async def wait(self, event: trio.Event, limit_ns: int | None) -> bool:
        """Wait for an event, at most so long without stalls, None for ever; returns whether it was set."""
        begun = self.mark()
        while not event.is_set():
            left = None if limit_ns is None else limit_ns - self.since(begun, self.now())
            if left is not None and left <= 0:
                return False
            with trio.move_on_after(seconds(left)):
                await event.wait()
        return True

    async def run(self) -> None:
        """Tick for ever."""
        try:
            while True:
                self._due = self.now() + PERIOD_NS
                await trio.sleep(PERIOD_NS / 1e9)
                self.check()
        finally:
            self._due = None


def seconds(ns: int | None) -> float:
    """Nanoseconds as seconds to sleep, rounded up so that waking up finds nothing left; None is for ever."""
    return math.inf if ns is None else (ns + 999) // 1000 / 1e6
