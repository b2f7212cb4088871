"""Random networks for the tests of the longest trail; the well-known shapes are those of referee/bench."""

import random

from referee.bench.networks import PIECES, Edges


def cactus(rng: random.Random) -> Edges:
    """Circles and single edges hung on each other at random cities."""
    edges: Edges = []
    cities = 1
    while True:
        size = rng.choice((1, 2, 3, 4))
        if len(edges) + size > PIECES:
            return edges
        start = at = rng.randrange(cities)
        for _ in range(max(1, size - 1)):
            edges.append((at, cities, 1))
            at = cities
            cities += 1
        if size > 1:
            edges.append((at, start, 1))


def regular(cities: int, degree: int, rng: random.Random) -> Edges:
    """A random graph in which every city has the same degree; parallel edges may occur."""
    while True:
        stubs = [city for city in range(cities) for _ in range(degree)]
        rng.shuffle(stubs)
        pairs = list(zip(stubs[::2], stubs[1::2], strict=True))
        if all(a != b for a, b in pairs):
            return [(a, b, 1) for a, b in pairs]


def random_network(cities: int, edges: int, longest: int, rng: random.Random) -> Edges:
    """Random edges, parallel ones among them, as far as the pieces reach."""
    found: Edges = []
    left = PIECES
    for _ in range(edges):
        a, b = rng.sample(range(cities), 2)
        length = rng.randint(1, longest)
        if length > left:
            break
        left -= length
        found.append((a, b, length))
    return found


def changed(edges: Edges, rng: random.Random) -> Edges:
    """The same network with one to three edges moved to other cities."""
    cities = 1 + max(city for edge in edges for city in edge[:2])
    moved = list(edges)
    for _ in range(rng.randint(1, 3)):
        a, _, length = moved.pop(rng.randrange(len(moved)))
        b = rng.choice([city for city in range(cities) if city != a])
        moved.append((a, b, length))
    return moved
