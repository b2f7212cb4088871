"""From the names in a scenario to the indices of its game. A name that the edition lacks is the scenario's fault."""

from collections.abc import Sequence
from typing import TypeVar

from attrs import field, frozen

from referee.game import Game
from referee.game.text import read
from referee.scenario.errors import ScenarioError, suggestion

_Value = TypeVar("_Value")


def _indices(names: Sequence[str]) -> dict[str, int]:
    return {name: index for index, name in enumerate(names)}


@frozen
class Names:
    """The words of one game: cards, cities, routes and tickets by name."""

    game: Game
    cards: dict[str, int] = field(init=False)
    cities: dict[str, int] = field(init=False)
    routes: dict[str, int] = field(init=False)
    tickets: dict[str, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        edition = self.game.edition
        set_once = object.__setattr__
        set_once(self, "cards", _indices(self.game.cards))
        set_once(self, "cities", _indices([city.slug for city in edition.board.cities]))
        set_once(self, "routes", _indices([route.text for route in edition.board.routes]))
        set_once(self, "tickets", _indices([ticket.text for ticket in edition.tickets]))

    def card_list(self, place: str, words: Sequence[str]) -> list[int]:
        """Cards in the order given."""
        return [self._index(place, "colour", self.cards, word) for word in words]

    def city_list(self, place: str, words: Sequence[str]) -> list[int]:
        """Cities in the order given."""
        return [self._index(place, "city", self.cities, word) for word in words]

    def ticket_list(self, place: str, words: Sequence[str]) -> list[int]:
        """Tickets in the order given."""
        return [self._index(place, "ticket", self.tickets, word) for word in words]

    def route(self, place: str, word: str) -> int:
        """One route."""
        return self._index(place, "route", self.routes, word)

    def _index(self, place: str, kind: str, known: dict[str, int], word: str) -> int:
        if word not in known:
            facts = f"edition {self.game.edition.id} has no {kind} {word!r}{suggestion(word, known)}"
            raise ScenarioError(place, facts)
        return known[word]

    def by_seat(self, place: str, values: Sequence[_Value]) -> Sequence[_Value]:
        """The values, one for each seat."""
        if len(values) != self.game.players:
            raise ScenarioError(place, f"{len(values)} entries for {self.game.players} seats")
        return values

    def seat(self, place: str, seat: int) -> int:
        """A seat of the table."""
        if not 0 <= seat < self.game.players:
            raise ScenarioError(place, f"there is no seat {seat}; seats go from 0 to {self.game.players - 1}")
        return seat

    def check_texts(self, place: str, texts: Sequence[str]) -> None:
        """Every one must be an action in canonical form, legal or not."""
        for text in texts:
            if read(self.game, text) is None:
                raise ScenarioError(place, f"{text!r} is no action in the canonical text form")
