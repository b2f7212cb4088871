"""What a seat may know, as a message and back without loss. On the path of every decision, so each line is paid for."""

from typing import Any, Final

from referee.game import Refused, SeatView, Tunnel, View
from referee.v1 import game_pb2 as pb
from referee.wire.events import event_from, event_message

_ASKS_TICKETS: Final = pb.DECISION_KIND_KEEP_TICKETS


def observation(view: View) -> pb.Observation:
    """The view of one seat as a message. It says all that the view says and nothing else."""
    return pb.Observation(**observation_fields(view))


def observation_fields(view: View) -> dict[str, Any]:
    """The fields of that message, for one that holds it: a message made first would be copied into it, whole."""
    fields: dict[str, Any] = {
        "kind": view.kind,  # the numbers are equal by test
        "stage": view.stage,
        "turn": view.turn,
        "passes_in_a_row": view.passes,
        "hand": view.hand,
        "tickets": view.tickets,
        "row": view.row,
        "deck_size": view.deck_size,
        "discard": view.discard,
        "ticket_deck_size": view.ticket_deck_size,
        "route_owners": view.owners,
        "seats": [_seat_fields(seat) for seat in view.seats],
        "events": [event_message(event) for event in view.events],
        "refused_tickets": [_refused_fields(refused) for refused in view.refused],
    }
    of_modules = {"picks": view.picks, "station_owners": view.stations, "depot_owners": view.depots}
    fields |= {name: values for name, values in of_modules.items() if values}
    known = {"seat": view.seat, "to_move": view.to_move, "turns_left": view.turns_left}
    fields |= {name: number for name, number in known.items() if number >= 0}
    if view.kind == _ASKS_TICKETS or view.offer:
        fields["offer"] = {"tickets": view.offer, "keep_minimum": view.keep_min, "keep_maximum": view.keep_max}
    if view.tunnel is not None:
        fields["tunnel"] = _tunnel_fields(view.tunnel)
    return fields


def _seat_fields(seat: SeatView) -> dict[str, Any]:
    return {
        "hand_size": seat.hand_size,
        "known_cards": seat.known,
        "tickets_kept": seat.tickets,
        "tickets_refused": seat.refused,
        "trains": seat.trains,
        "route_points": seat.route_points,
        "stations_left": seat.stations_left,
        "reserve_depots": seat.reserve,
        "warehouse_size": seat.warehouse,
        "merchandise": seat.merchandise,
        "tickets_offered": seat.offer,
        "forfeit": seat.out if seat.out >= 0 else None,
    }


def _refused_fields(refused: Refused) -> dict[str, Any]:
    return {
        "ticket": refused.ticket,
        "position": refused.position if refused.position >= 0 else None,
        "drawn_by": refused.drawn_by if refused.drawn_by >= 0 else None,
    }


def _tunnel_fields(tunnel: Tunnel) -> dict[str, Any]:
    return {
        "route": tunnel.route,
        "colour": tunnel.colour if tunnel.colour >= 0 else None,
        "colour_cards": tunnel.colour_cards,
        "locomotives": tunnel.locomotives,
        "revealed": tunnel.revealed,
        "extra": tunnel.extra,
    }


def view_from(message: pb.Observation) -> View:
    """The view that a message tells: equal to the view that `observation` was given."""
    offer = message.offer
    return View(
        seat=message.seat if message.HasField("seat") else -1,
        to_move=message.to_move if message.HasField("to_move") else -1,
        kind=message.kind,
        stage=message.stage,
        turn=message.turn,
        hand=tuple(message.hand),
        tickets=tuple(message.tickets),
        offer=tuple(offer.tickets),
        keep_min=offer.keep_minimum,
        keep_max=offer.keep_maximum,
        refused=tuple([_refused(refused) for refused in message.refused_tickets]),
        row=tuple(message.row),
        deck_size=message.deck_size,
        discard=tuple(message.discard),
        ticket_deck_size=message.ticket_deck_size,
        owners=tuple(message.route_owners),
        stations=tuple(message.station_owners),
        depots=tuple(message.depot_owners),
        tunnel=_tunnel(message.tunnel) if message.HasField("tunnel") else None,
        picks=tuple(message.picks),
        seats=tuple([_seat(seat) for seat in message.seats]),
        turns_left=message.turns_left if message.HasField("turns_left") else -1,
        passes=message.passes_in_a_row,
        events=tuple([event for event in map(event_from, message.events) if event is not None]),
    )


def _seat(message: pb.SeatFacts) -> SeatView:
    return SeatView(
        message.hand_size,
        tuple(message.known_cards),
        message.tickets_kept,
        message.tickets_refused,
        message.trains,
        message.route_points,
        message.stations_left,
        message.reserve_depots,
        message.warehouse_size,
        message.merchandise,
        message.tickets_offered,
        message.forfeit if message.HasField("forfeit") else -1,
    )


def _refused(message: pb.RefusedTicket) -> Refused:
    return Refused(
        message.ticket,
        message.position if message.HasField("position") else -1,
        message.drawn_by if message.HasField("drawn_by") else -1,
    )


def _tunnel(message: pb.Tunnel) -> Tunnel:
    colour = message.colour if message.HasField("colour") else -1
    revealed = tuple(message.revealed)
    return Tunnel(message.route, colour, message.colour_cards, message.locomotives, revealed, message.extra)
