"""Finds board files, reads and checks them. The only place that knows the folder of the boards; choosing an edition is
`choice`'s.
"""

import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from referee.editions.build import Builder
from referee.editions.check import mistakes_of
from referee.editions.errors import BoardFileError
from referee.editions.pruned import pruned
from referee.editions.schema import BoardFile, keys
from referee.game import Edition
from referee.resources import resource

BOARDS = ("usa", "europe", "london", "amsterdam", "new-york")


def load_board_file(path: Path) -> tuple[Edition, ...]:
    """All editions of one board file, in its order.

    Raises:
        BoardFileError: with every mistake that was found.
    """
    return check_board(read_text(path), path)


def read_text(path: Path) -> str:
    """What a board file says; raises BoardFileError if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BoardFileError(path, [f"cannot be read: {error.strerror}"]) from error
    except UnicodeDecodeError as error:
        raise BoardFileError(path, [f"is not TOML: {error}"]) from error


def check_board(text: str, path: Path) -> tuple[Edition, ...]:
    """All editions of the board that a file says; raises BoardFileError with every mistake, its name included."""
    file = _parsed(text, path)
    mistakes = mistakes_of(file)
    if file.id != path.stem:
        mistakes.append(f"id: {file.id!r} is not the name of the file, {path.name}")
    if mistakes:
        raise BoardFileError(path, mistakes)
    return Builder(file).editions()


def board_editions(text: str, name: Path) -> tuple[Edition, ...]:
    """The same for a board that is in no file: `name` is for errors only."""
    file = _parsed(text, name)
    if mistakes := mistakes_of(file):
        raise BoardFileError(name, mistakes)
    return Builder(file).editions()


def _parsed(text: str, path: Path) -> BoardFile:
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BoardFileError(path, [f"is not TOML: {error}"]) from error
    try:
        return BoardFile.model_validate(content)
    except ValidationError as error:
        mistakes = [_mistake(content, e["loc"], _message(e)) for e in error.errors()]
        rest = pruned(content)
        raise BoardFileError(path, mistakes + (mistakes_of(*rest) if rest else [])) from error


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
def built_in() -> Mapping[str, Edition]:
    """The editions of the referee's own boards by id, without the suffix `+depots`."""
    found: dict[str, Edition] = {}
    for board in BOARDS:
        for edition in load_board_file(resource("maps", f"{board}.toml")):
            found[edition.id] = edition
    return found


def editions() -> tuple[str, ...]:
    """Ids of all editions that can be played, without the suffix `+depots`."""
    return tuple(built_in())
