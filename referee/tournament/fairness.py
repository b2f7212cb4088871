"""Whether a cup was fair: seats, the luck of the deal, and pairs of bots whose results at shared tables deviate.

Reads results and judges nobody: a deviation is a place to look at, with the rate at which chance alone gives one.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import copysign, exp, log1p, sqrt
from statistics import NormalDist, fmean
from typing import Final

from attrs import evolve, frozen

from referee.tournament.bradley_terry import fit
from referee.tournament.ratings import Interval, by_deal, mean_and_error, over_deals, total_tally
from referee.tournament.results import MatchResult, shares

FALSE_ALARMS: Final = 0.05
"""Chance that a cup without collusion has any pair listed (Bonferroni over all pairs)."""


_LEAST_DEALS: Final = 10
"""Fewer deals say too little of how much points spread."""


@frozen
class SeatEffect:
    """How a seat does: points per match over 1/players, with bars over deals."""

    seat: int
    surplus: Interval


@frozen
class Company:
    """How one bot does when another sits at its table, against how it does without it.

    Attributes:
        bot, other: the two. surplus: points per match with the other minus without.
        z: that in standard errors, as a normal deviate.
        suspicious: whether chance alone gives so much in fewer than FALSE_ALARMS of cups.
    """

    bot: str
    other: str
    surplus: float
    z: float
    suspicious: bool


def in_order(results: Iterable[tuple[int, MatchResult]]) -> list[tuple[int, MatchResult]]:
    """Results by match id: sums of fractions depend on the order of their terms, and must not on the order of play."""
    return sorted(results, key=lambda each: each[1].id)


def seat_effects(results: Iterable[tuple[int, MatchResult]]) -> Mapping[int, tuple[SeatEffect, ...]]:
    """By number of players, the advantage of each seat. Needs all rotations of each deal, as round robins have them."""
    grouped: dict[int, dict[int, dict[int, list[float]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for deal, result in in_order(results):
        players = len(result.seats)
        for seat, share in enumerate(shares(result)):
            grouped[players][seat][deal].append(float(share))
    return {
        players: tuple(_seat_effect(seat, list(values.values()), players) for seat, values in sorted(seats.items()))
        for players, seats in sorted(grouped.items())
    }


def _seat_effect(seat: int, points: Sequence[Sequence[float]], players: int) -> SeatEffect:
    return SeatEffect(seat, over_deals(points).within(0.0, 1.0).plus(-1 / players))


def luck_of_the_deal(*tables: Iterable[tuple[int, MatchResult]]) -> float | None:
    """Share of the variance of scores, bot by bot, that the deal explains: 0 to 1; None without two matches of a deal.

    The intraclass correlation of a one-way analysis of variance, never below 0. Results of different editions or
    numbers of players go into `tables` of their own: what a deal does on one board says nothing of another.
    """
    groups: dict[tuple[int, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for table, results in enumerate(tables):
        for deal, result in in_order(results):
            for seat in result.seats:
                if not seat.forfeit:
                    groups[table, seat.bot][deal].append(float(seat.score))
    between = within = 0.0
    for scores in groups.values():
        parts = _variances([values for values in scores.values() if len(values) > 1])
        if parts is not None:
            between, within = between + parts[0], within + parts[1]
    return max(0.0, between) / (max(0.0, between) + within) if within else None


def _variances(values: Sequence[Sequence[float]]) -> tuple[float, float] | None:
    """Variance components between and within deals, weighted by the number of values."""
    if len(values) < 2:
        return None
    count, mean = sum(map(len, values)), fmean(x for v in values for x in v)
    inner = sum((x - fmean(v)) ** 2 for v in values for x in v) / (count - len(values))
    outer = sum(len(v) * (fmean(v) - mean) ** 2 for v in values) / (len(values) - 1)
    size = (count - sum(len(v) ** 2 for v in values) / count) / (len(values) - 1)
    return count * (outer - inner) / size, count * inner


def company(results: Iterable[tuple[int, MatchResult]]) -> tuple[Company, ...]:
    """Every ordered pair of bots that met at tables of three and more, most deviant first.

    With two bots at a table one's gain is the other's loss, so nothing can be seen there. Compared are a bot's points
    over what the strengths at its tables made likely, with the other bot and without it.
    """
    played = [(deal, result) for deal, result in results if len(result.seats) > 2]
    surplus = _surplus(played)
    bots = sorted(surplus)
    found = [_company(bot, other, surplus[bot]) for bot in bots for other in bots if bot != other]
    seen = [each for each in found if each is not None]
    limit = NormalDist().inv_cdf(1 - FALSE_ALARMS / 2 / max(1, len(seen)))
    judged = [evolve(each, suspicious=abs(each.z) > limit) for each in seen]
    return tuple(sorted(judged, key=lambda each: (-abs(each.z), each.bot, each.other)))


@frozen
class _Seat:
    """One match of a bot: its deal, who else sat there, its points, and how many were likely."""

    deal: int
    others: frozenset[str]
    points: float
    likely: float


def _surplus(played: Sequence[tuple[int, MatchResult]]) -> dict[str, list[_Seat]]:
    deals = by_deal(played)
    bots = sorted({bot for deal in deals for bot in deal.points})
    weight = dict(zip(bots, map(exp, fit(total_tally(bots, deals))), strict=True))
    seats: dict[str, list[_Seat]] = defaultdict(list)
    for deal, result in in_order(played):
        names = frozenset(seat.bot for seat in result.seats)
        whole = sum(weight[name] for name in names)
        for seat, share in zip(result.seats, shares(result), strict=True):
            seats[seat.bot].append(_Seat(deal, names - {seat.bot}, float(share), weight[seat.bot] / whole))
    return seats


def _company(bot: str, other: str, seats: Sequence[_Seat]) -> Company | None:
    """None where too few deals show the bot with the other or without it."""
    sides, deals = [], []
    for together in (True, False):
        own = [seat for seat in seats if (other in seat.others) == together]
        count = len({seat.deal for seat in own})
        if count < _LEAST_DEALS:
            return None
        sides.append(_side(own))
        deals.append(count)
    (with_it, error), (without, other_error) = sides
    spread = sqrt(error**2 + other_error**2)
    ahead, fewest = with_it - without, min(deals)
    return Company(bot, other, ahead, normal_score(ahead / spread, fewest - 1) if spread else 0.0, suspicious=False)


def _side(seats: Sequence[_Seat]) -> tuple[float, float]:
    """The mean surplus of points and its standard error over deals.

    A bot that loses always has the same surplus, which is no certainty: the error is at least that of coins that fall
    as likely as it wins.
    """
    found: dict[int, list[float]] = defaultdict(list)
    for seat in seats:
        found[seat.deal].append(seat.points - seat.likely)
    mean, error = mean_and_error(list(found.values()))
    return mean, max(error, sqrt(sum(seat.likely * (1 - seat.likely) for seat in seats)) / len(seats))


def normal_score(t: float, freedom: int) -> float:
    """The normal deviate that is as rare as this value of Student's t (Wallace's approximation)."""
    return copysign((8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(t * t / freedom)), t)
