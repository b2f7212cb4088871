"""Finds board files, reads them and gives editions by id. The only place that knows the folder of the boards."""

import tomllib
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from referee.editions.build import Builder
from referee.editions.errors import BoardFileError, EditionError
from referee.editions.schema import BoardFile, keys
from referee.game import Edition
from referee.game.modules.depots import POINTS
from referee.resources import resource

BOARDS = ("usa", "europe", "london", "amsterdam", "new-york")
DEPOTS = "depots"


def load_board_file(path: Path) -> tuple[Edition, ...]:
    """All editions of one board file, in its order.

    Raises:
        BoardFileError: with every mistake that was found.
    """
    builder = Builder(_read(path))
    editions = builder.editions()
    if builder.file.id != path.stem:
        builder.mistakes.append(f"id: {builder.file.id!r} is not the name of the file, {path.name}")
    if builder.mistakes:
        raise BoardFileError(path, builder.mistakes)
    return editions


def _read(path: Path) -> BoardFile:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BoardFileError(path, [f"cannot be read: {error.strerror}"]) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BoardFileError(path, [f"is not TOML: {error}"]) from error
    try:
        return BoardFile.model_validate(content)
    except ValidationError as error:
        raise BoardFileError(path, [_mistake(content, e["loc"], _message(e)) for e in error.errors()]) from error


def _message(error: ErrorDetails) -> str:
    """What is wrong and what was found, in the words of pydantic where they are plain."""
    if error["type"] == "extra_forbidden":
        key = str(error["loc"][-1])
        close = get_close_matches(key, [other for other in keys() if other != key], n=1, cutoff=0.7)
        return "unknown key" + (f"; did you mean {close[0]!r}?" if close else "")
    found = error["input"]
    if error["type"] == "model_type":
        return f"Input should be a table, not {found!r}"
    return error["msg"] + (f", not {found!r}" if isinstance(found, str | int | float) else "")


def _mistake(content: Any, place: Sequence[int | str], message: str) -> str:
    """`routes[3].length (Boston - Miami): Field required`."""
    text, label, inner = "", "", content
    for step in place:
        text += f"[{step}]" if isinstance(step, int) else f".{step}"
        inner = _inside(inner, step)
        if isinstance(inner, dict):
            label = str(inner.get("name") or inner.get("id") or " - ".join(map(str, inner.get("cities", ())))) or label
    return f"{text.lstrip('.')}{f' ({label})' if label else ''}: {message}"


def _inside(content: Any, step: int | str) -> Any:
    try:
        return content[step]
    except (KeyError, IndexError, TypeError):
        return None


@cache
def _editions() -> dict[str, Edition]:
    found: dict[str, Edition] = {}
    for board in BOARDS:
        for edition in load_board_file(resource("maps", f"{board}.toml")):
            found[edition.id] = edition
    return found


def editions() -> tuple[str, ...]:
    """Ids of all editions that can be played, without the suffix `+depots`."""
    return tuple(_editions())


@cache
def load_edition(text: str) -> Edition:
    """The edition with this id; the suffix `+depots` adds Warehouses & Depots.

    Raises:
        EditionError: there is none.
    """
    base, plus, module = text.partition("+")
    known = _editions()
    if base not in known or (plus and module != DEPOTS):
        raise EditionError(text, [*known, *(f"{name}+{DEPOTS}" for name in known)] if plus else list(known))
    edition = known[base]
    if not plus:
        return edition
    return evolve(
        edition,
        id=text,
        name=f"{edition.name} with Warehouses & Depots",
        modules=(*edition.modules, DEPOTS),
        bonuses={**edition.bonuses, DEPOTS: POINTS},
    )
