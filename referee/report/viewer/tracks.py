"""The spaces of every route as quadrilaterals: how routes bend around cities and each other, tracks side by side.

It knows lengths and tracks of a board, no owners and no colours.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, final

from attrs import frozen

from referee.game import Board
from referee.report.viewer.places import Places, Sizes

Quad = tuple[complex, complex, complex, complex]

_APART: Final = 1.3
"""Distance between the middle lines of two tracks, in thicknesses of a car."""

_CLOSE: Final = 17.0
"""Lines nearer than this disturb each other."""

_CLEAR: Final = 27.0
"""Cities nearer than this to a line disturb it."""

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
    return sum(abs(q - p) for p, q in pairwise(samples))


def _along(samples: Sequence[complex], distance: float) -> complex:
    """The point so far along a line of samples."""
    for p, q in pairwise(samples):
        size = abs(q - p)
        if distance <= size:
            return p + (q - p) * (distance / (size or 1.0))
        distance -= size
    return samples[-1]


@final
class _Grid:
    """The points of all lines, found again by place."""

    def __init__(self) -> None:
        self._cells: defaultdict[tuple[int, int], list[tuple[complex, int]]] = defaultdict(list)

    def add(self, line: Sequence[complex], owner: int) -> None:
        """Put a line's points in."""
        for p in line:
            self._cells[_cell(p)].append((p, owner))

    def remove(self, line: Sequence[complex], owner: int) -> None:
        """Take a line's points out again."""
        for p in line:
            self._cells[_cell(p)].remove((p, owner))

    def crowd(self, p: complex) -> float:
        """How near other points come to this one."""
        x, y = _cell(p)
        near = [q for i in (x - 1, x, x + 1) for j in (y - 1, y, y + 1) for q, _ in self._cells.get((i, j), ())]
        return sum([1 - abs(p - q) / _CLOSE for q in near if abs(p - q) < _CLOSE])


def _cell(p: complex) -> tuple[int, int]:
    return int(p.real // _CLOSE), int(p.imag // _CLOSE)


def _bends(pairs: Sequence[_Pair], points: Sequence[complex]) -> list[float]:
    """Straight where possible; each line in turn takes the bend that collides least with how the others lie now."""
    bends, grid = [0.0] * len(pairs), _Grid()
    options = [{bend: list(_probes(pair, points, bend)) for bend in _BENDS} for pair in pairs]
    alone = [
        {bend: _alone(line, pair, points, bend) for bend, line in own.items()}
        for own, pair in zip(options, pairs, strict=True)
    ]
    for i, own in enumerate(options):
        grid.add(own[0.0], i)
    for _ in range(3):
        before = bends[:]
        for i, own in enumerate(options):
            grid.remove(own[bends[i]], i)
            costs = [(alone[i][bend] + sum(map(grid.crowd, line)), abs(bend), bend) for bend, line in own.items()]
            bends[i] = min(costs)[2]
            grid.add(own[bends[i]], i)
        if bends == before:
            break
    return bends


def _probes(pair: _Pair, points: Sequence[complex], bend: float) -> Iterator[complex]:
    """Points on the middle line, about as close together as cars are thick."""
    a, b = points[pair.a], points[pair.b]
    control = _control(a, b, bend)
    count = max(3, int(abs(b - a) / 13))
    for i in range(1, count):
        t = i / count
        yield (1 - t) ** 2 * a + 2 * t * (1 - t) * control + t**2 * b


def _alone(line: Sequence[complex], pair: _Pair, points: Sequence[complex], bend: float) -> float:
    """What a bend costs whatever the other lines do: itself, and nearness to cities."""
    cities = [p for i, p in enumerate(points) if i not in (pair.a, pair.b)]
    near = [abs(p - city) for p in line for city in cities if abs(p.real - city.real) < _CLEAR]
    return 14 * abs(bend) + sum([3 * (1 - far / _CLEAR) for far in near if far < _CLEAR])
