"""From positions to arrays: what one seat may know, as numbers of a fixed size. The layout says what they mean.

It reads the state directly, because making a `View` first costs more than all the rest; tests hold it to the view.
"""

from collections.abc import Sequence
from operator import itemgetter
from random import Random
from typing import final

import numpy as np
from numpy.typing import NDArray

from referee.env.counts import Counts
from referee.env.distances import Bytes
from referee.env.extras import extras_of
from referee.env.layout import Floats, Layout
from referee.env.marks import Marks
from referee.env.reckoned import Raw, Reckoned
from referee.game import Game, State, View, determinize


@final
class Observer:
    """Looks at positions of one game, on a fixed number of boards, each from one seat's place.

    Boards only matter for speed: what a seat needs for its tickets is reckoned anew when a route was claimed on its
    board, and not otherwise.

    Attributes:
        layout: what stands where. actions: number of actions, that is of a mask's entries.
    """

    def __init__(self, game: Game, boards: int = 1) -> None:
        self.game, self.actions = game, len(game.table)
        extras, players = extras_of(game), game.players
        self._counts, self._marks = Counts(game, extras), Marks(game, extras)
        self._reckoned = Reckoned(game, boards)
        self.layout = Layout((*self._counts.segments, *self._marks.segments, *self._reckoned.segments))
        self._turned = [itemgetter(*((seat + i) % players for i in range(players))) for seat in range(players)]
        self._factors = 1 / self.layout.scales[: self._counts.size]
        self._trains = self.layout.places["seat_trains"].start
        self._late = [(s.name, self.layout.places[s.name]) for s in self._reckoned.segments]
        start = self.layout.places["routes"].start - self._counts.size
        self._owned = slice(start, start + players * len(game.lengths))

    def one(self, state: State, seat: int) -> Floats:
        """The observation of one seat, on board 0."""
        line: Floats = self.look([0], [state], [seat])[0]
        return line

    def of_view(self, view: View) -> Floats:
        """The observation that belongs to a seat's view, such as a bot gets it: equal to what the environments give."""
        # Any state that fits the view will do, because nothing else of it is looked at.
        return self.one(determinize(self.game, view, Random(0)), view.seat)

    def look(self, boards: Sequence[int], states: Sequence[State], seats: Sequence[int]) -> Floats:
        """One line for each of these states, as the seat beside it sees it."""
        lines, shown, marked = len(states), self._counts.size, self._counts.size + self._marks.size
        counts, marks = self._looked_at(states, seats)
        seen = np.empty((lines, self.layout.size), dtype=np.float32)
        np.multiply(counts[:, :shown], self._factors, out=seen[:, :shown])
        seen[:, shown:marked] = marks[:, : self._marks.size]
        routes = marks[:, self._owned].reshape(lines, self.game.players, -1).view(np.bool_)
        owners = self._reckoned.owners(routes)
        needed = self._reckoned.trains_needed(boards, states, seats, owners)
        held = marks[:, self._marks.size :].view(np.bool_)
        raw = Raw(counts[:, self._counts.row], counts[:, self._counts.offer], counts[:, self._trains])
        self._reckoned.fill({name: seen[:, place] for name, place in self._late}, owners, held, raw, needed)
        return seen

    def _looked_at(self, states: Sequence[State], seats: Sequence[int]) -> tuple[Bytes, Bytes]:
        """Counts, and marks one by one, a line for each state."""
        packed: list[bytes] = []
        for state, seat in zip(states, seats, strict=True):
            turned = self._turned[seat]
            packed += (self._counts(state, seat, turned), self._marks(state, seat, turned))
        both = np.frombuffer(b"".join(packed), dtype=np.uint8).reshape(len(states), -1)
        marks = np.unpackbits(both[:, self._counts.offer.stop :], axis=1, count=self._marks.all, bitorder="little")
        return both, marks

    def masks(self, states: Sequence[State]) -> NDArray[np.int8]:
        """One line for each of these states: 1 for each legal action; all 0 after the end."""
        size = (self.actions + 7) // 8
        masks = [state.legal_mask().to_bytes(size, "little") for state in states]
        packed = np.frombuffer(b"".join(masks), dtype=np.uint8).reshape(len(masks), size)
        return np.unpackbits(packed, axis=1, count=self.actions, bitorder="little").view(np.int8)
