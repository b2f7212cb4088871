"""What stands where in an observation: named segments, their sizes, scales and bounds. Looks at no position."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@frozen
class Segment:
    """Some neighbouring numbers of an observation.

    Attributes:
        name: by which `Layout.read` gives it. shape: how its numbers are ordered, the last axis running fastest.
        most: the largest count that it can hold; the least is 0. scale: what counts are divided by, a power of two,
        so that the quotient is exact. meaning: one sentence for people.
    """

    name: str
    shape: tuple[int, ...]
    most: int
    scale: int
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


def planes(name: str, shape: tuple[int, ...], meaning: str) -> Segment:
    """A segment of noughts and ones."""
    return Segment(name, shape, 1, 1, meaning)


@frozen(slots=False)
class Layout:
    """The segments of one edition and number of players, in order. All observations of it have this one size."""

    segments: tuple[Segment, ...]

    @cached_property
    def places(self) -> Mapping[str, slice]:
        """Where each segment stands."""
        places, at = {}, 0
        for segment in self.segments:
            places[segment.name] = slice(at, at + segment.size)
            at += segment.size
        return places

    @cached_property
    def size(self) -> int:
        """Numbers in an observation."""
        return sum(segment.size for segment in self.segments)

    @cached_property
    def high(self) -> Floats:
        """The greatest value of each number; the least is 0."""
        return self._spread((segment.size, segment.most / segment.scale) for segment in self.segments)

    @cached_property
    def scales(self) -> Floats:
        """What each number was divided by."""
        return self._spread((segment.size, segment.scale) for segment in self.segments)

    @staticmethod
    def _spread(sized: Iterable[tuple[int, float]]) -> Floats:
        return np.concatenate([np.full(size, value, dtype=np.float32) for size, value in sized])

    def read(self, observation: NDArray[Any]) -> dict[str, NDArray[np.int32]]:
        """The counts in an observation, or in a batch of them, by segment: what `Observer` saw before scaling."""
        counts = np.rint(observation * self.scales).astype(np.int32)
        before = counts.shape[:-1]
        return {s.name: counts[..., self.places[s.name]].reshape(*before, *s.shape) for s in self.segments}

    def table(self) -> str:
        """The segments as a Markdown table."""
        lines = ["| from | segment | shape | most | divided by | meaning |", "| ---: | --- | --- | ---: | ---: | --- |"]
        for s in self.segments:
            shape, start = " × ".join(map(str, s.shape)), self.places[s.name].start
            lines.append(f"| {start} | `{s.name}` | {shape} | {s.most} | {s.scale} | {s.meaning} |")
        return "\n".join(lines) + "\n"
