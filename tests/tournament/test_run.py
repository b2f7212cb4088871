import gc
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path

import pytest
import trio

from referee.cli.progress import progress
from referee.tournament.cup_file import Cup
from referee.tournament.errors import PlatformError, StoreError
from referee.tournament.orders import UnitOrder, order_of
from referee.tournament.results import MatchResult, Played
from referee.tournament.run import Plays, Run
from referee.tournament.schedule import Unit
from referee.tournament.store import Store, open_store
from tests.tournament.cups import Player, small_cup


class Notes:
    """Writes down what a run says."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._news = trio.Event()

    def begun(self, done: int, left: int) -> None:
        """Noted."""
        self.said.append(f"begun {done} {left}")

    def played(self, result: MatchResult) -> None:
        """Noted."""
        self.said.append(f"played {result.id}")

    def committed(self, unit: Unit) -> None:
        """Noted."""
        self.said.append(f"committed {unit.id}")
        self._news.set()

    def failed(self, unit: Unit, reason: str, attempt: int) -> None:
        """Noted."""
        self.said.append(f"failed {unit.id} {attempt}")

    def stopping(self, running: int) -> None:
        """Noted."""
        self.said.append(f"stopping {running}")

    async def wait_for(self, line: str) -> None:
        """Until this line is there."""
        while line not in self.said:
            self._news = trio.Event()
            await self._news.wait()


@contextmanager
def _run(cup: Cup, folder: Path) -> Iterator[tuple[Run, Store, Notes]]:
    with open_store(cup, folder / "out", {}, lambda: "now") as store:

        def order(unit: Unit) -> UnitOrder:
            return order_of(unit, cup, store.records.secret, folder)

        notes = Notes()
        yield Run(store, order, notes), store, notes


def _always(player: Plays) -> Callable[[], AbstractAsyncContextManager[Plays]]:
    @asynccontextmanager
    async def start():  # type: ignore[no-untyped-def]  # noqa: ANN202
        yield player

    return start


async def test_a_run_plays_everything_in_order(tmp_path: Path) -> None:
    """Every unit is handed out in the order of the schedule and committed; then the cup is finished."""
    player = Player()
    with _run(small_cup(tmp_path), tmp_path) as (run, store, notes):
        assert await run.play(_always(player), 1)
        assert player.asked == [unit.id for unit in store.records.schedule.units]
        assert len(store.records.done()) == 12
        assert notes.said[0] == "begun 0 12"
        assert [attempt.outcome for attempt in store.records.attempts()] == ["done"] * 6


async def test_a_second_run_has_nothing_to_do(tmp_path: Path) -> None:
    """A finished cup starts no worker."""
    cup = small_cup(tmp_path)
    with _run(cup, tmp_path) as (run, _, _):
        await run.play(_always(Player()), 2)
    player = Player()
    with _run(cup, tmp_path) as (run, _, notes):
        assert await run.play(_always(player), 2)
        assert (player.asked, notes.said) == ([], ["begun 12 0"])


async def test_a_platform_fault_plays_the_unit_again(tmp_path: Path) -> None:
    """A unit whose worker died once is played again and counts once; the try stays on record."""
    failed: set[str] = set()

    def once(order: UnitOrder) -> bool:
        fresh = order.unit not in failed
        failed.add(order.unit)
        return fresh

    with _run(small_cup(tmp_path, bots=2, deals=1), tmp_path) as (run, store, _):
        assert await run.play(_always(Player(once)), 1)
        assert [attempt.outcome for attempt in store.records.attempts()] == ["void", "done"] * 2
        assert len(store.records.done()) == 2


async def test_a_unit_that_always_fails_does_not_stop_the_cup(tmp_path: Path) -> None:
    """After three platform faults a unit is set aside as unresolved and all others are played."""
    with _run(small_cup(tmp_path), tmp_path) as (run, store, notes):
        bad = store.records.schedule.units[2].id
        assert await run.play(_always(Player(lambda order: order.unit == bad)), 1)
        assert [unit.id for unit in store.records.unresolved()] == [bad]
        assert len(store.records.done()) == 10
        assert [line for line in notes.said if line.startswith("failed")] == [f"failed {bad} {n}" for n in (1, 2, 3)]


async def test_a_broken_platform_stops_the_run(tmp_path: Path) -> None:
    """When nothing but faults comes, the run stops with the last reason, and no unit is set aside for it."""
    with _run(small_cup(tmp_path, bots=4, deals=40, keys="deals_per_unit = 2"), tmp_path) as (run, store, _):
        with pytest.raises(PlatformError, match="failed 12 times in a row, last by: the worker process was killed"):
            await run.play(_always(Player(lambda _: True)), 2)
        assert store.records.unresolved() == ()


async def test_a_slow_table_holds_up_nobody(tmp_path: Path) -> None:
    """While one unit takes its time, the other worker plays and commits all other units."""
    slow, quick = Slow(), Player()
    players = iter((slow, quick))

    @asynccontextmanager
    async def start() -> AsyncIterator[Plays]:
        yield next(players)

    with _run(small_cup(tmp_path, bots=5, deals=3), tmp_path) as (run, store, notes):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run.play, start, 2)
            await slow.begun.wait()
            await notes.wait_for(f"committed {store.records.schedule.units[-1].id}")
            assert len(store.records.done()) == 57
            slow.let.set()
        assert store.records.finished


class Slow:
    """Plays a unit only when it is let."""

    def __init__(self) -> None:
        self.begun = trio.Event()
        self.let = trio.Event()
        self.player = Player()

    async def play(self, order: UnitOrder, on_played: Callable[[MatchResult], None]) -> list[Played]:
        """Waits, then plays."""
        self.begun.set()
        await self.let.wait()
        return await self.player.play(order, on_played)


async def test_a_drained_run_finishes_what_it_began(tmp_path: Path) -> None:
    """Asked once to stop, a run commits the unit that is being played and begins no other."""
    slow = Slow()
    with _run(small_cup(tmp_path), tmp_path) as (run, store, notes):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run.play, _always(slow), 1)
            await slow.begun.wait()
            run.drain()
            slow.let.set()
        assert (len(store.records.done()), len(slow.player.asked)) == (2, 1)
        assert "stopping 1" in notes.said


async def test_a_stopped_run_drops_what_it_began(tmp_path: Path) -> None:
    """Asked to stop at once, a run commits nothing of the unit; the next run plays it whole."""
    slow = Slow()
    cup = small_cup(tmp_path)
    with _run(cup, tmp_path) as (run, store, _):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run.play, _always(slow), 1)
            await slow.begun.wait()
            run.stop()
        assert store.records.done() == frozenset()
        assert [attempt.outcome for attempt in store.records.attempts()] == ["interrupted"]
    with _run(cup, tmp_path) as (run, store, _):
        assert await run.play(_always(Player()), 1)


async def test_a_store_that_refuses_ends_the_run(tmp_path: Path) -> None:
    """When results cannot be written, the run ends with that one error and not with a group of them."""
    cup = small_cup(tmp_path, bots=2, deals=60, keys="deals_per_unit = 1")
    with _run(cup, tmp_path) as (run, store, _):
        pages = store.records.rows("PRAGMA page_count")[0][0]
        store.records.rows(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(StoreError, match="the disk is full"):
            await run.play(_always(Player()), 2)


class Census:
    """Plays by the book and counts, before each unit, what the interpreter keeps track of."""

    def __init__(self) -> None:
        self.counts: list[int] = []
        self._player = Player()

    async def play(self, order: UnitOrder, on_played: Callable[[MatchResult], None]) -> list[Played]:
        """Counts, then plays."""
        gc.collect()
        self.counts.append(len(gc.get_objects()))
        return await self._player.play(order, on_played)


async def test_nothing_is_kept_of_a_finished_match(tmp_path: Path) -> None:
    """After a hundred and sixty matches the referee holds no more objects than after eighty: the store has them."""
    cup = small_cup(tmp_path, bots=2, deals=80, keys="deals_per_unit = 5")
    census = Census()
    with open_store(cup, tmp_path / "out", {}, lambda: "now") as store:

        def order(unit: Unit) -> UnitOrder:
            return order_of(unit, cup, store.records.secret, tmp_path)

        assert await Run(store, order, progress(store, "console")).play(_always(census), 1)
    first, second = census.counts[:16], census.counts[16:]
    assert len(second) == 16
    assert min(second) <= min(first) + 16  # fewer than one object for each unit, let alone each match


async def test_several_workers_play_each_unit_once(tmp_path: Path) -> None:
    """Three workers share the units; each is played exactly once, and the results are those of one worker."""
    player = Player()
    with _run(small_cup(tmp_path, bots=4, deals=3), tmp_path) as (run, store, _):
        assert await run.play(_always(player), 3)
        assert sorted(player.asked) == sorted(unit.id for unit in store.records.schedule.units)
