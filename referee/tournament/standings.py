"""Standings: who has how many points after which matches. Computed from results alone, the same from rows or from
replays.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any, Final, final

from attrs import evolve, field, frozen, mutable

from referee.tournament.ratings import Rating, by_deal, ratings
from referee.tournament.results import MatchResult, SeatResult, first_places

CSV_COLUMNS: Final = (
    "edition",
    "players",
    "rank",
    "bot",
    "matches",
    "points",
    "wins",
    "mean_score",
    "forfeits",
    "faults",
    "points_low",
    "points_high",
    "elo",
    "elo_low",
    "elo_high",
    "rank_best",
    "rank_worst",
    "superiority",
)


_BARS: Final = (
    "elo",
    "elo_low",
    "elo_high",
    "points_low",
    "points_high",
    "rank_best",
    "rank_worst",
    "superiority",
)
"""What a rating adds to a row of `cup standings --json`; points_low and points_high are per match."""


@frozen
class Row:
    """One bot's line.

    Attributes:
        rank: by points per match, equal ones share it. points: 1/n for each first place shared by n bots.
        wins: first places held alone. mean_score: over the matches that it did not forfeit; None without any.
        forfeits: matches that it was put out of. faults: count by code, strikes included.
        rating: with its bars; None in a table that has none, and for a bot without a match or withdrawn.
        withdrawn: whether it left the ratings because it never started.
    """

    rank: int
    bot: str
    matches: int
    points: Fraction
    wins: int
    mean_score: float | None
    forfeits: int
    faults: Mapping[str, int]
    rating: Rating | None = None
    withdrawn: bool = False

    def to_json(self) -> dict[str, Any]:
        """The row of `cup standings --json`; ratings are null in a cup that has none."""
        return {
            "rank": self.rank,
            "bot": self.bot,
            "matches": self.matches,
            "points": float(self.points),
            "wins": self.wins,
            "mean_score": self.mean_score,
            **self._bars(),
            "withdrawn": self.withdrawn,
            "forfeits": self.forfeits,
            "faults": dict(sorted(self.faults.items())),
        }

    def _bars(self) -> dict[str, float | None]:
        if self.rating is None:
            return dict.fromkeys(_BARS)
        r = self.rating
        figures = (r.elo.value, r.elo.low, r.elo.high, r.points.low, r.points.high, r.best, r.worst, r.superiority)
        return dict(zip(_BARS, figures, strict=True))


@frozen
class Standings:
    """One table: of an edition and a number of players, or of the whole cup (edition "" and players 0)."""

    edition: str
    players: int
    rows: tuple[Row, ...]

    @property
    def title(self) -> str:
        """What the table is headed with."""
        return f"{self.edition}, {self.players} players" if self.edition else "All tables"


@mutable
class _Sum:
    matches: int = 0
    firsts: Counter[int] = field(factory=Counter)  # by how many bots shared the place
    scored: int = 0
    finished: int = 0
    forfeits: int = 0
    faults: Counter[str] = field(factory=Counter)

    def add(self, seat: SeatResult, shared: int) -> None:
        self.matches += 1
        if shared:
            self.firsts[shared] += 1
        self.forfeits += seat.forfeit
        for fault in seat.faults:
            self.faults[fault.code] += 1
        if not seat.forfeit:
            self.scored += seat.score
            self.finished += 1

    @property
    def points(self) -> Fraction:
        return sum((Fraction(count, shared) for shared, count in self.firsts.items()), Fraction(0))

    @property
    def per_match(self) -> Fraction:
        return self.points / self.matches if self.matches else Fraction(0)


def overall(bots: Sequence[str], results: Iterable[MatchResult]) -> Standings:
    """The table of the whole cup."""
    return Standings("", 0, _rows(bots, results))


def rated(
    table: Standings, results: Iterable[tuple[int, MatchResult]], gone: frozenset[str], *, by_elo: bool = False
) -> Standings:
    """A table with ratings from its results, each with the number of its deal.

    Bots that are `gone` (see `withdrawn`) have none, and their matches count for nobody's. `by_elo`: ranked by the
    ratings, because the bots did not all meet the same field.
    """
    counted = [(deal, r) for deal, r in results if not gone & {seat.bot for seat in r.seats}]
    found = {rating.bot: rating for rating in ratings([row.bot for row in table.rows], by_deal(counted))}
    rows = [evolve(row, rating=found.get(row.bot), withdrawn=row.bot in gone) for row in table.rows]
    return evolve(table, rows=tuple(_by_elo(rows) if by_elo else rows))


def _by_elo(rows: Sequence[Row]) -> Iterator[Row]:
    """Strongest first, bots without a rating last."""
    known = [row.rating.elo.value if row.rating else -inf for row in rows]
    for own, row in sorted(zip(known, rows, strict=True), key=lambda pair: pair[0], reverse=True):
        yield evolve(row, rank=1 + sum(other > own for other in known))


def standings(bots: Sequence[str], edition: str, players: int, results: Iterable[MatchResult]) -> Standings:
    """The table of an edition with a number of players, from its results."""
    return Standings(edition, players, _rows(bots, results))


def _rows(bots: Sequence[str], results: Iterable[MatchResult]) -> tuple[Row, ...]:
    sums = Sums(bots)
    for result in results:
        sums.add(result)
    return sums.rows()


@final
class Sums:
    """Points and counts of each bot, result by result: for a table that grows while a cup runs."""

    def __init__(self, bots: Iterable[str]) -> None:
        self._sums = {bot: _Sum() for bot in bots}

    def add(self, result: MatchResult) -> None:
        """Count one more result."""
        firsts = first_places(result)
        shared = sum(firsts)
        for seat, first in zip(result.seats, firsts, strict=True):
            self._sums[seat.bot].add(seat, shared if first else 0)

    def rows(self) -> tuple[Row, ...]:
        """The table as it stands, best first."""
        yields = {bot: own.per_match for bot, own in self._sums.items()}
        best = sorted(yields, key=yields.__getitem__, reverse=True)
        return tuple(self._row(bot, 1 + sum(other > yields[bot] for other in yields.values())) for bot in best)

    def _row(self, bot: str, rank: int) -> Row:
        own = self._sums[bot]
        mean = own.scored / own.finished if own.finished else None
        return Row(rank, bot, own.matches, own.points, own.firsts[1], mean, own.forfeits, Counter(own.faults))
