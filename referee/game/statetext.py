"""The text form of a state: the whole truth, secrets included, one `key: value` a line; it reads back.

Only the history is not in it. Equal positions have equal texts, so their hash is a checksum.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest

from attrs import frozen

from referee.game.claims import take
from referee.game.deal import Deal
from referee.game.errors import PositionError
from referee.game.game import Game
from referee.game.state import EMPTY, State

_NUMBERS = ("shuffles", "stage", "asked", "seat", "phase", "turn", "turns_left", "passes")
_LISTS = ("discard", "trains", "points", "refusals", "out")
_TABLES = ("hands", "known")
_TICKETS = ("tickets", "offers")


def state_to_text(state: State) -> str:
    """The text form, lines in a fixed order, each ended by a line feed."""
    return "\n".join([*_lines(state), ""])


@frozen
class _Words:
    """What a game's indices are called, each name after a space: a list of them is joined and put behind its key."""

    cards: tuple[str, ...]
    routes: tuple[str, ...]
    tickets: tuple[str, ...]


@lru_cache(maxsize=64)
def _words(game: Game) -> _Words:
    return _Words(
        tuple(f" {name}" for name in (*game.cards, "-")),  # EMPTY is -1
        tuple(f" {route.text}" for route in game.edition.board.routes),
        tuple(f" {ticket.text}" for ticket in game.edition.tickets),
    )


class _Numerals(dict[int, str]):
    """The small numbers that positions are full of, each written once: a look-up costs a third of `str`."""

    def __missing__(self, number: int) -> str:
        text = self[number] = f" {number}"
        return text


_NUMERALS = _Numerals()


def _lines(state: State) -> Iterator[str]:
    """Whole lines and no pairs: a match is verified by a text for each of its checksums, so it must be quick."""
    game, words = state.game, _words(state.game)
    yield f"edition: {game.edition.id} {game.players}"
    yield f"deal: {state.deal.seed.hex()}"
    for key in _NUMBERS:
        yield f"{key}: {int(getattr(state, key))}"
    yield f"reason: {state.reason}".rstrip()
    cards = words.cards
    yield f"deck:{''.join([cards[card] for card in reversed(state.deck)])}"
    yield f"row:{''.join([cards[card] for card in state.row])}"
    for key in _LISTS:
        yield f"{key}:{_numbers(getattr(state, key))}"
    for seat in range(game.players):
        yield from _seat_lines(state, seat, words)
    yield f"ticket_deck:{_named(words.tickets, state.ticket_deck)}"
    yield f"long_deck:{_named(words.tickets, state.long_deck)}"
    for part in state.parts:
        for key, value in part.write(game):
            yield f"{key}: {value}".rstrip()


def _seat_lines(state: State, seat: int, words: _Words) -> Iterator[str]:
    tickets = words.tickets
    for key in _TABLES:
        yield f"{key}.{seat}:{_numbers(getattr(state, key)[seat])}"
    yield f"routes.{seat}:{_named(words.routes, state.game.bit_lists(state.owned[seat]))}"
    for key in _TICKETS:
        yield f"{key}.{seat}:{_named(tickets, getattr(state, key)[seat])}"
    yield f"refused.{seat}:{''.join([f'{tickets[ticket]}@{by}' for ticket, by in state.refused[seat]])}"


def _numbers(values: list[int]) -> str:
    return "".join([_NUMERALS[value] for value in values])


def _named(names: tuple[str, ...], indices: Sequence[int]) -> str:
    return "".join([names[index] for index in indices])


def state_from_text(game: Game, text: str) -> State:
    """The state that `state_to_text` wrote, with an empty history.

    Raises:
        PositionError: a line is missing, unknown, doubled or unreadable, a number is out of range, or the text is of
            another edition or player count.
    """
    lines = dict(line.partition(":")[::2] for line in text.splitlines())
    key = "edition"
    try:
        if lines.pop(key).strip() != f"{game.edition.id} {game.players}":
            raise PositionError(f"the state is not of edition {game.edition.id} with {game.players} players")
        key = "deal"
        state = State.blank(game, Deal(bytes.fromhex(lines.pop(key))))
        for key in list(lines):
            lines[key] = lines[key].strip()
        _read(state, lines)
        for key, sound in _checks(state).items():
            if not sound:
                raise PositionError(f"the state text cannot be read: {key} is out of range")
        state.refresh()
    except (KeyError, ValueError, IndexError) as error:
        raise PositionError(f"the state text cannot be read: {error}") from error
    if lines:
        raise PositionError(f"the state text has an unknown line {min(lines)!r}")
    for written, given in zip_longest(state_to_text(state).splitlines(), text.splitlines()):
        if written != given:
            raise PositionError(f"the state text has {given!r} where {written!r} belongs")
    return state


def _read(state: State, lines: dict[str, str]) -> None:
    game, board = state.game, state.game.edition.board
    routes = {route.text: i for i, route in enumerate(board.routes)}
    ids = {ticket.text: i for i, ticket in enumerate(game.edition.tickets)}
    cards = {"-": EMPTY} | {name: i for i, name in enumerate(game.cards)}
    for seat in range(game.players):
        for route in lines.pop(f"routes.{seat}").split():
            take(state, seat, routes[route])
    for key in _NUMBERS:
        setattr(state, key, int(lines.pop(key)))
    state.reason = lines.pop("reason")
    state.deck = [cards[word] for word in lines.pop("deck").split()][::-1]
    state.row = [cards[word] for word in lines.pop("row").split()]
    for key in _LISTS:
        setattr(state, key, [int(word) for word in lines.pop(key).split()])
    for seat in range(game.players):
        for key in _TABLES:
            getattr(state, key)[seat] = [int(word) for word in lines.pop(f"{key}.{seat}").split()]
        for key in _TICKETS:
            getattr(state, key)[seat] = tuple(ids[word] for word in lines.pop(f"{key}.{seat}").split())
        pairs = (word.split("@") for word in lines.pop(f"refused.{seat}").split())
        state.refused[seat] = tuple((ids[ticket], int(by)) for ticket, by in pairs)
    state.ticket_deck = tuple(ids[word] for word in lines.pop("ticket_deck").split())
    state.long_deck = tuple(ids[word] for word in lines.pop("long_deck").split())
    for part in state.parts:
        part.read(game, lines)
    for module in game.modules:
        module.reopen(state)


def _checks(state: State) -> dict[str, bool]:
    """By line, whether its numbers are some that a match can reach; cards may be fewer than the edition has."""
    game, players, counts = state.game, state.game.players, state.game.edition.card_counts()
    return {
        "phase": state.phase in game.masks,
        "seat": 0 <= state.seat < players,
        "stage": 0 <= state.stage <= len(game.stages),
        "asked": 0 <= state.asked < players,
        "row": len(state.row) == game.edition.numbers.row,
        "discard": _fits(state.discard, counts),
        "hands": all(_fits(hand, counts) for hand in state.hands),
        "known": all(_fits(known, hand) for known, hand in zip(state.known, state.hands, strict=True)),
        "trains": _fits(state.trains, [game.edition.numbers.trains] * players),
        "points": len(state.points) == players,
        "refusals": len(state.refusals) == players,
        "out": _fits([out + 1 for out in state.out], [players] * players),
    }


def _fits(values: list[int], most: Sequence[int]) -> bool:
    return len(values) == len(most) and all(0 <= value <= limit for value, limit in zip(values, most, strict=True))
