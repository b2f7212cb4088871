"""Reads the one text form of actions. Knows the grammar, not what is legal (legality.py) or has an id (actions.py)."""

import re
from typing import TYPE_CHECKING

from attrs import frozen

from referee.game.actions import ActionKind
from referee.game.board import LOCOMOTIVE

if TYPE_CHECKING:
    from referee.game.game import Game

_SLUG = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_ROUTE = re.compile(rf"{_SLUG}\.{_SLUG}(?:\.{_SLUG})?")
_CITY = re.compile(_SLUG)
_NUMBER = re.compile(r"[1-9][0-9]{0,5}")
_SEAT = re.compile(r"0|[1-9][0-9]{0,5}")
_PAIR = re.compile(r"([a-z]+)\*([1-9][0-9]{0,5})")

Cards = tuple[tuple[int, int], ...]
"""A payment as written: (card, count), locomotives last; more than one colour can be written, and is then refused."""


@frozen
class Said:
    """What a text says, whether or not it is legal.

    Attributes:
        name: of a route or a city. card, seat: -1 if the kind has none. cards: the payment. keep: 1-based places.
    """

    kind: ActionKind
    name: str = ""
    card: int = -1
    seat: int = -1
    cards: Cards = ()
    keep: tuple[int, ...] = ()


_WORDS = {
    "pass": Said(ActionKind.PASS),
    "draw deck": Said(ActionKind.DRAW_DECK),
    "tickets": Said(ActionKind.TICKETS),
    "keep none": Said(ActionKind.KEEP),
    "decline": Said(ActionKind.DECLINE),
    "depot none": Said(ActionKind.DEPOT_NONE),
    "pick none": Said(ActionKind.PICK_NONE),
}


def read(game: "Game", text: str) -> Said | None:
    """What the text says, or None if it is not canonical (one space between words, no zeros, locomotives last)."""
    if text in _WORDS:
        return _WORDS[text]
    verb, *words = text.split(" ")
    reader = _READERS.get(verb)
    return reader(game, words) if reader and words else None


def _draw(game: "Game", words: list[str]) -> Said | None:
    if len(words) != 1 or words[0] not in game.cards:
        return None
    return Said(ActionKind.DRAW_CARD, card=game.cards.index(words[0]))


def _keep(_game: "Game", words: list[str]) -> Said | None:
    if not all(_NUMBER.fullmatch(word) for word in words):
        return None
    places = tuple(int(word) for word in words)
    return Said(ActionKind.KEEP, keep=places) if places == tuple(sorted(set(places))) else None


def _claim(game: "Game", words: list[str]) -> Said | None:
    return _paid(game, ActionKind.CLAIM, words) if _ROUTE.fullmatch(words[0]) else None


def _station(game: "Game", words: list[str]) -> Said | None:
    return _paid(game, ActionKind.STATION, words) if _CITY.fullmatch(words[0]) else None


def _paid(game: "Game", kind: ActionKind, words: list[str]) -> Said | None:
    cards = _cards(game, words[1:])
    return Said(kind, name=words[0], cards=cards) if cards else None


def _pay(game: "Game", words: list[str]) -> Said | None:
    cards = _cards(game, words)
    return Said(ActionKind.PAY, cards=cards) if cards else None


def _cards(game: "Game", words: list[str]) -> Cards | None:
    pairs = [_PAIR.fullmatch(word) for word in words]
    if not pairs or not all(pair and pair[1] in game.cards for pair in pairs):
        return None
    names = [pair[1] for pair in pairs if pair]
    if len(set(names)) < len(names) or LOCOMOTIVE in names[:-1]:
        return None
    return tuple((game.cards.index(pair[1]), int(pair[2])) for pair in pairs if pair)


def _depot(_game: "Game", words: list[str]) -> Said | None:
    return Said(ActionKind.DEPOT, name=words[0]) if len(words) == 1 and _CITY.fullmatch(words[0]) else None


def _of_seat(kind: ActionKind, game: "Game", words: list[str]) -> Said | None:
    if len(words) != 1 or not _SEAT.fullmatch(words[0]) or int(words[0]) >= game.players:
        return None
    return Said(kind, seat=int(words[0]))


def _deposit(game: "Game", words: list[str]) -> Said | None:
    return _of_seat(ActionKind.DEPOSIT, game, words)


def _pick(game: "Game", words: list[str]) -> Said | None:
    return _of_seat(ActionKind.PICK, game, words)


_READERS = {
    "draw": _draw,
    "keep": _keep,
    "claim": _claim,
    "station": _station,
    "pay": _pay,
    "depot": _depot,
    "deposit": _deposit,
    "pick": _pick,
}
