"""What has become of tickets: done, still open, or lost for good. It asks the engine and the board, never a bot."""

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush

from referee.game import Game, State
from referee.game.bits import union
from referee.game.scoring import completed_tickets

DONE, OPEN, LOST = "d", "o", "l"


def fates(state: State, seat: int, done: Sequence[int] | None = None) -> str:
    """One letter a ticket, in the order kept. Lost is only said where no play of this seat could complete it."""
    complete = completed_tickets(state, seat) if done is None else done
    over = state.over or state.out[seat] >= 0
    lost = {t for t in state.tickets[seat] if t not in complete and (over or not _possible(state, seat, t))}
    return "".join(DONE if t in complete else LOST if t in lost else OPEN for t in state.tickets[seat])


def _possible(state: State, seat: int, ticket: int) -> bool:
    """Whether the trains that are left reach (C-35)."""
    wanted = state.game.edition.tickets[ticket]
    need = _needs(state.game, tuple(state.owned), seat, wanted.a).get(wanted.b)
    return need is not None and need <= state.trains[seat]


@lru_cache(maxsize=1024)
def _needs(game: Game, owned: tuple[int, ...], seat: int, start: int) -> dict[int, int]:
    """From a city to every other: the trains that it would take at least. Remembered, since claims are rare."""
    near: list[list[tuple[int, int]]] = [[] for _ in game.edition.board.cities]
    for route, (a, b, length) in enumerate(game.edges):
        cost = _cost(game, owned, seat, route, length)
        if cost is not None:
            near[a].append((b, cost))
            near[b].append((a, cost))
    return _distances(near, start)


def _cost(game: Game, owned: tuple[int, ...], seat: int, route: int, length: int) -> int | None:
    """None if the seat can never travel there; it may borrow where stations are built, so others' routes are free."""
    if owned[seat] >> route & 1:
        return 0
    if union(owned) >> route & 1:
        return 0 if "stations" in game.edition.modules else None
    return None if closed(game, owned, route) else length


def closed(game: Game, owned: Sequence[int], route: int) -> bool:
    """Whether nobody may claim a free route any more, because its other track is taken (C-38)."""
    sibling = game.edition.board.routes[route].sibling
    return game.one_track and sibling >= 0 and bool(union(owned) >> sibling & 1)


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
