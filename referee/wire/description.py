"""The JSON form of a game's description and the digest over it, since serialized protobuf has no canonical bytes."""

import hashlib
import json
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from referee.v1 import game_pb2 as pb


def description(message: pb.Game) -> dict[str, Any]:
    """The description as plain values: names as in `game.proto`, enum values as lower-case words without their prefix.

    Empty lists, absent fields and fields at zero are left out, and the digest is no part of it.
    """
    plain = _plain(message)
    plain.pop("game_digest", None)
    return plain


def description_digest(message: pb.Game) -> str:
    """SHA-256 over the sorted-key compact JSON form, in UTF-8: 64 lower-case hex digits."""
    text = json.dumps(description(message), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


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
    prefix = "".join(f"_{c}" if c.isupper() else c for c in field.enum_type.name).lstrip("_").upper()
    return field.enum_type.values_by_number[value].name.removeprefix(f"{prefix}_").lower()
