"""Costs of links and cheapest ways over them. Knows tickets only as pairs of cities."""

from collections.abc import Sequence
from heapq import heappop, heappush
from math import inf

from planning.network import Link, Network
from planning.sight import Sight
from planning.weights import Weights


def turns_of(sight: Sight, link: int, weights: Weights) -> float:
    """Own turns that a link takes: one for the claim, and half of one for each card that is still to come."""
    facts = sight.network.links[link]
    if not sight.open[link]:
        return 1.0 + sight.next_station / 2
    return 1.0 + _cards_to_come(sight, facts, sight.open[link], weights) / 2


def _cards_to_come(sight: Sight, link: Link, tracks: Sequence[int], weights: Weights) -> float:
    hand, held, narrow = sight.hand, 0, True
    for track in tracks:
        colours = link.colours[track]
        narrow = narrow and len(colours) == 1
        held = max(held, max([hand[colour] for colour in colours]))
    coloured = link.length - link.locomotives
    wild = max(0, hand[-1] - link.locomotives)
    late = sight.late
    share = weights.held + (1 - weights.held) * late
    come = max(0.0, coloured - share * (min(held, coloured) + 0.5 * wild))
    come *= 1 + (weights.narrow + weights.late * late) * (1.0 if narrow else weights.broad)
    short = max(0, link.locomotives - hand[-1])
    return come + short * (1 + weights.locomotive) + (weights.tunnel if link.tunnel else 0.0)


def link_costs(sight: Sight, weights: Weights) -> list[float]:
    """By link, what building it costs in points: turns and trains less what it scores; 0 if owned, infinite if shut.

    A link of others costs a station, if one is left.
    """
    trains, links = sight.own_trains, sight.network.links
    lent = inf
    if sight.stations:
        lent = sight.game.edition.numbers.station_points + weights.turn * (1 + sight.next_station / 2) + weights.lent
    costs = []
    for i, link in enumerate(links):
        if sight.mine[i]:
            costs.append(0.0)
        elif not sight.open[i]:
            costs.append(lent)
        elif link.length > trains:
            costs.append(inf)
        else:
            price = weights.turn * turns_of(sight, i, weights) + weights.train * link.length - link.points
            costs.append(max(weights.least, price))
    return costs


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
