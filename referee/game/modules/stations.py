"""Stations (EU-30 to EU-40): built in play, each borrows one route at the end."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from referee.game.actions import Action, ActionKind, payments
from referee.game.bits import set_bits, union
from referee.game.board import GRAY
from referee.game.claims import connected, joined, occupy
from referee.game.edition import Edition
from referee.game.errors import Code, PositionError
from referee.game.events import Event, StationBuilt
from referee.game.legality import Finding, check_payment
from referee.game.modules.base import Module
from referee.game.state import State
from referee.game.supply import pay, stabilise
from referee.game.text import Said
from referee.game.turn import end_action
from referee.game.view import View

if TYPE_CHECKING:
    from referee.game.game import Game, Plan


def _in_city(city: int, action: Action) -> bool:
    return action.kind == ActionKind.STATION and action.city == city


def _costing(cards: int, action: Action) -> bool:
    return action.kind == ActionKind.STATION and action.colour_cards + action.locomotives == cards


class Built:
    """The part of the state: by seat, the cities of its stations as a mask."""

    def __init__(self, players: int) -> None:
        self.cities = [0] * players

    def copy(self) -> "Built":
        """An independent copy."""
        new = Built(0)
        new.cities = self.cities[:]
        return new

    def cards(self) -> list[int]:
        """None: payments go to the discard (EU-31)."""
        return []

    def write(self, game: "Game") -> Iterator[tuple[str, str]]:
        """`stations.SEAT: CITY ...`."""
        for seat, cities in enumerate(self.cities):
            yield (
                f"stations.{seat}",
                " ".join(c.slug for i, c in enumerate(game.edition.board.cities) if cities >> i & 1),
            )

    def read(self, game: "Game", lines: dict[str, str]) -> None:
        """Take back what `write` gave."""
        slugs = [city.slug for city in game.edition.board.cities]
        for seat in range(len(self.cities)):
            self.cities[seat] = sum(1 << slugs.index(word) for word in lines.pop(f"stations.{seat}").split())


class Stations(Module):
    """The k-th station of a seat costs k cards; no city holds two."""

    name = "stations"
    settles = "fewest_stations"

    def actions(self, edition: Edition) -> Iterable[Action]:
        """By city, then by cost, then as all payments are ordered (EU-31)."""
        colours = range(len(edition.board.colours))
        for index, city in enumerate(edition.board.cities):
            for cost in range(1, edition.numbers.stations + 1):
                for p in payments(colours, cost):
                    yield Action(
                        ActionKind.STATION,
                        f"station {city.slug} {p.text(edition.cards)}",
                        city=index,
                        colour=p.colour,
                        colour_cards=p.colour_cards,
                        locomotives=p.locomotives,
                    )

    def wire(self, game: "Game") -> None:
        """Masks by city and by cost; stations are open from the start like routes."""
        self._slot = len(game.parts)
        game.parts.append(lambda: Built(game.players))
        self._each = game.edition.numbers.stations
        self._in_city = [game.mask(partial(_in_city, city)) for city in range(len(game.edition.board.cities))]
        self._costing = [game.mask(partial(_costing, cost)) for cost in range(self._each + 2)]
        game.open_at_start |= self._costing[1]
        for i, a in enumerate(game.table.actions):
            if a.kind == ActionKind.STATION:
                game.plans[i] = (self._build, a.city, a.colour, a.colour_cards, a.locomotives)
        game.add_main_answers(ActionKind.STATION)
        game.checks[ActionKind.STATION] = self._check_station

    def built(self, state: State) -> list[int]:
        """By seat, the cities of its stations as a mask."""
        part = state.parts[self._slot]
        assert isinstance(part, Built)
        return part.cities

    def _build(self, state: State, events: list[Event], plan: "Plan") -> None:
        _, city, colour, colour_cards, locomotives = plan
        seat = state.seat
        pay(state, seat, colour, colour_cards, locomotives)
        self.place(state, seat, city)
        events.append(StationBuilt(seat, city, colour, colour_cards, locomotives))
        stabilise(state, events)
        end_action(state, events)

    def place(self, state: State, seat: int, city: int) -> None:
        """Put a station on the board: the city closes for all, the seat's next one costs more (EU-30, EU-31)."""
        built = self.built(state)
        built[seat] |= 1 << city
        occupy(state, city)
        cost = built[seat].bit_count()
        still_open = state.open[seat] & self._costing[cost]
        state.open[seat] ^= still_open
        for in_city in self._in_city:
            if still_open & in_city:
                state.open[seat] |= in_city & self._costing[cost + 1]

    def reopen(self, state: State) -> None:
        """Cities with stations are closed, and each seat's next station has its price."""
        built = self.built(state)
        placed, built[:] = built[:], [0] * len(built)
        for seat, cities in enumerate(placed):
            for city in set_bits(cities):
                self.place(state, seat, city)

    def _check_station(self, state: State, said: Said) -> Finding | None:
        city = state.game.edition.board.city(said.name)
        if city is None:
            return Code.UNKNOWN_CITY, "EU-30", f"there is no city {said.name} on board {state.game.edition.board.id}"
        built = self.built(state)
        if union(built) >> city & 1:
            return Code.CITY_OCCUPIED, "EU-30", "a station stands there"
        if state.occupied >> city & 1:
            return Code.CITY_OCCUPIED, "W-07", "a depot stands there"
        number = built[state.seat].bit_count() + 1
        if number > self._each:
            return Code.NO_STATION_LEFT, "EU-30", f"seat {state.seat} has built all {self._each}"
        return check_payment(state, said.cards, number, GRAY, rule="EU-31")

    def networks(self, state: State, seat: int) -> tuple[int, ...]:
        """The seat's components with the routes that its stations borrow best (EU-34 to EU-39).

        Best is the highest sum of completed ticket values, then the most completed tickets.
        """
        game = state.game
        tickets = [game.edition.tickets[ticket] for ticket in state.tickets[seat]]
        best, best_value = state.networks[seat], (-1, -1)
        for borrowed in product(*self._choices(state, seat)):
            network = state.networks[seat]
            for ends in borrowed:
                network = joined(network, ends)
            done = [t.points for t in tickets if connected(network, 1 << t.a | 1 << t.b)]
            if (sum(done), len(done)) > best_value:
                best, best_value = network, (sum(done), len(done))
        return best

    def _choices(self, state: State, seat: int) -> list[list[int]]:
        """For each station that can borrow, the different ends of the foreign routes it can choose from."""
        game = state.game
        foreign = union([routes for other, routes in enumerate(state.owned) if other != seat])
        choices = []
        for city in range(len(game.edition.board.cities)):
            if self.built(state)[seat] >> city & 1:
                ends = {game.ends[r] for r in range(len(game.ends)) if foreign >> r & 1 and game.ends[r] >> city & 1}
                choices.append(sorted(ends))
        return [choice for choice in choices if choice]

    def bonus(self, state: State, _completed: Sequence[int]) -> list[int]:
        """Points for each station not built (EU-33)."""
        points = state.game.edition.numbers.station_points
        return [points * (self._each - cities.bit_count()) for cities in self.built(state)]

    def tie_break(self, state: State, seat: int) -> int:
        """Fewer stations built are better (EU-51)."""
        return -self.built(state)[seat].bit_count()

    def public(self, state: State, seat: int) -> dict[str, Any]:
        """Stations left."""
        return {"stations_left": self._each - self.built(state)[seat].bit_count()}

    def view(self, state: State, _seat: int) -> dict[str, Any]:
        """Owner by city."""
        built = self.built(state)
        cities = range(len(state.game.edition.board.cities))
        return {"stations": tuple(next((s for s, m in enumerate(built) if m >> c & 1), -1) for c in cities)}

    def arrange(self, state: State, given: Mapping[str, Any]) -> None:
        """`stations`: by seat, the cities of its stations."""
        for seat, cities in enumerate(given.get("stations", ())):
            if len(cities) > self._each:
                raise PositionError(f"seat {seat} has {len(cities)} stations, there are {self._each} each")
            for city in cities:
                if state.occupied >> city & 1:
                    raise PositionError(f"two pieces stand in {state.game.edition.board.cities[city].slug}")
                self.place(state, seat, city)

    def imagine(self, state: State, view: View, _unseen: list[int]) -> None:
        """Nothing of it is hidden."""
        for city, seat in enumerate(view.stations):
            if seat >= 0:
                self.place(state, seat, city)
