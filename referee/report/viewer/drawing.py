"""The board as SVG, a pure function of an edition and a position. Colours are the style sheet's (map.css).

Every route is a group `rN` and every city a group `cN` of its index, with a title for people and screen readers. The
page shows the drawing of the empty board and sets owners on it; a picture is drawn with its position.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Final

from attrs import field, frozen

from referee.game import Edition
from referee.report.viewer.ground import ground_svg
from referee.report.viewer.labels import Label, labels_of
from referee.report.viewer.places import WIDTH, Places, places_of
from referee.report.viewer.tracks import Quad, Track, tracks_of

SEATS: Final = 5

FINE: Final = 4
"""Units of the drawing in one unit of the plan: whole numbers are short, and fine enough."""

_PATTERNS: Final = (
    "",
    '<path d="M-2 2 2-2M0 9 9 0M7 11 11 7"/>',
    '<circle cx="2.2" cy="2.2" r="1.5"/><circle cx="6.7" cy="6.7" r="1.5"/>',
    '<path d="M0 0 9 9M9 0 0 9"/>',
    '<path d="M0 2.2H9M0 6.7H9"/>',
)
"""What lies over a seat's colour, so that colours need not be told apart."""


@frozen
class Position:
    """What stands on a board: seats by route, and by city for stations and depots; -1 or absent for nobody.

    Attributes:
        warehouses: cards by seat, shown beside its depots.
    """

    owners: Sequence[int] = ()
    stations: Mapping[int, int] = field(factory=dict)
    depots: Mapping[int, int] = field(factory=dict)
    warehouses: Sequence[int] = ()


@frozen
class Plan:
    """The geometry of an edition's board."""

    places: Places
    tracks: tuple[Track, ...]
    labels: tuple[Label, ...]


@lru_cache(maxsize=32)
def plan_of(edition: Edition) -> Plan:
    """Geometry, worked out once for each edition."""
    board = edition.board
    places = places_of(board)
    tracks = tracks_of(board, places)
    cars = [p for track in tracks for quad in track.cars for p in _covered(quad)]
    names = [city.name for city in board.cities]
    return Plan(places, tracks, labels_of(names, places.points, cars, places.height, places.sizes))


def _covered(quad: Quad) -> Iterator[complex]:
    """Points of a car, close enough together that no name slips through between them."""
    a, b, c, d = quad
    for i in range(5):
        t = i / 4
        yield from (a + (b - a) * t, d + (c - d) * t, (a + d) / 2 + (b + c - a - d) * t / 2)


def board_svg(edition: Edition, position: Position | None = None, *, style: str = "", titled: bool = True) -> str:
    """A whole SVG document; `style` is a style sheet for a file that stands alone.

    `titled` gives routes and cities their titles; the page leaves that to its script, because owners belong into it.
    """
    plan = plan_of(edition)
    size = f'viewBox="0 0 {_number(WIDTH)} {_number(plan.places.height)}"'
    label = f'role="group" aria-label="Map of {escape(edition.board.name)}"'
    names = f'<g class="labels" font-size="{_number(plan.places.sizes.text)}" aria-hidden="true">'
    parts = [
        f'<svg id="map" xmlns="http://www.w3.org/2000/svg" {size} {label}>',
        f"<style>{style}</style>" if style else "",
        f"<defs>{''.join(map(_pattern, range(SEATS)))}</defs>",
        f'<g transform="scale({FINE})">{ground_svg(edition.board.id, plan.places)}</g>',
        _districts(edition, plan),
        f'<g class="routes">{"".join(_routes(edition, plan, position, titled=titled))}</g>',
        f'<g class="cities">{"".join(_cities(edition, plan, titled=titled))}</g>',
        f"{names}{''.join(_names(edition, plan))}</g>",
        f'<g id="pieces" aria-hidden="true">{"".join(_pieces(plan, position)) if position else ""}</g>',
        "</svg>",
    ]
    return "".join(parts)


def _pattern(seat: int) -> str:
    size = f'width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="scale({FINE})"'
    return f'<pattern id="p{seat}" class="p{seat}" {size}><rect width="9" height="9"/>{_PATTERNS[seat]}</pattern>'


def _number(value: float) -> str:
    return str(round(value * FINE))


def _point(p: complex) -> str:
    return f"{_number(p.real)} {_number(p.imag)}"


def _routes(edition: Edition, plan: Plan, position: Position | None, *, titled: bool) -> Iterator[str]:
    for index, (route, track) in enumerate(zip(edition.board.routes, plan.tracks, strict=True)):
        owner = position.owners[index] if position and position.owners else -1
        colour = edition.board.colours[route.colour] if route.colour >= 0 else "gray"
        marks = (
            "ferry" if route.locomotives else "",
            "tunnel" if route.tunnel else "",
            f"own s{owner}" if owner >= 0 else "",
        )
        classes = " ".join(filter(None, (f"k-{colour}", *marks)))
        title = f"<title>{escape(route_title(edition, index))}</title>" if titled else ""
        yield f'<g id="r{index}" class="{classes}">{title}'
        yield from _bed(route.locomotives, track, tunnel=route.tunnel)
        yield f'<path class="cars" d="{_cars(track.cars)}"/>'
        yield from _route_marks(track, plan, route.locomotives, cart=route.cart)
        if owner >= 0:
            yield f'<text class="who" x="{_number(track.middle.real)}" y="{_number(track.middle.imag)}">{owner}</text>'
        yield "</g>"


def route_title(edition: Edition, index: int) -> str:
    """What a route is, in words."""
    board = edition.board
    route = board.routes[index]
    colour = board.colours[route.colour] if route.colour >= 0 else "of any one colour"
    parts = [f"{board.cities[route.a].name} – {board.cities[route.b].name}: {route.length} {colour}"]
    parts += ["double route"] if route.sibling >= 0 else []
    parts += [f"ferry, {route.locomotives} locomotive{'s' * (route.locomotives > 1)}"] if route.locomotives else []
    parts += ["tunnel"] if route.tunnel else []
    parts += ["merchandise"] if route.cart else []
    return ", ".join(parts)


def _cars(quads: Sequence[Sequence[complex]]) -> str:
    """All cars of a route, each corner relative to the one before: short, and without drift."""
    text, here = [], (0, 0)
    for i, quad in enumerate(quads):
        corners = [(round(p.real * FINE), round(p.imag * FINE)) for p in quad]
        for k, corner in enumerate(corners):
            dx, dy = corner[0] - here[0], corner[1] - here[1]
            command = ("m" if i else "M") if k == 0 else "l" if k == 1 else " " if dx >= 0 else ""
            text.append(f"{command}{dx}{' ' if dy >= 0 else ''}{dy}")
            here = corner
        text.append("z")
        here = corners[0]
    return "".join(text)


def _bed(ferry: int, track: Track, *, tunnel: bool) -> Iterator[str]:
    """What lies under the cars: a tunnel's bore, a ferry's wake."""
    if tunnel or ferry:
        a, control, b = track.line
        yield f'<path class="{"bore" if tunnel else "wake"}" d="M{_point(a)}Q{_point(control)} {_point(b)}"/>'


def _route_marks(track: Track, plan: Plan, ferry: int, *, cart: bool) -> Iterator[str]:
    """Locomotives that a ferry takes, on its middle cars; a cart's two wheels on the middle one."""
    first = (len(track.middles) - ferry) // 2
    size = plan.places.sizes.thick * 0.3
    if ferry:
        marks = "".join(_ring(p, size) for p in track.middles[first : first + ferry])
        yield f'<path class="loco" d="{marks}"/>'
    if cart:
        p, w = track.middle, size * 1.3
        body = (
            f"M{_point(p - complex(w, w * 0.7))}h{_number(2 * w)}l{_number(-w * 0.4)} {_number(w)}h{_number(-1.2 * w)}z"
        )
        wheels = "".join(_ring(p + complex(side * w * 0.45, w * 0.62), w * 0.26) for side in (-1, 1))
        yield f'<path class="cart" d="{body}{wheels}"/>'


def _ring(centre: complex, radius: float) -> str:
    """A circle as one arc from its top to a hair beside it: as round as two halves, and half as long."""
    r = _number(radius)
    return f"M{_point(centre - 1j * radius)}a{r} {r} 0 1 0 1 0z"


def _districts(edition: Edition, plan: Plan) -> str:
    """A soft area along the shortest lines that join each district's cities."""
    areas = []
    for number, district in enumerate(edition.districts, 1):
        lines = "".join(f"M{_point(a)}L{_point(b)}" for a, b in _tree([plan.places.points[c] for c in district.cities]))
        areas.append(f'<path class="d{number}" d="{lines}"/>')
    return f'<g class="districts" aria-hidden="true">{"".join(areas)}</g>' if areas else ""


def _tree(points: Sequence[complex]) -> Iterator[tuple[complex, complex]]:
    joined, apart = [points[0]], list(points[1:])
    while apart:
        _, i, j = min((abs(p - q), i, j) for i, p in enumerate(joined) for j, q in enumerate(apart))
        yield joined[i], apart[j]
        joined.append(apart.pop(j))


def _cities(edition: Edition, plan: Plan, *, titled: bool) -> Iterator[str]:
    radius = plan.places.sizes.city
    starred = "attractions" in edition.modules
    for index, (city, p) in enumerate(zip(edition.board.cities, plan.places.points, strict=True)):
        district = city.district if edition.districts else 0
        title = f"<title>{escape(city_title(edition, index))}</title>" if titled else ""
        x, y = _number(p.real), _number(p.imag)
        coloured = f' class="d{district}"' if district else ""
        yield f'<g id="c{index}"{coloured}>{title}'
        yield f'<circle cx="{x}" cy="{y}" r="{_number(radius * (1.25 if district else 1))}"/>'
        if starred and city.attraction:
            yield f'<path class="star" d="{_star(p, radius * 1.9)}"/>'
        if district:
            yield f'<text x="{x}" y="{y}">{district}</text>'
        yield "</g>"


def city_title(edition: Edition, index: int) -> str:
    """What a city is, in words."""
    city = edition.board.cities[index]
    district = f", district {city.district}" if edition.districts and city.district else ""
    return city.name + district + (", attraction" if city.attraction and "attractions" in edition.modules else "")


def _star(centre: complex, radius: float) -> str:
    spokes = [centre + radius * (1 if i % 2 == 0 else 0.45) * -1j * _turn(i / 10) for i in range(10)]
    return "M" + "L".join(_point(p) for p in spokes) + "z"


def _turn(part: float) -> complex:
    from cmath import exp, pi

    return exp(2j * pi * part)


def _names(edition: Edition, plan: Plan) -> Iterator[str]:
    for city, label in zip(edition.board.cities, plan.labels, strict=True):
        anchor = "" if label.anchor == "start" else f' class="{label.anchor}"'
        yield f'<text x="{_number(label.x)}" y="{_number(label.y)}"{anchor}>{escape(city.name)}</text>'


def _pieces(plan: Plan, position: Position) -> Iterator[str]:
    for kind, where in (("station", position.stations), ("depot", position.depots)):
        for city, seat in sorted(where.items()):
            p = plan.places.points[city]
            stored = str(position.warehouses[seat]) if kind == "depot" and position.warehouses else ""
            yield piece_svg(kind, p, plan.places.sizes.city, seat, stored)


def piece_svg(kind: str, p: complex, city: float, seat: int, stored: str) -> str:
    """A station (a square) or a depot (a house with the number of cards in its seat's warehouse) on a city."""
    r = city * 1.35
    square = f"M{_point(p - complex(r, r))}h{_number(2 * r)}v{_number(2 * r)}h{_number(-2 * r)}z"
    roof = f"l{_number(r)} {_number(-r)} {_number(r)} {_number(r)}"
    house = f"M{_point(p - complex(r, r * 0.5))}{roof}v{_number(1.5 * r)}h{_number(-2 * r)}z"
    badge = p + complex(r * 1.15, r * 1.1)
    count = f'<circle cx="{_number(badge.real)}" cy="{_number(badge.imag)}" r="{_number(r * 0.72)}"/>'
    count += f'<text class="count" x="{_number(badge.real)}" y="{_number(badge.imag)}">{stored}</text>'
    return (
        f'<g class="piece {kind} s{seat}"><path d="{square if kind == "station" else house}"/>'
        f'<text class="who" x="{_number(p.real)}" y="{_number(p.imag)}">{seat}</text>{count if stored else ""}</g>'
    )
