"""A sequential test between two bots: goes on pair by pair of matches until one of two hypotheses is clear enough.

A *pair* is one deal played in both seat orders, so that its luck cancels; its result is one of five: 0, 1/2, 1, 3/2
or 2 points for the first bot. Single matches of a pair are not independent, pairs are. The log-likelihood ratio is that
of the mean of the pairs, normal with the variance that they show (the generalized test that chess engines are compared
by).
"""

from collections.abc import Sequence
from enum import StrEnum, unique
from math import log
from typing import Final

from attrs import field, frozen

OUTCOMES: Final = 5
"""Results of a pair: 0 to 4 half-points."""

LEAST_PAIRS: Final = 30
"""Pairs before any verdict: fewer show too rough a variance. With 16, one error rate was 25 % over nominal."""

_DOUBT: Final = 0.25
"""Added to the count of each outcome, so that a handful of equal pairs does not look like certainty."""


@unique
class Verdict(StrEnum):
    """What the test says so far."""

    STRONGER = "stronger"
    NOT_STRONGER = "not stronger"
    OPEN = "open"


@frozen
class Hypotheses:
    """What is told apart.

    Attributes:
        elo0, elo1: the first bot's lead, in Elo points, if it is not stronger and if it is; elo0 < elo1.
        alpha: chance to call it stronger under elo0. beta: chance not to under elo1.
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __attrs_post_init__(self) -> None:
        if self.elo0 >= self.elo1:
            raise ValueError(f"elo0 is {self.elo0:g} and elo1 is {self.elo1:g}; elo0 must be the smaller one")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"alpha is {self.alpha:g} and beta is {self.beta:g}; both must lie between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends (Wald)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


@frozen
class PairTest:
    """The state of a test: how often each outcome of a pair came, fewest half-points first."""

    hypotheses: Hypotheses
    counts: tuple[int, ...] = field(default=(0,) * OUTCOMES)

    def with_pair(self, half_points: int) -> "PairTest":
        """The state after one more pair, of 0 to 4 half-points for the first bot."""
        counts = list(self.counts)
        counts[half_points] += 1
        return PairTest(self.hypotheses, tuple(counts))

    @property
    def pairs(self) -> int:
        """Pairs played."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """Mean score of the first bot in a match, 0 to 1; 0.5 before the first pair."""
        points = sum(count * half for half, count in enumerate(self.counts))
        return points / (4 * self.pairs) if self.pairs else 0.5

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio of elo1 to elo0."""
        if not self.pairs:
            return 0.0
        low, high = (chance(elo) for elo in (self.hypotheses.elo0, self.hypotheses.elo1))
        return self.pairs * (high - low) * (2 * self.score - low - high) / (2 * self._variance())

    def _variance(self) -> float:
        weights = [count + _DOUBT for count in self.counts]
        return variance([half / 4 for half in range(OUTCOMES)], weights)

    @property
    def verdict(self) -> Verdict:
        """Whether the test has ended, and how."""
        if self.pairs < LEAST_PAIRS:
            return Verdict.OPEN
        lower, upper = self.hypotheses.bounds
        if self.ratio >= upper:
            return Verdict.STRONGER
        return Verdict.NOT_STRONGER if self.ratio <= lower else Verdict.OPEN


def chance(elo: float) -> float:
    """Expected score of a lead in Elo points."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def variance(values: Sequence[float], weights: Sequence[float]) -> float:
    """Variance of values that come with these weights."""
    total = sum(weights)
    mean = sum(v * w for v, w in zip(values, weights, strict=True)) / total
    return sum(w * (v - mean) ** 2 for v, w in zip(values, weights, strict=True)) / total
