"""Step 2: look for the ways that the tickets need, and claim those routes before all others."""

from heapq import heappop, heappush
from math import inf

from step1 import drawn, longest

from referee.botkit import Action, ActionKind, DecisionKind, Position, run


def choose(position: Position) -> Action:
    """Routes for the tickets first; what else pays only when the tickets are done."""
    if position.kind == DecisionKind.KEEP_TICKETS:
        return min(position.actions, key=lambda action: action.keep.bit_count())
    wanted = needed(position, position.view.tickets)
    if not wanted:
        return longest(position) or drawn(position)
    return claimed(position, wanted) or drawn(position)


def claimed(position: Position, wanted: set[int]) -> Action | None:
    """A wanted route that the hand can pay, with as few locomotives as possible; None if there is none."""
    claims = [claim for claim in position.of_kind(ActionKind.CLAIM) if claim.route in wanted]
    return min(claims, key=lambda claim: (claim.locomotives, -position.route(claim).length), default=None)


def needed(position: Position, tickets: tuple[int, ...]) -> set[int]:
    """Routes still to claim for these tickets, most points first, as far as the trains go."""
    facts, view = position.game.edition.tickets, position.view
    routes, trains = position.game.edition.board.routes, view.seats[view.seat].trains
    costs, wanted = route_costs(position), set[int]()
    for ticket in sorted(tickets, key=lambda ticket: -facts[ticket].points):
        way = cheapest_way(position, costs, facts[ticket].a, facts[ticket].b)
        new = [route for route in way if costs[route] > 0]
        trains -= sum(routes[route].length for route in new)
        if trains < 0:
            break
        wanted.update(new)
        for route in new:
            costs[route] = 0  # what is planned for one ticket is free for the next
    return wanted


def route_costs(position: Position) -> list[float]:
    """By route: 0 if it is ours, its length and one for the turn if we may claim it, else infinite."""
    view, costs = position.view, list[float]()
    shared = position.game.players > position.game.edition.numbers.double_closed_up_to
    for route, owner in zip(position.game.edition.board.routes, view.owners, strict=True):
        beside = view.owners[route.sibling] if route.sibling >= 0 else -1
        free = owner < 0 and (beside < 0 or (shared and beside != view.seat))
        costs.append(0 if owner == view.seat else route.length + 1 if free else inf)
    return costs


def cheapest_way(position: Position, costs: list[float], start: int, goal: int) -> list[int]:
    """The routes of the cheapest way (Dijkstra); empty if there is none."""
    best: dict[int, tuple[float, int, int]] = {}
    queue = [(0.0, start, -1, -1)]
    while queue:
        cost, city, route, before = heappop(queue)
        if city in best or cost == inf:
            continue
        best[city] = cost, route, before
        for i, other in enumerate(position.game.edition.board.routes):
            if city in (other.a, other.b):
                heappush(queue, (cost + costs[i], other.a + other.b - city, i, city))
    way = []
    while goal in best and goal != start:
        _, route, goal = best[goal]
        way.append(route)
    return way


if __name__ == "__main__":
    run(choose, name="step2")
