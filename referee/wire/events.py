"""Events of the game as messages and back, one for one. What a seat may not know was left out before it came here."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from referee.game import events as game
from referee.v1 import game_pb2 as pb

_REASONS: Final = {
    "last_round": pb.END_REASON_LAST_ROUND,
    "all_passed": pb.END_REASON_ALL_PASSED,
    "forfeit": pb.END_REASON_FORFEIT,
}
_REASON_NAMES: Final = {number: name for name, number in _REASONS.items()}


def _colour(colour: int) -> int | None:
    """Absent on the wire where only locomotives are paid."""
    return None if colour < 0 else colour


def _tickets(tickets: tuple[int, ...] | None) -> pb.TicketList | None:
    return None if tickets is None else pb.TicketList(tickets=tickets)


def _paid(event: Any) -> dict[str, Any]:
    return {"colour": _colour(event.colour), "colour_cards": event.colour_cards, "locomotives": event.locomotives}


def _picked(event: game.WarehousePicked) -> pb.WarehousePicked:
    cards = None if event.cards is None else pb.CardCounts(cards=event.cards)
    return pb.WarehousePicked(seat=event.seat, warehouse=event.warehouse, size=event.size, cards=cards)


# By type: the name of the field in Event, and how to fill it.
_WRITERS: Final[dict[type, tuple[str, Callable[[Any], Any]]]] = {
    game.CardDrawn: ("card_drawn", lambda e: pb.CardDrawn(seat=e.seat, card=e.card, blind=e.blind)),
    game.RowFilled: ("row_filled", lambda e: pb.RowFilled(slot=e.slot, card=e.card)),
    game.RowReset: ("row_reset", lambda e: pb.RowReset(cards=e.cards)),
    game.DeckShuffled: ("deck_shuffled", lambda e: pb.DeckShuffled(number=e.number, size=e.size)),
    game.RouteClaimed: (
        "route_claimed",
        lambda e: pb.RouteClaimed(seat=e.seat, route=e.route, points=e.points, **_paid(e)),
    ),
    game.TicketsOffered: (
        "tickets_offered",
        lambda e: pb.TicketsOffered(seat=e.seat, count=e.size, tickets=_tickets(e.tickets)),
    ),
    game.TicketsKept: (
        "tickets_kept",
        lambda e: pb.TicketsKept(seat=e.seat, kept=e.kept, refused=e.refused, tickets=_tickets(e.tickets)),
    ),
    game.Passed: ("passed", lambda e: pb.Passed(seat=e.seat)),
    game.LastRound: ("last_round", lambda e: pb.LastRound(seat=e.seat, turns_left=e.turns_left)),
    game.Forfeited: ("forfeited", lambda e: pb.Forfeited(seat=e.seat)),
    game.GameOver: ("game_over", lambda e: pb.GameOver(reason=_REASONS[e.reason])),
    game.TunnelRevealed: (
        "tunnel_revealed",
        lambda e: pb.TunnelRevealed(seat=e.seat, route=e.route, revealed=e.revealed, extra=e.extra, **_paid(e)),
    ),
    game.TunnelPaid: ("tunnel_paid", lambda e: pb.TunnelPaid(seat=e.seat, **_paid(e))),
    game.TunnelDeclined: ("tunnel_declined", lambda e: pb.TunnelDeclined(seat=e.seat, route=e.route)),
    game.StationBuilt: ("station_built", lambda e: pb.StationBuilt(seat=e.seat, city=e.city, **_paid(e))),
    game.DepotPlaced: ("depot_placed", lambda e: pb.DepotPlaced(seat=e.seat, city=e.city)),
    game.CardDeposited: ("card_deposited", lambda e: pb.CardDeposited(seat=e.seat, warehouse=e.warehouse)),
    game.WarehousePicked: ("warehouse_picked", _picked),
    game.WarehousesEmptied: ("warehouses_emptied", lambda e: pb.WarehousesEmptied(number=e.number, size=e.size)),
    game.MerchandiseTaken: ("merchandise_taken", lambda e: pb.MerchandiseTaken(seat=e.seat, route=e.route)),
}


def _remembered(name: str, write: Callable[[Any], Any]) -> Callable[[Any], pb.Event]:
    # The same few draws and refills come again and again, and every seat is told: a look-up costs a tenth of a message.
    # One memory a type, since events of different types can be equal as tuples.
    return lru_cache(maxsize=1024)(lambda event: pb.Event(**{name: write(event)}))


_MESSAGES: Final = {kind: _remembered(name, write) for kind, (name, write) in _WRITERS.items()}


def event_message(event: game.Event) -> pb.Event:
    """The event as a message; None in the event is an absent field. The message is shared: do not change it."""
    return _MESSAGES[type(event)](event)


def _payment(message: Any) -> tuple[int, int, int]:
    colour = message.colour if message.HasField("colour") else -1
    return colour, message.colour_cards, message.locomotives


def _listed(message: Any) -> tuple[int, ...] | None:
    return tuple(message.tickets.tickets) if message.HasField("tickets") else None


def _counts(message: pb.WarehousePicked) -> tuple[int, ...] | None:
    return tuple(message.cards.cards) if message.HasField("cards") else None


_READERS: Final[dict[str, Callable[[Any], game.Event]]] = {
    "card_drawn": lambda m: game.CardDrawn(m.seat, m.card if m.HasField("card") else None, m.blind),
    "row_filled": lambda m: game.RowFilled(m.slot, m.card),
    "row_reset": lambda m: game.RowReset(tuple(m.cards)),
    "deck_shuffled": lambda m: game.DeckShuffled(m.number, m.size),
    "route_claimed": lambda m: game.RouteClaimed(m.seat, m.route, *_payment(m), m.points),
    "tickets_offered": lambda m: game.TicketsOffered(m.seat, m.count, _listed(m)),
    "tickets_kept": lambda m: game.TicketsKept(m.seat, m.kept, m.refused, _listed(m)),
    "passed": lambda m: game.Passed(m.seat),
    "last_round": lambda m: game.LastRound(m.seat, m.turns_left),
    "forfeited": lambda m: game.Forfeited(m.seat),
    "game_over": lambda m: game.GameOver(_REASON_NAMES[m.reason]),
    "tunnel_revealed": lambda m: game.TunnelRevealed(m.seat, m.route, *_payment(m), tuple(m.revealed), m.extra),
    "tunnel_paid": lambda m: game.TunnelPaid(m.seat, *_payment(m)),
    "tunnel_declined": lambda m: game.TunnelDeclined(m.seat, m.route),
    "station_built": lambda m: game.StationBuilt(m.seat, m.city, *_payment(m)),
    "depot_placed": lambda m: game.DepotPlaced(m.seat, m.city),
    "card_deposited": lambda m: game.CardDeposited(m.seat, m.warehouse),
    "warehouse_picked": lambda m: game.WarehousePicked(m.seat, m.warehouse, m.size, _counts(m)),
    "warehouses_emptied": lambda m: game.WarehousesEmptied(m.number, m.size),
    "merchandise_taken": lambda m: game.MerchandiseTaken(m.seat, m.route),
}


def event_from(message: pb.Event) -> game.Event | None:
    """The event that a message tells, or None for a kind that only a newer referee knows."""
    name = message.WhichOneof("payload")
    return None if name is None else _READERS[name](getattr(message, name))
