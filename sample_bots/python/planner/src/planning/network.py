"""The board as links between neighbouring cities, made once for a game. Knows no position."""

from collections.abc import Iterable
from functools import lru_cache

from attrs import frozen

from referee.botkit import ActionKind, Game


@frozen
class Link:
    """Two neighbouring cities and the tracks between them: one, or the two of a double route.

    Attributes:
        tracks: route indices. colours: by track, the cards that pay for it. locomotives: least number of them to pay.
        narrow: whether a track takes one colour only. points: of the route, with what its modules add on average.
    """

    a: int
    b: int
    length: int
    tracks: tuple[int, ...]
    colours: tuple[tuple[int, ...], ...]
    locomotives: int
    tunnel: bool
    narrow: bool
    points: float


@frozen(eq=False)
class Network:
    """All links of a board.

    Attributes:
        at: by city, each link that ends there with the city at its other end. link_of: by route, its link.
        claims: action id by (route, colour, locomotives); colour -1 for locomotives alone.
        shut: whether one track taken closes the other one for everybody (C-38).
    """

    links: tuple[Link, ...]
    at: tuple[tuple[tuple[int, int], ...], ...]
    link_of: tuple[int, ...]
    claims: dict[tuple[int, int, int], int]
    shut: bool


CART = 1.5
"""Points that a merchandise card is worth on average (A-06)."""

ATTRACTION = 0.5
"""Share of an attraction's points that goes to each link at its city: a network touches it more than once (N-04)."""


@lru_cache(maxsize=32)
def network_of(game: Game) -> Network:
    """The links of a game's board. Parallel tracks have one length, so a way never cares which of them it takes."""
    board = game.edition.board
    tracks: dict[int, list[int]] = {}
    for i, route in enumerate(board.routes):
        tracks.setdefault(i if route.sibling < 0 else min(i, route.sibling), []).append(i)
    links = tuple(_link(game, ids) for ids in tracks.values())
    at: list[list[tuple[int, int]]] = [[] for _ in board.cities]
    link_of = [0] * len(board.routes)
    for i, link in enumerate(links):
        at[link.a].append((i, link.b))
        at[link.b].append((i, link.a))
        for track in link.tracks:
            link_of[track] = i
    return Network(
        links,
        tuple(map(tuple, at)),
        tuple(link_of),
        _claims(game),
        game.players <= game.edition.numbers.double_closed_up_to,
    )


def _link(game: Game, tracks: Iterable[int]) -> Link:
    edition = game.edition
    ids = tuple(tracks)
    routes = [edition.board.routes[i] for i in ids]
    first, every = routes[0], tuple(range(len(game.cards) - 1))
    ends = (edition.board.cities[first.a], edition.board.cities[first.b])
    sights = sum(city.attraction for city in ends) * edition.numbers.attraction_points * ATTRACTION
    return Link(
        a=first.a,
        b=first.b,
        length=first.length,
        tracks=ids,
        colours=tuple(every if route.colour < 0 else (route.colour,) for route in routes),
        locomotives=max(route.locomotives for route in routes),
        tunnel=any(route.tunnel for route in routes),
        narrow=first.colour >= 0,
        points=edition.route_points[first.length] + CART * any(route.cart for route in routes) + sights,
    )


def _claims(game: Game) -> dict[tuple[int, int, int], int]:
    return {
        (action.route, action.colour, action.locomotives): i
        for i, action in enumerate(game.table.actions)
        if action.kind == ActionKind.CLAIM
    }
