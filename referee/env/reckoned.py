"""The part of an observation that is reckoned from the rest: free routes, and what own tickets still need.

Whole batches at once, in numpy; the rules of who may have which route are C-31, C-37 and C-38.
"""

from collections.abc import Sequence
from typing import Any, final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from referee.env.distances import Bools, Bytes, TicketDistances
from referee.env.layout import Floats, Segment, planes
from referee.game import Game, State
from referee.game.actions import OFFER


@frozen
class Owners:
    """By line and route: whether the seat that looks owns it, cannot have it, or can still claim it."""

    mine: Bools
    closed: Bools
    free: Bools


@frozen
class Raw:
    """Counts as they come, by line: cards of the row and tickets on offer, both counted from 1; own trains left."""

    row: Bytes
    offer: Bytes
    trains: Bytes


@final
class Reckoned:
    """Fills the last segments of a batch. Remembers what each seat of a board needs until a route is claimed there."""

    def __init__(self, game: Game, boards: int) -> None:
        self.segments = _segments(game)
        board, tickets = game.edition.board, game.edition.tickets
        self._one_track = game.one_track
        self._sibling = np.array([r.sibling if r.sibling >= 0 else i for i, r in enumerate(board.routes)])
        self._double = np.array([route.sibling >= 0 for route in board.routes])
        # Ticket 0 stands for an empty place of an offer, so that the others count from 1.
        self._points = np.array([0, *(ticket.points for ticket in tickets)], dtype=np.float32)
        self._cities = np.zeros((len(tickets) + 1, len(board.cities)), dtype=np.float32)
        for number, ticket in enumerate(tickets, 1):
            self._cities[number, [ticket.a, ticket.b]] = 1
        self._cards = np.arange(1, len(game.cards) + 1, dtype=np.uint8)
        self._distances = TicketDistances(game)
        self._trains = np.zeros((boards, game.players, len(tickets)), dtype=np.uint8)
        self._claimed: list[list[list[int] | None]] = [[None] * game.players for _ in range(boards)]

    def owners(self, routes: Bools) -> Owners:
        """From the planes of routes, by line, seat and route, the looking seat first."""
        mine: Bools = routes[:, 0]
        taken: Bools = np.logical_or.reduce(routes, axis=1)
        twin_mine, closed = mine[:, self._sibling] & self._double, taken & ~mine
        if self._one_track:
            closed = closed | taken[:, self._sibling] & ~mine
        return Owners(mine, closed, ~(taken | closed | twin_mine))

    def trains_needed(
        self, boards: Sequence[int], states: Sequence[State], seats: Sequence[int], owners: Owners
    ) -> Bytes:
        """By line and ticket, as `TicketDistances` says."""
        claimed = self._claimed
        stale = [
            line
            for line, (board, state, seat) in enumerate(zip(boards, states, seats, strict=True))
            if claimed[board][seat] != state.owned
        ]
        if stale:
            places = [boards[line] for line in stale], [seats[line] for line in stale]
            self._trains[places] = self._distances(owners.mine[stale], owners.closed[stale])
            for board, seat, line in zip(*places, stale, strict=True):
                claimed[board][seat] = states[line].owned[:]
        needed: Bytes = self._trains[list(boards), list(seats)]
        return needed

    def fill(self, segments: dict[str, Floats], owners: Owners, held: Bools, raw: Raw, needed: Bytes) -> None:
        """Write the segments, given as views into the batch; `held` says by line and ticket whether the seat has it."""
        possible = needed <= raw.trains[:, None]
        segments["row"][:] = (raw.row[:, :, None] == self._cards).sum(axis=1) / _ROW
        segments["free"][:] = owners.free
        np.multiply(held, self._points[1:] / _POINTS, out=segments["ticket_points"])
        np.multiply(needed, held & possible, out=segments["ticket_trains"])
        segments["ticket_trains"] /= _TRAINS
        segments["ticket_done"][:] = held & (needed == 0)
        segments["ticket_lost"][:] = held & ~possible
        self._fill_offer(segments, raw.offer.astype(np.intp), needed, possible)

    def _fill_offer(self, segments: dict[str, Floats], offers: NDArray[Any], needed: Bytes, possible: Bools) -> None:
        if not offers.any():
            for name in ("offer_points", "offer_trains", "offer_lost", "offer_cities"):
                segments[name][:] = 0
            return
        places = np.maximum(offers, 1) - 1
        there = offers > 0
        can = np.take_along_axis(possible, places, axis=1)
        segments["offer_points"][:] = self._points[offers] / _POINTS
        segments["offer_trains"][:] = np.take_along_axis(needed, places, axis=1) * (there & can) / _TRAINS
        segments["offer_lost"][:] = there & ~can
        segments["offer_cities"][:] = self._cities[offers].reshape(len(offers), -1)


_ROW, _POINTS, _TRAINS = 4, 16, 16


def _segments(game: Game) -> tuple[Segment, ...]:
    tickets, cities, trains = game.edition.tickets, len(game.edition.board.cities), game.edition.numbers.trains
    points, many = max(ticket.points for ticket in tickets), len(tickets)
    needed = "fewest trains that connect {}, over own routes and those that are free; 0 if lost"
    lost = "{} needs more trains than the seat has left, or no way is left"
    return (
        Segment("row", (len(game.cards),), game.edition.numbers.row, _ROW, "open cards by kind"),
        planes("free", (len(game.lengths),), "the route can still be claimed, cards and trains apart"),
        Segment("ticket_points", (many,), points, _POINTS, "points of each ticket held; 0 for all others"),
        Segment("ticket_trains", (many,), trains, _TRAINS, needed.format("a ticket held")),
        planes("ticket_done", (many,), "a ticket held whose cities are connected, stations apart"),
        planes("ticket_lost", (many,), lost.format("a ticket held")),
        Segment("offer_points", (OFFER,), points, _POINTS, "points of the tickets on offer, in order"),
        Segment("offer_trains", (OFFER,), trains, _TRAINS, needed.format("a ticket on offer")),
        planes("offer_lost", (OFFER,), lost.format("a ticket on offer")),
        planes("offer_cities", (OFFER, cities), "the two cities of each ticket on offer"),
    )
