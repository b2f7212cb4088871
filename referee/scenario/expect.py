"""Compares a position with `[expect]`. Finds differences and decides nothing about what to do with them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import frozen

from referee.game import EMPTY, SPECTATOR, ActionError, State, find_action, observe, score
from referee.scenario.errors import ScenarioError, suggestion
from referee.scenario.names import Names
from referee.scenario.schema import Expect, Final

BONUSES = ("longest_trail", "globetrotter", "stations", "districts", "merchandise", "attractions", "depots")


@frozen
class Difference:
    """One thing that is not as expected. `expected` and `found` are texts for people."""

    place: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.place}: expected {self.expected}, found {self.found}"


def check_names(names: Names, expect: Expect) -> None:
    """Raise ScenarioError unless every name and every length of an expectation fits the game."""
    for key, value in _given(expect):
        place = f"expect.{key}"
        if key == "hands":
            for i, words in enumerate(names.by_seat(place, value)):
                names.card_list(f"{place}[{i}]", words)
        elif key == "tickets":
            for i, words in enumerate(names.by_seat(place, value)):
                names.ticket_list(f"{place}[{i}]", words)
        elif key == "row":
            names.card_list(place, value)
        elif key == "ticket_deck":
            names.ticket_list(place, value)
        elif key in ("legal", "illegal"):
            names.check_texts(place, value)
        elif isinstance(value, list):
            names.by_seat(place, value)
    _check_final(names, expect.final)


def _check_final(names: Names, final: Final | None) -> None:
    for key, value in _given(final) if final else ():
        names.by_seat(f"expect.final.{key}", value)
    for i, bonuses in enumerate((final.bonuses if final else None) or ()):
        for name in bonuses:
            if name not in BONUSES:
                facts = f"there is no bonus {name!r}{suggestion(name, BONUSES)}"
                raise ScenarioError(f"expect.final.bonuses[{i}]", facts)


def _given(table: Expect | Final) -> Iterator[tuple[str, Any]]:
    for key in type(table).model_fields:
        value = getattr(table, key)
        if key in table.model_fields_set and value is not None and key != "final":
            yield key, value


def differences(names: Names, expect: Expect, state: State, *, score_now: bool) -> Iterator[Difference]:
    """Everything in which the position differs from the expectation."""
    for key, value in _given(expect):
        if key in ("legal", "illegal"):
            yield from legality(f"expect.{key}", state, value, wanted=key == "legal")
        else:
            yield from _compare(f"expect.{key}", _in_order(names, key, value), _FOUND[key](state))
    if expect.final is None:
        return
    if not (state.over or score_now):
        yield Difference("expect.final", "the game to be over", "a running game")
        return
    yield from _final(expect.final, state)


def legality(place: str, state: State, texts: Sequence[str], *, wanted: bool) -> Iterator[Difference]:
    """The texts that are not legal though they should be, or the other way round."""
    for text in texts:
        try:
            find_action(state, text)
        except ActionError as error:
            if wanted:
                yield Difference(place, f"{text!r} to be legal", f"{error.code}: {error.facts}")
        else:
            if not wanted:
                yield Difference(place, f"{text!r} to be illegal", "it legal")


def _in_order(names: Names, key: str, value: Any) -> Any:
    """Multisets in the order in which `_FOUND` lists them; everything else as it stands."""
    if key == "hands":
        return [sorted(words, key=names.cards.__getitem__) for words in value]
    if key == "row":
        return sorted(value, key=names.cards.__getitem__)
    if key == "tickets":
        return [sorted(words, key=names.tickets.__getitem__) for words in value]
    return value


def _row(state: State) -> list[str]:
    return [state.game.cards[card] for card in sorted(state.row) if card != EMPTY]


def _hands(state: State) -> list[list[str]]:
    return [[state.game.cards[card] for card, n in enumerate(hand) for _ in range(n)] for hand in state.hands]


def _ticket_texts(state: State, tickets: Sequence[int]) -> list[str]:
    return [state.game.edition.tickets[ticket].text for ticket in tickets]


def _public(field: str) -> Callable[[State], list[int]]:
    return lambda state: [getattr(seat, field) for seat in observe(state, SPECTATOR).seats]


_FOUND: dict[str, Callable[[State], Any]] = {
    "to_move": lambda state: -1 if state.over else state.seat,
    "hands": _hands,
    "row": _row,
    "deck_size": lambda state: len(state.deck),
    "discard_size": lambda state: sum(state.discard),
    "trains": lambda state: state.trains,
    "points": lambda state: state.points,
    "tickets": lambda state: [_ticket_texts(state, sorted(tickets)) for tickets in state.tickets],
    "ticket_deck": lambda state: _ticket_texts(state, state.ticket_deck),
    "stations_left": _public("stations_left"),
    "depots_left": _public("reserve"),
    "warehouses": _public("warehouse"),
    "merchandise": _public("merchandise"),
    "over": lambda state: state.over,
}


def _final(final: Final, state: State) -> Iterator[Difference]:
    scores = score(state)
    fields = {"scores": "score", "ranks": "rank"}
    for key, expected in _given(final):
        found = [getattr(seat, fields.get(key, key)) for seat in scores]
        wanted = [_without_zeros(bonuses) for bonuses in expected] if key == "bonuses" else expected
        yield from _compare(f"expect.final.{key}", wanted, found)


def _without_zeros(bonuses: dict[str, int]) -> dict[str, int]:
    return {name: points for name, points in bonuses.items() if points}


def _compare(place: str, expected: Any, found: Any) -> Iterator[Difference]:
    """One difference a seat where both are lists by seat, else one for the whole value."""
    if expected == found:
        return
    by_seat = isinstance(expected, list) and bool(expected) and isinstance(expected[0], list | dict | int)
    if not by_seat:
        yield Difference(place, _shown(expected), _shown(found))
        return
    for seat, (wanted, actual) in enumerate(zip(expected, found, strict=True)):
        if wanted != actual:
            yield Difference(f"{place}[{seat}]", _shown(wanted), _shown(actual))


def _shown(value: Any) -> str:
    """Words in a row, `nothing` for an empty list; numbers and truth as they stand in a scenario."""
    if isinstance(value, dict):
        return " ".join(f"{name}={points}" for name, points in value.items()) or "nothing"
    if isinstance(value, list):
        return " ".join(map(str, value)) or "nothing"
    return str(value).lower() if isinstance(value, bool) else str(value)
