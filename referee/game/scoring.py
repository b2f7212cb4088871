"""Final scoring and ranks (C-60 to C-67, rules 2.4), from the position alone."""

from collections.abc import Mapping

from attrs import field, frozen

from referee.game.bits import set_bits
from referee.game.claims import connected
from referee.game.state import State


@frozen
class SeatScore:
    """What one seat gets at the end.

    Attributes:
        rank: 1 is first; shared places are counted (1, 1, 3). score: the sum of all that follows.
        routes: points of its routes (C-60). tickets: won minus lost (C-62). completed: number of completed tickets.
        bonuses: points by name of the bonus, zeros left out. forfeited: whether it ranks below those who did not.
    """

    rank: int
    score: int
    routes: int
    tickets: int
    completed: int
    bonuses: Mapping[str, int] = field(hash=False)
    forfeited: bool = False


def score(state: State) -> tuple[SeatScore, ...]:
    """Scores and ranks by seat, as if the match ended here."""
    seats = range(state.game.players)
    routes = [_route_points(state, seat) for seat in seats]
    done = [completed_tickets(state, seat) for seat in seats]
    tickets = [_ticket_points(state, seat, done[seat]) for seat in seats]
    bonuses = _bonuses(state, [len(d) for d in done])
    totals = [routes[s] + tickets[s] + sum(bonuses[s].values()) for s in seats]
    keys = [_key(state, s, totals[s], len(done[s]), bonuses[s]) for s in seats]
    return tuple(
        SeatScore(
            1 + sum(other > keys[s] for other in keys),
            totals[s],
            routes[s],
            tickets[s],
            len(done[s]),
            bonuses[s],
            state.out[s] >= 0,
        )
        for s in seats
    )


def completed_tickets(state: State, seat: int) -> tuple[int, ...]:
    """The seat's tickets whose cities are connected (C-61), stations included where the edition has them (EU-35)."""
    network = next((n for m in state.game.modules if (n := m.networks(state, seat)) is not None), state.networks[seat])
    tickets = state.game.edition.tickets
    return tuple(t for t in state.tickets[seat] if connected(network, 1 << tickets[t].a | 1 << tickets[t].b))


def _route_points(state: State, seat: int) -> int:
    return sum(state.game.points[route] for route in set_bits(state.owned[seat]))


def _ticket_points(state: State, seat: int, done: tuple[int, ...]) -> int:
    tickets = state.game.edition.tickets
    return sum(tickets[t].points if t in done else -tickets[t].points for t in state.tickets[seat])


def _bonuses(state: State, completed: list[int]) -> list[dict[str, int]]:
    given: list[dict[str, int]] = [{} for _ in completed]
    for module in state.game.modules:
        for seat, points in enumerate(module.bonus(state, completed) or ()):
            if points:
                given[seat][module.name] = points
    return given


def _key(state: State, seat: int, total: int, completed: int, bonuses: Mapping[str, int]) -> tuple[int, ...]:
    """What ranks compare, greater is better: whether the seat stayed, points, the tie-break chain (E-39)."""
    if state.out[seat] >= 0:
        return 0, state.out[seat]
    chain = []
    for step in state.game.edition.tie_break:
        if step == "completed_tickets":
            chain.append(completed)
        elif step == "longest_trail":
            chain.append(int("longest_trail" in bonuses))
        else:
            chain.append(sum(module.tie_break(state, seat) for module in state.game.modules if module.settles == step))
    return (1, total, *chain)
