"""Plans: the links that a seat means to build for its tickets and with the trains left over. Chooses no action."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, permutations
from math import inf

from attrs import frozen

from planning.sight import Sight
from planning.ways import Prices, cheapest_way
from planning.weights import Weights


@frozen(eq=False)
class Plan:
    """What to build.

    Attributes:
        links: for tickets, not owned yet. borrowed: links of others that stations must lend (EU-34).
        trains, turns: that all these take. done, lost: tickets that the plan completes, and those that it gives up.
        value: points to come for `links` and tickets, less what turns and trains are worth.
        costs: by link, with the planned ones at 0.
    """

    links: tuple[int, ...]
    borrowed: tuple[int, ...]
    trains: int
    turns: float
    done: tuple[int, ...]
    lost: tuple[int, ...]
    value: float
    costs: tuple[float, ...]


def make_plans(
    sight: Sight, prices: Prices, turns: float, weights: Weights, dearer: Mapping[int, float] | None = None
) -> list[Plan]:
    """Different plans for the tickets that fit into the trains and about so many turns, the best one first.

    `dearer`: by link, what it costs more than its price.
    """
    costs = list(prices.points)
    for link, more in (dearer or {}).items():
        if costs[link]:
            costs[link] += more
    plans: dict[frozenset[int], Plan] = {}
    for order in islice(_orders(sight, sight.tickets), weights.orders):
        plan = _draft(sight, order, costs, prices.turns, turns, weights)
        plans.setdefault(frozenset(plan.links + plan.borrowed), plan)
    return sorted(plans.values(), key=lambda plan: -plan.value)


def _orders(sight: Sight, tickets: Sequence[int]) -> Iterator[Sequence[int]]:
    """Most points first, then other orders."""
    facts = sight.game.edition.tickets
    ranked = sorted(tickets, key=lambda ticket: (-facts[ticket].points, ticket))
    if len(ranked) <= 3:
        return iter(permutations(ranked))
    turned = [ranked[i:] + ranked[:i] for i in range(len(ranked))]
    return iter([ranked, ranked[::-1], *turned[1:]])


def _draft(
    sight: Sight, order: Iterable[int], costs: list[float], length: Sequence[float], turns: float, weights: Weights
) -> Plan:
    """Each ticket in turn joined to what is planned so far, if that is worth it and there are trains and turns."""
    network, facts = sight.network, sight.game.edition.tickets
    costs, links, borrowed, done, lost = costs[:], list[int](), list[int](), list[int](), list[int]()
    trains, taken, value = 0, 0.0, 0.0
    for ticket in order:
        price, way = cheapest_way(network, costs, facts[ticket].a, facts[ticket].b)
        new = [link for link in way if costs[link] > 0]
        lent = [link for link in new if not sight.open[link]]
        more = sum([network.links[link].length for link in new if sight.open[link]])
        longer = weights.slow * sum([length[link] for link in new])
        won = 2 * weights.chance * facts[ticket].points
        fits = trains + more <= sight.own_trains and taken + longer <= turns
        if price > won or not fits or len(borrowed) + len(lent) > sight.stations:
            lost.append(ticket)
            continue
        links += [link for link in new if sight.open[link]]
        borrowed += lent
        done.append(ticket)
        trains, taken, value = trains + more, taken + longer, value + won - price
        for link in new:
            costs[link] = 0.0
    return Plan(tuple(links), tuple(borrowed), trains, taken, tuple(done), tuple(lost), value, tuple(costs))


def losses(sight: Sight, plan: Plan) -> dict[int, float]:
    """By planned link, what the plan loses if somebody else takes it: the way round, or at most its tickets."""
    network, facts = sight.network, sight.game.edition.tickets
    most = 2.0 * sum([facts[ticket].points for ticket in plan.done])
    costs = list(plan.costs)
    lost = {}
    for i in plan.links:
        before, costs[i] = costs[i], inf
        price, _ = cheapest_way(network, costs, network.links[i].a, network.links[i].b)
        lost[i] = min(price, most)
        costs[i] = before
    return lost
