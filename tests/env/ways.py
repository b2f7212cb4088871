"""A plain search of ways, as a check on what the environments reckon for whole batches at once."""

from heapq import heappop, heappush
from math import inf

from referee.game import State


def trains_needed(state: State, seat: int) -> tuple[list[int], list[float]]:
    """The routes that the seat can still claim, and for each ticket the fewest trains that connect its cities."""
    routes = state.game.edition.board.routes
    costs: dict[int, list[tuple[int, int]]] = {city: [] for city in range(len(state.game.edition.board.cities))}
    free = []
    for index, route in enumerate(routes):
        owner = state.owner(index)
        twin = state.owner(route.sibling) if route.sibling >= 0 else -1
        # C-31, C-37, C-38
        open_ = owner < 0 and twin != seat and (twin < 0 or not state.game.one_track)
        free += [index] * open_
        if open_ or owner == seat:
            cost = 0 if owner == seat else route.length
            costs[route.a].append((route.b, cost))
            costs[route.b].append((route.a, cost))
    return free, [_shortest(costs, ticket.a, ticket.b) for ticket in state.game.edition.tickets]


def _shortest(costs: dict[int, list[tuple[int, int]]], start: int, goal: int) -> float:
    best: dict[int, float] = {start: 0}
    heap: list[tuple[float, int]] = [(0, start)]
    while heap:
        cost, city = heappop(heap)
        if city == goal:
            return cost
        for near, length in costs[city]:
            if cost + length < best.get(near, inf):
                best[near] = cost + length
                heappush(heap, (cost + length, near))
    return inf
