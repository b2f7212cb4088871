"""The Globetrotter card of the 1910 sets (T-07)."""

from collections.abc import Sequence

from referee.game.modules.base import Module
from referee.game.state import State


class Globetrotter(Module):
    """Points for every seat with the most completed tickets (T-07, E-37)."""

    name = "globetrotter"

    def bonus(self, state: State, completed: Sequence[int]) -> list[int]:
        """The card's points for all holders."""
        points = state.game.edition.bonuses[self.name]
        return [points if count and count == max(completed) else 0 for count in completed]
