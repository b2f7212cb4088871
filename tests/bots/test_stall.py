import trio
import trio.lowlevel
import trio.testing
from trio.testing import MockClock

from referee.bots.stall import StallWatch
from tests.bots.stream import fake_now

S = 1_000_000_000


class Hands:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.ns = 0

    def __call__(self) -> int:
        """The time."""
        return self.ns


async def test_no_stall_where_the_loop_runs(autojump_clock: MockClock) -> None:
    """A loop that ticks in time has no stall, and all time counts."""
    watch = StallWatch(fake_now)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(watch.run)
        await trio.lowlevel.checkpoint()
        start = watch.mark()
        await trio.sleep(3)
        assert watch.since(start, fake_now()) == 3 * S
        nursery.cancel_scope.cancel()
    assert watch.stalled_ns == 0


async def test_a_stopped_process_is_a_stall(autojump_clock: MockClock) -> None:
    """Time that jumps between two ticks is counted and reported once, even if a judge looks before the tick."""
    now = Hands()
    reports: list[int] = []
    watch = StallWatch(now, reports.append)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(watch.run)
        await trio.testing.wait_all_tasks_blocked()
        start = watch.mark()
        now.ns += 5 * S
        assert watch.since(start, now.ns) == 50_000_000
        await trio.sleep(0.05)
        nursery.cancel_scope.cancel()
    assert watch.stalled_ns == sum(reports) == 5 * S - 50_000_000
    assert len(reports) == 1


async def test_small_delays_are_not_stalls(autojump_clock: MockClock) -> None:
    """A tick that comes less than twenty milliseconds late is ordinary."""
    now = Hands()
    watch = StallWatch(now)
    watch._due = 0
    now.ns = 19_999_999
    watch.check()
    assert watch.stalled_ns == 0


async def test_wait_is_extended_by_a_stall(autojump_clock: MockClock) -> None:
    """A limit during which the referee stood still is longer by that time."""
    watch = StallWatch(fake_now)
    event = trio.Event()
    watch._due = 0
    async with trio.open_nursery() as nursery:

        async def stalled() -> None:
            await trio.sleep(0.7)
            watch.check()
            watch._due = None
            await trio.sleep(0.7)
            event.set()

        nursery.start_soon(stalled)
        assert await watch.wait(event, S)
    assert not await watch.wait(trio.Event(), S)
