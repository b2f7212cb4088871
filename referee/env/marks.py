"""The part of an observation that is noughts and ones: who owns what, what is asked. Packed, eight to a byte."""

from collections.abc import Sequence
from typing import final

from referee.env.extras import Extra, Turned, side_by_side
from referee.env.layout import Segment, planes
from referee.game import DecisionKind, Game, State


@final
class Marks:
    """Gives, for a state and the seat that looks, the marks of its segments, the first mark in the lowest bit.

    `size` marks are shown; after them comes one for each ticket that the seat holds.
    """

    def __init__(self, game: Game, extras: Sequence[Extra]) -> None:
        self._players, self._kinds = game.players, len(DecisionKind)
        self._routes, self._tickets = len(game.lengths), len(game.edition.tickets)
        self._bits = [1 << ticket for ticket in range(self._tickets)]
        self._extras = [(extra, sum(s.size for s in extra.marks)) for extra in reversed(extras) if extra.marks]
        self.segments = (*_shown(game), *(s for extra in extras for s in extra.marks))
        self.size = sum(segment.size for segment in self.segments)
        self.all = self.size + self._tickets
        self.bytes = (self.all + 7) // 8

    def __call__(self, state: State, seat: int, turned: Turned) -> bytes:
        """Only what this seat may know."""
        bits, players = self._bits, self._players
        mask = 0
        for ticket in state.tickets[seat]:
            mask |= bits[ticket]
        # From the last segment to the first, each pushing those after it up.
        for extra, width in self._extras:
            mask = mask << width | extra.mark(state, turned)
        mask <<= self._tickets
        for ticket, drawn_by in state.refused[seat]:
            if drawn_by < 0:
                mask |= bits[ticket]
        mask = mask << self._routes * players | side_by_side(turned(state.owned), self._routes)
        mask <<= players
        if state.phase:
            mask |= 1 << (state.seat - seat) % players
        mask = mask << self._kinds | 1 << state.phase
        return mask.to_bytes(self.bytes, "little")


def _shown(game: Game) -> tuple[Segment, ...]:
    kinds = ", ".join(f"{kind.value} {kind.name}" for kind in DecisionKind)
    players = game.players
    return (
        planes("question", (len(DecisionKind),), f"what is asked: {kinds}"),
        planes("asked", (players,), "who is asked; none after the end"),
        planes("routes", (players, len(game.lengths)), "the seat owns the route"),
        planes("refused", (len(game.edition.tickets),), "own refused ticket that nobody was offered since"),
    )
