"""What has become of tickets: done, still open, or lost for good. It asks the engine and the board, never a bot."""

from collections.abc import Sequence
from heapq import heappop, heappush

from referee.game import State
from referee.game.scoring import completed_tickets

DONE, OPEN, LOST = "d", "o", "l"


def fates(state: State, seat: int, done: Sequence[int] | None = None) -> str:
    """One letter a ticket, in the order kept. Lost is only said where no play of this seat could complete it."""
    complete = completed_tickets(state, seat) if done is None else done
    tickets = [t for t in state.tickets[seat] if t not in complete]
    over = state.over or state.out[seat] >= 0
    ways = {} if over else _needs(state, seat, {state.game.edition.tickets[t].a for t in tickets})
    lost = {t for t in tickets if over or not _possible(state, seat, t, ways)}
    return "".join(DONE if t in complete else LOST if t in lost else OPEN for t in state.tickets[seat])


def _possible(state: State, seat: int, ticket: int, ways: dict[int, dict[int, int]]) -> bool:
    """Whether the trains that are left reach (C-35); a seat that owns stations may borrow, so others' routes are free."""
    wanted = state.game.edition.tickets[ticket]
    need = ways[wanted.a].get(wanted.b)
    return need is not None and need <= state.trains[seat]


def _needs(state: State, seat: int, starts: set[int]) -> dict[int, dict[int, int]]:
    """From each of these cities to every other: the trains that it would take at least."""
    near: list[list[tuple[int, int]]] = [[] for _ in state.game.edition.board.cities]
    for route, (a, b, length) in enumerate(state.game.edges):
        cost = _cost(state, seat, route, length)
        if cost is not None:
            near[a].append((b, cost))
            near[b].append((a, cost))
    return {start: _distances(near, start) for start in starts}


def _cost(state: State, seat: int, route: int, length: int) -> int | None:
    owner = state.owner(route)
    if owner == seat:
        return 0
    if owner >= 0:
        return 0 if "stations" in state.game.edition.modules else None
    return None if closed(state, route) else length


def closed(state: State, route: int) -> bool:
    """Whether nobody may claim a free route any more, because its other track is taken (C-38)."""
    sibling = state.game.edition.board.routes[route].sibling
    return state.game.one_track and sibling >= 0 and state.owner(sibling) >= 0


def _distances(near: Sequence[Sequence[tuple[int, int]]], start: int) -> dict[int, int]:
    found: dict[int, int] = {}
    queue = [(0, start)]
    while queue:
        far, city = heappop(queue)
        if city not in found:
            found[city] = far
            for other, cost in near[city]:
                if other not in found:
                    heappush(queue, (far + cost, other))
    return found
