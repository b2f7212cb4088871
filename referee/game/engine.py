"""The two verbs of the rules: what is asked, and play this answer."""

from typing import NamedTuple

from referee.game.actions import ActionKind, DecisionKind
from referee.game.events import Event, new
from referee.game.legality import refusal
from referee.game.state import State


class Decision(NamedTuple):
    """One question to one seat.

    Attributes:
        seat: who is asked; -1 after the end. kind: what is asked. legal: the ids of all legal answers, ascending.
    """

    seat: int
    kind: DecisionKind
    legal: list[int]


_KINDS = {kind.value: kind for kind in DecisionKind}


def decision(state: State) -> Decision:
    """The open question; after the end it is `Decision(-1, OVER, [])`."""
    mask = state.legal
    if mask < 0:
        mask = state.legal_mask()
    return new(Decision, (state.seat if mask else -1, _KINDS[state.phase], state.game.bit_lists(mask)))


def apply(state: State, action: int) -> tuple[Event, ...]:
    """Play an action of the seat that is asked and tell what happened.

    Raises:
        ActionError: it is not legal; the state is as before.
    """
    legal = state.legal
    if legal < 0:
        legal = state.legal_mask()
    game = state.game
    if not 0 <= action < len(game.bits) or not legal & game.bits[action]:
        raise refusal(state, action)
    seat, before = state.seat, state.history
    events: list[Event] = []
    plan = game.plans[action]
    state.legal = -1
    if state.passes and plan[0] not in game.quiet:
        state.passes = 0
    plan[0](state, events, plan)
    happened = tuple(events)
    state.seen[seat] = before
    state.history = (happened, before)
    return happened


_DEFAULTS = (ActionKind.PASS, ActionKind.DECLINE, ActionKind.PICK_NONE, ActionKind.DEPOT_NONE, ActionKind.DRAW_DECK)


def default_action(state: State) -> int:
    """What a strike plays for the seat that is asked.

    The first legal one of `pass`, `decline`, `pick none`, `depot none`, `draw deck`, a deposit to itself, the lowest id
    that places no depot; a starting depot, which must be placed, goes to the lowest city.
    """
    table, seat = state.game.table, state.seat
    legal = decision(state).legal
    by_kind = {table[action].kind: action for action in reversed(legal)}
    for kind in _DEFAULTS:
        if kind in by_kind:
            return by_kind[kind]
    own = [a for a in legal if table[a].kind == ActionKind.DEPOSIT and table[a].seat == seat]
    harmless = [a for a in legal if table[a].kind != ActionKind.DEPOT]
    return (own or harmless or legal)[0]
