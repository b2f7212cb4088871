"""What can still be read of a board file whose shape is wrong, so that its other mistakes can be told at once."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Final

from pydantic import ValidationError

from referee.editions.schema import BoardFile

Place = Sequence[int | str]

_ROUNDS: Final = 3
"""A wrong value is cut, then the line that misses it; more rounds find nothing new."""


def pruned(content: dict[str, Any]) -> tuple[BoardFile, frozenset[str]] | None:
    """The file without its wrong keys, values and lines, and the tables of which something is missing.

    None if something is wrong or missing that stands in no list and that everything else hangs on.
    """
    rest = deepcopy(content)
    lost: set[str] = set()
    for _ in range(_ROUNDS):
        try:
            return BoardFile.model_validate(rest), frozenset(lost)
        except ValidationError as error:
            found = error.errors()
        lost |= {str(each["loc"][0]) for each in found if each["type"] != "extra_forbidden"}
        cuts = [_cut_of(rest, each["loc"]) for each in found]
        if not all(cuts):
            return None
        _cut(cuts)
    return None


def _cut_of(content: Any, place: Place) -> tuple[Any, Any] | None:
    """The table or list and the key or index in it at which to cut: the place itself, or the line that lacks it."""
    steps, way = [step for step in place if step != "[key]"], [content]
    for step in steps:
        try:
            way.append(way[-1][step])
        except (KeyError, IndexError, TypeError):
            break
    if len(way) > len(steps):
        return way[-2], steps[-1]
    lines = [i for i, step in enumerate(steps[: len(way)]) if isinstance(step, int) and i < len(way) - 1]
    return (way[lines[-1]], steps[lines[-1]]) if lines else None


def _cut(cuts: Sequence[tuple[Any, Any] | None]) -> None:
    """Later lines first, so that the earlier ones keep their places."""
    once = {(id(inside), key): (inside, key) for inside, key in filter(None, cuts)}
    for inside, key in sorted(
        once.values(), key=lambda cut: (isinstance(cut[1], str), str(cut[1]).zfill(6)), reverse=True
    ):
        del inside[key]
