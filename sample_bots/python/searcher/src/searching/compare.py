"""Compares candidates by playouts of the same guesses, until the time is up or one of them is clearly best."""

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, stdev

from referee.game import State, apply, score
from searching.candidates import Candidate
from searching.guess import Guess
from searching.playout import Driver, play_out

DOUBT = 5.0
"""Points by which the planner's opinion of the difference between two candidates is off, as a standard deviation."""

SPREAD = 20.0
"""Points by which the results of two candidates in one guess differ by chance, before enough results say it."""

LEAST = 4
"""Guesses before a candidate may be dropped."""


class Duel:
    """A candidate against the planner's own choice.

    Attributes:
        gains: by guess, how many points more it brought.
    """

    def __init__(self, candidate: Candidate, prior: float) -> None:
        self.candidate, self.prior = candidate, prior
        self.gains: list[float] = []

    def belief(self) -> tuple[float, float]:
        """What it is probably worth more, and the standard deviation of that, with the planner's opinion weighed in."""
        count = len(self.gains)
        if not count:
            return self.prior, DOUBT
        spread = max(SPREAD / 2, stdev(self.gains)) if count > LEAST else SPREAD
        evidence, opinion = count / spread**2, 1 / DOUBT**2
        return (fmean(self.gains) * evidence + self.prior * opinion) / (evidence + opinion), 1 / sqrt(
            evidence + opinion
        )


def best_of(
    candidates: Sequence[Candidate], guesses: Callable[[], Guess], more: Callable[[], bool]
) -> tuple[Candidate, float]:
    """The candidate that is probably worth most, after as many guesses as `more` allows; the first one if in doubt.

    With it comes by how many points more the playouts put it ahead of the first one than the planner does.
    """
    base = candidates[0]
    duels = [Duel(candidate, candidate.prior - base.prior) for candidate in candidates[1:]]
    rounds = 0
    while duels and more():
        guess = guesses()
        standard = _margin(guess, base)
        for duel in duels:
            duel.gains.append(_margin(guess, duel.candidate) - standard)
        rounds += 1
        if rounds >= LEAST:
            duels = _hopeful(duels)
    best = max(duels, key=lambda duel: duel.belief()[0], default=None)
    if best is None or best.belief()[0] <= 0:
        return base, 0.0
    return best.candidate, best.belief()[0] - best.prior


def _hopeful(duels: Sequence[Duel]) -> list[Duel]:
    """Those that may still turn out better than the planner's choice and than the leader."""
    beliefs = [duel.belief() for duel in duels]
    floor = max(0.0, *[mean - 2 * deviation for mean, deviation in beliefs])
    return [duel for duel, (mean, deviation) in zip(duels, beliefs, strict=True) if mean + 2 * deviation > floor]


def _margin(guess: Guess, candidate: Candidate) -> float:
    """Points ahead of the best other seat at the end of one playout."""
    state, seat = guess.state.copy(), candidate.thought.sight.seat
    drivers = [driver.copy() for driver in guess.drivers]
    thought = candidate.thought
    drivers[seat] = Driver(drivers[seat].course, seat, [w.link for w in thought.wished], thought.plan.links)
    apply(state, candidate.action)
    play_out(state, drivers)
    return _lead(state, seat)


def _lead(state: State, seat: int) -> float:
    scores = [result.score for result in score(state)]
    own = scores.pop(seat)
    return float(own - max(scores))
