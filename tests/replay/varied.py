"""A policy for golden matches of every edition: a bit of everything, the same on every Python. Checks nothing."""

from collections.abc import Callable
from random import Random

from referee.game import Action, ActionKind, DecisionKind, State, decision

Draw = Callable[[], float]
"""A number from 0 up to 1. `random()` is the one method of `Random` that promises the same numbers for ever."""

_DRAWS = frozenset({ActionKind.DRAW_DECK, ActionKind.DRAW_CARD, ActionKind.DEPOSIT})

_SELDOM = {ActionKind.STATION: 0.04, ActionKind.DEPOT: 0.05, ActionKind.TICKETS: 0.06, ActionKind.CLAIM: 0.35}
"""At a main decision, how often a kind is taken where it is legal, tried in this order; else a card is drawn."""

_FIRST = {DecisionKind.TUNNEL: 0.25, DecisionKind.PICK: 0.3, DecisionKind.PLACE_DEPOT: 0.9}
"""How often these questions are answered by `decline`, `pick none` and `depot none`."""

_REFUSALS = frozenset({ActionKind.DECLINE, ActionKind.PICK_NONE, ActionKind.DEPOT_NONE})


def varied(seed: str) -> Callable[[State], int]:
    """A policy that claims when it can, and now and then builds, places, picks, declines and draws tickets."""
    draw = Random(seed).random
    return lambda state: _choose(state, draw)


def _choose(state: State, draw: Draw) -> int:
    asked, table = decision(state), state.game.table
    if asked.kind == DecisionKind.MAIN:
        for kind, chance in _SELDOM.items():
            of_kind = [action for action in asked.legal if table[action].kind == kind]
            if of_kind and draw() < chance:
                return _longest(state, of_kind, draw) if kind == ActionKind.CLAIM else _any(of_kind, draw)
        return _card(state, [a for a in asked.legal if table[a].kind in _DRAWS] or asked.legal, draw)
    if asked.kind in _FIRST:
        refused = draw() < _FIRST[asked.kind]
        fitting = [a for a in asked.legal if _refuses(table[a]) == refused]
        return _any(fitting or asked.legal, draw)
    return _card(state, asked.legal, draw)


def _card(state: State, legal: list[int], draw: Draw) -> int:
    """Two times in three the open card that the hand has most of, so that something is left for tunnels."""
    table, hand = state.game.table, state.hands[state.seat]
    cards = [action for action in legal if table[action].kind == ActionKind.DRAW_CARD]
    if cards and draw() < 2 / 3:
        return max(cards, key=lambda action: (hand[table[action].card], -action))
    return _any(legal, draw)


def _refuses(action: Action) -> bool:
    return action.kind in _REFUSALS


def _longest(state: State, claims: list[int], draw: Draw) -> int:
    """One of the claims of the most spaces, so that a match comes to its end."""
    lengths, table = state.game.lengths, state.game.table
    most = max(lengths[table[action].route] for action in claims)
    return _any([action for action in claims if lengths[table[action].route] == most], draw)


def _any(actions: list[int], draw: Draw) -> int:
    return actions[int(draw() * len(actions))]
