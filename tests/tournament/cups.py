"""Small cups for the tests of the tournament: files, results without any game, a stand-in for a worker."""

from collections.abc import Callable, Sequence
from pathlib import Path

from referee.tournament.cup_file import Cup, load_cup
from referee.tournament.errors import WorkerError
from referee.tournament.orders import MatchOrder, UnitOrder
from referee.tournament.results import FaultLine, MatchResult, Played, SeatResult

CUP = """
name = "Small cup"
editions = ["usa"]
seats = {seats}
deals = {deals}
seed = "small"
{keys}
"""


def cup_text(bots: int = 3, seats: str = "2", deals: int = 2, keys: str = "") -> str:
    """A cup file without mistakes; its bots are programs that exist and are never started."""
    entries = [f'[[bots]]\nname = "bot-{number}"\nspec = "true"\n' for number in range(bots)]
    return CUP.format(seats=seats, deals=deals, keys=keys) + "\n".join(entries)


def small_cup(folder: Path, bots: int = 3, seats: str = "2", deals: int = 2, keys: str = "") -> Cup:
    """The cup of `cup_text`, read from a file in a folder."""
    file = folder / "small.toml"
    file.write_text(cup_text(bots, seats, deals, keys), encoding="utf-8")
    return load_cup(file)


def seat(
    bot: str, rank: int, score: int = 50, *, forfeit: bool = False, faults: Sequence[FaultLine] = ()
) -> SeatResult:
    """A result with figures that matter to no test but by rank, score, forfeit and faults."""
    return SeatResult(bot, rank, score, 30, 10, 1, {"longest_trail": 10}, forfeit, tuple(faults))


def played(order: MatchOrder) -> Played:
    """A match that the lowest seat won, with a replay that is no replay but says which match it is of."""
    seats = tuple(seat(bot, rank, 90 - rank) for rank, bot in enumerate(order.seats, 1))
    return Played(MatchResult(order.id, order.deal, seats), f"replay of {order.id}\n")


class Player:
    """Plays units at once and by the book, but for the orders at which it is told to fail."""

    def __init__(self, fails: Callable[[UnitOrder], bool] = lambda _: False) -> None:
        self.fails = fails
        self.asked: list[str] = []

    async def play(self, order: UnitOrder, on_played: Callable[[MatchResult], None]) -> list[Played]:
        """The results of the unit's matches, or a platform fault."""
        self.asked.append(order.unit)
        if self.fails(order):
            raise WorkerError("the worker process was killed by signal 9")
        results = [played(match) for match in order.matches]
        for each in results:
            on_played(each.result)
        return results
