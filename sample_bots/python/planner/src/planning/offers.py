"""Whether more tickets are worth a turn. Which of an offer to keep is a question of whole plans."""

from collections.abc import Sequence
from math import comb, inf

from planning.plans import Plan
from planning.sight import Sight
from planning.ways import distances
from planning.weights import Weights


def hope(sight: Sight, plan: Plan, deck: int, known: Sequence[int], turns: float, weights: Weights) -> float:
    """Points that a draw of tickets promises: the best ticket of an average offer, beside the plan.

    `deck`: tickets in the ticket deck. `known`: tickets that are surely not drawn.
    """
    count = min(sight.game.draw_tickets, deck)
    gains = sorted(_gains(sight, plan, known, turns, weights), reverse=True)
    if not gains or not count:
        return -inf
    return _best_of(gains, count)


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


def _best_of(gains: Sequence[float], count: int) -> float:
    """The average over all offers of `count` of what its best ticket brings; `gains` descending."""
    count = min(count, len(gains))
    ways = [comb(len(gains) - i - 1, count - 1) for i in range(len(gains))]
    return sum([gain * way for gain, way in zip(gains, ways, strict=True)]) / sum(ways)
