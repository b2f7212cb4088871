"""How values spread: mean and quantiles of counted values. It knows nothing of bots or matches."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import ceil
from typing import Final

from attrs import frozen

_SHARES: Final = (5, 25, 50, 75, 95, 99)


@frozen
class Distribution:
    """Of `count` values (at least one), in their own unit: the mean, and the values that such a share lies at or below.

    Each quantile is one of the values (the nearest rank), so it never lies between two of them.
    """

    count: int
    mean: float
    least: float
    p5: float
    p25: float
    median: float
    p75: float
    p95: float
    p99: float
    most: float

    @classmethod
    def of(cls, counts: Mapping[float, int]) -> "Distribution | None":
        """The distribution of values by how often each occurs; None of no values."""
        values = sorted(value for value, times in counts.items() if times)
        if not values:
            return None
        reached = list(accumulate(counts[value] for value in values))
        mean = sum(value * counts[value] for value in values) / reached[-1]
        p5, p25, median, p75, p95, p99 = (_at(share, values, reached) for share in _SHARES)
        return cls(reached[-1], mean, values[0], p5, p25, median, p75, p95, p99, values[-1])


def _at(share: int, values: Sequence[float], reached: Sequence[int]) -> float:
    return values[bisect_left(reached, ceil(reached[-1] * share / 100))]


def rounded(value: int) -> int:
    """A whole number to three significant figures, so that a million values have few different ones."""
    scale: int = 10 ** max(0, len(str(value)) - 3)
    return (value + scale // 2) // scale * scale
