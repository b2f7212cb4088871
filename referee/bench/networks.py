"""Networks that make a longest trail hard to find: well-known shapes of about 45 pieces, and the worst found."""

from itertools import combinations
from typing import Final

Edges = list[tuple[int, int, int]]

PIECES = 45


def parse(text: str) -> Edges:
    """Edges from words such as `3-17` (one piece) or `3-17:2`."""
    edges = []
    for word in text.split():
        pair, _, length = word.partition(":")
        a, b = pair.split("-")
        edges.append((int(a), int(b), int(length or 1)))
    return edges


WORST = [
    parse(
        "0-5 1-2 3-4 4-19 3-5 2-23 6-7 7-3 1-29 9-10 10-11:2 11-12 10-12 9-13 13-14 14-15 13-15 16-8 17-24 "
        "18-8 19-28 17-28:2 21-16 22-2 21-26 16-29 24-27 26-22 25-4 24-5 28-21 29-25 23-7 1-9 15-13 6-8 6-1 "
        "17-23 28-19 1-24 17-8 24-28 26-0"
    ),
    parse(
        "5-20:2 6-15 1-2 17-9 18-23 9-22 7-18 8-2 1-0 4-6 13-24 8-22 25-15 0-21 19-15 8-28 23-24 16-29 22-4 "
        "15-8 13-15 0-17 6-7 27-22 8-18 3-9 10-11 2-9 1-18 13-7 11-28:2 17-21 6-0 23-4 17-24 16-20 29-2 23-15 "
        "16-27 10-28 6-29 27-13 1-26"
    ),
    parse(
        "5-20:2 6-0 1-2 17-9 18-23 9-22 7-18 8-2 1-0 4-6 13-24 8-22 25-15 0-15 19-22 8-28 23-24 16-29 22-4 "
        "15-8 13-15 0-17 6-7 27-22 8-18 3-19 10-11 2-9 1-18 13-7 11-28:2 17-21 6-15 23-4 17-24 16-20 29-2 "
        "23-15 16-27 10-28 6-29 27-13 1-26"
    ),
]
"""The three networks that made the search work hardest among all that random local search has come across."""


def complete(cities: int) -> Edges:
    """Every pair of cities joined once."""
    return [(a, b, 1) for a, b in combinations(range(cities), 2)]


def bipartite(left: int, right: int) -> Edges:
    """Every city of one side joined with every city of the other."""
    return [(a, left + b, 1) for a in range(left) for b in range(right)]


def grid(rows: int, columns: int) -> Edges:
    """A rectangle of cities, each joined with the next in its row and column."""
    across = [(r * columns + c, r * columns + c + 1, 1) for r in range(rows) for c in range(columns - 1)]
    down = [(r * columns + c, (r + 1) * columns + c, 1) for r in range(rows - 1) for c in range(columns)]
    return across + down


def wheel(rim: int) -> Edges:
    """A circle of cities, each joined with the hub too."""
    return [(at, (at + 1) % rim, 1) for at in range(rim)] + [(rim, at, 1) for at in range(rim)]


def petersen(ring: int, skip: int) -> Edges:
    """A generalised Petersen graph; skip 1 is a prism."""
    outer = [(at, (at + 1) % ring, 1) for at in range(ring)]
    inner = [(ring + at, ring + (at + skip) % ring, 1) for at in range(ring)]
    return outer + inner + [(at, ring + at, 1) for at in range(ring)]


def tree_with_triangles(depth: int) -> Edges:
    """A binary tree with a triangle at each of its tips."""
    inner = 2**depth - 1
    edges = [((child - 1) // 2, child, 1) for child in range(1, 2 * inner + 1)]
    fresh = 2 * inner + 1
    for tip in range(inner, 2 * inner + 1):
        edges += [(tip, fresh, 1), (fresh, fresh + 1, 1), (fresh + 1, tip, 1)]
        fresh += 2
    return edges


def star_of_triangles(arms: int) -> Edges:
    """A triangle at the end of each arm."""
    edges = []
    for at in range(1, 3 * arms + 1, 3):
        edges += [(0, at, 1), (at, at + 1, 1), (at + 1, at + 2, 1), (at + 2, at, 1)]
    return edges


HARD: Final = {
    "complete, 10 cities": complete(10),
    "bipartite, 5 and 9 cities": bipartite(5, 9),
    "grid, 5 by 5": grid(5, 5),
    "grid, 3 by 9": grid(3, 9),
    "ladder, 2 by 15": grid(2, 15),
    "wheel of 22": wheel(22),
    "prism of 15": petersen(15, 1),
    "Petersen, 15 and 2": petersen(15, 2),
    "tree with triangles": tree_with_triangles(3),
    "star of triangles": star_of_triangles(11),
    **{f"worst found, {number}": edges for number, edges in enumerate(WORST, 1)},
}
"""By name, what the speed of the search is measured on."""
