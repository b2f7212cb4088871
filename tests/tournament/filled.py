"""A cup's folder whose results follow from the names of the bots and their seats, without any game."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.tournament.orders import MatchOrder
from referee.tournament.records import Records, read
from referee.tournament.results import FaultLine, MatchResult, Played
from referee.tournament.schedule import Unit
from referee.tournament.store import open_store
from tests.tournament.cups import seat, small_cup

LATE = FaultLine("TIMEOUT", 4, "the hand had 3 red")


def _played(order: MatchOrder) -> Played:
    """The bot with the lowest number wins and scores most; the first seat scores ten more; the last bot is late."""
    names = sorted(order.seats)
    seats = [
        seat(bot, names.index(bot) + 1, 100 - 20 * int(bot[-1]) + 10 * (place == 0), faults=_faults(bot))
        for place, bot in enumerate(order.seats)
    ]
    keep = "".join(f"{n} {n} 19 keep 1 2 3 #000\n" for n in range(len(seats)))
    think = " ".join(str(1000 * (int(bot[-1]) + 1)) for bot in order.seats)
    text = f"{keep}digest 00\ntiming\nthink 0 {think}\nhash 00\n"
    return Played(MatchResult(order.id, order.deal, tuple(seats)), text)


def _faults(bot: str) -> list[FaultLine]:
    return [LATE] if bot == "bot-2" else []


@contextmanager
def records_of(
    folder: Path,
    turned: Callable[[list[Unit]], None] = lambda _: None,
    most: int = 1000,
    *,
    bots: int = 3,
    seats: str = "2",
    deals: int = 2,
) -> Iterator[Records]:
    """A small cup of which the first `most` units were played, in an order of the test's own."""
    loaded = small_cup(folder, bots, seats, deals)
    with open_store(loaded, folder / "out", {}, lambda: "now") as store:
        units = list(store.records.left())[:most]
        turned(units)
        for unit in units:
            store.begin(unit)
            store.commit(unit, [_played(MatchOrder.of(match, store.records.secret)) for match in unit.matches])
    with read(folder / "out") as records:
        yield records
