"""The JSON form of a game's description, both ways, and its digest: serialized protobuf has no canonical bytes."""

import hashlib
import json
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from referee.v1 import game_pb2 as pb
from referee.wire.errors import WireError

LONGEST_DESCRIPTION: Final = 4_000_000
"""Characters; the referee's own take up to 800,000. Longer ones come from nobody who means well."""


def description(message: pb.Game) -> dict[str, Any]:
    """The description as plain values: names as in `game.proto`, enum values as lower-case words without their prefix.

    Empty lists, absent fields and fields at zero are left out, and the digest is no part of it.
    """
    plain = _plain(message)
    plain.pop("game_digest", None)
    return plain


def description_digest(message: pb.Game) -> str:
    """SHA-256 over the sorted-key compact JSON form, in UTF-8: 64 lower-case hex digits."""
    return hashlib.sha256(description_text(message).encode()).hexdigest()


def description_text(message: pb.Game) -> str:
    """The sorted-key compact JSON form, as replays carry it."""
    return json.dumps(description(message), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def message_from_text(text: str) -> pb.Game:
    """The description that a JSON form says, its digest included.

    Raises:
        WireError: the text is no description, or not in this form.

    """
    if len(text) > LONGEST_DESCRIPTION:
        raise WireError(f"the description has {len(text)} characters; allowed: {LONGEST_DESCRIPTION}")
    message = pb.Game()
    try:
        _fill(message, json.loads(text))
        written = description_text(message)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise WireError(f"the description of the game cannot be read: {error}") from error
    if written != text:
        raise WireError("the description of the game has parts that this version does not know")
    message.game_digest = hashlib.sha256(text.encode()).hexdigest()
    return message


def _fill(message: Message, values: dict[str, Any]) -> None:
    for name, value in values.items():
        field: Any = message.DESCRIPTOR.fields_by_name[name]
        if field.message_type is None:
            _set(message, field, value)
        elif isinstance(value, dict):
            _fill(getattr(message, name), value)
        else:
            for item in value:
                _fill(getattr(message, name).add(), item)


def _set(message: Message, field: FieldDescriptor, value: Any) -> None:
    if isinstance(value, list):
        getattr(message, field.name).extend([_number(field, item) for item in value])
    else:
        setattr(message, field.name, _number(field, value))


def _number(field: FieldDescriptor, value: Any) -> Any:
    return value if field.enum_type is None else field.enum_type.values_by_name[_prefix(field) + value.upper()].number


def _plain(message: Message) -> dict[str, Any]:
    return {field.name: _value(field, value) for field, value in message.ListFields()}


def _value(field: FieldDescriptor, value: Any) -> Any:
    if isinstance(value, str | bytes | int | float):
        return _scalar(field, value)
    if isinstance(value, Message):
        return _plain(value)
    return [_value(field, item) for item in value]


def _scalar(field: FieldDescriptor, value: Any) -> Any:
    if field.enum_type is None:
        return value
    return field.enum_type.values_by_number[value].name.removeprefix(_prefix(field)).lower()


def _prefix(field: FieldDescriptor) -> str:
    assert field.enum_type is not None
    return "".join(f"_{c}" if c.isupper() else c for c in field.enum_type.name).lstrip("_").upper() + "_"
