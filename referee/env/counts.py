"""The part of an observation that counts things: cards, pieces, turns. Gives plain numbers, not yet scaled."""

from collections.abc import Sequence
from typing import final

from referee.env.extras import Extra
from referee.env.layout import Segment
from referee.game import DecisionKind, Game, State
from referee.game.actions import OFFER
from referee.game.tickets import keep_limits

MOST_TURNS = 1023
MOST_REFUSED = 255
"""Where counts stop that no rule bounds."""


@final
class Counts:
    """Gives, for a state and the seats beginning with the one that looks, the numbers of its segments in order.

    `size` numbers are shown; after them come the tickets on offer, counted from 1 and filled up with noughts.
    """

    def __init__(self, game: Game, extras: Sequence[Extra]) -> None:
        self._extras = extras
        self._kinds = range(len(game.cards))
        self.segments = (*_table(game), *_seats(game), *(s for extra in extras for s in extra.counts))
        self.size = sum(segment.size for segment in self.segments)

    def __call__(self, state: State, order: tuple[int, ...]) -> list[int]:
        """Raw counts; only what the first seat of `order` may know."""
        seat, row, hands, known = order[0], state.row, state.hands, state.known
        asked = state.phase == DecisionKind.KEEP_TICKETS and state.seat == seat
        numbers = [min(state.turn, MOST_TURNS), state.turns_left + 1, state.passes, state.stage]
        numbers += keep_limits(state) if asked else (0, 0)
        numbers += (len(state.deck), len(state.ticket_deck))
        numbers += hands[seat]
        numbers += [row.count(card) for card in self._kinds]
        numbers += state.discard
        numbers += [sum(hands[other]) for other in order]
        for fact in (state.trains, state.points):
            numbers += fact[seat:] + fact[:seat]
        numbers += [len(state.tickets[other]) for other in order]
        numbers += [min(state.refusals[other], MOST_REFUSED) for other in order]
        numbers += [len(state.offers[other]) for other in order]
        numbers += [state.out[other] + 1 for other in order]
        for other in order:
            numbers += known[other]
        for extra in self._extras:
            numbers += extra.count(state, order)
        offer = state.offers[seat]
        numbers += [ticket + 1 for ticket in offer]
        numbers += [0] * (OFFER - len(offer))
        return numbers


def _table(game: Game) -> tuple[Segment, ...]:
    """What is counted for the whole table and for the seat that looks."""
    numbers, cards = game.edition.numbers, game.edition.card_counts()
    kinds, tickets, players = len(cards), len(game.edition.tickets), game.players
    return (
        Segment("turn", (1,), MOST_TURNS, 128, f"turns completed, counted up to {MOST_TURNS}"),
        Segment("turns_left", (1,), players + 1, 4, "turns of the last round to come plus 1; 0 before it"),
        Segment("passes", (1,), players, 4, "passes in a row"),
        Segment("stage", (1,), len(game.stages), 4, "start questions that are over"),
        Segment("keep", (2,), OFFER, 4, "least and greatest number of tickets that may be kept now"),
        Segment("deck", (1,), sum(cards), 64, "cards in the deck"),
        Segment("ticket_deck", (1,), tickets, 32, "tickets that can still be drawn"),
        Segment("hand", (kinds,), max(cards), 8, "own cards by kind"),
        Segment("row", (kinds,), numbers.row, 4, "open cards by kind"),
        Segment("discard", (kinds,), max(cards), 8, "discarded cards by kind"),
    )


def _seats(game: Game) -> tuple[Segment, ...]:
    """What everybody knows of each seat."""
    numbers, cards, players = game.edition.numbers, game.edition.card_counts(), game.players
    return (
        Segment("seat_cards", (players,), sum(cards), 16, "cards in hand"),
        Segment("seat_trains", (players,), numbers.trains, 32, "trains left"),
        Segment("seat_points", (players,), sum(game.points), 64, "points of its routes"),
        Segment("seat_tickets", (players,), len(game.edition.tickets), 8, "tickets kept"),
        Segment("seat_refused", (players,), MOST_REFUSED, 8, f"tickets refused so far, counted up to {MOST_REFUSED}"),
        Segment("seat_offer", (players,), OFFER, 4, "tickets that it looks at"),
        Segment("seat_out", (players,), players, 1, "0, or 1 and more for those that forfeited, the first 1"),
        Segment("seat_known", (players, len(cards)), max(cards), 8, "cards by kind that everybody knows it holds"),
    )
