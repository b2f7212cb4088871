"""What happened: one small value a fact, as `apply` returns them. What a seat may not know is None in its view."""

from typing import NamedTuple

new = tuple.__new__
"""`new(CardDrawn, (seat, card, blind))` is `CardDrawn(seat, card, blind)` at half the price, for what happens often."""


class CardDrawn(NamedTuple):
    """A seat took a card (C-20). `card` is None for others when it came blind from the deck."""

    seat: int
    card: int | None
    blind: bool


class RowFilled(NamedTuple):
    """The top card of the deck was turned into this slot of the row (C-21)."""

    slot: int
    card: int


class RowReset(NamedTuple):
    """Too many locomotives lay open: the whole row went to the discard (C-25)."""

    cards: tuple[int, ...]


class DeckShuffled(NamedTuple):
    """The discard, `size` cards, became the deck (C-27); `number` counts the shuffles of this match from 1."""

    number: int
    size: int


class RouteClaimed(NamedTuple):
    """A seat paid for a route and owns it (C-36). `colour` is -1 for locomotives alone."""

    seat: int
    route: int
    colour: int
    colour_cards: int
    locomotives: int
    points: int


class TicketsOffered(NamedTuple):
    """A seat looks at this many tickets (C-40); only that seat sees which."""

    seat: int
    size: int
    tickets: tuple[int, ...] | None


class TicketsKept(NamedTuple):
    """A seat kept some of its offer (C-03, C-40); only that seat sees which."""

    seat: int
    kept: int
    refused: int
    tickets: tuple[int, ...] | None


class Passed(NamedTuple):
    """A seat had no legal action (C-12, E-22), or had forfeited before its turn."""

    seat: int


class LastRound(NamedTuple):
    """A seat ended its turn with few trains: each seat has one more turn (C-50, C-51)."""

    seat: int
    turns_left: int


class Forfeited(NamedTuple):
    """A seat is out; its routes stay (E-43)."""

    seat: int


class GameOver(NamedTuple):
    """Nothing is legal any more. `reason` is `last_round`, `all_passed` (E-23) or `forfeit`."""

    reason: str


class TunnelRevealed(NamedTuple):
    """Cards shown for a tunnel and what they cost in addition (EU-11, EU-12). The laid-down payment is public."""

    seat: int
    route: int
    colour: int
    colour_cards: int
    locomotives: int
    revealed: tuple[int, ...]
    extra: int


class TunnelPaid(NamedTuple):
    """The extra cards of a tunnel (EU-15); the claim follows as an event of its own."""

    seat: int
    colour: int
    colour_cards: int
    locomotives: int


class TunnelDeclined(NamedTuple):
    """The laid-down cards went back to the hand; nothing was claimed (EU-16)."""

    seat: int
    route: int


class StationBuilt(NamedTuple):
    """A seat built a station (EU-30)."""

    seat: int
    city: int
    colour: int
    colour_cards: int
    locomotives: int


class DepotPlaced(NamedTuple):
    """A seat placed a depot (W-03, W-30)."""

    seat: int
    city: int


class CardDeposited(NamedTuple):
    """The top card went unseen into a warehouse (W-10)."""

    seat: int
    warehouse: int


class WarehousePicked(NamedTuple):
    """A seat took all cards of a warehouse (W-21); `cards` by kind is None for the others (E-94)."""

    seat: int
    warehouse: int
    size: int
    cards: tuple[int, ...] | None


class WarehousesEmptied(NamedTuple):
    """All warehouses became the new deck of `size` cards (W-40)."""

    number: int
    size: int


class MerchandiseTaken(NamedTuple):
    """A seat took a merchandise card for a cart route (A-03)."""

    seat: int
    route: int


Event = (
    CardDrawn
    | RowFilled
    | RowReset
    | DeckShuffled
    | RouteClaimed
    | TicketsOffered
    | TicketsKept
    | Passed
    | LastRound
    | Forfeited
    | GameOver
    | TunnelRevealed
    | TunnelPaid
    | TunnelDeclined
    | StationBuilt
    | DepotPlaced
    | CardDeposited
    | WarehousePicked
    | WarehousesEmptied
    | MerchandiseTaken
)


def seen_by(event: Event, seat: int | None) -> Event:
    """The event as that seat may know it; None stands for a spectator who holds no secrets."""
    if event[0] == seat:
        return event
    match event:
        case CardDrawn(blind=True):
            return event._replace(card=None)
        case TicketsOffered() | TicketsKept():
            return event._replace(tickets=None)
        case WarehousePicked():
            return event._replace(cards=None)
    return event
