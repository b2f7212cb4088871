"""What the bonus for the longest trail promises a plan (C-63, C-64). Knows neither tickets nor cards."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import exp

from planning.sight import Sight
from planning.weights import Weights
from referee.botkit import Game
from referee.game.trail import longest_trail


def trail_hope(sight: Sight, built: Iterable[int], weights: Weights) -> float:
    """Points that the bonus promises on average if these links are added to the own ones; 0 where there is none."""
    hope = weights.express * sight.game.edition.bonuses.get("longest_trail", 0)
    if not hope:
        return 0.0
    own = _trail_with(sight, built)
    for seat, length in _trails_of_others(sight.game, sight.owners, sight.seat).items():
        ahead = own - length - weights.grows * sight.trains[seat]
        hope /= 1 + exp(-ahead / weights.doubt)
    return hope


def _trail_with(sight: Sight, built: Iterable[int]) -> int:
    links = sight.network.links
    own = [i for i, mine in enumerate(sight.mine) if mine]
    return longest_trail([(links[i].a, links[i].b, links[i].length) for i in (*own, *built)])


@lru_cache(maxsize=64)
def _trails_of_others(game: Game, owners: tuple[int, ...], seat: int) -> Mapping[int, int]:
    """By other seat, the length of its longest trail now. All plans of a turn ask the same."""
    return {
        other: longest_trail([game.edges[route] for route, owner in enumerate(owners) if owner == other])
        for other in range(game.players)
        if other != seat
    }
