"""Ticket offers, at the start and in play (C-03 to C-05, C-40 to C-45)."""

from typing import TYPE_CHECKING

from referee.game.actions import KEEP_TICKETS
from referee.game.edition import StartOffer
from referee.game.events import Event, TicketsKept, TicketsOffered, new
from referee.game.state import State
from referee.game.turn import Stage, answered, end_action, in_start

if TYPE_CHECKING:
    from referee.game.game import Game, Plan


def start_stage(offer: StartOffer, players: int) -> Stage:
    """The stage that deals one start offer to every seat and then asks them in turn order."""

    def begin(state: State, events: list[Event]) -> None:
        for seat in range(players):
            tickets = state.long_deck[: offer.long] + state.ticket_deck[: offer.other]
            state.long_deck = state.long_deck[offer.long :]
            state.ticket_deck = state.ticket_deck[offer.other :]
            _offer(state, events, seat, tickets)

    return Stage(KEEP_TICKETS, range(players), begin)


def keep_limits(state: State) -> tuple[int, int]:
    """Least and greatest number of tickets that may be kept of the open offer (rules 2.2, C-41)."""
    size = len(state.offers[state.seat])
    if not in_start(state):
        return (min(size, state.game.keep_tickets)), size
    offer = state.game.edition.start_offers[state.stage]
    least = offer.keep_min if _holds_long(state) else offer.keep_min_without_long
    return min(least, size), min(offer.keep_max, size)


def _holds_long(state: State) -> bool:
    tickets = state.game.edition.tickets
    return any(tickets[ticket].long for ticket in state.tickets[state.seat])


def keeps(state: State) -> int:
    """Mask of the legal `keep` actions."""
    return state.game.keep_mask(len(state.offers[state.seat]), *keep_limits(state))


def draw_tickets(state: State, events: list[Event], _plan: "Plan") -> None:
    """Look at the top tickets of the deck (C-40)."""
    count = state.game.draw_tickets
    tickets, state.ticket_deck = state.ticket_deck[:count], state.ticket_deck[count:]
    _offer(state, events, state.seat, tickets)
    state.phase = KEEP_TICKETS


def _offer(state: State, events: list[Event], seat: int, tickets: tuple[int, ...]) -> None:
    state.offers[seat] = tickets
    events.append(new(TicketsOffered, (seat, len(tickets), tickets)))
    for other, refused in enumerate(state.refused):
        if refused:
            state.refused[other] = _traced(refused, tickets, seat, own=other == seat)


def _traced(
    refused: tuple[tuple[int, int], ...], offered: tuple[int, ...], drawer: int, *, own: bool
) -> tuple[tuple[int, int], ...]:
    """What a seat knows of the tickets that it refused once some of them are offered again (E-32)."""
    if own:
        return tuple([pair for pair in refused if pair[0] not in offered])
    return tuple([(t, drawer if by < 0 and t in offered else by) for t, by in refused])


def keep(state: State, events: list[Event], plan: "Plan") -> None:
    """Keep some of the offer; the others go to the bottom in draw order, or out of the game (C-04, C-40, E-31)."""
    seat, mask = state.seat, plan[1]
    offer = state.offers[seat]
    kept = tuple([ticket for i, ticket in enumerate(offer) if mask >> i & 1])
    refused = tuple([ticket for ticket in offer if ticket not in kept])
    state.offers[seat] = ()
    state.tickets[seat] += kept
    state.refused[seat] += tuple([(ticket, -1) for ticket in refused])
    state.refusals[seat] += len(refused)
    events.append(new(TicketsKept, (seat, len(kept), len(refused), kept)))
    if in_start(state):
        state.ticket_deck += _returned_at_start(state.game, refused)
        answered(state, events)
    else:
        state.ticket_deck += refused
        end_action(state, events)


def _returned_at_start(game: "Game", refused: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the refused tickets that go under the deck; long ones never do (C-04, EU-02)."""
    if not game.edition.numbers.returned_at_start:
        return ()
    return tuple(ticket for ticket in refused if ticket not in game.long_tickets)
