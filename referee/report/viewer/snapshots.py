"""Positions as flat facts, and what changes from one to the next. What a viewer may not know is never among them.

Keys: `turn ask kind over row deck disc td left`, by route `oN` (owner; -2 closed for all), by city `SN` and `DN`
(station, depot), and by seat `tr pt n nt of out kn st re wa me lt sp` for all and `h tk ok fo sc` (hand, tickets, their
fates, offer, score) for those who may know.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from referee.game import SPECTATOR, State, observe, score
from referee.game.bits import set_bits
from referee.game.scoring import SeatScore
from referee.game.trail import longest_trail
from referee.game.view import View
from referee.report.viewer.fates import closed, fates

Facts = dict[str, Any]

_HIDDEN_BONUSES = frozenset({"globetrotter"})
"""Bonuses that follow from tickets, which nobody sees before the end."""


def snapshot(state: State, as_seat: int | None) -> Facts:
    """One position; `as_seat` None shows everything, -1 what a spectator knows."""
    view = observe(state, SPECTATOR)
    facts: Facts = {
        "turn": state.turn,
        "ask": view.to_move,
        "kind": view.kind,
        "over": state.reason,
        "row": list(view.row),
        "deck": view.deck_size,
        "disc": list(view.discard),
        "td": view.ticket_deck_size,
        "left": view.turns_left,
    }
    facts |= {f"o{r}": owner for r, owner in enumerate(_owners(state, view)) if owner != -1}
    facts |= {f"S{c}": seat for c, seat in enumerate(view.stations) if seat >= 0}
    facts |= {f"D{c}": seat for c, seat in enumerate(view.depots) if seat >= 0}
    for seat, scored in enumerate(score(state)):
        facts |= _public(state, view, seat, scored)
        if as_seat in (None, seat):
            facts |= _secret(state, seat, scored)
    return facts


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Facts:
    """What to lay over one position to get the next; no key ever goes away."""
    return {key: value for key, value in after.items() if key not in before or before[key] != value}


def _owners(state: State, view: View) -> Iterator[int]:
    for route, owner in enumerate(view.owners):
        yield -2 if owner < 0 and closed(state.game, state.owned, route) else owner


def _public(state: State, view: View, seat: int, scored: SeatScore) -> Facts:
    public = view.seats[seat]
    open_points = scored.routes + sum(p for name, p in scored.bonuses.items() if name not in _HIDDEN_BONUSES)
    values: Facts = {
        "tr": public.trains,
        "pt": public.route_points,
        "n": public.hand_size,
        "nt": public.tickets,
        "of": public.offer,
        "out": public.out,
        "kn": list(public.known) if any(public.known) else 0,
        "lt": _trail(state, seat),
        "sp": scored.score if state.over else open_points,
    }
    modules = state.game.edition.modules
    values |= {"st": public.stations_left} if "stations" in modules else {}
    values |= {"re": public.reserve, "wa": public.warehouse} if "depots" in modules else {}
    values |= {"me": public.merchandise} if "merchandise" in modules else {}
    return {f"{key}{seat}": value for key, value in values.items()}


def _trail(state: State, seat: int) -> int:
    edges = state.game.edges
    return _longest(tuple(edges[route] for route in set_bits(state.owned[seat])))


@lru_cache(maxsize=4096)
def _longest(edges: tuple[tuple[int, int, int], ...]) -> int:
    """A network stays as it is for many steps."""
    return longest_trail(edges)


def _secret(state: State, seat: int, scored: SeatScore) -> Facts:
    return {
        f"h{seat}": list(state.hands[seat]),
        f"tk{seat}": list(state.tickets[seat]),
        f"ok{seat}": fates(state, seat),
        f"fo{seat}": list(state.offers[seat]),
        f"sc{seat}": scored.score,
    }
