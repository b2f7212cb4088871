"""The spaces of every route as quadrilaterals: how routes bend around cities and each other, tracks side by side.

It knows lengths and tracks of a board, no owners and no colours.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from referee.game import Board
from referee.report.viewer.places import Places, Sizes

Quad = tuple[complex, complex, complex, complex]

_APART: Final = 1.3
"""Distance between the middle lines of two tracks, in thicknesses of a car."""

_BENDS: Final = (0.0, 0.07, -0.07, 0.14, -0.14, 0.22, -0.22, 0.31, -0.31)


@frozen
class Track:
    """One route on the page: its cars from city `a` to city `b`, the middle of each, and the bend of its line."""

    cars: tuple[Quad, ...]
    middles: tuple[complex, ...]
    line: tuple[complex, complex, complex]

    @property
    def middle(self) -> complex:
        """Where a mark of the whole route stands: the middle car."""
        return self.middles[len(self.middles) // 2]


@frozen
class _Pair:
    """The tracks between two cities, bent together."""

    a: int
    b: int
    length: int
    routes: tuple[int, ...]


def tracks_of(board: Board, places: Places) -> tuple[Track, ...]:
    """By route, its spaces; bends are chosen one by one so that cars keep clear of cities and of other cars."""
    pairs, points, sizes = _pairs(board), places.points, places.sizes
    bends = _bends(pairs, points)
    tracks: dict[int, Track] = {}
    for pair, bend in zip(pairs, bends, strict=True):
        for place, route in enumerate(pair.routes):
            offset = (place - (len(pair.routes) - 1) / 2) * _APART * sizes.thick
            tracks[route] = _track((points[pair.a], points[pair.b]), pair.length, bend, offset, sizes)
    return tuple(tracks[route] for route in range(len(board.routes)))


def _pairs(board: Board) -> list[_Pair]:
    found: dict[tuple[int, int], list[int]] = {}
    for index, route in enumerate(board.routes):
        found.setdefault((route.a, route.b), []).append(index)
    return [_Pair(a, b, board.routes[routes[0]].length, tuple(routes)) for (a, b), routes in found.items()]


def _control(a: complex, b: complex, bend: float) -> complex:
    return (a + b) / 2 + (b - a) * 1j * bend * 2


def _track(ends: tuple[complex, complex], length: int, bend: float, offset: float, sizes: Sizes) -> Track:
    a, b = ends
    control = _control(a, b, bend)
    samples = _samples(a, control, b, offset)
    total = _length(samples)
    edge = sizes.city + 2.5
    step = (total - 2 * edge) / length
    car = min(step * 0.88, sizes.car)
    cars, middles = [], []
    for i in range(length):
        at = edge + step * (i + 0.5)
        start, end = _along(samples, at - car / 2), _along(samples, at + car / 2)
        side = (end - start) / (abs(end - start) or 1.0) * 1j * sizes.thick / 2
        cars.append((start - side, end - side, end + side, start + side))
        middles.append((start + end) / 2)
    return Track(tuple(cars), tuple(middles), (samples[0], control, samples[-1]))


def _samples(a: complex, control: complex, b: complex, offset: float, count: int = 40) -> list[complex]:
    points = []
    for i in range(count + 1):
        t = i / count
        point = (1 - t) ** 2 * a + 2 * t * (1 - t) * control + t**2 * b
        way = 2 * (1 - t) * (control - a) + 2 * t * (b - control)
        points.append(point + way / (abs(way) or 1.0) * 1j * offset)
    return points


def _length(samples: Sequence[complex]) -> float:
    return sum(abs(q - p) for p, q in zip(samples, samples[1:], strict=False))


def _along(samples: Sequence[complex], distance: float) -> complex:
    """The point so far along a line of samples."""
    for p, q in zip(samples, samples[1:], strict=False):
        size = abs(q - p)
        if distance <= size:
            return p + (q - p) * (distance / (size or 1.0))
        distance -= size
    return samples[-1]


def _bends(pairs: Sequence[_Pair], points: Sequence[complex]) -> list[float]:
    """Straight where possible; each line in turn takes the bend that collides least with how the others lie now."""
    bends = [0.0] * len(pairs)
    lines = [list(_probes(pair, points, 0.0)) for pair in pairs]
    for _ in range(3):
        for i, pair in enumerate(pairs):
            others = _near(lines, i)
            cities = [p for j, p in enumerate(points) if j not in (pair.a, pair.b)]
            options = [
                (_cost(list(_probes(pair, points, bend)), others, cities, bend), abs(bend), bend) for bend in _BENDS
            ]
            bends[i] = min(options)[2]
            lines[i] = list(_probes(pair, points, bends[i]))
    return bends


def _probes(pair: _Pair, points: Sequence[complex], bend: float) -> Iterator[complex]:
    """Points on the middle line, as close together as cars are thick."""
    a, b = points[pair.a], points[pair.b]
    control = _control(a, b, bend)
    count = max(3, int(abs(b - a) / 13))
    for i in range(1, count):
        t = i / count
        yield (1 - t) ** 2 * a + 2 * t * (1 - t) * control + t**2 * b


def _near(lines: Sequence[Sequence[complex]], i: int) -> list[complex]:
    """The probes of other lines that this one could meet, whatever its bend."""
    own = lines[i]
    left, right = min(p.real for p in own) - 120, max(p.real for p in own) + 120
    top, bottom = min(p.imag for p in own) - 120, max(p.imag for p in own) + 120
    return [
        p for j, line in enumerate(lines) if j != i for p in line if left < p.real < right and top < p.imag < bottom
    ]


def _cost(line: Sequence[complex], others: Sequence[complex], cities: Sequence[complex], bend: float) -> float:
    cost = 14 * abs(bend)
    for p in line:
        cost += sum([3 * (1 - abs(p - city) / 27) for city in cities if abs(p - city) < 27])
        cost += sum(
            [1 - abs(p - other) / 17 for other in others if abs(p.real - other.real) < 17 and abs(p - other) < 17]
        )
    return cost
