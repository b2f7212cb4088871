"""What one seat may know (E-45, C-45): what bots get and search bots sample states from. Computes nothing."""

from attrs import frozen

from referee.game.events import Event


@frozen
class SeatView:
    """The public facts of one seat.

    Attributes:
        hand_size: cards in hand. known: for each card kind, how many are publicly known to be in that hand.
        tickets: tickets kept. refused: tickets refused so far. trains: pieces left. route_points: points of its routes.
        stations_left: stations not built yet. reserve: depots not placed or spent. warehouse: cards in its warehouse.
        merchandise: merchandise cards. offer: tickets that it is looking at.
        out: -1, or the number of its forfeit from 0; those who are out rank below the others, the earlier the lower.
    """

    hand_size: int
    known: tuple[int, ...]
    tickets: int
    refused: int
    trains: int
    route_points: int
    stations_left: int = 0
    reserve: int = 0
    warehouse: int = 0
    merchandise: int = 0
    offer: int = 0
    out: int = -1


@frozen
class Refused:
    """Where a ticket lies that this seat refused.

    Attributes:
        ticket: index into the edition's tickets.
        position: place in the ticket deck from the top, 0 is the next one drawn; -1 if it is not known to lie there.
        drawn_by: the other seat that was offered it since and kept it or put it back (unknown which), or -1.
        Both -1: it left the game (C-04, Europe).
    """

    ticket: int
    position: int
    drawn_by: int


@frozen
class Tunnel:
    """The open question of a tunnel (EU-12 to EU-15).

    Attributes:
        route: index. colour: of the laid-down cards, -1 for locomotives alone. colour_cards, locomotives: laid down.
        revealed: the cards shown, in order. extra: cards due.
    """

    route: int
    colour: int
    colour_cards: int
    locomotives: int
    revealed: tuple[int, ...]
    extra: int


@frozen
class View:
    """All that a perfect observer at one seat could know. Indices are those of the edition's tables.

    Attributes:
        seat: whose view this is, or -1 for a spectator.
        to_move: who is asked, -1 after the end. kind: the question (DecisionKind).
        stage: the start question that runs, counted from 0; the number of start questions once play has begun.
        turn: turns completed so far. hand: own cards by kind. tickets: own tickets in the order kept.
        offer: tickets to choose from, in order, for its owner only.
        keep_min, keep_max: how many of the offer may be kept.
        refused: own refused tickets and where they lie.
        row: face-up card by slot, -1 for an empty slot. deck_size: cards in the deck. discard: by kind.
        ticket_deck_size: tickets that can still be drawn. owners: by route, the seat or -1.
        stations, depots: by city, the seat or -1; empty tuples without the module.
        tunnel: the open tunnel question. picks: seats whose warehouse may be picked now (W-20).
        seats: public facts by seat. turns_left: turns of the last round still to come, -1 while it is not running.
        passes: passes in a row (E-23). events: what happened since this seat's last answer, its own action first.
    """

    seat: int
    to_move: int
    kind: int
    stage: int
    turn: int
    hand: tuple[int, ...]
    tickets: tuple[int, ...]
    offer: tuple[int, ...]
    keep_min: int
    keep_max: int
    refused: tuple[Refused, ...]
    row: tuple[int, ...]
    deck_size: int
    discard: tuple[int, ...]
    ticket_deck_size: int
    owners: tuple[int, ...]
    stations: tuple[int, ...]
    depots: tuple[int, ...]
    tunnel: Tunnel | None
    picks: tuple[int, ...]
    seats: tuple[SeatView, ...]
    turns_left: int
    passes: int
    events: tuple[Event, ...]
