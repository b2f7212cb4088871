"""Drawing cards (C-20 to C-29)."""

from typing import TYPE_CHECKING

from referee.game.actions import SECOND_CARD
from referee.game.events import CardDrawn, Event, new
from referee.game.state import State
from referee.game.supply import gain, replace, stabilise
from referee.game.turn import end_action

if TYPE_CHECKING:
    from referee.game.game import Plan


def first_draws(state: State) -> int:
    """Mask of the cards that may be taken first: the deck and all open cards (C-20, C-28, E-06)."""
    bits = state.game.draw_bits
    mask = state.game.deck_bit if state.deck else 0
    for card in state.row:
        mask |= bits[card]
    return mask


def second_draws(state: State) -> int:
    """Mask of the cards that may be taken second: no open locomotive (C-23)."""
    return first_draws(state) & state.game.not_locomotive


def draw_deck(state: State, events: list[Event], _plan: "Plan") -> None:
    """Take the top card unseen; a locomotive counts as any card (C-24)."""
    seat, card = state.seat, state.deck.pop()
    gain(state, seat, card)
    events.append(new(CardDrawn, (seat, card, True)))
    if not state.deck:
        stabilise(state, events)
    _drawn(state, events)


def draw_card(state: State, events: list[Event], plan: "Plan") -> None:
    """Take an open card, replaced at once (C-21); a locomotive ends the action (C-22)."""
    card, seat, row = plan[1], state.seat, state.row
    slot = row.index(card)
    gain(state, seat, card)
    state.known[seat][card] += 1
    events.append(new(CardDrawn, (seat, card, False)))
    replace(state, events, slot)
    if card == state.game.locomotive:
        end_action(state, events)
    else:
        _drawn(state, events)


def _drawn(state: State, events: list[Event]) -> None:
    """Ask for the second card if one can be taken (C-29, E-08)."""
    if state.phase != SECOND_CARD:
        second = second_draws(state)
        if second:
            state.phase, state.legal = SECOND_CARD, second
            return
    end_action(state, events)
