"""Ratings of a cup's bots with honest error bars, from results alone: Elo scale, intervals by bootstrap over deals.

Matches that share a deal are not independent, so whole deals are drawn again and again, never single matches. All sums
are taken in the order of deals and names, so the order of play cannot change a digit.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import fsum, log, sqrt
from random import Random
from statistics import NormalDist, fmean
from struct import unpack
from typing import Final

from attrs import frozen

from referee.tournament.bradley_terry import fit
from referee.tournament.results import MatchResult, SeatResult, shares

ELO: Final = 400 / log(10)
"""Elo points in one natural unit of strength."""

REPEATS: Final = 1000
"""Bootstrap repeats."""

MOST_LOTS: Final = 5000
"""Of more deals the neighbours are drawn together: more lots would cost time and narrow no bar."""

_FIELD: Final = 32
"""Bits of a count in a packed tally: no pair of bots comes near four thousand million half-wins."""

_NEAR: Final = 1e-4
"""Precision of a repeat's strengths: a thousandth of the narrowest bars."""

_NO_SPREAD: Final = 1e-9
_LEVEL: Final = 0.975
_START_FAILURE: Final = "START_FAILURE"


@frozen
class Interval:
    """A figure with its 95 % bounds; none without at least two deals, or where all deals ended alike."""

    value: float
    low: float | None
    high: float | None

    def within(self, least: float, most: float) -> "Interval":
        """The same with bounds that do not leave the range of what is measured."""
        if self.low is None or self.high is None:
            return self
        return Interval(self.value, max(least, self.low), min(most, self.high))

    def plus(self, by: float) -> "Interval":
        """The same shifted."""
        if self.low is None or self.high is None:
            return Interval(self.value + by, None, None)
        return Interval(self.value + by, self.low + by, self.high + by)


@frozen
class Rating:
    """One bot's rating.

    Attributes:
        elo: relative to the mean of the field, which is 0. points: per match.
        best, worst: the ranks that the intervals leave open. superiority: likelihood that the bot is stronger than the
        next one of the table, None for the last.
    """

    bot: str
    elo: Interval
    points: Interval
    best: int
    worst: int
    superiority: float | None


@frozen
class Deal:
    """The matches of one deal, by pairs and by bot.

    Attributes:
        wins: by (bot, other) half-wins: 2 for finishing ahead, 1 for a shared place.
        points: by bot, points of each of its matches.
    """

    wins: Mapping[tuple[str, str], int]
    points: Mapping[str, Sequence[float]]


def by_deal(results: Iterable[tuple[int, MatchResult]]) -> tuple[Deal, ...]:
    """Groups results by the number of their deal."""
    grouped: dict[int, list[MatchResult]] = defaultdict(list)
    for deal, result in results:
        grouped[deal].append(result)
    return tuple(_deal(sorted(grouped[deal], key=lambda result: result.id)) for deal in sorted(grouped))


def _deal(results: Iterable[MatchResult]) -> Deal:
    wins: dict[tuple[str, str], int] = defaultdict(int)
    points: dict[str, list[float]] = defaultdict(list)
    for result in results:
        for seat, share in zip(result.seats, shares(result), strict=True):
            points[seat.bot].append(float(share))
            for other in result.seats:
                if other.bot != seat.bot:
                    wins[seat.bot, other.bot] += 2 if seat.rank < other.rank else int(seat.rank == other.rank)
    return Deal(wins, points)


def never_started(seat: SeatResult) -> bool:
    """Whether the bot of a seat failed to start."""
    return any(fault.code == _START_FAILURE for fault in seat.faults)


def withdrawn(results: Iterable[MatchResult]) -> frozenset[str]:
    """Bots that failed to start in every match that they had: they keep their record but leave the ratings."""
    started: dict[str, bool] = defaultdict(bool)
    for result in results:
        for seat in result.seats:
            started[seat.bot] |= not never_started(seat)
    return frozenset(bot for bot, ever in started.items() if not ever)


def ratings(bots: Sequence[str], deals: Sequence[Deal], repeats: int = REPEATS) -> tuple[Rating, ...]:
    """The rating of each bot that played, strongest first."""
    playing = sorted({bot for deal in deals for bot in deal.points} & set(bots))
    packed = _packed(playing, deals)
    lots = _lots(packed)
    strengths = fit(_unpacked(sum(packed), len(playing)))
    spread = _spread(lots, strengths, repeats)
    variances: Sequence[float | None] = _variances(spread) if spread else [None] * len(playing)
    elos = [_interval(s * ELO, v, len(lots), ELO) for s, v in zip(strengths, variances, strict=True)]
    order = sorted(range(len(playing)), key=lambda i: (-strengths[i], playing[i]))
    rated = []
    for place, i in enumerate(order):
        following = order[place + 1] if place + 1 < len(order) else None
        ahead = None if following is None else _superiority(strengths, spread, i, following)
        best, worst = _ranks(elos, i)
        rated.append(Rating(playing[i], elos[i], points_per_match(playing[i], deals), best, worst, ahead))
    return tuple(rated)


def total_tally(bots: Sequence[str], deals: Sequence[Deal]) -> list[list[float]]:
    """Wins of each bot over each, ties half, over all deals."""
    return _unpacked(sum(_packed(bots, deals)), len(bots))


def _packed(bots: Sequence[str], deals: Sequence[Deal]) -> list[int]:
    """Each deal's half-wins as one whole number with a field for each pair: numbers are added many times faster."""
    place = {bot: number for number, bot in enumerate(bots)}
    shift = {(a, b): _FIELD * (i * len(bots) + j) for a, i in place.items() for b, j in place.items()}
    return [sum(won << shift[pair] for pair, won in deal.wins.items() if pair in shift) for deal in deals]


def _unpacked(total: int, size: int) -> list[list[float]]:
    fields = unpack(f"<{size * size}I", total.to_bytes(_FIELD // 8 * size * size, "little"))
    return [[won / 2 for won in fields[row * size : (row + 1) * size]] for row in range(size)]


def _lots(packed: Sequence[int]) -> Sequence[int]:
    """What is drawn as one: a deal, or so many neighbouring deals that no more than MOST_LOTS are drawn from."""
    if len(packed) <= MOST_LOTS:
        return packed
    ends = [len(packed) * number // MOST_LOTS for number in range(MOST_LOTS + 1)]
    return [sum(packed[start:end]) for start, end in pairwise(ends)]


def _spread(lots: Sequence[int], strengths: Sequence[float], repeats: int) -> list[list[float]]:
    """Deviations of the strengths in each bootstrap repeat from the fitted ones."""
    if len(lots) < 2:
        return []
    random = Random("ratings/1").random  # the same data must give the same bars everywhere
    size, count = len(strengths), len(lots)
    deviations = []
    for _ in range(repeats):
        total = sum([lots[int(random() * count)] for _ in range(count)])
        again = fit(_unpacked(total, size), strengths, _NEAR)
        deviations.append([new - old for new, old in zip(again, strengths, strict=True)])
    return deviations


def _variances(spread: Sequence[Sequence[float]]) -> list[float]:
    return [fsum(own * own for own in column) / len(column) for column in zip(*spread, strict=True)]


def _interval(value: float, variance: float | None, lots: int, scale: float = 1.0) -> Interval:
    # Deals that all ended alike show no spread, and none is not the same as certainty.
    if variance is None or variance < _NEAR**2:
        return Interval(value, None, None)
    # Few deals vary less when drawn from themselves than deals do, by (lots - 1) / lots.
    half = scale * sqrt(variance * lots / (lots - 1)) * student_quantile(lots - 1)
    return Interval(value, value - half, value + half)


def student_quantile(freedom: int, level: float = _LEVEL) -> float:
    """Quantile of Student's t, by Hill's expansion around the normal one; within 0.5 % from 3 degrees of freedom on."""
    z = NormalDist().inv_cdf(level)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** (i + 1) for i, term in enumerate(terms))


def points_per_match(bot: str, deals: Sequence[Deal]) -> Interval:
    """Points per match, with bounds from how much the deals differ (ratio estimate over deals)."""
    played = [deal.points[bot] for deal in deals if deal.points.get(bot)]
    return over_deals(played).within(0.0, 1.0)


def over_deals(values: Sequence[Sequence[float]]) -> Interval:
    """The mean of all values with 95 % bars, where values of one deal may depend on each other (ratio estimate)."""
    if len(values) < 2:
        return Interval(fmean(values[0]) if values and values[0] else 0.0, None, None)
    mean, error = mean_and_error(values)
    if error < _NO_SPREAD:  # deals that all ended alike: no certainty, only no measure of it
        return Interval(mean, None, None)
    half = student_quantile(len(values) - 1) * error
    return Interval(mean, mean - half, mean + half)


def mean_and_error(values: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The mean of all values and its standard error over deals; needs two deals."""
    count = sum(map(len, values))
    mean, size = sum(map(sum, values)) / count, count / len(values)
    spread = sum(((sum(v) - mean * len(v)) / size) ** 2 for v in values) / (len(values) - 1) / len(values)
    return mean, sqrt(spread)


def _ranks(elos: Sequence[Interval], i: int) -> tuple[int, int]:
    """Best and worst rank of a bot that the bars allow."""
    own = elos[i]
    if own.low is None or own.high is None:
        return 1, len(elos)
    above = sum(other.low is not None and other.low > own.high for other in elos)
    below = sum(other.high is not None and other.high < own.low for other in elos)
    return 1 + above, len(elos) - below


def _superiority(
    strengths: Sequence[float], spread: Sequence[Sequence[float]], stronger: int, weaker: int
) -> float | None:
    """Likelihood that one bot is stronger than another, from the spread of their difference."""
    if not spread:
        return None
    ahead = strengths[stronger] - strengths[weaker]
    variance = fsum((d[stronger] - d[weaker]) ** 2 for d in spread) / len(spread)
    # Deals that all ended alike leave a sweep sure, and a tie a tie.
    if variance < _NEAR**2:
        return 1.0 if ahead > _NEAR else 0.5
    return float(NormalDist().cdf(ahead / sqrt(variance)))
