"""The part of an observation that is noughts and ones: who owns what, what is asked. One long mask until unpacked."""

from collections.abc import Sequence
from typing import final

from referee.env.extras import Extra, side_by_side
from referee.env.layout import Segment, planes
from referee.game import DecisionKind, Game, State


@final
class Marks:
    """Gives, for a state and the seats beginning with the one that looks, the marks of its segments as one mask.

    The first mark is the lowest bit. `size` marks are shown; after them comes one for each ticket that the seat holds.
    """

    def __init__(self, game: Game, extras: Sequence[Extra]) -> None:
        self._routes, self._tickets = len(game.lengths), len(game.edition.tickets)
        self._bits = [1 << ticket for ticket in range(self._tickets)]
        self._extras = [(extra, sum(s.size for s in extra.marks)) for extra in reversed(extras) if extra.marks]
        self.segments = (*_shown(game), *(s for extra in extras for s in extra.marks))
        self.size = sum(segment.size for segment in self.segments)
        self.all = self.size + self._tickets

    def __call__(self, state: State, order: tuple[int, ...]) -> int:
        """The mask; only what the first seat of `order` may know."""
        seat, bits, players = order[0], self._bits, len(order)
        mask = 0
        for ticket in state.tickets[seat]:
            mask |= bits[ticket]
        # From the last segment to the first, each pushing those after it up.
        for extra, width in self._extras:
            mask = mask << width | extra.mark(state, order)
        mask <<= self._tickets
        for ticket, drawn_by in state.refused[seat]:
            if drawn_by < 0:
                mask |= bits[ticket]
        mask = mask << self._routes * players | side_by_side(state.owned, order, self._routes)
        mask <<= players
        if not state.over:
            mask |= 1 << (state.seat - seat) % players
        return mask << len(DecisionKind) | 1 << state.phase


def _shown(game: Game) -> tuple[Segment, ...]:
    kinds = ", ".join(f"{kind.value} {kind.name}" for kind in DecisionKind)
    players = game.players
    return (
        planes("question", (len(DecisionKind),), f"what is asked: {kinds}"),
        planes("asked", (players,), "who is asked; none after the end"),
        planes("routes", (players, len(game.lengths)), "the seat owns the route"),
        planes("refused", (len(game.edition.tickets),), "own refused ticket that nobody was offered since"),
    )
