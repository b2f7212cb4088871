"""The part of an observation that counts things: cards, pieces, turns. Gives plain counts, a byte each, not scaled."""

from collections.abc import Sequence
from itertools import chain
from typing import final

from referee.env.extras import Extra, Turned
from referee.env.layout import Segment
from referee.game import EMPTY, Game, State
from referee.game.actions import KEEP_TICKETS, OFFER
from referee.game.tickets import keep_limits

MOST = 255
"""Greater counts are given as this one."""


@final
class Counts:
    """Gives, for a state and the seat that looks, the counts of its segments in order.

    `size` of them are shown. After them come, to be shown in another form, the slots of the row, the card of each
    counted from 1, and the tickets on offer, counted from 1 too, filled up with noughts.
    """

    def __init__(self, game: Game, extras: Sequence[Extra]) -> None:
        self._extras = [extra for extra in extras if extra.counts]
        self._players = game.players
        self._nobody_out = (0,) * game.players
        self.segments = (*_table(game), *_seats(game), *(s for extra in extras for s in extra.counts))
        self.size = sum(segment.size for segment in self.segments)
        self.row = slice(self.size, self.size + game.edition.numbers.row)
        self.offer = slice(self.row.stop, self.row.stop + OFFER)

    def __call__(self, state: State, seat: int, turned: Turned) -> bytes:
        """Only what this seat may know."""
        hands, offers, offer = state.hands, state.offers, state.offers[seat]
        asked = state.phase == KEEP_TICKETS and state.seat == seat
        counts = [state.turn // self._players, state.turns_left + 1, state.passes, state.stage]
        counts += keep_limits(state) if asked else (0, 0)
        counts += (len(state.deck), len(state.ticket_deck))
        counts += hands[seat]
        counts += state.discard
        counts += map(sum, turned(hands))
        counts += turned(state.trains)
        counts += turned(state.points)
        counts += map(len, turned(state.tickets))
        counts += turned(state.refusals)
        counts += map(len, turned(offers))
        counts += self._nobody_out if max(state.out) < 0 else [number + 1 for number in turned(state.out)]
        counts += chain.from_iterable(turned(state.known))
        for extra in self._extras:
            counts += extra.count(state, turned)
        counts += [card - EMPTY for card in state.row]
        counts += [ticket + 1 for ticket in offer] + [0] * (OFFER - len(offer))
        return _as_bytes(counts)


def _as_bytes(counts: list[int]) -> bytes:
    try:
        return bytes(counts)
    except ValueError:
        return bytes([min(count, MOST) for count in counts])


def _table(game: Game) -> tuple[Segment, ...]:
    """What is counted for the whole table and for the seat that looks."""
    cards, tickets, players = game.edition.card_counts(), len(game.edition.tickets), game.players
    kinds = len(cards)
    return (
        Segment("round", (1,), MOST, 32, "rounds completed"),
        Segment("turns_left", (1,), players + 1, 4, "turns of the last round to come plus 1; 0 before it"),
        Segment("passes", (1,), players, 4, "passes in a row"),
        Segment("stage", (1,), len(game.stages), 4, "start questions that are over"),
        Segment("keep", (2,), OFFER, 4, "least and greatest number of tickets that may be kept now"),
        Segment("deck", (1,), sum(cards), 64, "cards in the deck"),
        Segment("ticket_deck", (1,), tickets, 32, "tickets that can still be drawn"),
        Segment("hand", (kinds,), max(cards), 8, "own cards by kind"),
        Segment("discard", (kinds,), max(cards), 8, "discarded cards by kind"),
    )


def _seats(game: Game) -> tuple[Segment, ...]:
    """What everybody knows of each seat."""
    cards, players = game.edition.card_counts(), game.players
    return (
        Segment("seat_cards", (players,), sum(cards), 16, "cards in hand"),
        Segment("seat_trains", (players,), game.edition.numbers.trains, 32, "trains left"),
        Segment("seat_points", (players,), MOST, 64, "points of its routes"),
        Segment("seat_tickets", (players,), len(game.edition.tickets), 8, "tickets kept"),
        Segment("seat_refused", (players,), MOST, 8, "tickets refused so far"),
        Segment("seat_offer", (players,), OFFER, 4, "tickets that it looks at"),
        Segment("seat_out", (players,), players, 1, "0, or 1 and more for those that forfeited, the first 1"),
        Segment("seat_known", (players, len(cards)), max(cards), 8, "cards by kind that everybody knows it holds"),
    )
