"""What the routes of the others say about their tickets, and tickets that go with it. Judges no plan."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from random import Random

from planning.network import network_of
from planning.ways import cheapest_way
from referee.botkit import Game, View
from referee.game import State

STRENGTH = 4.5
"""How much likelier a ticket is whose way is built than one whose way is not begun, as a logarithm; fitted to games."""

Signs = Sequence[Sequence[float]]
"""By seat and ticket, how likely the seat has it, more so the more of its shortest way is built; ratios count."""


def signs_of(game: Game, view: View) -> Signs:
    """The signs in a position; where a seat has no routes, every ticket is as likely."""
    network, tickets = network_of(game), game.edition.tickets
    costs = [[float(link.length) for link in network.links] for _ in range(game.players)]
    for route, owner in enumerate(view.owners):
        if owner >= 0:
            costs[owner][network.link_of[route]] = 0.0
    whole = _lengths(game)
    return [
        [exp(STRENGTH * (1 - cheapest_way(network, own, t.a, t.b)[0] / whole[i])) for i, t in enumerate(tickets)]
        if seat != view.seat and seat in view.owners
        else [1.0] * len(tickets)
        for seat, own in enumerate(costs)
    ]


@lru_cache(maxsize=32)
def _lengths(game: Game) -> tuple[float, ...]:
    """By ticket, the trains of its shortest way on an empty board."""
    network = network_of(game)
    costs = [float(link.length) for link in network.links]
    return tuple(cheapest_way(network, costs, ticket.a, ticket.b)[0] for ticket in game.edition.tickets)


def deal_again(state: State, view: View, seat: int, likely: Sequence[float], rng: Random) -> None:
    """Exchange a seat's tickets for those of the deck that the view does not show either, as the signs say."""
    facts = state.game.edition.tickets
    known = {*view.tickets, *[refused.ticket for refused in view.refused]}
    held, deck = list(state.tickets[seat]), list(state.ticket_deck)
    for i, ticket in enumerate(held):
        if ticket not in known:
            places = [j for j, t in enumerate(deck) if t not in known and facts[t].long == facts[ticket].long]
            place = rng.choices([-1, *places], [likely[ticket], *[likely[deck[j]] for j in places]])[0]
            if place >= 0:
                held[i], deck[place] = deck[place], ticket
    state.tickets[seat], state.ticket_deck = tuple(held), tuple(deck)
