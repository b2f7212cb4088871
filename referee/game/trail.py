"""The longest trail in one player's network (C-63): the greatest total length of a walk that uses no route twice.

It measures a network and nothing else: who owns what, ties (E-36) and the bonus belong to scoring.

A trail that goes down a hanging tree never comes back, so trees shrink to *arms*, of which only the longest two of a
city matter; a network without circles is then done. What is left falls into *cores*: circles, and the bridges between
them. A core with at most two odd cities, arm tips counted, is walked whole (Euler); `trail_search` does the others.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.game.trail_search import Arm, Core, Leg, flood, search

Edge = tuple[int, int, int]

_NO_ARM = (0, -1)


class Solution(NamedTuple):
    """A longest trail: its length in pieces, its edges as legs in no order, and the nodes that searches took."""

    length: int
    legs: list[Leg]
    nodes: int


def longest_trail(edges: Sequence[Edge]) -> int:
    """The greatest total length over all trails; 0 for no edges. C-63, E-35.

    Args:
        edges: (city, city, length) of each route of one player. The two cities differ, lengths are at least 1,
            two routes may join the same cities, and the network may fall into several pieces.
    """
    return solve(edges, _Forest(edges)).length


def longest_trail_edges(edges: Sequence[Edge]) -> tuple[int, ...]:
    """Indices of the edges of one longest trail, in walking order. The same edges give the same trail."""
    forest = _Forest(edges)
    legs = solve(edges, forest).legs
    return _in_walking_order(edges, {index for leg in legs for index in forest.descend(leg)})


class _Forest:
    """The hanging trees of a network, peeled leaf by leaf; `degree` is then 0 for every city outside a core.

    `first` and `second` are the longest two arms of a city: (length, index of the first edge).
    """

    __slots__ = ("_edges", "degree", "first", "second")

    def __init__(self, edges: Sequence[Edge]) -> None:
        degree: dict[int, int] = {}
        links: dict[int, int] = {}
        for index, (a, b, _) in enumerate(edges):
            degree[a] = degree.get(a, 0) + 1
            degree[b] = degree.get(b, 0) + 1
            # The exclusive or of a city's edges names the edge of a leaf without any list of neighbours.
            links[a] = links.get(a, 0) ^ index
            links[b] = links.get(b, 0) ^ index
        self._edges = edges
        self.degree = degree
        self.first = dict.fromkeys(degree, _NO_ARM)
        self.second = self.first.copy()
        self._peel(links)

    def _peel(self, links: dict[int, int]) -> None:
        degree, first, second = self.degree, self.first, self.second
        for leaf in links:
            city = leaf
            while degree[city] == 1:
                index = links[city]
                a, b, length = self._edges[index]
                inner = a + b - city
                degree[city] = 0
                degree[inner] -= 1
                links[inner] ^= index
                arm = (first[city][0] + length, index)
                if arm > first[inner]:
                    first[inner], second[inner] = arm, first[inner]
                elif arm > second[inner]:
                    second[inner] = arm
                city = inner

    def arms(self, city: int) -> list[Arm]:
        """The longest arms of a city, at most two."""
        return [arm for arm in (self.first[city], self.second[city]) if arm is not _NO_ARM]

    def best(self) -> Solution:
        """The longest trail that uses no edge of a core: down one arm of a city and up another."""
        length, top = 0, -1
        for city, arm in self.first.items():
            both = arm[0] + self.second[city][0]
            if both > length:
                length, top = both, city
        return Solution(length, [(top, index) for _, index in self.arms(top)] if length else [], 0)

    def descend(self, leg: Leg) -> Iterator[int]:
        """The edges of a leg: one if it ends in a core, else the whole arm."""
        city, index = leg
        while index >= 0:
            yield index
            city = sum(self._edges[index][:2]) - city
            index = -1 if self.degree[city] else self.first[city][1]


def solve(edges: Sequence[Edge], forest: _Forest) -> Solution:
    """A longest trail of the whole network."""
    best = forest.best()
    if any(forest.degree.values()):
        for core in _cores(edges, forest.degree):
            best = _better(best, core, forest)
    return best


def _cores(edges: Sequence[Edge], degree: dict[int, int]) -> Iterator[Core]:
    near: Core = {city: [] for city, count in degree.items() if count}
    for index, (a, b, length) in enumerate(edges):
        if degree[a] and degree[b]:
            near[a].append((b, length, index))
            near[b].append((a, length, index))
    while near:
        core = flood(near, next(iter(near)))
        for city in core:
            del near[city]
        yield core


def _better(best: Solution, core: Core, forest: _Forest) -> Solution:
    """A longest trail of a core and its arms, or the best so far if that is as long."""
    arms = {city: forest.arms(city) for city in core}
    tips = sorted([length for own in arms.values() for length, _ in own])
    inside = sum([length for near in core.values() for _, length, _ in near]) // 2
    if inside + sum(tips[-2:]) <= best.length:
        return best
    odd = [city for city, near in core.items() if (len(near) + len(arms[city])) & 1]
    if len(odd) + len(tips) <= 2:
        routes = {index: (city, index) for city, near in core.items() for _, _, index in near}
        down = [(city, index) for city, own in arms.items() for _, index in own]
        return Solution(inside + sum(tips), [*routes.values(), *down], best.nodes)
    total = inside + sum(tips)
    cost, legs, nodes = search(core, arms, odd, total - best.length)
    nodes += best.nodes
    return Solution(total - cost, legs, nodes) if legs else best._replace(nodes=nodes)


def _in_walking_order(edges: Sequence[Edge], used: set[int]) -> tuple[int, ...]:
    """Edges that form a trail, in the order of a walk over all of them (Hierholzer)."""
    near: defaultdict[int, list[int]] = defaultdict(list)
    for index in sorted(used):
        for city in edges[index][:2]:
            near[city].append(index)
    start = min(near, key=lambda city: (len(near[city]) % 2 == 0, city), default=0)
    walk: list[int] = []
    path = [(start, -1)]
    while path:
        city, came_by = path[-1]
        index = next((index for index in near[city] if index in used), -1)
        if index < 0:
            walk.append(came_by)
            path.pop()
        else:
            used.remove(index)
            path.append((sum(edges[index][:2]) - city, index))
    return tuple(walk[-2::-1])
