"""The longest path card of USA, the European Express of Europe (C-63, C-64, EU-50)."""

from collections.abc import Sequence

from referee.game.bits import set_bits
from referee.game.modules.base import Module
from referee.game.state import State
from referee.game.trail import longest_trail


def trail_length(state: State, seat: int) -> int:
    """Spaces of the longest trail in a seat's own network (C-63); stations never count (EU-40)."""
    edges = state.game.edges
    return longest_trail([edges[route] for route in set_bits(state.owned[seat])])


def _bound(state: State, seat: int) -> int:
    """Spaces of the seat's longest component, which no trail of it exceeds."""
    ends, lengths, routes = state.game.ends, state.game.lengths, list(set_bits(state.owned[seat]))
    return max((sum([lengths[r] for r in routes if ends[r] & part]) for part in state.networks[seat]), default=0)


class LongestTrail(Module):
    """Points for every seat whose longest trail is the longest of all (C-64, E-36, E-37)."""

    name = "longest_trail"

    def bonus(self, state: State, _completed: Sequence[int]) -> list[int]:
        """The card's points for all holders."""
        bounds = [_bound(state, seat) for seat in range(state.game.players)]
        lengths = [0] * len(bounds)
        for seat in sorted(range(len(bounds)), key=bounds.__getitem__, reverse=True):
            # A component shorter than a trail that was found holds no longest one: more than half of the searches.
            if bounds[seat] >= max(lengths):
                lengths[seat] = trail_length(state, seat)
        longest, points = max(lengths), state.game.edition.bonuses[self.name]
        return [points if length and length == longest else 0 for length in lengths]
