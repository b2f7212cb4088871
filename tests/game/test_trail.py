import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.bench import networks as shapes
from referee.bench.networks import PIECES, Edges, parse
from referee.game.trail import _Forest, longest_trail, longest_trail_edges, solve
from tests.game import networks

WORST_NODES = 10_000
"""A node costs about 3 µs, so the worst network stays near 30 ms."""

CITIES = st.integers(0, 5)
EDGE = st.tuples(CITIES, CITIES, st.integers(1, 6)).filter(lambda edge: edge[0] != edge[1])
NETWORK = st.lists(EDGE, max_size=12)


def exhaustive(edges: Edges) -> int:
    """The longest trail by going every way from every city, one visit for each (city, edges used)."""
    best = 0
    todo = [(city, 0, 0) for edge in edges for city in edge[:2]]
    seen = set()
    while todo:
        city, used, length = todo.pop()
        best = max(best, length)
        for at, (a, b, more) in enumerate(edges):
            if not used >> at & 1 and city in (a, b):
                step = (a + b - city, used | 1 << at, length + more)
                if step not in seen:
                    seen.add(step)
                    todo.append(step)
    return best


def walk_length(edges: Edges, trail: tuple[int, ...]) -> int:
    """The length of a trail, after checking that one can walk it and uses no edge twice."""
    assert len(set(trail)) == len(trail)
    here = {city for edge in edges for city in edge[:2]}
    for index in trail:
        a, b, _ = edges[index]
        here = {a + b - city for city in here & {a, b}}
        assert here
    return sum(edges[index][2] for index in trail)


def nodes(edges: Edges) -> int:
    """The nodes that the search takes: a measure of effort that is the same on every machine."""
    return solve(edges, _Forest(edges)).nodes


def check(edges: Edges, length: int) -> None:
    """Both functions agree with a length known from elsewhere."""
    assert longest_trail(edges) == length
    assert walk_length(edges, longest_trail_edges(edges)) == length


@pytest.mark.parametrize(
    ("edges", "length"),
    [
        ("", 0),
        ("0-1:6", 6),
        ("0-1:2 0-2:3 0-3:4", 7),
        ("0-1:3 1-2:2 2-0:4 2-3:5 3-4:1 3-5:6", 20),
        ("0-1:3 1-2:2 2-0:4", 9),
        ("0-1:6 1-2:6 3-4:6 4-5:6 5-6:1", 13),
        ("0-1:2 0-1:2", 4),
        ("0-1:1 0-1:1 0-1:1 1-2:5", 8),
    ],
)
def test_examples(edges: str, length: int) -> None:
    """Branches do not add up, cities repeat, routes do not, and pieces apart are not joined (C-63, E-35, E-37)."""
    check(parse(edges), length)


@pytest.mark.parametrize("seed", range(8))
def test_small_networks_agree_with_going_every_way(seed: int) -> None:
    """On 500 random networks of up to nine edges the length is that of exhaustive search, and the trail has it."""
    rng = random.Random(seed)
    for _ in range(500):
        edges = networks.random_network(rng.randint(2, 9), rng.randint(1, 9), rng.choice((1, 2, 6)), rng)
        check(edges, exhaustive(edges))


@pytest.mark.parametrize(
    "edges",
    [
        shapes.star_of_triangles(3),
        shapes.tree_with_triangles(1),
        shapes.tree_with_triangles(1) + parse("0-20 0-21:2 20-22:2"),
        shapes.complete(5) + parse("0-10 1-11:2 2-12:3"),
        shapes.bipartite(3, 4),
        shapes.grid(3, 3),
        shapes.grid(2, 5),
        shapes.wheel(6),
        parse("0-1 0-1 0-2 0-2 0-3 0-3 0-4 0-5 0-6:2"),
        parse("0-1 1-2 1-2 1-2 2-3 3-4 3-4 3-4 4-5 0-6 0-7:3"),
        parse("0-1:2 1-2 2-0 2-3:3 3-4 4-5:2 5-3 3-6 6-7 7-8:2 8-6"),
    ],
)
def test_shapes_agree_with_going_every_way(edges: Edges) -> None:
    """Circles at the tips of branches, stars, bundles of parallel routes, grids: the length of exhaustive search."""
    check(edges, exhaustive(edges))


@given(NETWORK, st.permutations(range(6)), st.randoms(use_true_random=False))
def test_names_and_order_do_not_matter(edges: Edges, names: list[int], rng: random.Random) -> None:
    """Other numbers for the cities, another order and direction of the edges: the same length."""
    renamed = [(names[b], names[a], length) for a, b, length in edges]
    rng.shuffle(renamed)
    check(renamed, longest_trail(edges))


@given(NETWORK, EDGE)
def test_one_more_edge_joins_two_trails_at_most(edges: Edges, more: tuple[int, int, int]) -> None:
    """A new edge never shortens, and at best leads from one longest trail to another."""
    before = longest_trail(edges)
    assert before <= longest_trail([*edges, more]) <= 2 * before + more[2]


@given(NETWORK, NETWORK)
def test_the_best_piece_counts(edges: Edges, others: Edges) -> None:
    """Of two networks that share no city the longer trail counts."""
    apart = [(a + 50, b + 50, length) for a, b, length in others]
    check(edges + apart, max(longest_trail(edges), longest_trail(others)))


@given(st.lists(st.integers(0, 63), min_size=2, max_size=46))
def test_a_trail_is_walked_whole(cities: list[int]) -> None:
    """A connected network with no or two odd cities is one trail, and costs no search."""
    edges = [(a, b, 1 + a % 3) for a, b in pairwise(cities) if a != b]
    check(edges, sum(length for _, _, length in edges))
    assert nodes(edges) == 0


@given(NETWORK)
def test_edges_off_the_trail_do_not_matter(edges: Edges) -> None:
    """The trail alone is as long as the longest trail of the whole network."""
    trail = longest_trail_edges(edges)
    assert longest_trail([edges[index] for index in trail]) == longest_trail(edges)


def test_the_trail_is_in_walking_order() -> None:
    """The report's trail begins at an end and repeats itself for the same edges."""
    edges = parse("2-3:4 0-1 3-1 1-2:2 9-8")
    assert longest_trail_edges(edges) == longest_trail_edges(list(edges))
    assert longest_trail_edges(edges) == (1, 2, 0, 3)


@pytest.mark.parametrize(
    ("edges", "length", "budget"),
    [
        ([((child - 1) // 2, child, 1) for child in range(1, 46)], 9, 0),
        (shapes.complete(9), 36, 0),
        (shapes.complete(10), 41, 100),
        (shapes.bipartite(3, 15), 32, 100),
        (shapes.bipartite(5, 9), 38, 250),
        (shapes.bipartite(6, 7), 38, 100),
        (shapes.grid(5, 5), 34, 250),
        (shapes.grid(4, 6), 33, 100),
        (shapes.grid(3, 8), 31, 100),
        (shapes.grid(2, 15), 31, 100),
        (shapes.wheel(22), 34, 100),
        (shapes.petersen(15, 1), 31, 100),
        (shapes.petersen(15, 2), 31, 100),
        (shapes.petersen(15, 4), 31, 100),
        (shapes.tree_with_triangles(3), 12, 500),
        (shapes.star_of_triangles(11), 8, 500),
        (shapes.WORST[0], 31, WORST_NODES),
        (shapes.WORST[1], 33, WORST_NODES),
        (shapes.WORST[2], 32, WORST_NODES),
    ],
)
def test_known_shapes_stay_cheap(edges: Edges, length: int, budget: int) -> None:
    """Dense, bipartite, grid-like and cubic networks of up to 45 pieces, and the worst found, keep their budget."""
    assert sum(more for _, _, more in edges) <= PIECES
    assert longest_trail(edges) == length
    assert nodes(edges) <= budget


def test_random_shapes_stay_cheap() -> None:
    """Random cacti, regular graphs and networks of mixed lengths take a third of the budget of the worst."""
    rng = random.Random(45)
    found = [networks.cactus(rng) for _ in range(50)]
    found += [networks.regular(*shape, rng) for shape in ((30, 3), (22, 4), (18, 5), (15, 6)) for _ in range(30)]
    found += [
        networks.random_network(cities, PIECES, longest, rng) for cities in range(4, 32) for longest in (1, 1, 2, 3, 6)
    ]
    assert max(nodes(edges) for edges in found) <= WORST_NODES // 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_hill_climbing_finds_nothing_expensive(seed: int) -> None:
    """An adversary who changes edges step by step to make the search work harder stays within the budget."""
    rng = random.Random(seed)
    edges = networks.random_network(rng.randint(18, 30), PIECES, 1, rng)
    hardest = nodes(edges)
    for _ in range(600):
        other = networks.changed(edges, rng)
        effort = nodes(other)
        if effort >= hardest:
            edges, hardest = other, effort
    assert 0 < hardest <= WORST_NODES


def test_more_pieces_than_any_player_has_still_work() -> None:
    """A whole board in one hand is no special case: a 6 by 6 grid has 60 routes."""
    edges = shapes.grid(6, 6)
    check(edges, 53)
