"""Makes the land shapes behind the maps of USA and Europe from the npm package world-atlas (Natural Earth, 1:50m).

Natural Earth is in the public domain. Usage: `npm pack world-atlas@2`, unpack it, then
`python tools/make_land.py package/land-50m.json`. The result is committed; it is made again only for other boards.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

Point = tuple[float, float]

GROUND: Final = Path(__file__).resolve().parents[1] / "referee" / "report" / "viewer" / "ground"

# Board: west, south, east, north, coarseness in degrees, least area of an island in square degrees.
BOXES: Final = {
    "usa": (-133.0, 19.0, -58.0, 58.0, 0.18, 0.5),
    "europe": (-30.0, 26.0, 60.0, 69.0, 0.28, 0.5),
}


def rings(topology: Any) -> Iterator[list[Point]]:
    """The outer rings of all land, as (longitude, latitude)."""
    scale, shift = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = [_arc(arc, scale, shift) for arc in topology["arcs"]]
    (land,) = topology["objects"]["land"]["geometries"]
    for polygon in land["arcs"]:
        points: list[Point] = []
        for index in polygon[0]:
            arc = arcs[index] if index >= 0 else arcs[~index][::-1]
            points += arc[1:] if points else arc
        yield points


def _arc(steps: Sequence[Sequence[int]], scale: Sequence[float], shift: Sequence[float]) -> list[Point]:
    x = y = 0
    points = []
    for dx, dy in steps:
        x, y = x + dx, y + dy
        points.append((x * scale[0] + shift[0], y * scale[1] + shift[1]))
    return points


def clipped(ring: list[Point], box: Sequence[float]) -> list[Point]:
    """The part of a ring inside a box (Sutherland and Hodgman)."""
    for axis, limit, sign in ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1)):
        kept: list[Point] = []
        for p, q in zip(ring, ring[1:] + ring[:1], strict=True):
            inside_p, inside_q = sign * (p[axis] - limit) >= 0, sign * (q[axis] - limit) >= 0
            if inside_p:
                kept.append(p)
            if inside_p != inside_q:
                t = (limit - p[axis]) / (q[axis] - p[axis])
                kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        ring = kept
    return ring


def simplified(points: Sequence[Point], coarse: float) -> list[Point]:
    """Fewer points, none farther than `coarse` from the line that is left (Douglas and Peucker)."""
    if len(points) < 3:
        return list(points)
    (x1, y1), (x2, y2) = points[0], points[-1]
    size = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1e-9
    gaps = [
        abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / size
        if size > 1e-6
        else ((x - x1) ** 2 + (y - y1) ** 2) ** 0.5
        for x, y in points
    ]
    worst = max(range(len(points)), key=gaps.__getitem__)
    if gaps[worst] <= coarse:
        return [points[0], points[-1]]
    return simplified(points[: worst + 1], coarse)[:-1] + simplified(points[worst:], coarse)


def area(ring: Sequence[Point]) -> float:
    """Area of a ring in square degrees."""
    pairs = zip(ring, [*ring[1:], ring[0]], strict=True)
    return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in pairs)) / 2


def main() -> None:
    """Rewrites the `land` of each board's ground file; what else stands there is kept."""
    topology = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    for board, (*box, coarse, least) in BOXES.items():
        file = GROUND / f"{board}.json"
        shapes = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        kept = [part for ring in rings(topology) if len(part := clipped(ring, box)) > 2 and area(part) > least]
        coarser = [simplified([*ring, ring[0]], coarse)[:-1] for ring in kept]
        shapes["land"] = [[round(v, 2) for lon, lat in ring for v in (lat, lon)] for ring in coarser if len(ring) > 2]
        lines = [f" {json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in shapes.items()]
        file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        print(f"{file.name}: {len(shapes['land'])} shapes, {sum(map(len, shapes['land'])) // 2} points")


if __name__ == "__main__":
    main()
