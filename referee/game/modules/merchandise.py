"""The merchandise cards of Amsterdam (A-03 to A-09)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.game.bits import set_bits
from referee.game.errors import PositionError
from referee.game.events import Event, MerchandiseTaken
from referee.game.modules.base import Module
from referee.game.state import State
from referee.game.view import View

if TYPE_CHECKING:
    from referee.game.game import Game


class Taken:
    """The part of the state: merchandise cards by seat; the supply is what is missing from them."""

    def __init__(self, players: int) -> None:
        self.cards_of = [0] * players

    def copy(self) -> "Taken":
        """An independent copy."""
        new = Taken(0)
        new.cards_of = self.cards_of[:]
        return new

    def cards(self) -> list[int]:
        """None: merchandise is a deck of its own."""
        return []

    def write(self, _game: "Game") -> Iterator[tuple[str, str]]:
        """`merchandise: COUNT ...` by seat."""
        yield "merchandise", " ".join(map(str, self.cards_of))

    def read(self, _game: "Game", lines: dict[str, str]) -> None:
        """Take back what `write` gave."""
        self.cards_of = [int(word) for word in lines.pop("merchandise").split()]


class Merchandise(Module):
    """One card for each cart route, points by rank at the end."""

    name = "merchandise"

    def wire(self, game: "Game") -> None:
        """A hook after each claim."""
        self._slot = len(game.parts)
        game.parts.append(lambda: Taken(game.players))
        game.after_claim.append(self._take)

    def taken(self, state: State) -> list[int]:
        """Merchandise cards by seat; public (A-05)."""
        part = state.parts[self._slot]
        assert isinstance(part, Taken)
        return part.cards_of

    def _take(self, state: State, events: list[Event], route: int) -> bool:
        """Exactly one card a cart route, while there are any (A-04, E-48); asks nothing."""
        taken, game = self.taken(state), state.game
        if game.edition.board.routes[route].cart and sum(taken) < game.edition.numbers.merchandise:
            taken[state.seat] += 1
            events.append(MerchandiseTaken(state.seat, route))
        return False

    def bonus(self, state: State, _completed: Sequence[int]) -> list[int]:
        """Points of the rank in the table of this number of players; ties share, no card no rank (A-06 to A-09)."""
        taken = self.taken(state)
        table = state.game.edition.merchandise_points[state.game.players]
        ranks = [sum(other > cards for other in taken) for cards in taken]
        return [table[rank] if cards and rank < len(table) else 0 for cards, rank in zip(taken, ranks, strict=True)]

    def public(self, state: State, seat: int) -> dict[str, Any]:
        """The seat's cards."""
        return {"merchandise": self.taken(state)[seat]}

    def arrange(self, state: State, given: Mapping[str, Any]) -> None:
        """`merchandise`: cards by seat; without it one for each cart route that the seat owns."""
        routes = state.game.edition.board.routes
        counts = [sum(routes[route].cart for route in set_bits(owned)) for owned in state.owned]
        counts = list(given.get("merchandise", counts))
        supply = state.game.edition.numbers.merchandise
        if min(counts) < 0 or ("merchandise" in given and sum(counts) > supply):
            raise PositionError(f"{counts} merchandise cards by seat, there are {supply}")
        self.taken(state)[:] = counts

    def imagine(self, state: State, view: View, _unseen: list[int]) -> None:
        """Nothing of it is hidden."""
        self.taken(state)[:] = [seat.merchandise for seat in view.seats]
