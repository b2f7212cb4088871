"""Warehouses & Depots (W-01 to W-51), on any board."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from referee.game.actions import Action, ActionKind, DecisionKind
from referee.game.bits import set_bits, union
from referee.game.claims import occupy
from referee.game.draws import first_draws
from referee.game.edition import Edition
from referee.game.errors import Code, PositionError
from referee.game.events import CardDeposited, DepotPlaced, Event, WarehousePicked, WarehousesEmptied
from referee.game.legality import Finding
from referee.game.modules.base import Module
from referee.game.state import State
from referee.game.supply import gain, stabilise, take_as_deck
from referee.game.text import Said
from referee.game.turn import Stage, answered, end_action, end_turn
from referee.game.view import View

if TYPE_CHECKING:
    from referee.game.game import Game, Plan

RESERVE = 4
"""Depots of a seat beside the one that it places before the first turn (W-02)."""

POINTS = 10
"""For the most depots in reserve (W-50)."""

_DRAWS = frozenset({ActionKind.DRAW_DECK, ActionKind.DRAW_CARD})


class Yard:
    """The part of the state.

    Attributes:
        placed: by seat, the cities of its depots as a mask. reserve: by seat, depots neither placed nor spent.
        warehouses: by seat, the unseen cards by kind.
        offered: seats with a depot at an end of the route just claimed, while picks are asked (W-20).
    """

    def __init__(self, players: int, kinds: int) -> None:
        self.placed = [0] * players
        self.reserve = [RESERVE] * players
        self.warehouses = [[0] * kinds for _ in range(players)]
        self.offered: tuple[int, ...] = ()

    def copy(self) -> "Yard":
        """An independent copy."""
        new = Yard(0, 0)
        new.placed, new.reserve = self.placed[:], self.reserve[:]
        new.warehouses = [cards[:] for cards in self.warehouses]
        new.offered = self.offered
        return new

    def cards(self) -> list[int]:
        """What the warehouses hold, one by one."""
        return [card for cards in self.warehouses for card, count in enumerate(cards) for _ in range(count)]

    def write(self, game: "Game") -> Iterator[tuple[str, str]]:
        """`depots.SEAT: CITY ...`, `warehouse.SEAT: COUNT ...` by kind, `reserve`, `offered` seats."""
        cities = game.edition.board.cities
        for seat, placed in enumerate(self.placed):
            yield f"depots.{seat}", " ".join(cities[city].slug for city in set_bits(placed))
            yield f"warehouse.{seat}", " ".join(map(str, self.warehouses[seat]))
        yield "reserve", " ".join(map(str, self.reserve))
        yield "offered", " ".join(map(str, self.offered))

    def read(self, game: "Game", lines: dict[str, str]) -> None:
        """Take back what `write` gave."""
        slugs = [city.slug for city in game.edition.board.cities]
        for seat in range(len(self.placed)):
            self.placed[seat] = sum(1 << slugs.index(word) for word in lines.pop(f"depots.{seat}").split())
            self.warehouses[seat] = [int(word) for word in lines.pop(f"warehouse.{seat}").split()]
        self.reserve = [int(word) for word in lines.pop("reserve").split()]
        self.offered = tuple(int(word) for word in lines.pop("offered").split())


class Depots(Module):
    """A deposit before each draw, picks after claims, free placements, and warehouses that become the deck."""

    name = "depots"

    def actions(self, edition: Edition) -> Iterable[Action]:
        """`depot` by city, `depot none`, `pick none`."""
        for index, city in enumerate(edition.board.cities):
            yield Action(ActionKind.DEPOT, f"depot {city.slug}", city=index)
        yield Action(ActionKind.DEPOT_NONE, "depot none")
        yield Action(ActionKind.PICK_NONE, "pick none")

    def seat_actions(self, _edition: Edition, players: int) -> Iterable[Action]:
        """`deposit` and `pick` by seat, seat by seat, so that fewer players have a prefix of the table of more."""
        for seat in range(players):
            yield Action(ActionKind.DEPOSIT, f"deposit {seat}", seat=seat)
            yield Action(ActionKind.PICK, f"pick {seat}", seat=seat)

    def wire(self, game: "Game") -> None:
        """Its place in every hook of the game."""
        self._slot = len(game.parts)
        game.parts.append(partial(Yard, game.players, len(game.cards)))
        self._depot = game.mask(lambda action: action.kind == ActionKind.DEPOT)
        self._deposit = game.mask(lambda action: action.kind == ActionKind.DEPOSIT)
        self._pick = [1 << game.table.ids[f"pick {seat}"] for seat in range(game.players)]
        self._no_pick, self._no_depot = 1 << game.table.ids["pick none"], 1 << game.table.ids["depot none"]
        self._wire_flow(game)
        self._wire_plans(game)
        self._wire_answers(game)

    def _wire_flow(self, game: "Game") -> None:
        game.open_at_start |= self._depot
        game.placements |= self._depot
        game.main_draws = self._deposits
        game.when_dry.append(self._empty_warehouses)
        game.after_claim.append(self._ask_pick)
        game.after_action.append(self._ask_depot)
        game.stages.append(
            Stage(DecisionKind.START_DEPOT, range(game.players - 1, -1, -1), lambda _state, _events: None)
        )
        game.masks[DecisionKind.START_DEPOT] = self._free_cities
        game.masks[DecisionKind.PLACE_DEPOT] = lambda state: state.open[state.seat] & self._depot | self._no_depot
        game.masks[DecisionKind.FIRST_CARD] = first_draws
        game.masks[DecisionKind.PICK] = self._picks

    def _wire_plans(self, game: "Game") -> None:
        plays = {
            ActionKind.DEPOT: self._place_one,
            ActionKind.DEPOT_NONE: self._place_none,
            ActionKind.PICK_NONE: self._pick_none,
            ActionKind.DEPOSIT: self._store,
            ActionKind.PICK: self._take_all,
        }
        for i, action in enumerate(game.table.actions):
            if action.kind in plays:
                game.plans[i] = (plays[action.kind], action.city if action.kind == ActionKind.DEPOT else action.seat)
        game.quiet |= {self._place_none}

    def _wire_answers(self, game: "Game") -> None:
        before = game.answers[DecisionKind.MAIN]

        def main(state: State) -> frozenset[ActionKind]:
            kinds = before(state) | {ActionKind.DEPOT}
            return kinds - _DRAWS | {ActionKind.DEPOSIT} if state.deck else kinds

        game.answers[DecisionKind.MAIN] = main
        game.answers[DecisionKind.FIRST_CARD] = lambda _state: _DRAWS
        game.answers[DecisionKind.START_DEPOT] = lambda _state: frozenset({ActionKind.DEPOT})
        game.answers[DecisionKind.PLACE_DEPOT] = lambda _state: frozenset({ActionKind.DEPOT, ActionKind.DEPOT_NONE})
        game.answers[DecisionKind.PICK] = lambda _state: frozenset({ActionKind.PICK, ActionKind.PICK_NONE})
        game.checks[ActionKind.DEPOT] = self._check_depot
        game.checks[ActionKind.PICK] = self._check_pick

    def yard(self, state: State) -> Yard:
        """Its part of the state."""
        part = state.parts[self._slot]
        assert isinstance(part, Yard)
        return part

    def _deposits(self, state: State) -> int:
        """In place of the draws while the deck has a card to deposit (W-10, W-14)."""
        return self._deposit if state.deck else first_draws(state)

    def _free_cities(self, state: State) -> int:
        """Where the depot before the first turn can go: it is none of the reserve, which may be empty (W-02, W-05)."""
        mask = self._depot
        for city in set_bits(state.occupied):
            mask &= state.game.not_in_city[city]
        return mask

    def _store(self, state: State, events: list[Event], plan: "Plan") -> None:
        """The top card goes unseen into a warehouse; then the first card is asked for (W-10, W-11, E-78)."""
        warehouse = plan[1]
        self.yard(state).warehouses[warehouse][state.deck.pop()] += 1
        events.append(CardDeposited(state.seat, warehouse))
        stabilise(state, events)
        state.phase = DecisionKind.FIRST_CARD

    def _empty_warehouses(self, state: State, events: list[Event]) -> None:
        """W-40: no card to draw or to shuffle, and a seat without reserve depots."""
        yard = self.yard(state)
        counts = [sum(kind) for kind in zip(*yard.warehouses, strict=True)]
        if min(yard.reserve) > 0 or not any(counts):
            return
        yard.warehouses = [[0] * len(counts) for _ in yard.warehouses]
        take_as_deck(state, counts)
        events.append(WarehousesEmptied(state.shuffles, sum(counts)))

    def _ask_pick(self, state: State, _events: list[Event], route: int) -> bool:
        """Whether an end of the claimed route offers a warehouse, each seat's once (W-20 to W-24)."""
        yard, ends = self.yard(state), state.game.ends[route]
        yard.offered = tuple([seat for seat, placed in enumerate(yard.placed) if placed & ends])
        return self._ask_next_pick(state)

    def _ask_next_pick(self, state: State) -> bool:
        if self._picks(state) == self._no_pick:
            self.yard(state).offered = ()
            return False
        state.phase = DecisionKind.PICK
        return True

    def _pickable(self, state: State) -> list[int]:
        yard = self.yard(state)
        if not yard.reserve[state.seat]:
            return []
        return [seat for seat in yard.offered if any(yard.warehouses[seat])]

    def _picks(self, state: State) -> int:
        return sum(self._pick[seat] for seat in self._pickable(state)) | self._no_pick

    def _take_all(self, state: State, events: list[Event], plan: "Plan") -> None:
        """All cards of a warehouse for one depot out of the reserve (W-21)."""
        yard, warehouse = self.yard(state), plan[1]
        cards = tuple(yard.warehouses[warehouse])
        yard.warehouses[warehouse] = [0] * len(cards)
        for card, count in enumerate(cards):
            if count:
                gain(state, state.seat, card, count)
        events.append(WarehousePicked(state.seat, warehouse, sum(cards), cards))
        self._spend(state, events)
        if not self._ask_next_pick(state):
            end_action(state, events)

    def _pick_none(self, state: State, events: list[Event], _plan: "Plan") -> None:
        self.yard(state).offered = ()
        end_action(state, events)

    def _spend(self, state: State, events: list[Event]) -> None:
        """One depot leaves the reserve of the seat to move; the last one may empty the warehouses (W-41, E-86)."""
        yard, seat = self.yard(state), state.seat
        yard.reserve[seat] -= 1
        if not yard.reserve[seat]:
            state.open[seat] &= ~self._depot
        stabilise(state, events)

    def _ask_depot(self, state: State, _events: list[Event]) -> bool:
        """W-31: a seat that has a reserve depot may place it after its action."""
        if not self.yard(state).reserve[state.seat] or state.out[state.seat] >= 0:
            return False
        state.phase = DecisionKind.PLACE_DEPOT
        return True

    def _place_one(self, state: State, events: list[Event], plan: "Plan") -> None:
        """Place a depot: the one before the first turn (W-03), or one out of the reserve (W-30)."""
        seat, city = state.seat, plan[1]
        self.place(state, seat, city)
        events.append(DepotPlaced(seat, city))
        if state.phase == DecisionKind.START_DEPOT:
            answered(state, events)
            return
        self._spend(state, events)
        if state.phase == DecisionKind.PLACE_DEPOT and not self.yard(state).reserve[seat]:
            end_turn(state, events)

    def _place_none(self, state: State, events: list[Event], _plan: "Plan") -> None:
        end_turn(state, events)

    def place(self, state: State, seat: int, city: int) -> None:
        """Put a depot on the board; the city is closed for every other piece (W-05, W-07)."""
        self.yard(state).placed[seat] |= 1 << city
        occupy(state, city)

    def _check_depot(self, state: State, said: Said) -> Finding | None:
        board, seat = state.game.edition.board, state.seat
        city = board.city(said.name)
        if city is None:
            return Code.UNKNOWN_CITY, "W-30", f"there is no city {said.name} on board {board.id}"
        if union(self.yard(state).placed) >> city & 1:
            return Code.CITY_OCCUPIED, "W-05", "a depot stands there"
        if state.occupied >> city & 1:
            return Code.CITY_OCCUPIED, "W-07", "a station stands there"
        if state.phase != DecisionKind.START_DEPOT and not self.yard(state).reserve[seat]:
            return Code.NO_DEPOT_LEFT, "W-30", f"seat {seat} has no depot in reserve"
        return None

    def _check_pick(self, state: State, said: Said) -> Finding | None:
        if said.seat not in self.yard(state).offered:
            return Code.NOT_OFFERED, "W-20", f"no depot of seat {said.seat} stands at an end of the claimed route"
        if not any(self.yard(state).warehouses[said.seat]):
            return Code.WAREHOUSE_EMPTY, "W-25", f"the warehouse of seat {said.seat} is empty"
        return None

    def bonus(self, state: State, _completed: Sequence[int]) -> list[int]:
        """For the most depots in reserve; ties all score, none is no bonus (W-50, E-37)."""
        reserve, points = self.yard(state).reserve, state.game.edition.bonuses[self.name]
        return [points if count and count == max(reserve) else 0 for count in reserve]

    def public(self, state: State, seat: int) -> dict[str, Any]:
        """Reserve, and the number of cards in the warehouse (W-13)."""
        yard = self.yard(state)
        return {"reserve": yard.reserve[seat], "warehouse": sum(yard.warehouses[seat])}

    def view(self, state: State, _seat: int) -> dict[str, Any]:
        """Owner by city, and the warehouses that can be picked now."""
        placed = self.yard(state).placed
        cities = range(len(state.game.edition.board.cities))
        depots = tuple(next((s for s, mask in enumerate(placed) if mask >> c & 1), -1) for c in cities)
        picks = tuple(self._pickable(state)) if state.phase == DecisionKind.PICK else ()
        return {"depots": depots, "picks": picks}

    def arrange(self, state: State, given: Mapping[str, Any]) -> None:
        """`depots`: cities by seat. `depots_left`: reserve by seat. `warehouses`: cards by seat."""
        yard = self.yard(state)
        for seat, cities in enumerate(given.get("depots", ())):
            if len(cities) > RESERVE + 1:
                raise PositionError(f"seat {seat} has {len(cities)} depots, there are {RESERVE + 1} each (W-02)")
            for city in cities:
                if state.occupied >> city & 1:
                    raise PositionError(f"two pieces stand in {state.game.edition.board.cities[city].slug}")
                self.place(state, seat, city)
        yard.reserve = list(given.get("depots_left", yard.reserve))
        if any(not 0 <= count <= RESERVE for count in yard.reserve):
            raise PositionError(f"{yard.reserve} depots left by seat, 0 to {RESERVE} are possible")
        for seat, cards in enumerate(given.get("warehouses", ())):
            for card in cards:
                yard.warehouses[seat][card] += 1
        self.reopen(state)

    def reopen(self, state: State) -> None:
        """Cities with depots are closed, and a seat without reserve has none to place."""
        yard = self.yard(state)
        for city in set_bits(union(yard.placed)):
            occupy(state, city)
        for seat, count in enumerate(yard.reserve):
            if not count:
                state.open[seat] &= ~self._depot

    def imagine(self, state: State, view: View, unseen: list[int]) -> None:
        """Only the cards in the warehouses are hidden, from everybody."""
        yard = self.yard(state)
        for city, seat in enumerate(view.depots):
            if seat >= 0:
                self.place(state, seat, city)
        yard.reserve = [seat.reserve for seat in view.seats]
        yard.offered = view.picks
        self.reopen(state)
        for seat, public in enumerate(view.seats):
            for _ in range(public.warehouse):
                yard.warehouses[seat][unseen.pop()] += 1
