"""What optional rules add to an observation: one small class a rule, by the rule's name. Knows nothing of the rest.

Each gives counts and marks in the order of its segments, those by seat beginning with the seat that looks.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from referee.env.layout import Segment, planes
from referee.game import SPECTATOR, DecisionKind, Game, State
from referee.game.modules import Module
from referee.game.modules.depots import RESERVE, Depots
from referee.game.modules.merchandise import Merchandise
from referee.game.modules.stations import Stations
from referee.game.modules.tunnels import Tunnels

Turned = Callable[[Sequence[Any]], tuple[Any, ...]]
"""Puts what is listed by seat into the order that begins with the seat that looks."""

# Looking a member up in its class costs 50 ns on Python 3.11.
PICK, TUNNEL = DecisionKind.PICK, DecisionKind.TUNNEL


class Extra:
    """An optional rule as learners see it. `counts` are the segments of numbers, `marks` those of noughts and ones."""

    counts: tuple[Segment, ...] = ()
    marks: tuple[Segment, ...] = ()

    def count(self, _state: State, _turned: Turned) -> Iterable[int]:
        """The numbers of `counts`."""
        return []

    def mark(self, _state: State, _turned: Turned) -> int:
        """The noughts and ones of `marks` as one mask, the first in the lowest bit."""
        return 0


class _Stations(Extra):
    def __init__(self, module: Stations, game: Game) -> None:
        self._module, self._each = module, game.edition.numbers.stations
        self._cities = cities = len(game.edition.board.cities)
        self.counts = (Segment("seat_stations", (game.players,), self._each, 4, "stations not built yet"),)
        self.marks = (planes("stations", (game.players, cities), "the seat has a station in the city"),)

    def count(self, state: State, turned: Turned) -> Iterable[int]:
        return [self._each - cities.bit_count() for cities in turned(self._module.built(state))]

    def mark(self, state: State, turned: Turned) -> int:
        return side_by_side(turned(self._module.built(state)), self._cities)


class _Depots(Extra):
    def __init__(self, module: Depots, game: Game) -> None:
        self._module, self._cities = module, len(game.edition.board.cities)
        players, cards = game.players, sum(game.edition.card_counts())
        self.counts = (
            Segment("seat_reserve", (players,), RESERVE, 4, "depots in reserve"),
            Segment("seat_warehouse", (players,), cards, 8, "cards in the warehouse"),
        )
        self.marks = (
            planes("depots", (players, self._cities), "the seat has a depot in the city"),
            planes("picks", (players,), "the seat's warehouse may be picked now"),
        )

    def count(self, state: State, turned: Turned) -> Iterable[int]:
        yard = self._module.yard(state)
        return (*turned(yard.reserve), *map(sum, turned(yard.warehouses)))

    def mark(self, state: State, turned: Turned) -> int:
        mask = side_by_side(turned(self._module.yard(state).placed), self._cities)
        if state.phase == PICK:
            offered = self._module.view(state, SPECTATOR)["picks"]
            may = turned([seat in offered for seat in range(state.game.players)])
            mask |= side_by_side(may, 1) << self._cities * len(may)
        return mask


class _Merchandise(Extra):
    def __init__(self, module: Merchandise, game: Game) -> None:
        self._module = module
        supply = game.edition.numbers.merchandise
        self.counts = (Segment("seat_merchandise", (game.players,), supply, 4, "merchandise cards"),)

    def count(self, state: State, turned: Turned) -> Iterable[int]:
        return turned(self._module.taken(state))


class _Tunnels(Extra):
    def __init__(self, module: Tunnels, game: Game) -> None:
        self._module, self._routes, kinds = module, len(game.lengths), len(game.cards)
        longest = max(game.lengths)
        self._none = [0] * (3 + kinds)
        self.counts = (
            Segment("tunnel_cards", (3,), longest, 4, "colour cards laid down, locomotives laid down, extra cards due"),
            Segment("tunnel_revealed", (kinds,), game.edition.numbers.reveal, 4, "revealed cards by kind"),
        )
        self.marks = (
            planes("tunnel_route", (self._routes,), "the route of the open tunnel question"),
            planes("tunnel_colour", (kinds,), "the colour laid down; the last for locomotives alone"),
        )

    def count(self, state: State, turned: Turned) -> Iterable[int]:
        if state.phase != TUNNEL:
            return self._none
        q = self._module.open(state)
        revealed = [q.revealed.count(card) for card in range(len(self._none) - 3)]
        return [q.colour_cards, q.locomotives, q.extra, *revealed]

    def mark(self, state: State, turned: Turned) -> int:
        if state.phase != TUNNEL:
            return 0
        q = self._module.open(state)
        colour = q.colour % len(state.game.cards)
        return 1 << q.route | 1 << self._routes + colour


def side_by_side(masks: Sequence[int], width: int) -> int:
    """One mask of several, each taking `width` bits, the first the lowest."""
    total = 0
    for mask in reversed(masks):
        total = total << width | mask
    return total


def _of(module: Module, game: Game) -> Extra | None:
    match module:
        case Stations():
            return _Stations(module, game)
        case Depots():
            return _Depots(module, game)
        case Merchandise():
            return _Merchandise(module, game)
        case Tunnels():
            return _Tunnels(module, game)
    return None


def extras_of(game: Game) -> tuple[Extra, ...]:
    """Those of the game's optional rules that show something during play."""
    return tuple(extra for module in game.modules if (extra := _of(module, game)))
