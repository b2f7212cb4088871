"""Claiming routes (C-30 to C-39): what stays open to whom, and what a claim changes."""

from typing import TYPE_CHECKING

from referee.game.events import Event, RouteClaimed, new
from referee.game.state import State
from referee.game.supply import pay, stabilise
from referee.game.turn import end_action

if TYPE_CHECKING:
    from referee.game.game import Plan


def payable(state: State, seat: int) -> int:
    """Mask of all actions, in any phase, that this hand and this stock can pay for (C-32 to C-35)."""
    game = state.game
    return state.affordable[seat] & game.locomotive_masks[state.hands[seat][-1]] & game.train_masks[state.trains[seat]]


def claim(state: State, events: list[Event], plan: "Plan") -> None:
    """Pay for a route and own it (C-36)."""
    _, route, colour, colour_cards, locomotives = plan
    pay(state, state.seat, colour, colour_cards, locomotives)
    own(state, events, route, colour, colour_cards, locomotives)


def own(state: State, events: list[Event], route: int, colour: int, colour_cards: int, locomotives: int) -> None:
    """Give a route that is paid for to the seat to move, refill, and end the action."""
    seat, game = state.seat, state.game
    take(state, seat, route)
    points = game.points[route]
    events.append(new(RouteClaimed, (seat, route, colour, colour_cards, locomotives, points)))
    stabilise(state, events)
    for ask in game.after_claim:
        if ask(state, events, route):
            return
    end_action(state, events)


def take(state: State, seat: int, route: int) -> None:
    """Trains, points, network and closed tracks of a claim; cards are not touched (C-36 to C-39)."""
    game = state.game
    state.owned[seat] |= 1 << route
    state.trains[seat] -= game.lengths[route]
    state.points[seat] += game.points[route]
    state.networks[seat] = joined(state.networks[seat], game.ends[route])
    shut, still_open = game.shut[route], state.open
    for other, mask in enumerate(still_open):
        still_open[other] = mask & shut
    still_open[seat] &= game.shut_for_owner[route]


def occupy(state: State, city: int) -> None:
    """A station or a depot stands in a city: nothing else may be built there (EU-30, W-05, W-07)."""
    state.occupied |= 1 << city
    others = state.game.not_in_city[city]
    state.open = [mask & others for mask in state.open]


def joined(network: tuple[int, ...], ends: int) -> tuple[int, ...]:
    """Connected components, as masks of cities, after a route with these two ends is added (C-61)."""
    apart = []
    for component in network:
        if component & ends:
            ends |= component
        else:
            apart.append(component)
    apart.append(ends)
    return tuple(apart)


def connected(network: tuple[int, ...], ends: int) -> bool:
    """Whether one component holds all these cities (C-61)."""
    # A generator under `any` costs twice as much, and every ticket of every match comes here.
    for component in network:  # noqa: SIM110
        if component & ends == ends:
            return True
    return False
