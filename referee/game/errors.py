"""The root of the project's error tree; stable codes and facts as attributes. Prints nothing and formats no traceback.

RefereeError
+-- GameError                 the rules side: no I/O was involved
|   +-- ActionError           an action text or id that cannot be played now
|   +-- BoardError            a board, edition or player count that cannot be played
|   +-- PositionError         a position that no game could hold (state text, scenario setup)
+-- (each outer room adds its own branch in its own errors.py)
"""

from collections.abc import Sequence
from enum import StrEnum, unique


@unique
class Code(StrEnum):
    """Why an action was refused. The order is the order in which the checks run (first failure wins)."""

    UNPARSABLE = "UNPARSABLE"
    WRONG_DECISION = "WRONG_DECISION"
    PASS_NOT_FORCED = "PASS_NOT_FORCED"  # noqa: S105  a pass is no password
    UNKNOWN_ROUTE = "UNKNOWN_ROUTE"
    ROUTE_TAKEN = "ROUTE_TAKEN"
    DOUBLE_OWNED = "DOUBLE_OWNED"
    DOUBLE_CLOSED = "DOUBLE_CLOSED"
    NOT_ENOUGH_TRAINS = "NOT_ENOUGH_TRAINS"
    UNKNOWN_CITY = "UNKNOWN_CITY"
    CITY_OCCUPIED = "CITY_OCCUPIED"
    NO_STATION_LEFT = "NO_STATION_LEFT"
    NO_DEPOT_LEFT = "NO_DEPOT_LEFT"
    CARDS_NOT_IN_HAND = "CARDS_NOT_IN_HAND"
    WRONG_COUNT = "WRONG_COUNT"
    MIXED_COLOURS = "MIXED_COLOURS"
    WRONG_COLOUR = "WRONG_COLOUR"
    TOO_FEW_LOCOMOTIVES = "TOO_FEW_LOCOMOTIVES"
    NOTHING_TO_DRAW = "NOTHING_TO_DRAW"
    NOT_IN_ROW = "NOT_IN_ROW"
    SECOND_CARD_LOCOMOTIVE = "SECOND_CARD_LOCOMOTIVE"
    TICKET_DECK_EMPTY = "TICKET_DECK_EMPTY"
    KEEP_UNKNOWN = "KEEP_UNKNOWN"
    KEEP_TOO_FEW = "KEEP_TOO_FEW"
    KEEP_TOO_MANY = "KEEP_TOO_MANY"
    NOT_OFFERED = "NOT_OFFERED"
    WAREHOUSE_EMPTY = "WAREHOUSE_EMPTY"
    ILLEGAL_ACTION = "ILLEGAL_ACTION"


class RefereeError(Exception):
    """Anything that the project reports to a person. `str()` of it is the whole message."""


class GameError(RefereeError):
    """The rules side refused something."""


class BoardError(GameError):
    """A board, an edition or a number of players that cannot be played."""


class PositionError(GameError):
    """A position that no game could hold."""


class ActionError(GameError):
    """An action that cannot be played now.

    Attributes:
        code: the first check that failed.
        action: the text (or the id) that was sent.
        rule: the id of the rule that it breaks, or "" where no rule is involved (`UNPARSABLE`).
        facts: one sentence with the figures that decided.
        nearest: up to five legal actions, the most similar first.
    """

    def __init__(self, code: Code, action: str, rule: str, facts: str, nearest: Sequence[str] = ()) -> None:
        self.code = code
        self.action = action
        self.rule = rule
        self.facts = facts
        self.nearest = tuple(nearest)
        super().__init__(self._text())

    def _text(self) -> str:
        rule = f" ({self.rule})" if self.rule else ""
        nearest = f"; legal near it: {', '.join(self.nearest)}" if self.nearest else ""
        return f"{self.code}{rule}: {self.action!r}: {self.facts}{nearest}"
