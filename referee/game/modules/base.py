"""What an optional rule may add to a game. Each is one file beside this one; an edition names those it plays with."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.game.actions import Action
from referee.game.edition import Edition
from referee.game.state import State
from referee.game.view import View

if TYPE_CHECKING:
    from referee.game.game import Game


class Module:
    """An optional rule. The methods here add nothing; a module overrides those that it needs.

    Attributes:
        name: as editions, results and the protocol call it.
        settles: the step of a tie-break chain that it decides, or "".
    """

    name = ""
    settles = ""

    def actions(self, _edition: Edition) -> Iterable[Action]:
        """Its actions that name no seat, in a fixed order."""
        return ()

    def seat_actions(self, _edition: Edition, _players: int) -> Iterable[Action]:
        """Its actions that name a seat; they come last in the table."""
        return ()

    def wire(self, _game: "Game") -> None:
        """Put its plans, masks, checks, parts and hooks into the game."""

    def networks(self, state: State, seat: int) -> tuple[int, ...] | None:
        """Connected components that count for this seat's tickets, if the module changes them (EU-35)."""
        return None

    def bonus(self, state: State, completed: Sequence[int]) -> list[int] | None:
        """Points by seat at the end, given the completed tickets by seat; None if the module gives none."""
        return None

    def tie_break(self, state: State, seat: int) -> int:
        """What its tie-break step compares; greater is better."""
        return 0

    def public(self, _state: State, _seat: int) -> dict[str, Any]:
        """Fields of `SeatView` that it fills."""
        return {}

    def view(self, _state: State, _seat: int) -> dict[str, Any]:
        """Fields of `View` that it fills."""
        return {}

    def arrange(self, _state: State, _given: Mapping[str, Any]) -> None:
        """Put its pieces on the board of a made-up position.

        `_given` has what the position names, by the keys of scenario files and as indices; the rest takes its default.
        Raises PositionError for what no game could hold.
        """

    def reopen(self, _state: State) -> None:
        """Close what its pieces close, after its part was read back from a text."""

    def imagine(self, _state: State, _view: View, _unseen: list[int]) -> None:
        """Set its part from a view; hidden cards are popped from the shuffled `unseen`."""
