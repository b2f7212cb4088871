"""Costs of links and cheapest ways over them. Knows tickets only as pairs of cities."""

from collections.abc import Sequence
from heapq import heappop, heappush
from math import inf

from attrs import frozen

from planning.network import Link, Network
from planning.sight import Sight
from planning.weights import Weights


def _cards_to_come(sight: Sight, link: Link, tracks: Sequence[int], weights: Weights) -> float:
    hand = sight.hand
    held = max([hand[colour] for track in tracks for colour in link.colours[track]])
    coloured = link.length - link.locomotives
    wild = max(0, hand[-1] - link.locomotives)
    share = weights.held + (1 - weights.held) * sight.late
    come = max(0.0, coloured - share * (min(held, coloured) + 0.5 * wild))
    come *= 1 + weights.narrow * (1.0 if link.narrow else weights.broad)
    short = max(0, link.locomotives - hand[-1])
    return come + short * (1 + weights.locomotive) + (weights.tunnel if link.tunnel else 0.0)


@frozen
class Prices:
    """What each link costs one seat now.

    Attributes:
        turns: own turns by link, 0 where it cannot be had. points: turns and trains less what the link scores; 0 for an
            own link, infinite for one that is shut. A link of others costs a station, if one is left.
    """

    turns: tuple[float, ...]
    points: tuple[float, ...]


def prices_of(sight: Sight, weights: Weights) -> Prices:
    """The prices of all links."""
    trains = sight.own_trains
    lent = inf
    if sight.stations:
        lent = sight.game.edition.numbers.station_points + weights.turn * (1 + sight.next_station / 2) + weights.lent
    turns, points = [], []
    for i, link in enumerate(sight.network.links):
        long = 0.0
        if sight.mine[i]:
            points.append(0.0)
        elif not sight.open[i]:
            long = 1 + sight.next_station / 2
            points.append(lent)
        elif link.length > trains:
            points.append(inf)
        else:
            long = 1 + _cards_to_come(sight, link, sight.open[i], weights) / 2
            points.append(max(weights.least, weights.turn * long + weights.train * link.length - link.points))
        turns.append(long)
    return Prices(tuple(turns), tuple(points))


def cheapest_way(network: Network, costs: Sequence[float], start: int, goal: int) -> tuple[float, list[int]]:
    """Cost and links of the cheapest way between two cities (Dijkstra); infinite and no links if there is none."""
    best = {start: 0.0}
    came: dict[int, tuple[int, int]] = {}
    queue = [(0.0, start)]
    at = network.at
    while queue:
        cost, city = heappop(queue)
        if city == goal:
            return cost, _links_back(came, start, goal)
        if cost > best[city]:
            continue
        for link, other in at[city]:
            total = cost + costs[link]
            if total < best.get(other, inf):
                best[other] = total
                came[other] = link, city
                heappush(queue, (total, other))
    return inf, []


def _links_back(came: dict[int, tuple[int, int]], start: int, goal: int) -> list[int]:
    way = []
    while goal != start:
        link, goal = came[goal]
        way.append(link)
    return way


def distances(network: Network, costs: Sequence[float], start: int) -> list[float]:
    """Cost of the cheapest way from one city to each."""
    best = [inf] * len(network.at)
    best[start] = 0.0
    queue = [(0.0, start)]
    while queue:
        cost, city = heappop(queue)
        if cost > best[city]:
            continue
        for link, other in network.at[city]:
            total = cost + costs[link]
            if total < best[other]:
                best[other] = total
                heappush(queue, (total, other))
    return best
