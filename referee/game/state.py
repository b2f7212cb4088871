"""The one true state of a match: small, mutable, copied in microseconds. Holds facts; the rules live beside it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol, Self

from referee.game.actions import DecisionKind
from referee.game.deal import Deal
from referee.game.events import Event

if TYPE_CHECKING:
    from referee.game.game import Game

EMPTY = -1
"""A slot of the row without a card."""

History = tuple[tuple[Event, ...], "History"] | None
"""What happened, newest first, as a chain that copies share."""


class Part(Protocol):
    """What one module adds to a state."""

    def copy(self) -> Self:
        """An independent copy."""

    def cards(self) -> list[int]:
        """Cards by kind that lie in this part, face up or down (invariant b of STABILISE)."""

    def write(self, game: "Game") -> Iterator[tuple[str, str]]:
        """Lines of the state's text form: unique key, value."""

    def read(self, game: "Game", lines: dict[str, str]) -> None:
        """Take back what `write` gave."""


class State:
    """A position, with all secrets.

    Attributes:
        game: the compiled edition. deal: the source of reshuffles. shuffles: card shuffles made after the first deck.
        deck: cards, the top one last. discard: cards by kind. row: card by slot, EMPTY where none lies.
        hands, known: by seat, cards by kind held, and how many of them everybody knows to be there.
        open: by seat, the actions that only cards and trains can still forbid, as a mask over action ids.
        owned: by seat, its routes as a mask. occupied: the cities with a station or a depot, as a mask.
        networks: by seat, its connected components as masks of cities.
        trains, points: by seat, pieces left and points of its routes.
        ticket_deck, long_deck: the top ticket first. tickets, offers: by seat, kept and on offer, in order.
        refused: by seat, the tickets that it refused, each with the seat that was offered it since, or -1.
        refusals: by seat, how many tickets it has refused.
        stage, asked: which of the game's start stages runs and how many seats have answered it; past the last in play.
        seat, phase: who is asked what (DecisionKind; OVER at the end). turn: turns completed.
        turns_left: turns of the last round to come, -1 before it. passes: passes in a row.
        out: by seat, -1 or the number of its forfeit from 0 (earlier is worse; those together share).
        reason: why the match ended, "" before.
        parts: what the modules add, in the order of the game's parts.
        history, seen: events so far, and by seat the history before its last answer. Not part of the text form.
        affordable: by seat, the actions whose colour cards its hand covers; follows from `hands`.
        legal: the mask of legal actions, -1 when unknown. Whoever edits a state by hand calls `refresh` afterwards.
    """

    __slots__ = (
        "affordable", "asked", "deal", "deck", "discard", "game", "hands", "history", "known", "legal", "long_deck",
        "networks", "occupied", "offers", "open", "out", "owned", "parts", "passes", "phase", "points", "reason",
        "refusals", "refused", "row", "seat", "seen", "shuffles", "stage", "ticket_deck", "tickets", "trains",
        "turn", "turns_left",
    )  # fmt: skip

    game: "Game"
    deal: Deal
    shuffles: int
    deck: list[int]
    discard: list[int]
    row: list[int]
    hands: list[list[int]]
    known: list[list[int]]
    open: list[int]
    owned: list[int]
    occupied: int
    networks: list[tuple[int, ...]]
    trains: list[int]
    points: list[int]
    ticket_deck: tuple[int, ...]
    long_deck: tuple[int, ...]
    tickets: list[tuple[int, ...]]
    offers: list[tuple[int, ...]]
    refused: list[tuple[tuple[int, int], ...]]
    refusals: list[int]
    stage: int
    asked: int
    seat: int
    phase: int
    turn: int
    turns_left: int
    passes: int
    out: list[int]
    reason: str
    parts: list[Part]
    history: History
    seen: list[History]
    affordable: list[int]
    legal: int

    @classmethod
    def blank(cls, game: "Game", deal: Deal) -> "State":
        """Seat 0's main decision on an empty board: no cards anywhere, no tickets, full stocks (C-06)."""
        state = cls()
        players, kinds = game.players, len(game.cards)
        state.game, state.deal, state.shuffles = game, deal, 0
        state.deck, state.discard, state.row = [], [0] * kinds, [EMPTY] * game.edition.numbers.row
        state.hands = [[0] * kinds for _ in range(players)]
        state.known = [[0] * kinds for _ in range(players)]
        state.open, state.owned = [game.open_at_start] * players, [0] * players
        state.networks, state.occupied = [()] * players, 0
        state.trains, state.points = [game.edition.numbers.trains] * players, [0] * players
        state.ticket_deck, state.long_deck = (), ()
        state.tickets, state.offers, state.refused = [()] * players, [()] * players, [()] * players
        state.refusals = [0] * players
        state.stage, state.asked = len(game.stages), 0
        state.seat, state.phase, state.turn, state.turns_left, state.passes = 0, DecisionKind.MAIN, 0, -1, 0
        state.out, state.reason = [-1] * players, ""
        state.parts = [make() for make in game.parts]
        state.history, state.seen, state.legal = None, [None] * players, -1
        state.affordable = [game.free_of_colour] * players
        return state

    def refresh(self) -> None:
        """Compute again what follows from the other fields, after they were edited by hand."""
        self.affordable = [self.game.affordable(hand) for hand in self.hands]
        self.legal = -1

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.phase == DecisionKind.OVER

    def copy(self) -> "State":
        """An independent state that plays on from here."""
        new = State()
        new.game, new.deal, new.shuffles = self.game, self.deal, self.shuffles
        new.deck, new.discard, new.row = self.deck[:], self.discard[:], self.row[:]
        new.hands = [hand[:] for hand in self.hands]
        new.known = [hand[:] for hand in self.known]
        new.open, new.owned, new.networks = self.open[:], self.owned[:], self.networks[:]
        new.trains, new.points, new.occupied = self.trains[:], self.points[:], self.occupied
        new.ticket_deck, new.long_deck = self.ticket_deck, self.long_deck
        new.tickets, new.offers, new.refused = self.tickets[:], self.offers[:], self.refused[:]
        new.refusals, new.stage, new.asked = self.refusals[:], self.stage, self.asked
        new.seat, new.phase, new.turn = self.seat, self.phase, self.turn
        new.turns_left, new.passes, new.out, new.reason = self.turns_left, self.passes, self.out[:], self.reason
        new.parts = [part.copy() for part in self.parts]
        new.history, new.seen, new.legal = self.history, self.seen[:], self.legal
        new.affordable = self.affordable[:]
        return new

    def legal_mask(self) -> int:
        """The legal actions as a mask over action ids."""
        if self.legal < 0:
            self.legal = self.game.masks[self.phase](self)
        return self.legal

    def owner(self, route: int) -> int:
        """The seat that owns a route, or -1."""
        return next((seat for seat, routes in enumerate(self.owned) if routes >> route & 1), -1)
