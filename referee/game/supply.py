"""Deck, discard and row: STABILISE of docs/rules.md section 1, and paying cards. Asks nothing and ends nothing."""

from referee.game.events import DeckShuffled, Event, RowFilled, RowReset, new
from referee.game.state import EMPTY, State

RESET_GUARD = 100
"""Resets in one go after which a rigged row stays as it is (E-02)."""


def stabilise(state: State, events: list[Event]) -> None:
    """Refill deck and row and replace a row of too many locomotives until nothing changes (STABILISE S1 to S4)."""
    game, row = state.game, state.row
    resets = 0
    while True:
        if not state.deck:
            _refill(state, events)
        while EMPTY in row and state.deck:
            slot = row.index(EMPTY)
            row[slot] = card = state.deck.pop()
            events.append(new(RowFilled, (slot, card)))
            if not state.deck:
                _refill(state, events)
        if row.count(game.locomotive) < game.reset_at or EMPTY in row:
            return
        if resets == RESET_GUARD or _coloured_cards(state) < game.least_coloured:
            return
        resets += 1
        _reset_row(state, events)


def replace(state: State, events: list[Event], slot: int) -> None:
    """STABILISE after the card of one slot was taken (C-21)."""
    state.row[slot] = EMPTY
    deck = state.deck
    if len(deck) < 2 or deck[-1] == state.game.locomotive:
        stabilise(state, events)
        return
    # The deck goes on and no locomotive comes, so nothing but this slot can change.
    card = state.row[slot] = deck.pop()
    events.append(new(RowFilled, (slot, card)))


def _refill(state: State, events: list[Event]) -> None:
    """S1, and where deck and discard are both empty whatever else a module knows (W-40)."""
    refill_deck(state, events)
    if not state.deck:
        for refill in state.game.when_dry:
            refill(state, events)


def refill_deck(state: State, events: list[Event]) -> None:
    """S1: an empty deck takes the whole discard, shuffled (C-27, E-04)."""
    if not state.deck and any(state.discard):
        size = sum(state.discard)
        take_as_deck(state, state.discard)
        state.discard = [0] * len(state.discard)
        events.append(DeckShuffled(state.shuffles, size))


def take_as_deck(state: State, counts: list[int]) -> None:
    """Shuffle this many cards of each kind under the next label; they are the deck from now on."""
    state.shuffles += 1
    state.deck = state.deal.cards(counts, state.shuffles)[::-1]


def _coloured_cards(state: State) -> int:
    """Cards other than locomotives in row, deck and discard together (E-01)."""
    locomotive = state.game.locomotive
    supply = state.row + state.deck
    return len(supply) - supply.count(locomotive) - supply.count(EMPTY) + sum(state.discard[:locomotive])


def _reset_row(state: State, events: list[Event]) -> None:
    """S3: the five open cards go to the discard (C-25, C-26)."""
    row = state.row
    events.append(RowReset(tuple(row)))
    for slot, card in enumerate(row):
        state.discard[card] += 1
        row[slot] = EMPTY


def gain(state: State, seat: int, card: int, count: int = 1) -> None:
    """Put cards of one kind into a hand."""
    hand = state.hands[seat]
    hand[card] += count
    if card < state.game.locomotive:
        state.affordable[seat] |= state.game.colour_masks[card][hand[card]]


def lay_down(state: State, seat: int, colour: int, colour_cards: int, locomotives: int) -> None:
    """Take a payment out of a hand. What everybody knew of the hand shrinks with it."""
    hand, known = state.hands[seat], state.known[seat]
    if colour_cards:
        masks, held = state.game.colour_masks[colour], hand[colour]
        state.affordable[seat] ^= masks[held] ^ masks[held - colour_cards]
        hand[colour] = held - colour_cards
        if known[colour]:
            known[colour] = max(0, known[colour] - colour_cards)
    if locomotives:
        hand[-1] -= locomotives
        if known[-1]:
            known[-1] = max(0, known[-1] - locomotives)


def pay(state: State, seat: int, colour: int, colour_cards: int, locomotives: int) -> None:
    """Move a payment from a hand to the discard (C-36).

    Colour -1 comes with no colour cards, so that its index, which is the locomotives', changes nothing.
    """
    lay_down(state, seat, colour, colour_cards, locomotives)
    discard = state.discard
    discard[colour] += colour_cards
    discard[-1] += locomotives
