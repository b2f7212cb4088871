"""What lies behind a map: land, water, parks and a graticule, moved as its cities were moved. No board's art.

The shapes are in `ground/BOARD.json` as flat lists of latitudes and longitudes: land from Natural Earth (public
domain), lakes, rivers and towns from general knowledge. A board without such a file gets the graticule alone.
"""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from referee.report.viewer.places import WIDTH, Places, Warp

_FOLDER: Final = Path(__file__).parent / "ground"

_FILLED: Final = ("land", "parks", "water")
_DRAWN: Final = ("canals", "rivers")

_STEPS: Final = (10.0, 5.0, 2.0, 1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005)


def ground_svg(board: str, places: Places) -> str:
    """The group of the background; empty for a board without coordinates."""
    if places.warp is None:
        return ""
    shapes = _shapes(board)
    wet = "land" in shapes
    parts = [f'<rect class="{"sea" if wet else "land"}" x="-600" y="-300" width="2400" height="2000"/>']
    parts += [_path(kind, shapes[kind], places.warp, closed=True) for kind in _FILLED if kind in shapes]
    parts += [_path(kind, shapes[kind], places.warp, closed=False) for kind in _DRAWN if kind in shapes]
    if places.kind == "projected":
        parts.append(f'<path class="graticule" d="{"".join(_graticule(places, places.warp))}"/>')
    return f'<g class="ground" aria-hidden="true">{"".join(parts)}</g>'


@cache
def _shapes(board: str) -> dict[str, list[list[float]]]:
    file = _FOLDER / f"{board}.json"
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def _path(kind: str, shapes: Iterable[Sequence[float]], warp: Warp, *, closed: bool) -> str:
    lines = []
    for shape in shapes:
        points = [warp(lat, lon) for lat, lon in zip(shape[::2], shape[1::2], strict=True)]
        lines.append(_polygon(points) if closed else _curve(points))
    return f'<path class="{kind}" d="{"".join(lines)}"/>'


def _polygon(points: Sequence[complex]) -> str:
    return _relative(points) + "z"


def _relative(points: Sequence[complex]) -> str:
    """A line in whole units, each point relative to the one before: short, and without drift."""
    x, y = round(points[0].real), round(points[0].imag)
    text = [f"M{x} {y}l"]
    for point in points[1:]:
        dx, dy = round(point.real) - x, round(point.imag) - y
        if dx or dy:
            # A minus parts two numbers as well as a space does.
            text.append(f"{'' if dx < 0 or len(text) == 1 else ' '}{dx}{'' if dy < 0 else ' '}{dy}")
            x, y = x + dx, y + dy
    return "".join(text)


def _curve(points: Sequence[complex]) -> str:
    """A smooth line through the middles of a polyline's parts."""
    text = [f"M{points[0].real:.0f} {points[0].imag:.0f}"]
    for here, after in pairwise(points[1:]):
        middle = (here + after) / 2
        text.append(f"Q{here.real:.0f} {here.imag:.0f} {middle.real:.0f} {middle.imag:.0f}")
    text.append(f"L{points[-1].real:.0f} {points[-1].imag:.0f}")
    return "".join(text)


def _graticule(places: Places, warp: Warp) -> Iterator[str]:
    """Parallels and meridians at round degrees, about six of each."""
    middle = complex(WIDTH / 2, places.height / 2)
    lat, lon = _home(warp, middle)
    tall, wide = _span(warp, lat, lon, places.height)
    step_lat, step_lon = _round(tall / 4), _round(wide / 5)
    low, high, west, east = lat - tall, lat + tall, lon - 1.4 * wide, lon + 1.4 * wide
    for parallel in _multiples(low, high, step_lat):
        yield _trace([warp(parallel, west + (east - west) * i / 12) for i in range(13)], places.height)
    for meridian in _multiples(west, east, step_lon):
        yield _trace([warp(low + (high - low) * i / 12, meridian) for i in range(13)], places.height)


def _home(warp: Warp, target: complex) -> tuple[float, float]:
    """Latitude and longitude of a point of the page, by secants; exact enough for a grid."""
    lat, lon = 45.0, 0.0
    for _ in range(40):
        here = warp(lat, lon)
        north, east = (warp(lat + 0.01, lon) - here) / 0.01, (warp(lat, lon + 0.01) - here) / 0.01
        det = north.real * east.imag - north.imag * east.real or 1e-9
        off = target - here
        lat += max(-5.0, min(5.0, (off.real * east.imag - off.imag * east.real) / det))
        lon += max(-20.0, min(20.0, (north.real * off.imag - north.imag * off.real) / det))
        lat = max(-80.0, min(80.0, lat))
    return lat, lon


def _span(warp: Warp, lat: float, lon: float, height: float) -> tuple[float, float]:
    here = warp(lat, lon)
    return height / abs(warp(lat + 0.01, lon) - here) * 0.01, WIDTH / abs(warp(lat, lon + 0.01) - here) * 0.01


def _round(wanted: float) -> float:
    return next((step for step in _STEPS if step <= wanted), _STEPS[-1])


def _multiples(low: float, high: float, step: float) -> Iterator[float]:
    return (i * step for i in range(math.ceil(low / step), math.floor(high / step) + 1))


def _trace(points: Sequence[complex], height: float) -> str:
    """The part of a line that can be seen."""
    seen = [p for p in points if -500 < p.real < WIDTH + 500 and -200 < p.imag < height + 200]
    return _relative(seen) if len(seen) > 1 else ""
