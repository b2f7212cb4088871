"""A provisional rating while a cup runs, moved by each result as it comes (openskill's Plackett-Luce model).

It depends on the order of play, so nothing that is kept or published is made of it: a cup's ratings are `ratings`'.
"""

from collections.abc import Iterable, Mapping
from typing import Final, final

from attrs import frozen
from openskill.models import PlackettLuce, PlackettLuceRating

from referee.tournament.ratings import never_started
from referee.tournament.results import MatchResult

MOST_BEFORE: Final = 2000
"""Results of earlier runs that are worth counting: so many say enough, and more would delay the start."""


@frozen
class Skill:
    """What is believed of a bot's strength so far: mean and standard deviation, 25 and 8.3 before any match."""

    mean: float
    deviation: float


@final
class LiveRating:
    """Skills of bots, from the results in the order in which they come."""

    def __init__(self, before: Iterable[MatchResult] = ()) -> None:
        """`before` are results of earlier runs; the last MOST_BEFORE of them are enough."""
        self._model = PlackettLuce()
        self._known: dict[str, PlackettLuceRating] = {}
        for result in before:
            self.add(result)

    def add(self, result: MatchResult) -> None:
        """Take a result into account, unless a bot of it failed to start: that says nothing of the others."""
        if any(never_started(seat) for seat in result.seats):
            return
        teams = [[self._known.get(seat.bot) or self._model.rating()] for seat in result.seats]
        moved = self._model.rate(teams, ranks=[float(seat.rank) for seat in result.seats])
        self._known.update((seat.bot, team[0]) for seat, team in zip(result.seats, moved, strict=True))

    @property
    def skills(self) -> Mapping[str, Skill]:
        """By bot, of those that played."""
        return {bot: Skill(rating.mu, rating.sigma) for bot, rating in self._known.items()}
