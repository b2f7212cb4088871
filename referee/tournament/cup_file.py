"""Reads a cup file and judges its sense: all mistakes are found in one pass and reported together. It plays nothing."""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import factorial
from pathlib import Path
from typing import Any, Final

from attrs import evolve, field, frozen
from pydantic import ValidationError

from referee.bots.errors import SpecError
from referee.bots.spec import resolve, zeros
from referee.editions import BoardFileError, Chosen, EditionError, choose_edition, plain
from referee.game.board import slug
from referee.tournament.config import MOST_MATCHES, CupConfig
from referee.tournament.errors import CupFileError, Mistake
from referee.tournament.mistakes import found, key_text, mistakes_of
from referee.tournament.nearest import did_you_mean
from referee.tournament.schedule import is_sample, whole_size

_LATER: Final[tuple[tuple[tuple[str, ...], Any, str], ...]] = (
    (("isolation",), "sandbox", 'allowed now: "auto" or "process"'),
    (("isolation",), "container", 'allowed now: "auto" or "process"'),
    (("clock", "freeze"), True, "allowed now: false"),
    *((("limits", key), ..., "leave it out") for key in ("memory_mb", "processes", "open_files", "scratch_mb")),
    (("bots", "limits"), ..., "leave it out"),
    (("bots", "remote"), True, "allowed now: false, with a spec"),
)
"""Keys and values that are known and not honoured yet (`...` is any value), and what may be written today."""


@frozen
class Cup:
    """A cup file that is in order.

    Attributes:
        path: the file. text: what it says, byte for byte. config: what it means; its editions are ids.
        boards: for each edition of a user's board file, by id without suffix, what that file says.
    """

    path: Path
    text: str
    config: CupConfig
    boards: Mapping[str, str] = field(factory=dict)

    @property
    def base(self) -> Path:
        """The folder that the file's paths are relative to."""
        return self.path.resolve().parent

    @property
    def output(self) -> Path:
        """Where the results go unless the command line says otherwise: beside the file, or `results/` of the working
        folder.
        """
        if self.config.output is not None:
            return self.base / self.config.output
        return Path("results") / (slug(self.config.name) or "cup")


def load_cup(path: Path) -> Cup:
    """Read a cup file.

    Raises:
        CupFileError: with every mistake of the file.

    """
    return cup_of(_read(path), path)


def cup_of(text: str, path: Path) -> Cup:
    """The cup that a text describes; `path` is where it stands or would stand, and what its paths are relative to.

    Raises:
        CupFileError: with every mistake of the text.

    """
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise CupFileError(path, [Mistake("file", f"is not TOML: {error}")]) from None
    if mistakes := [
        Mistake(key_text(place), "holds a zero character; allowed: a text without") for place in zeros(data)
    ]:
        raise CupFileError(path, mistakes)
    base = path.resolve().parent
    mistakes, config = _check_schema(data)
    chosen: dict[str, Chosen] = {}
    mistakes += [
        *_not_yet(data, [each.key for each in mistakes]),
        *_rating(data),
        *_editions(data, base, chosen),
        *_seats(data, chosen),
    ]
    mistakes += [*_bots(data, base), *_format(data), *_most(data)]
    if not mistakes and config is not None:
        mistakes += _too_many(config)
    if mistakes or config is None:
        raise CupFileError(path, mistakes)
    ids = [chosen[name].edition.id for name in config.editions]
    boards = {plain(each.edition.id): each.board for each in chosen.values() if each.board}
    return Cup(path, text, config.model_copy(update={"editions": ids}), boards)


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except OSError as error:
        raise CupFileError(path, [Mistake("file", f"cannot be read: {error.strerror}")]) from None
    except UnicodeDecodeError as error:
        raise CupFileError(path, [Mistake("file", f"is not UTF-8: byte {error.start} is not text")]) from None


def _check_schema(data: Mapping[str, Any]) -> tuple[list[Mistake], CupConfig | None]:
    try:
        return [], CupConfig.model_validate(data)
    except ValidationError as error:
        mistakes = mistakes_of(error, CupConfig)
        if isinstance(data.get("seats"), int):  # one number stands for a list of one, and has no place in it
            mistakes = [evolve(each, key="seats") if each.key == "seats 1" else each for each in mistakes]
        return mistakes, None


def _not_yet(data: Mapping[str, Any], wrong: Sequence[str]) -> Iterator[Mistake]:
    """What is right and not honoured yet; of what is `wrong` already, or has something wrong in it, nothing is said."""
    for keys, refused, allowed in _LATER:
        for path, value in _values(data, keys):
            key = key_text(path)
            if (refused is ... or value == refused) and not any(f"{each}.".startswith(f"{key}.") for each in wrong):
                yield Mistake(key, f"found {found(value)}: not yet supported; {allowed}")


def _values(
    data: Any, keys: tuple[str, ...], path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every value that stands under these keys, in each entry of a list on the way."""
    if isinstance(data, list) and path:
        for number, entry in enumerate(data):
            if isinstance(entry, dict):
                yield from _values(entry, keys, (*path, number))
    elif not keys:
        yield path, data
    elif isinstance(data, dict) and keys[0] in data:
        yield from (
            _values(data[keys[0]], keys[1:], (*path, keys[0])) if keys[1:] else [((*path, keys[0]), data[keys[0]])]
        )


def _rating(data: Mapping[str, Any]) -> Iterator[Mistake]:
    if data.get("rated") is not True:
        return
    if "seed" in data:
        yield Mistake("rated", "found true; allowed: false, because a seed makes the deals guessable")
    if isinstance(data.get("in_flight"), int) and data["in_flight"] > 1:
        yield Mistake("rated", "found true; allowed: false, because in_flight above 1 makes the clocks unfair")


def _editions(data: Mapping[str, Any], base: Path, chosen: dict[str, Chosen]) -> Iterator[Mistake]:
    """Fills `chosen`, by what the file calls each edition."""
    named = _list_of(data, "editions", str)
    yield from _doubles("editions", named)
    for text in dict.fromkeys(named):
        try:
            chosen[text] = choose_edition(text, base)
        except EditionError as error:
            yield Mistake("editions", str(error))
        except BoardFileError as error:
            yield from (Mistake("editions", f"{text}: {mistake}") for mistake in error.mistakes)
    boards: dict[str, tuple[str, str]] = {}
    for text, each in chosen.items():
        first, board = boards.setdefault(plain(each.edition.id), (text, each.board))
        if board != each.board:
            both = f"{found(first)} and {found(text)} are boards that differ"
            yield Mistake("editions", f"{both} and make edition {plain(each.edition.id)}; give one of them another id")


def _seats(data: Mapping[str, Any], chosen: Mapping[str, Chosen]) -> Iterator[Mistake]:
    seats = _list_of(data, "seats", int)
    yield from _doubles("seats", seats)
    for each in chosen.values():
        low, high = each.edition.players
        for count in dict.fromkeys(seats):
            if 2 <= count <= 5 and not low <= count <= high:
                yield Mistake("seats", f"found {count}; allowed: {low} to {high} players in edition {each.edition.id}")


def _bots(data: Mapping[str, Any], base: Path) -> Iterator[Mistake]:
    bots = _list_of(data, "bots", dict)
    yield from _doubles("bots", [bot["name"] for bot in bots if isinstance(bot.get("name"), str)], "name")
    most = max((seats for seats in _list_of(data, "seats", int) if 2 <= seats <= 5), default=2)
    if isinstance(data.get("bots"), list) and (count := len(data["bots"])) < most:
        said = f"found {count} bot{'' if count == 1 else 's'}; allowed: {most} or more"
        yield Mistake("bots", f"{said}, because a table has {most} seats")
    for number, bot in enumerate(bots):
        yield from _spec(bot, number, base)


def _format(data: Mapping[str, Any]) -> Iterator[Mistake]:
    """A gauntlet needs challengers among the bots and enough others for its tables; a round robin has none."""
    challengers = _list_of(data, "challengers", str)
    if data.get("format", "round_robin") != "gauntlet":
        if "challengers" in data:
            yield Mistake("challengers", 'found with a round robin; allowed: only with format = "gauntlet"')
        return
    yield from _doubles("challengers", challengers)
    names = [bot["name"] for bot in _list_of(data, "bots", dict) if isinstance(bot.get("name"), str)]
    if not challengers:
        yield Mistake("challengers", "missing; a gauntlet needs the name of one bot or more")
    for name in dict.fromkeys(challengers):
        if name not in names:
            yield Mistake("challengers", f"found {found(name)}{did_you_mean(name, names)}; allowed: names of bots")
    others, most = len({*names} - {*challengers}), max(_list_of(data, "seats", int), default=0)
    if others < most - 1 <= 4:
        said = f"found {others} bots that are no challengers; allowed: {most - 1} or more"
        yield Mistake("bots", f"{said}, because a table has one challenger and {most} seats")


def _most(data: Mapping[str, Any]) -> Iterator[Mistake]:
    """A sample must hold one whole block of each kind of table at least."""
    most, seats = data.get("max_matches"), _list_of(data, "seats", int)
    kinds = len(_list_of(data, "editions", str))
    least = kinds * sum(factorial(count) if data.get("rotation") == "all" else count for count in seats)
    if isinstance(most, int) and 1 <= most < least and max(seats) <= 5:
        said = f"found {most}; allowed: {least} or more, one deal in all its seat orders"
        yield Mistake("max_matches", f"{said} for each edition and number of seats")


def _too_many(config: CupConfig) -> Iterator[Mistake]:
    matches = whole_size(config)
    if matches > MOST_MATCHES and not is_sample(config):
        said = f"missing, and every match of this cup would be {matches}"
        yield Mistake("max_matches", f"{said}; allowed: up to {MOST_MATCHES}, as a balanced sample")


def _spec(bot: Mapping[str, Any], number: int, base: Path) -> Iterator[Mistake]:
    key = key_text(("bots", number, "spec"))
    if bot.get("remote") is True:
        return
    if "spec" not in bot:
        yield Mistake(key, "missing; allowed: a built-in name, a folder with a bot.toml, or a command in quotes")
    elif isinstance(bot["spec"], str) and bot["spec"]:
        try:
            resolve(bot["spec"], base)
        except SpecError as error:
            yield Mistake(key, f"found {found(bot['spec'])}: {error.reason}")


def _doubles(key: str, values: list[Any], what: str = "entry") -> Iterator[Mistake]:
    for value, count in Counter(values).items():
        if count > 1:
            yield Mistake(key, f"{what} {found(value)} stands {count} times; allowed: once")


def _list_of(data: Mapping[str, Any], key: str, kind: type) -> list[Any]:
    """The entries of a list that have the right type; the schema already complained about the others."""
    value = data.get(key)
    entries = value if isinstance(value, list) else [value]
    return [entry for entry in entries if isinstance(entry, kind) and not isinstance(entry, bool)]
