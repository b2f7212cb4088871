"""Which edition somebody means: one of the referee's by its id, or one of a user's board file by the file's path.

An id alone never opens a file, so names that come from strangers (replays, stored cups) go through `edition_of`.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from referee.editions.errors import EditionError, UnnamedEditionError
from referee.editions.loader import board_editions, built_in, check_board, read_text
from referee.game import Edition
from referee.game.modules.depots import POINTS

DEPOTS: Final = "depots"
_FILE: Final = re.compile(r"(?P<file>.+\.toml)(?::(?P<id>[^:+/]*))?(?P<suffix>\+.*)?", re.DOTALL)


@frozen
class Chosen:
    """An edition that somebody named.

    Attributes:
        board: what the user's board file says from which the edition comes; "" for the referee's own boards.
    """

    edition: Edition
    board: str = ""


def choose_edition(text: str, base: Path | None = None) -> Chosen:
    """The edition that a text names: `usa`, `usa+depots`, `./my-board.toml`, `./my-board.toml:ID+depots`.

    A path is relative to `base`, by default the working folder; a board with several editions needs the ID.

    Raises:
        EditionError: there is none. BoardFileError: the board file cannot be played.
    """
    named = _FILE.fullmatch(text)
    if named is None:
        return Chosen(_own(text))
    path = (base or Path()) / named["file"]
    board = read_text(path)
    known = {edition.id: edition for edition in check_board(board, path)}
    places = [f"{named['file']}:{edition_id}" for edition_id in known]
    if named["id"] is None and len(known) > 1:
        raise UnnamedEditionError(text, places)
    wanted = next(iter(known)) if named["id"] is None else named["id"]
    return Chosen(_picked(text, known, places, wanted, named["suffix"] or ""), board)


def load_edition(text: str, base: Path | None = None) -> Edition:
    """The edition that a text names, as `choose_edition` does, for those who play it at once."""
    return choose_edition(text, base).edition


def edition_of(edition_id: str, boards: Mapping[str, str]) -> Edition:
    """The edition with this id of users' board files, given by the ids without suffix, else of the referee's.

    Raises:
        EditionError: there is none. BoardFileError: the board cannot be played.
    """
    base, plus, module = edition_id.partition("+")
    if base not in boards:
        return _own(edition_id)
    known = {edition.id: edition for edition in _of_text(base, boards[base])}
    return _picked(edition_id, known, list(known), base, plus + module)


def plain(edition_id: str) -> str:
    """The id without `+depots`: the key of `edition_of`'s boards."""
    return edition_id.partition("+")[0]


@lru_cache(maxsize=64)
def _own(text: str) -> Edition:
    base, plus, module = text.partition("+")
    known = built_in()
    return _picked(text, known, list(known), base, plus + module)


@lru_cache(maxsize=16)
def _of_text(edition_id: str, board: str) -> tuple[Edition, ...]:
    return board_editions(board, Path(f"board of edition {edition_id}"))


def _picked(text: str, known: Mapping[str, Edition], places: Sequence[str], wanted: str, suffix: str) -> Edition:
    if wanted not in known or suffix not in ("", f"+{DEPOTS}"):
        more = [f"{place}+{DEPOTS}" for place in places] if suffix else []
        raise EditionError(text, [*places, *more])
    return with_depots(known[wanted]) if suffix else known[wanted]


@lru_cache(maxsize=64)
def with_depots(edition: Edition) -> Edition:
    """The edition with Warehouses & Depots added (W-01)."""
    return evolve(
        edition,
        id=f"{edition.id}+{DEPOTS}",
        name=f"{edition.name} with Warehouses & Depots",
        modules=(*edition.modules, DEPOTS),
        bonuses={**edition.bonuses, DEPOTS: POINTS},
    )
