"""Turns what pydantic found wrong in a cup file into sentences: key, what was found, what is allowed. It judges
nothing itself.
"""

import json
from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Any, Final, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from referee.tournament.errors import Mistake
from referee.tournament.nearest import did_you_mean

_LONGEST_FOUND: Final = 60
_TYPES: Final = {
    "int_type": "a whole number",
    "string_type": "a text in quotes",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
}
_BY_KEY: Final = {
    ("seats",): "a number of players from 2 to 5, or a list of such numbers",
    ("name",): "1 to 64 printable characters, no space at the ends",
    ("bots", "name"): "1 to 64 printable characters, no space at the ends",
}


def mistakes_of(error: ValidationError, schema: type[BaseModel]) -> list[Mistake]:
    """Every mistake that pydantic found, in its order."""
    return [Mistake(key_text(detail["loc"]), _text(detail, schema)) for detail in error.errors(include_url=False)]


def key_text(path: Sequence[str | int]) -> str:
    """`clock.decision_ms`, `bots 2.spec`: lists are counted from 1 as people count."""
    text = ""
    for part in path:
        text += f" {part + 1}" if isinstance(part, int) else f".{part}" if text else part
    return text or "file"


def found(value: Any) -> str:
    """A value as it may be quoted in a message: TOML-like and short."""
    text = json.dumps(value, default=str, ensure_ascii=False)
    return text if len(text) <= _LONGEST_FOUND else text[: _LONGEST_FOUND - 1] + "…"


def _text(detail: ErrorDetails, schema: type[BaseModel]) -> str:
    kind, value = detail["type"], detail["input"]
    if kind == "extra_forbidden":
        keys = _keys(detail["loc"][:-1], schema)
        return f"unknown key{did_you_mean(str(detail['loc'][-1]), keys)}; allowed: {', '.join(keys)}"
    if kind == "missing":
        return "missing; this key must be given"
    names = tuple(part for part in detail["loc"] if isinstance(part, str))
    return f"found {found(value)}{_near(detail)}; allowed: {_BY_KEY.get(names) or _allowed(detail)}"


def _near(detail: ErrorDetails) -> str:
    value = detail["input"]
    choices = detail.get("ctx", {}).get("expected", "")
    return did_you_mean(value, choices.split("'")[1::2]) if isinstance(value, str) and choices else ""


def _allowed(detail: ErrorDetails) -> str:
    facts: Mapping[str, Any] = detail.get("ctx", {})
    match detail["type"]:
        case "literal_error":
            return str(facts["expected"]).replace("'", '"')
        case "greater_than_equal":
            return f"{facts['ge']} or more"
        case "less_than_equal":
            return f"{facts['le']} or less"
        case "too_short":
            least = facts["min_length"]
            return f"{least} {'entry' if least == 1 else 'entries'} or more"
        case "too_long":
            return f"{facts['max_length']} entries or fewer"
        case "string_too_short":
            return "a text that is not empty"
        case kind:
            return _TYPES.get(kind, detail["msg"])


def _keys(path: Sequence[str | int], schema: type[BaseModel]) -> list[str]:
    """The keys that the table at this path may have."""
    for part in path:
        if isinstance(part, str):
            schema = _table(schema.model_fields[part].annotation) or schema
    return list(schema.model_fields)


def _table(annotation: Any) -> type[BaseModel] | None:
    if get_origin(annotation) in (list, UnionType):
        return next((table for each in get_args(annotation) if (table := _table(each))), None)
    return annotation if isinstance(annotation, type) and issubclass(annotation, BaseModel) else None
