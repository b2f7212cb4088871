"""Where the cities of a board lie on the page. It draws nothing; points are complex numbers, x to the right, y down.

Real coordinates are projected (Lambert's conformal cone), or the printed board's positions are taken where every city
has one. Cities are then eased apart until the trains of each route fit between them. A board without coordinates gets a
layout of its own, which says nothing about the world.
"""

import cmath
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from attrs import frozen

from referee.game import Board
from referee.game.board import City

WIDTH: Final = 1200.0
MARGIN: Final = 74.0
CITY: Final = 7.5
"""Radius of a city."""

CAR: Final = 17.0
"""Least room for one train along a route."""

_LOWEST, _HIGHEST = 0.56, 0.64
"""Height over width of a page's map, at the least and at the most."""

_KM: Final = 40_008 / 360

Warp = Callable[[float, float], complex]
"""From latitude and longitude to the page."""


@frozen
class Sizes:
    """How large things are drawn on a board: few and short routes leave room for larger trains and names.

    Attributes:
        car: longest car. thick: thickness of a car. city: radius of a city. text: font size of a name.
    """

    car: float
    thick: float
    city: float
    text: float


@frozen
class Places:
    """The cities' points on a page of this size.

    Attributes:
        sizes: of what is drawn.
        kind: `projected`, `printed` (positions of the printed board) or `invented` (the board has no coordinates).
        warp: from latitude and longitude to the page, bent as the cities were moved; None without coordinates.
    """

    kind: str
    points: tuple[complex, ...]
    height: float
    sizes: Sizes
    warp: Warp | None = None


def places_of(board: Board) -> Places:
    """The layout of a board; the same board has the same layout on every machine."""
    world = _world(board.cities)
    if all(city.board is not None for city in board.cities):
        kind, rough = "printed", _printed(board.cities, world)
    elif world is not None:
        kind, rough = "projected", list(world)
    else:
        kind, rough = "invented", _sprung(board)
    framed, height = _framed(rough)
    points = _eased(framed, board, height)
    return Places(kind, tuple(points), height, _sizes(board, points), _warp(board.cities, points) if world else None)


def needed(length: int) -> float:
    """Least distance of two cities that a route of this length joins."""
    return length * CAR + 2 * CITY + 6


def _sizes(board: Board, points: Sequence[complex]) -> Sizes:
    rooms = sorted((abs(points[r.b] - points[r.a]) - 2 * CITY) / r.length for r in board.routes)
    typical = rooms[int(len(rooms) * 0.6)]
    car = min(max(typical * 0.86, 26.0), 58.0)
    thick = min(max(car * 0.31, 10.0), 15.5)
    return Sizes(car, thick, CITY * (0.55 + 0.045 * thick), 12.0 + thick * 0.26)


def _world(cities: Sequence[City]) -> list[complex] | None:
    """The cities on a projected map in kilometres, north up, or None unless all have coordinates."""
    known = [(city.lat, city.lon) for city in cities if city.lat is not None and city.lon is not None]
    if len(known) < len(cities):
        return None
    cone = _cone(known)
    return [cone(lat, lon) for lat, lon in known]


def _cone(known: Sequence[tuple[float, float]]) -> Warp:
    """Lambert's conformal cone with standard parallels a sixth inside the outermost latitudes."""
    lats, lons = [lat for lat, _ in known], [lon for _, lon in known]
    low, high, middle = min(lats), max(lats), (min(lons) + max(lons)) / 2
    sixth = max((high - low) / 6, 0.001)
    one, two = math.radians(low + sixth), math.radians(high - sixth)

    def grown(angle: float) -> float:
        return math.tan(math.pi / 4 + angle / 2)

    flat = abs(one - two) < 1e-9
    n = math.sin(one) if flat else math.log(math.cos(one) / math.cos(two)) / math.log(grown(two) / grown(one))
    n = n if abs(n) > 1e-6 else 1e-6
    radius = 6371 * math.cos(one) * grown(one) ** n / n

    def project(lat: float, lon: float) -> complex:
        rho = radius / grown(math.radians(lat)) ** n
        turn = n * math.radians(lon - middle)
        return complex(rho * math.sin(turn), rho * math.cos(turn))

    return project


def _printed(cities: Sequence[City], world: Sequence[complex] | None) -> list[complex]:
    """The printed positions, stretched to the proportions of the real town."""
    printed = [complex(*city.board) for city in cities if city.board is not None]
    if not world:
        return printed
    across = _spread([p.real for p in world]) / _spread([p.real for p in printed])
    down = _spread([p.imag for p in world]) / _spread([p.imag for p in printed])
    return [complex(p.real * across, p.imag * down) for p in printed]


def _spread(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / len(values)) or 1.0


def _framed(points: Sequence[complex]) -> tuple[list[complex], float]:
    """Fit into the page: its width is given, its height follows within limits."""
    left, top = min(p.real for p in points), min(p.imag for p in points)
    wide = max(p.real for p in points) - left or 1.0
    tall = max(p.imag for p in points) - top or 1.0
    inner = WIDTH - 2 * MARGIN
    ratio = min(max(tall / wide, _LOWEST), _HIGHEST)
    height = inner * ratio + 2 * MARGIN
    # A portrait town keeps a part of its proportions: it is stretched sideways, but not over the whole page.
    across = min(inner / wide, 1.9 * inner * ratio / tall)
    down = inner * ratio / tall if tall / wide > _HIGHEST else inner * ratio / max(tall, wide * _LOWEST)
    shift = (WIDTH - wide * across) / 2
    fitted = [complex((p.real - left) * across + shift, (p.imag - top) * down + MARGIN) for p in points]
    return fitted, height


def _sprung(board: Board) -> list[complex]:
    """Cities on a circle, then pulled together by routes and pushed apart by each other."""
    count = len(board.cities)
    points = [cmath.rect(1.0, math.tau * i / count) for i in range(count)]
    ideal = 1.6 / math.sqrt(count)
    for step in range(220):
        forces = [_push(points, i, ideal) for i in range(count)]
        for route in board.routes:
            gap = points[route.b] - points[route.a]
            pull = gap * abs(gap) / ideal / (0.6 + 0.2 * route.length)
            forces[route.a] += pull
            forces[route.b] -= pull
        cool = 0.12 * (1 - step / 220)
        points = [p + f / max(abs(f), 1e-9) * min(abs(f), cool) for p, f in zip(points, forces, strict=True)]
    return [complex(p.real * 1.5, p.imag) for p in points]


def _push(points: Sequence[complex], i: int, ideal: float) -> complex:
    here = points[i]
    gaps = (here - other for j, other in enumerate(points) if j != i)
    return sum((gap * ideal**2 / max(abs(gap) ** 2, 1e-6) for gap in gaps), 0j)


def _eased(start: Sequence[complex], board: Board, height: float) -> list[complex]:
    """Move cities as little as it takes to give every route its trains and every city some air."""
    points = list(start)
    lengths = {(route.a, route.b): needed(route.length) for route in board.routes}
    for _ in range(120):
        _part_neighbours(points, lengths)
        _part_all(points)
        _off_lines(points, lengths)
        points = [_held(p + (s - p) * 0.05, height) for p, s in zip(points, start, strict=True)]
    return points


def _held(point: complex, height: float) -> complex:
    edge = MARGIN * 0.55
    return complex(min(max(point.real, edge), WIDTH - edge), min(max(point.imag, edge * 0.8), height - edge * 0.8))


def _part_neighbours(points: list[complex], lengths: Mapping[tuple[int, int], float]) -> None:
    for (a, b), wanted in lengths.items():
        gap = points[b] - points[a]
        far = abs(gap) or 1.0
        if far < wanted:
            move = gap / far * (wanted - far) * 0.25
            points[a] -= move
            points[b] += move


def _part_all(points: list[complex], air: float = 44.0) -> None:
    for i, here in enumerate(points):
        for j in range(i):
            gap = points[j] - here
            if abs(gap.real) < air and abs(gap.imag) < air and 0 < abs(gap) < air:
                move = gap / abs(gap) * (air - abs(gap)) * 0.2
                points[j] += move
                points[i] -= move


def _off_lines(points: list[complex], lengths: Mapping[tuple[int, int], float], air: float = 24.0) -> None:
    """Push cities off the straight lines between others."""
    for a, b in lengths:
        start, way = points[a], points[b] - points[a]
        size = abs(way) or 1.0
        for i, city in enumerate(points):
            if i in (a, b):
                continue
            local = (city - start) * way.conjugate() / size
            if 0 < local.real < size and abs(local.imag) < air:
                side = 1 if local.imag >= 0 else -1
                push = way / size * 1j * side * (air - abs(local.imag)) * 0.12
                points[i] += push
                points[a] -= push / 2
                points[b] -= push / 2


def _warp(cities: Sequence[City], points: Sequence[complex]) -> Warp:
    """Any place on the earth to the page: the cities' map, fitted, then bent so that each city lies on its point."""
    known = [(city.lat, city.lon) for city in cities if city.lat is not None and city.lon is not None]
    cone = _cone(known)
    world = [cone(lat, lon) for lat, lon in known]
    fit = _fitted(world, points)
    moved = [(fit(w), p - fit(w)) for w, p in zip(world, points, strict=True)]

    def warp(lat: float, lon: float) -> complex:
        place = fit(cone(lat, lon))
        total, weights = 0j, 0.02
        for centre, shift in moved:
            weight = 1 / (1 + (abs(place - centre) / 40) ** 4)
            total += shift * weight
            weights += weight
        return place + total / weights

    return warp


def _fitted(world: Sequence[complex], points: Sequence[complex]) -> Callable[[complex], complex]:
    """The affine map that takes the world's points nearest to the page's."""
    count = len(world)
    middle, target = sum(world) / count, sum(points) / count
    w = [p - middle for p in world]
    t = [p - target for p in points]
    xx, yy = sum(p.real**2 for p in w), sum(p.imag**2 for p in w)
    xy = sum(p.real * p.imag for p in w)
    det = xx * yy - xy**2 or 1.0
    tx, ty = (
        sum((q * p.real for p, q in zip(w, t, strict=True)), 0j),
        sum((q * p.imag for p, q in zip(w, t, strict=True)), 0j),
    )
    across, down = (tx * yy - ty * xy) / det, (ty * xx - tx * xy) / det
    return lambda p: target + (p - middle).real * across + (p - middle).imag * down
