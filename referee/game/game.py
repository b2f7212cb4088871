"""An edition compiled for a number of players: tables and masks that make a decision cheap. Never changes."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Any, final

from referee.game import claims, draws, legality, tickets, turn
from referee.game.actions import Action, ActionKind, ActionTable, DecisionKind, core_actions
from referee.game.bits import BitLists
from referee.game.deal import Deal
from referee.game.edition import Edition
from referee.game.events import Event
from referee.game.modules import Module, modules_of
from referee.game.state import Part, State
from referee.game.supply import stabilise

Plan = tuple[Any, ...]
"""How an action is played: the function, then the figures of the action that it needs."""

Play = Callable[[State, list[Event], Plan], None]
Mask = Callable[[State], int]

ALL = -1
"""A mask with every bit set."""


_DRAWS = frozenset({ActionKind.DRAW_DECK, ActionKind.DRAW_CARD})

_ANSWERS = {
    DecisionKind.OVER: frozenset[ActionKind](),
    DecisionKind.KEEP_TICKETS: frozenset({ActionKind.KEEP}),
    DecisionKind.MAIN: _DRAWS | {ActionKind.TICKETS, ActionKind.CLAIM},
    DecisionKind.SECOND_CARD: _DRAWS,
}
"""Which kinds of action answer which question, before modules add theirs."""


def _always(kinds: frozenset[ActionKind], _state: State) -> frozenset[ActionKind]:
    return kinds


@final
class Game:
    """What all matches of one edition and number of players share.

    Attributes:
        table: the actions by id. plans: how each is played. masks: by DecisionKind, what is legal then.
        colour_masks: by colour and number of cards in hand, the actions whose colour cards that covers.
        free_of_colour: the actions without colour cards.
        locomotive_masks, train_masks: the actions that so many locomotives or trains allow.
        shut, shut_for_owner: by route, what stays open to the others and to the owner once it is claimed.
        not_in_city: by city, what stays open once a station or depot stands there.
        least_coloured: cards other than locomotives without which no row can stay (E-01).
        placements: the actions of a main decision that are no action of the turn (W-30).
        quiet: plays that do not break a round of passes (E-23).
        stages: the questions before the first turn. when_dry, after_claim, after_action: where modules come in.
    """

    def __init__(self, edition: Edition, players: int) -> None:
        edition.check_players(players)
        self.edition, self.players = edition, players
        self.modules: tuple[Module, ...] = modules_of(edition)
        self.table = ActionTable(tuple(self._actions()))
        self.cards = edition.cards
        self.locomotive = len(self.cards) - 1
        self.long_tickets = frozenset(i for i, ticket in enumerate(edition.tickets) if ticket.long)
        self.reset_at, self.end_trigger = edition.numbers.reset_at, edition.numbers.end_trigger
        self.least_coloured = edition.numbers.row - self.reset_at + 1
        self.draw_tickets, self.keep_tickets = edition.numbers.draw_tickets, edition.numbers.keep_tickets
        self._compile_board()
        self._compile_payments()
        self._compile_draws()
        self.bit_lists = BitLists(len(self.table))
        self.bits = self.bit_lists.bits
        self.stages: list[turn.Stage] = [tickets.start_stage(offer, players) for offer in edition.start_offers]
        self.parts: list[Callable[[], Part]] = []
        self.when_dry: list[Callable[[State, list[Event]], None]] = []
        self.after_claim: list[Callable[[State, list[Event], int], bool]] = []
        self.after_action: list[Callable[[State, list[Event]], bool]] = []
        self.main_draws: Mask = draws.first_draws
        self.placements = 0
        self.quiet: set[Play] = {turn.passing}
        self.masks: dict[int, Mask] = {
            DecisionKind.OVER: lambda _state: 0,
            DecisionKind.KEEP_TICKETS: tickets.keeps,
            DecisionKind.MAIN: self._main,
            DecisionKind.SECOND_CARD: draws.second_draws,
        }
        self.plans: list[Plan] = [self._plan(action) for action in self.table.actions]
        self.answers: dict[int, Callable[[State], frozenset[ActionKind]]] = {
            kind: partial(_always, kinds) for kind, kinds in _ANSWERS.items()
        }
        self.checks: dict[ActionKind, legality.Check] = {
            ActionKind.DRAW_DECK: legality.check_deck,
            ActionKind.DRAW_CARD: legality.check_card,
            ActionKind.TICKETS: legality.check_tickets,
            ActionKind.KEEP: legality.check_keep,
            ActionKind.CLAIM: legality.check_claim,
        }
        for module in self.modules:
            module.wire(self)

    @staticmethod
    @lru_cache(maxsize=64)
    def of(edition: Edition, players: int) -> "Game":
        """The compiled game; raises BoardError for a number of players that the edition does not take."""
        return Game(edition, players)

    def start(self, deal: Deal) -> State:
        """A new match: cards and tickets dealt, the first question open (C-01 to C-07)."""
        long = sorted(self.long_tickets)
        other = [i for i in range(len(self.edition.tickets)) if i not in self.long_tickets]
        deck = deal.cards(self.edition.card_counts(), 0)
        return self.start_from(deal, deck, deal.tickets(other), deal.tickets(long, long=True))

    def start_from(
        self, deal: Deal, deck: Sequence[int], ticket_deck: Iterable[int], long_deck: Iterable[int]
    ) -> State:
        """A new match dealt from these orders, top first; the deal only serves reshuffles."""
        state = State.blank(self, deal)
        state.deck = list(deck)[::-1]
        state.ticket_deck, state.long_deck = tuple(ticket_deck), tuple(long_deck)
        for hand in state.hands:
            for _ in range(min(self.edition.numbers.start_hand, len(state.deck))):
                hand[state.deck.pop()] += 1
        state.refresh()
        events: list[Event] = []
        stabilise(state, events)
        turn.start_stages(state, events)
        state.history = (tuple(events), None)
        return state

    def affordable(self, hand: Sequence[int]) -> int:
        """The actions whose colour cards this hand covers, as a mask."""
        mask = self.free_of_colour
        for masks, count in zip(self.colour_masks, hand, strict=False):
            mask |= masks[count]
        return mask

    def keep_mask(self, size: int, least: int, most: int) -> int:
        """The `keep` actions that keep `least` to `most` of `size` offered tickets."""
        mask = self._keep_masks.get((size, least, most))
        if mask is None:
            kept = (keep for keep in range(1 << size) if least <= keep.bit_count() <= most)
            mask = self._keep_masks[size, least, most] = sum(1 << self.first_keep + keep for keep in kept)
        return mask

    def add_main_answers(self, *kinds: ActionKind) -> None:
        """These kinds of action answer the main decision too."""
        before = self.answers[DecisionKind.MAIN]
        self.answers[DecisionKind.MAIN] = lambda state: before(state) | frozenset(kinds)

    def mask(self, wanted: Callable[[Action], bool]) -> int:
        """All actions of the table that fit, as a mask."""
        return sum(1 << i for i, action in enumerate(self.table.actions) if wanted(action))

    def _actions(self) -> Iterable[Action]:
        yield from core_actions(self.edition)
        for module in self.modules:
            yield from module.actions(self.edition)
        for module in self.modules:
            yield from module.seat_actions(self.edition, self.players)

    def _compile_board(self) -> None:
        board, numbers = self.edition.board, self.edition.numbers
        self.lengths = [route.length for route in board.routes]
        self.points = [self.edition.route_points[route.length] for route in board.routes]
        self.edges = [(route.a, route.b, route.length) for route in board.routes]
        self.ends = [1 << route.a | 1 << route.b for route in board.routes]
        claims_of = [0] * len(board.routes)
        for i, action in enumerate(self.table.actions):
            if action.kind == ActionKind.CLAIM:
                claims_of[action.route] |= 1 << i
        self.open_at_start = sum(claims_of)
        self.not_in_city = [ALL ^ self.mask(partial(_builds_in, city)) for city in range(len(board.cities))]
        both = [
            mask | (claims_of[r.sibling] if r.sibling >= 0 else 0)
            for mask, r in zip(claims_of, board.routes, strict=True)
        ]
        self.one_track = self.players <= numbers.double_closed_up_to
        self.shut_for_owner = [ALL ^ mask for mask in both]
        self.shut = self.shut_for_owner if self.one_track else [ALL ^ mask for mask in claims_of]

    def _compile_payments(self) -> None:
        kinds, counts = len(self.cards), self.edition.card_counts()
        actions = self.table.actions
        by_colour = [[0] * (counts[colour] + 1) for colour in range(kinds - 1)]
        by_locomotives = [0] * (counts[-1] + 1)
        by_trains = [0] * (self.edition.numbers.trains + 1)
        self.free_of_colour = 0
        for i, action in enumerate(actions):
            bit = 1 << i
            length = self.lengths[action.route] if action.kind == ActionKind.CLAIM else 0
            if length < len(by_trains):
                by_trains[length] |= bit
            if action.locomotives < len(by_locomotives):
                by_locomotives[action.locomotives] |= bit
            if action.colour < 0:
                self.free_of_colour |= bit
            elif action.colour_cards < len(by_colour[action.colour]):
                by_colour[action.colour][action.colour_cards] |= bit
        self.colour_masks = [_sums(masks) for masks in by_colour]
        self.locomotive_masks, self.train_masks = _sums(by_locomotives), _sums(by_trains)

    def _compile_draws(self) -> None:
        ids = self.table.ids
        self.pass_bit, self.deck_bit, self.tickets_bit = 1 << ids["pass"], 1 << ids["draw deck"], 1 << ids["tickets"]
        self._keep_masks: dict[tuple[int, int, int], int] = {}
        self.first_keep = ids["keep none"]
        # An empty slot of the row is -1, the last index, and stands for no action.
        self.draw_bits = [1 << ids[f"draw {card}"] for card in self.cards] + [0]
        self.not_locomotive = ALL ^ self.draw_bits[self.locomotive]

    def _plan(self, action: Action) -> Plan:
        plays: dict[ActionKind, Plan] = {
            ActionKind.PASS: (turn.passing,),
            ActionKind.DRAW_DECK: (draws.draw_deck,),
            ActionKind.DRAW_CARD: (draws.draw_card, action.card),
            ActionKind.TICKETS: (tickets.draw_tickets,),
            ActionKind.KEEP: (tickets.keep, action.keep),
            ActionKind.CLAIM: (claims.claim, action.route, action.colour, action.colour_cards, action.locomotives),
        }
        return plays.get(action.kind, ())

    def _main(self, state: State) -> int:
        """Draws, tickets, and what is open and payable, as a mask; a pass only when nothing else is there (C-12)."""
        seat = state.seat
        if state.out[seat] >= 0:
            return self.pass_bit
        mask = self.main_draws(state) | state.open[seat] & claims.payable(state, seat)
        if state.ticket_deck:
            mask |= self.tickets_bit
        if mask == mask & self.placements:
            mask |= self.pass_bit
        return mask


def _builds_in(city: int, action: Action) -> bool:
    return action.city == city


def _sums(masks: list[int]) -> list[int]:
    """Running unions: what a count of i allows is what every smaller count allows, and more."""
    total, sums = 0, []
    for mask in masks:
        total |= mask
        sums.append(total)
    return sums
