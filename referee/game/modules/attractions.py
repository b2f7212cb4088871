"""The attractions of New York (N-04)."""

from collections.abc import Sequence

from referee.game.modules.base import Module
from referee.game.state import State


class Attractions(Module):
    """Points at the end for each attraction that a seat's network touches, once a seat (N-04)."""

    name = "attractions"

    def bonus(self, state: State, _completed: Sequence[int]) -> list[int]:
        """Several seats may score the same attraction."""
        edition = state.game.edition
        marked = sum(1 << i for i, city in enumerate(edition.board.cities) if city.attraction)
        each = edition.numbers.attraction_points
        return [each * sum((component & marked).bit_count() for component in network) for network in state.networks]
