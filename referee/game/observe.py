"""From the true state to what one seat may know (E-45, C-45)."""

from collections.abc import Iterator
from functools import lru_cache

from referee.game.actions import DecisionKind
from referee.game.events import Event, seen_by
from referee.game.game import Game
from referee.game.state import History, State
from referee.game.tickets import keep_limits
from referee.game.view import Refused, SeatView, View

SPECTATOR = -1
"""The seat of a view that holds no secrets at all."""


def observe(state: State, seat: int) -> View:
    """All that a perfect observer at this seat could know; seat -1 is a spectator.

    Two states that differ only in what the seat cannot know give equal views.
    """
    game = state.game
    playing = seat != SPECTATOR
    asked = playing and seat == state.seat and not state.over and state.phase == DecisionKind.KEEP_TICKETS
    least, most = keep_limits(state) if asked else (0, 0)
    extra: dict[str, object] = {"stations": (), "depots": (), "tunnel": None, "picks": ()}
    for module in game.modules:
        extra |= module.view(state, seat)
    return View(
        seat=seat,
        to_move=-1 if state.over else state.seat,
        kind=int(state.phase),
        stage=state.stage,
        turn=state.turn,
        hand=tuple(state.hands[seat]) if playing else (),
        tickets=state.tickets[seat] if playing else (),
        offer=state.offers[seat] if playing else (),
        keep_min=least,
        keep_max=most,
        refused=tuple(_refused(state, seat)) if playing else (),
        row=tuple(state.row),
        deck_size=len(state.deck),
        discard=tuple(state.discard),
        ticket_deck_size=len(state.ticket_deck),
        owners=_owners(game, tuple(state.owned)),
        seats=tuple([_seat_view(state, s) for s in range(game.players)]),
        turns_left=state.turns_left,
        passes=state.passes,
        events=tuple([seen_by(event, seat) for batch in _since(state, seat) for event in batch]),
        **extra,  # type: ignore[arg-type]  # each module fills its own fields
    )


def _seat_view(state: State, seat: int) -> SeatView:
    extra: dict[str, int] = {}
    for module in state.game.modules:
        extra |= module.public(state, seat)
    return SeatView(
        hand_size=sum(state.hands[seat]),
        known=tuple(state.known[seat]),
        tickets=len(state.tickets[seat]),
        refused=state.refusals[seat],
        trains=state.trains[seat],
        route_points=state.points[seat],
        offer=len(state.offers[seat]),
        out=state.out[seat],
        **extra,
    )


# Between two claims every question shows the same owners, and a list of all routes costs as much as half the view.
@lru_cache(maxsize=1024)
def _owners(game: Game, owned: tuple[int, ...]) -> tuple[int, ...]:
    owners = [-1] * len(game.lengths)
    for seat, routes in enumerate(owned):
        for route in game.bit_lists(routes):
            owners[route] = seat
    return tuple(owners)


def _refused(state: State, seat: int) -> Iterator[Refused]:
    for ticket, drawn_by in state.refused[seat]:
        known_place = drawn_by < 0 and ticket in state.ticket_deck
        yield Refused(ticket, state.ticket_deck.index(ticket) if known_place else -1, drawn_by)


def _since(state: State, seat: int) -> list[tuple[Event, ...]]:
    """Events since the seat's last answer, oldest first, by action; for a spectator, of the last action only."""
    batches = []
    cell: History = state.history
    stop = state.seen[seat] if seat != SPECTATOR else (cell[1] if cell else None)
    while cell is not None and cell is not stop:
        batches.append(cell[0])
        cell = cell[1]
    batches.reverse()
    return batches
