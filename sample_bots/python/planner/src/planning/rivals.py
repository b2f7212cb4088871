"""Which long tickets others seem to build, and what the loss of a link would cost them. Chooses nothing."""

from collections.abc import Iterator, Mapping
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
    game, owners, trains = sight.game, sight.owners, sight.trains[seat]
    bare = {ticket: turns for ticket, turns in _bare(game).items() if ticket not in sight.tickets}
    saved = {ticket: turns - _way(game, owners, seat, ticket)[0] for ticket, turns in bare.items()}
    # The more turns its links already save on the way of a ticket, the more likely it is that they were built for it.
    likely = {ticket: exp(min(LIMIT, turns / weights.guess)) for ticket, turns in saved.items()}
    total = 1.0 + sum(likely.values())
    for ticket in bare:
        chance, most = likely[ticket] / total, 2.0 * game.edition.tickets[ticket].points
        if chance >= LEAST:
            for link, longer in _detours(game, owners, seat, ticket, trains):
                yield link, chance * min(most, weights.rush * longer)


@lru_cache(maxsize=256)
def _way(game: Game, owners: tuple[int, ...], seat: int, ticket: int) -> tuple[float, tuple[int, ...]]:
    """The turns that a ticket still takes a seat, and the links that it lacks for it."""
    costs, facts = _turns_of(game, owners, seat), game.edition.tickets[ticket]
    turns, way = cheapest_way(network_of(game), costs, facts.a, facts.b)
    return turns, tuple([link for link in way if costs[link]])


@lru_cache(maxsize=256)
def _detours(game: Game, owners: tuple[int, ...], seat: int, ticket: int, trains: int) -> tuple[tuple[int, float], ...]:
    """By link that a seat lacks for a ticket, the turns that the way round takes longer; none if it has lost already.

    Infinite where no way round fits into its trains. All plans of a turn ask the same.
    """
    network, facts, costs = network_of(game), game.edition.tickets[ticket], list(_turns_of(game, owners, seat))
    turns, lacking = _way(game, owners, seat, ticket)
    if sum([network.links[link].length for link in lacking]) > trains:
        return ()
    found = []
    for link in lacking:
        before, costs[link] = costs[link], inf
        round_it, other = cheapest_way(network, costs, facts.a, facts.b)
        fits = sum([network.links[i].length for i in other if costs[i]]) <= trains
        costs[link] = before
        found.append((link, round_it - turns if fits else inf))
    return tuple(found)


@lru_cache(maxsize=64)
def _turns_of(game: Game, owners: tuple[int, ...], seat: int) -> tuple[float, ...]:
    """By link, the turns that it takes another seat: 0 for its own, infinite for one that it cannot have."""
    network, costs = network_of(game), []
    for link in network.links:
        tracks = [owners[track] for track in link.tracks]
        if seat in tracks:
            costs.append(0.0)
        else:
            costs.append(_turns(link.length) if open_tracks(network, seat, tracks) else inf)
    return tuple(costs)


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
