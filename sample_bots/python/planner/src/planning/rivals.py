"""Which long tickets others seem to build, and what the loss of a link would cost them. Chooses nothing."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import exp, inf

from planning.network import network_of
from planning.sight import Sight, open_tracks
from planning.ways import cheapest_way
from planning.weights import Weights
from referee.botkit import Game

LEAST = 0.1
"""Chance of a ticket from which on it is looked at."""

LIMIT = 8.0
"""Greatest exponent: a ticket that others have surely built for needs no larger number."""


def harms(sight: Sight, weights: Weights) -> dict[int, float]:
    """By link that this seat may claim, the points that others lose on average if it does, as far as they count."""
    found: dict[int, float] = {}
    if not weights.block:
        return found
    share = weights.block / len(sight.touched)
    for seat in sight.touched:
        for link, points in _harms_to(sight, seat, weights):
            if sight.open[link]:
                found[link] = found.get(link, 0.0) + share * points
    return found


def _harms_to(sight: Sight, seat: int, weights: Weights) -> Iterator[tuple[int, float]]:
    """The links that one seat still needs for the long tickets that it may hold, with what it loses with each."""
    facts, costs = sight.game.edition.tickets, _turns_of(sight, seat)
    bare = {ticket: turns for ticket, turns in _bare(sight.game).items() if ticket not in sight.tickets}
    ways = {ticket: cheapest_way(sight.network, costs, facts[ticket].a, facts[ticket].b) for ticket in bare}
    # The more turns its links already save on the way of a ticket, the more likely it is that they were built for it.
    likely = {ticket: exp(min(LIMIT, (bare[ticket] - turns) / weights.guess)) for ticket, (turns, _) in ways.items()}
    total = 1.0 + sum(likely.values())
    for ticket, (turns, way) in ways.items():
        chance, most = likely[ticket] / total, 2.0 * facts[ticket].points
        if chance < LEAST or not _fits(sight, seat, way, costs):
            continue
        for link in [link for link in way if costs[link]]:
            before, costs[link] = costs[link], inf
            longer, other = cheapest_way(sight.network, costs, facts[ticket].a, facts[ticket].b)
            lost = longer == inf or not _fits(sight, seat, other, costs)
            costs[link] = before
            yield link, chance * (most if lost else min(most, weights.rush * (longer - turns)))


def _fits(sight: Sight, seat: int, way: Sequence[int], costs: Sequence[float]) -> bool:
    """Whether a seat has the trains for what it lacks of a way."""
    return sum([sight.network.links[link].length for link in way if costs[link]]) <= sight.trains[seat]


def _turns_of(sight: Sight, seat: int) -> list[float]:
    """By link, the turns that it takes another seat: 0 for its own, infinite for one that it cannot have."""
    costs = []
    for link in sight.network.links:
        owners = [sight.owners[track] for track in link.tracks]
        if seat in owners:
            costs.append(0.0)
        else:
            costs.append(_turns(link.length) if open_tracks(sight.network, seat, owners) else inf)
    return costs


def _turns(length: int) -> float:
    return 1 + length / 2


@lru_cache(maxsize=32)
def _bare(game: Game) -> Mapping[int, float]:
    """By long ticket, the turns that it takes on the empty board."""
    network = network_of(game)
    costs = [_turns(link.length) for link in network.links]
    return {
        i: cheapest_way(network, costs, ticket.a, ticket.b)[0]
        for i, ticket in enumerate(game.edition.tickets)
        if ticket.long
    }
