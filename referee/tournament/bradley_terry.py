"""Strengths of players from paired results: Bradley-Terry by maximum likelihood with a weak prior. Knows no bots.

The model: i beats j with probability 1 / (1 + exp(s_j - s_i)); a tie is half a win for each. The prior is one tied
game of every player against a player of strength 0, so that a player without a loss has a finite strength. The
log-likelihood is strictly concave then, and Newton's method with halved steps finds its one maximum.
"""

from collections.abc import Sequence
from math import exp, log1p
from operator import mul
from typing import Final

Tally = Sequence[Sequence[float]]
"""`tally[i][j]`: wins of i over j, ties counted half. Square; the diagonal is not read."""

PRIOR_GAMES: Final = 1.0
_LEAST_SHARE: Final = 1e-9
_MOST_STEPS: Final = 100


def fit(tally: Tally, start: Sequence[float] | None = None, within: float = 1e-12) -> list[float]:
    """The strengths that make these results likeliest, in natural units, shifted to mean 0.

    `start` has strengths to begin from, for speed; the search ends with a step shorter than `within`.
    """
    strengths = list(start) if start is not None else [0.0] * len(tally)
    here = _likelihood(tally, strengths)
    for _ in range(_MOST_STEPS):
        step = _newton_step(tally, strengths)
        strengths, here = _uphill(tally, strengths, step, here)
        if max(map(abs, step), default=0.0) < within:
            break
    mean = sum(strengths) / len(strengths) if strengths else 0.0
    return [strength - mean for strength in strengths]


def expected(ahead: float) -> float:
    """Chance to win for the player whose strength is greater by `ahead`."""
    return 1 / (1 + exp(-ahead)) if ahead > 0 else 1 - 1 / (1 + exp(ahead))


def _likelihood(tally: Tally, strengths: Sequence[float]) -> float:
    total = 0.0
    for i, row in enumerate(tally):
        total += PRIOR_GAMES / 2 * (_log_chance(strengths[i]) + _log_chance(-strengths[i]))
        total += sum(won * _log_chance(strengths[i] - strengths[j]) for j, won in enumerate(row) if j != i and won)
    return total


def _log_chance(ahead: float) -> float:
    return -log1p(exp(-ahead)) if ahead > 0 else ahead - log1p(exp(ahead))


def _newton_step(tally: Tally, strengths: Sequence[float]) -> list[float]:
    """Solves curvature * step = slope."""
    size = len(strengths)
    slope, curvature = [0.0] * size, [[0.0] * size for _ in range(size)]
    for i in range(size):
        chance = expected(strengths[i])
        slope[i] += PRIOR_GAMES * (0.5 - chance)
        curvature[i][i] += PRIOR_GAMES * chance * (1 - chance)
        for j in range(i):
            games = tally[i][j] + tally[j][i]
            chance = expected(strengths[i] - strengths[j])
            surplus, weight = tally[i][j] - games * chance, games * chance * (1 - chance)
            slope[i] += surplus
            slope[j] -= surplus
            curvature[i][i] += weight
            curvature[j][j] += weight
            curvature[i][j] = curvature[j][i] = -weight
    return solve(curvature, slope)


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The x with matrix * x = right, for a symmetric positive definite matrix (Cholesky)."""
    size = len(right)
    lower = [[0.0] * size for _ in range(size)]
    for i, row in enumerate(lower):
        for j in range(i + 1):
            rest = matrix[i][j] - sum(map(mul, row[:j], lower[j]))
            row[j] = rest**0.5 if i == j else rest / lower[j][j]
    forward: list[float] = []
    for i, row in enumerate(lower):
        forward.append((right[i] - sum(map(mul, row, forward))) / row[i])
    back = [0.0] * size
    for i in reversed(range(size)):
        back[i] = (forward[i] - sum(lower[k][i] * back[k] for k in range(i + 1, size))) / lower[i][i]
    return back


def _uphill(tally: Tally, strengths: Sequence[float], step: Sequence[float], here: float) -> tuple[list[float], float]:
    """The whole step, or the greatest halving of it that does not lead downhill."""
    share = 1.0
    while share > _LEAST_SHARE:
        there = [strength + share * by for strength, by in zip(strengths, step, strict=True)]
        height = _likelihood(tally, there)
        if height >= here:
            return there, height
        share /= 2
    return list(strengths), here
