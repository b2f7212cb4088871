"""What a bot's scores are made of and how they spread, over the matches that it did not forfeit. Knows no rules: the
names of bonuses come from the results.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from referee.tournament.distribution import Distribution
from referee.tournament.results import MatchResult, SeatResult


@frozen
class BreakDown:
    """Means per match of one bot.

    Attributes:
        matches: that it did not forfeit, at least one. score: the mean, which is the sum of `routes`, `tickets` (points
        won minus points lost) and all `bonuses` (points by name; every name that anybody earned, in order).
        completed: tickets made, a number. lost: tickets kept and not made, a number; None where no replay that may be
        read tells it. scores: how the scores spread.
    """

    bot: str
    matches: int
    score: float
    routes: float
    tickets: float
    completed: float
    lost: float | None
    bonuses: Mapping[str, float]
    scores: Distribution


def break_downs(
    bots: Sequence[str], results: Iterable[MatchResult], lost: Mapping[str, float] | None = None
) -> tuple[BreakDown, ...]:
    """One for each bot with a match that it did not forfeit, in the order of `bots`; `lost` has the means by bot."""
    seats: dict[str, list[SeatResult]] = {bot: [] for bot in bots}
    for result in results:
        for seat in result.seats:
            if not seat.forfeit:
                seats[seat.bot].append(seat)
    names = sorted({name for own in seats.values() for seat in own for name in seat.bonuses})
    return tuple(_break_down(bot, own, names, (lost or {}).get(bot)) for bot, own in seats.items() if own)


def _break_down(bot: str, seats: Sequence[SeatResult], names: Sequence[str], lost: float | None) -> BreakDown:
    count = len(seats)
    scores = Distribution.of(Counter(seat.score for seat in seats))
    assert scores is not None
    sums = (sum(seat.routes for seat in seats), sum(seat.tickets for seat in seats), sum(s.completed for s in seats))
    routes, tickets, completed = (whole / count for whole in sums)
    bonuses = {name: sum(seat.bonuses.get(name, 0) for seat in seats) / count for name in names}
    return BreakDown(bot, count, scores.mean, routes, tickets, completed, lost, bonuses, scores)
