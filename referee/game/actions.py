"""The dense action table: every action that can ever be legal in an edition, numbered once. Knows no state.

The order, which is part of the contract: `pass`; `draw deck`, `draw <card>` in card order; `tickets`; `keep` for
offers of five, ordered as binary numbers (`keep none`, `keep 1`, `keep 2`, `keep 1 2`, ...); claims by route, then by
colour, then by rising number of locomotives, locomotives alone last; then each module's actions in the order of the
modules; those that name a seat (`deposit`, `pick`) last. So `usa` is a prefix of `usa+depots`.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum, unique
from functools import cached_property

from attrs import frozen

from referee.game.board import GRAY, LOCOMOTIVE, Route
from referee.game.edition import Edition

OFFER = 5
"""Largest offer of tickets in any edition; `keep` has an id for each subset of it."""


@unique
class ActionKind(IntEnum):
    """What an action does."""

    PASS = 1
    DRAW_DECK = 2
    DRAW_CARD = 3
    TICKETS = 4
    KEEP = 5
    CLAIM = 6
    PAY = 7
    DECLINE = 8
    STATION = 9
    DEPOT = 10
    DEPOT_NONE = 11
    PICK_NONE = 12
    DEPOSIT = 13
    PICK = 14


@unique
class DecisionKind(IntEnum):
    """What a seat is asked."""

    OVER = 0
    KEEP_TICKETS = 1
    MAIN = 2
    SECOND_CARD = 3
    FIRST_CARD = 4
    TUNNEL = 5
    PICK = 6
    PLACE_DEPOT = 7
    START_DEPOT = 8


# Looking a member up in its class costs 50 ns on Python 3.11; the paths that every decision takes use these.
KEEP_TICKETS, MAIN, SECOND_CARD, OVER = (
    DecisionKind.KEEP_TICKETS,
    DecisionKind.MAIN,
    DecisionKind.SECOND_CARD,
    DecisionKind.OVER,
)


@frozen
class Action:
    """One row of the table.

    Attributes:
        text: the one text form.
        card: for DRAW_CARD. route: for CLAIM. city: for STATION and DEPOT. seat: for DEPOSIT and PICK.
        keep: for KEEP, bit i for the i-th offered ticket.
        colour, colour_cards, locomotives: the payment of CLAIM, STATION and PAY; colour is -1 for locomotives alone.
        Fields that the kind does not use are -1 (keep: 0, counts: 0).
    """

    kind: ActionKind
    text: str
    card: int = -1
    route: int = -1
    city: int = -1
    seat: int = -1
    keep: int = 0
    colour: int = -1
    colour_cards: int = 0
    locomotives: int = 0


@frozen
class Payment:
    """Cards of one colour and locomotives. `colour` is -1 for locomotives alone."""

    colour: int
    colour_cards: int
    locomotives: int

    def text(self, cards: tuple[str, ...]) -> str:
        """`pink*3 locomotive*1`: colour first, locomotives last, zeros left out."""
        colour = [f"{cards[self.colour]}*{self.colour_cards}"] if self.colour_cards else []
        return " ".join(colour + ([f"{LOCOMOTIVE}*{self.locomotives}"] if self.locomotives else []))


def payments(colours: Iterable[int], count: int, least_locomotives: int = 0) -> Iterator[Payment]:
    """All payments of `count` cards: by colour, with rising locomotives; locomotives alone last (C-33, C-34, EU-05)."""
    for colour in colours:
        for locomotives in range(least_locomotives, count):
            yield Payment(colour, count - locomotives, locomotives)
    yield Payment(-1, 0, count)


def core_actions(edition: Edition) -> Iterator[Action]:
    """The actions that every edition has, in order, except the module ones."""
    cards = edition.cards
    yield Action(ActionKind.PASS, "pass")
    yield Action(ActionKind.DRAW_DECK, "draw deck")
    for card, name in enumerate(cards):
        yield Action(ActionKind.DRAW_CARD, f"draw {name}", card=card)
    yield Action(ActionKind.TICKETS, "tickets")
    for keep in range(2**OFFER):
        names = " ".join(str(i + 1) for i in range(OFFER) if keep >> i & 1) or "none"
        yield Action(ActionKind.KEEP, f"keep {names}", keep=keep)
    for index, route in enumerate(edition.board.routes):
        yield from claim_actions(index, route, cards)


def claim_actions(index: int, route: Route, cards: tuple[str, ...]) -> Iterator[Action]:
    """One action for each exact payment of a route (C-32 to C-34)."""
    colours = range(len(cards) - 1) if route.colour == GRAY else (route.colour,)
    for p in payments(colours, route.length, route.locomotives):
        text = f"claim {route.text} {p.text(cards)}"
        yield Action(
            ActionKind.CLAIM,
            text,
            route=index,
            colour=p.colour,
            colour_cards=p.colour_cards,
            locomotives=p.locomotives,
        )


@frozen
class ActionTable:
    """All actions of one edition and number of players; an action's id is its index here."""

    actions: tuple[Action, ...]

    @cached_property
    def ids(self) -> dict[str, int]:
        """Id by text form."""
        return {action.text: i for i, action in enumerate(self.actions)}

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, action: int) -> Action:
        return self.actions[action]
