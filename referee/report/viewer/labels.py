"""Where the names of the cities stand: beside each city, clear of trains, cities and other names.

Widths are estimated for a wide sans-serif, so that names stay apart in whichever font a reader has.
"""

from collections.abc import Iterator, Sequence

from attrs import frozen

from referee.report.viewer.places import WIDTH, Sizes

_WIDE, _NARROW = frozenset("mwMW@%&"), frozenset("iljtfrI.,'’ -|()")


@frozen
class Label:
    """A name: the point where its baseline begins, ends or has its middle (`start`, `end`, `middle`), and its box."""

    x: float
    y: float
    anchor: str
    box: tuple[float, float, float, float]


def text_width(text: str, size: float) -> float:
    """Estimated width of a text, rather too wide than too narrow."""
    return size * sum(0.95 if c in _WIDE else 0.36 if c in _NARROW else 0.74 if c.isupper() else 0.615 for c in text)


def labels_of(
    names: Sequence[str], points: Sequence[complex], cars: Sequence[complex], height: float, sizes: Sizes
) -> tuple[Label, ...]:
    """By city, its name's place; `cars` are points that trains cover."""
    field = _Field(points, cars, height, sizes)
    options = [list(_options(name, point, sizes)) for name, point in zip(names, points, strict=True)]
    alone = [[_alone(option, i, field) for option in own] for i, own in enumerate(options)]
    chosen = [own.index(min(own)) for own in alone]
    for _ in range(6):
        before = chosen[:]
        for i, own in enumerate(options):
            others = [options[j][chosen[j]].box for j in range(len(options)) if j != i]
            costs = [alone[i][k] + 60 * sum(_overlap(o.box, box) for box in others) for k, o in enumerate(own)]
            chosen[i] = costs.index(min(costs))
        if chosen == before:
            break
    return tuple(own[k] for own, k in zip(options, chosen, strict=True))


@frozen
class _Field:
    """What is already drawn."""

    points: Sequence[complex]
    cars: Sequence[complex]
    height: float
    sizes: Sizes


def _options(name: str, point: complex, sizes: Sizes) -> Iterator[Label]:
    """Around the city, near first: at its sides, then above and below, where a name may also lie a little aside."""
    wide, rise, fall = text_width(name, sizes.text), sizes.text * 0.76, sizes.text * 0.22
    for far in (3.0, 8.0, 14.0, 21.0):
        gap = sizes.city + far
        for x in (1, -1):
            for lift in (0.0, -0.6, 0.6, -1.0, 1.0):
                base = point.imag + lift * gap + rise / 2
                at = point.real + x * gap * (1 if abs(lift) < 0.8 else 0.7)
                left = at if x > 0 else at - wide
                yield Label(at, base, "start" if x > 0 else "end", (left, base - rise, left + wide, base + fall))
        for base in (point.imag - gap - fall * 0.6, point.imag + gap + rise):
            for aside in (0.0, -0.25, 0.25, -0.4, 0.4):
                at = point.real + aside * wide
                yield Label(at, base, "middle", (at - wide / 2, base - rise, at + wide / 2, base + fall))


def _alone(label: Label, city: int, field: _Field) -> float:
    """What a place costs whatever the other names do."""
    left, top, right, bottom = label.box
    outside = max(0, 6 - left) + max(0, right - WIDTH + 6) + max(0, 6 - top) + max(0, bottom - field.height + 6)
    here = field.points[city]
    nearest = complex(min(max(here.real, left), right), min(max(here.imag, top), bottom))
    cost = outside * 5.0 + abs(nearest - here) * 0.06
    cost += sum([1 for p in field.cars if left - 2 < p.real < right + 2 and top - 1.5 < p.imag < bottom + 1.5])
    for i, p in enumerate(field.points):
        air = field.sizes.city + (1.5 if i == city else 4)
        if left - air < p.real < right + air and top - air < p.imag < bottom + air:
            cost += 20
    return cost


def _overlap(a: tuple[float, ...], b: tuple[float, ...], air: float = 3.0) -> bool:
    return a[0] - air < b[2] and b[0] - air < a[2] and a[1] - air < b[3] and b[1] - air < a[3]
