"""The tables that make a playout quick, made once for a game. Knows no position."""

from functools import lru_cache

from attrs import frozen

from planning.network import Network, network_of
from referee.botkit import ActionKind, Game


@frozen(eq=False)
class Course:
    """What playouts look up.

    Attributes:
        claims, claims_of: by route and by link, the actions that claim it, as a mask over action ids.
        any_claim: all these.
        routes: by link, its routes as a mask. colours: by route, its card or -1 for any.
        lengths, musts: by route, spaces and locomotives that must be paid. draws: by card, the id that takes it openly.
        deck: the id that takes the top card. ids: of all actions by text.
    """

    network: Network
    claims: tuple[int, ...]
    claims_of: tuple[int, ...]
    any_claim: int
    routes: tuple[int, ...]
    colours: tuple[int, ...]
    lengths: tuple[int, ...]
    musts: tuple[int, ...]
    draws: tuple[int, ...]
    deck: int
    ids: dict[str, int]


@lru_cache(maxsize=32)
def course_of(game: Game) -> Course:
    """The tables of a game."""
    routes = game.edition.board.routes
    claims = [0] * len(routes)
    for i, action in enumerate(game.table.actions):
        if action.kind == ActionKind.CLAIM:
            claims[action.route] |= 1 << i
    network = network_of(game)
    return Course(
        network=network,
        claims=tuple(claims),
        claims_of=tuple(sum(claims[track] for track in link.tracks) for link in network.links),
        any_claim=sum(claims),
        routes=tuple(sum(1 << track for track in link.tracks) for link in network.links),
        colours=tuple(route.colour for route in routes),
        lengths=tuple(route.length for route in routes),
        musts=tuple(route.locomotives for route in routes),
        draws=tuple(game.table.ids[f"draw {card}"] for card in game.cards),
        deck=game.table.ids["draw deck"],
        ids=game.table.ids,
    )
