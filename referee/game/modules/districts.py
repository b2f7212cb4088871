"""The districts of London (L-05 to L-07)."""

from collections.abc import Sequence

from referee.game.claims import connected
from referee.game.modules.base import Module
from referee.game.state import State


class Districts(Module):
    """Points at the end for each district whose locations lie in one component of a seat's network (L-06, E-46)."""

    name = "districts"

    def bonus(self, state: State, _completed: Sequence[int]) -> list[int]:
        """Several seats may score the same district; an incomplete one costs nothing (L-07)."""
        districts = [(d.points, sum(1 << city for city in d.cities)) for d in state.game.edition.districts]
        return [sum(points for points, cities in districts if connected(network, cities)) for network in state.networks]
