"""How many trains a seat still needs for each ticket: shortest ways over own, free and closed routes, many seats at
once. Cards, stations and the trains that are left do not matter here.
"""

from itertools import count
from typing import final

import numpy as np
from numpy.typing import NDArray

from referee.game import Game

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]

NEVER = 100
"""No way at all; more than any stock of trains. Twice this fits into a byte."""


@final
class TicketDistances:
    """For each ticket of an edition, the fewest trains that connect its cities; `NEVER` if nothing does."""

    def __init__(self, game: Game) -> None:
        board, tickets = game.edition.board, game.edition.tickets
        self._cities = len(board.cities)
        self._lengths = np.array(game.lengths, dtype=np.uint8)
        self._from = np.array([ticket.a for ticket in tickets])
        self._to = np.array([ticket.b for ticket in tickets])
        self._tracks = _tracks([(route.a, route.b) for route in board.routes])

    def __call__(self, mine: Bools, closed: Bools) -> Bytes:
        """Trains by ticket, a line for each seat.

        Args:
            mine: by seat and route, whether it is the seat's own; these cost nothing.
            closed: by seat and route, whether the seat cannot have it.
        """
        costs = np.where(mine, 0, np.where(closed, NEVER, self._lengths)).astype(np.uint8).T
        near = np.full((self._cities, self._cities, len(mine)), NEVER, dtype=np.uint8)
        here = np.arange(self._cities)
        near[here, here] = 0
        for routes, a, b in self._tracks:
            near[a, b] = near[b, a] = np.minimum(near[a, b], costs[routes])
        needed: Bytes = (_with_seats_inside if len(mine) >= _MANY else _with_seats_outside)(near)[
            self._from, self._to
        ].T
        return needed


_MANY = 40
"""Seats from which the second of the two loops is the faster one: 13 us a seat against 8 for 64 seats, 3 for 256."""


def _with_seats_outside(near: Bytes) -> Bytes:
    """Shortest ways between all cities, by Floyd and Warshall, from direct ones; by city, city and seat."""
    near = np.ascontiguousarray(near.transpose(2, 0, 1))
    for city in range(near.shape[1]):
        np.minimum(near, near[:, :, city, None] + near[:, None, city, :], out=near)
    return near.transpose(1, 2, 0)


def _with_seats_inside(near: Bytes) -> Bytes:
    """The same."""
    through = np.empty_like(near)
    for city in range(len(near)):
        np.add(near[:, city, None, :], near[None, city, :, :], out=through)
        np.minimum(near, through, out=near)
    return near


def _tracks(ends: list[tuple[int, int]]) -> list[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]]:
    """Routes with their ends, in groups in which no two routes join the same cities."""
    seen: dict[tuple[int, int], count[int]] = {}
    number = [next(seen.setdefault(pair, count())) for pair in ends]
    groups = []
    for track in range(max(number) + 1):
        routes = np.array([route for route, n in enumerate(number) if n == track])
        groups.append((routes, np.array([ends[r][0] for r in routes]), np.array([ends[r][1] for r in routes])))
    return groups
