"""Tickets: which of an offer to keep, and whether to ask for more."""

from collections.abc import Iterable, Sequence
from math import comb, inf

from planning.plans import Plan
from planning.sight import Sight
from planning.ways import distances
from planning.weights import Weights


def hope(sight: Sight, plan: Plan, deck: int, known: Sequence[int], turns: float, weights: Weights) -> float:
    """Points that a draw of tickets promises: the best part of an average offer, beside the plan.

    `deck`: tickets in the ticket deck. `known`: tickets that are surely not drawn.
    """
    count = min(sight.game.draw_tickets, deck)
    gains = sorted(_gains(sight, plan, known, turns, weights), reverse=True)
    if not gains or not count:
        return -inf
    return _mean_of_offer(gains, 0, count)


def _gains(sight: Sight, plan: Plan, known: Sequence[int], turns: float, weights: Weights) -> list[float]:
    """For each ticket that may come, what keeping it would bring."""
    facts, network = sight.game.edition.tickets, sight.network
    room = min(sight.own_trains - plan.trains, (turns - plan.turns) * 1.3)
    by_start: dict[int, list[float]] = {}
    gains = []
    for ticket, fact in enumerate(facts):
        if ticket in known or fact.long:
            continue
        if fact.a not in by_start:
            by_start[fact.a] = distances(network, plan.costs, fact.a)
        price = by_start[fact.a][fact.b]
        if price == 0:
            gains.append(float(fact.points) * (weights.chance if plan.links else 1.0))
        elif price == inf or price * 1.2 > room:
            gains.append(-float(fact.points))
        else:
            gains.append(max(-float(fact.points), (2 * weights.chance - 1) * fact.points - price))
    return gains


def _mean_of_offer(gains: Sequence[float], connected: int, count: int) -> float:
    """The average over all offers of `count`: what is connected is kept, and the best of the others. `gains` descending."""
    count = min(count, len(gains))
    offers = comb(len(gains), count)
    best = sum([gain * comb(len(gains) - i - 1, count - 1) for i, gain in enumerate(gains)]) / offers
    return best
