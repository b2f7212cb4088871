"""A hash beside the rows of each thing that a results folder keeps, so that a bit that flips on the disk is found.

A seal proves nothing against somebody who can compute one: the commitment, the replays and the published digest do
that.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from attrs import frozen

_ORDERS: Final[Mapping[str, str]] = {
    "meta": "key",
    "matches": "id",
    "seats": "match, seat",
    "faults": "match, seat, number",
    "replays": "match",
    "attempts": "unit, number",
}
"""The tables that are sealed, each with its order; rows with the same first column share a seal."""

OF_MATCH: Final = ("matches", "seats", "faults", "replays")
"""The tables whose rows belong to a match, by its id."""

Execute = Callable[..., sqlite3.Cursor]


@frozen
class Altered:
    """Rows that are not those that were written: their table, and the key that they have in common."""

    table: str
    key: str

    def __str__(self) -> str:
        return f"table {self.table}: what stands there of {self.key!r} is not what was written"


def write_seal(execute: Execute, table: str, key: str) -> None:
    """Seal the rows of a key as they stand, within the transaction that wrote them."""
    first = _ORDERS[table].split(",")[0]
    query = f"SELECT * FROM {table} WHERE {first} = ? ORDER BY {_ORDERS[table]}"  # noqa: S608 - names of this module
    rows = execute(query, key).fetchall()
    if rows:
        execute("INSERT OR REPLACE INTO seals VALUES (?, ?, ?)", table, key, _seal(rows))


def altered(connection: sqlite3.Connection) -> tuple[Altered, ...]:
    """Every key whose rows do not fit their seal, have none, or are gone; by table, in its order."""
    before, connection.text_factory = connection.text_factory, bytes  # a flipped bit may make a text that is none
    try:
        return tuple(
            Altered(table, key.decode(errors="backslashreplace"))
            for table in _ORDERS
            for key in _broken(connection, table)
        )
    finally:
        connection.text_factory = before


def _broken(connection: sqlite3.Connection, table: str) -> Iterator[bytes]:
    seals = dict(connection.execute("SELECT key, seal FROM seals WHERE about = ?", (table,)))
    rows = connection.execute(f"SELECT * FROM {table} ORDER BY {_ORDERS[table]}")  # noqa: S608 - names of this module
    for key, group in groupby(rows, itemgetter(0)):
        if seals.pop(key, b"") != _seal(group).encode():
            yield key
    yield from seals


def _seal(rows: Iterable[tuple[Any, ...]]) -> str:
    """SHA-256 over all cells, each with its length: texts and bytes as they are, numbers in decimal."""
    digest = hashlib.sha256()
    for row in rows:
        for cell in row:
            data = _bytes(cell)
            digest.update(b"-" if data is None else b"%d:%b" % (len(data), data))
    return digest.hexdigest()


def _bytes(cell: str | bytes | int | None) -> bytes | None:
    if cell is None or isinstance(cell, bytes):
        return cell
    return str(cell).encode()
