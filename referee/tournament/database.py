"""The SQLite file of a cup: its tables, how it is opened, and what its errors mean in plain words. It knows no cup
logic.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from referee.tournament.errors import DamagedError, StoreError
from referee.tournament.seals import altered, write_seal

FILE: Final = "cup.sqlite3"
SCHEMA_VERSION: Final = "2"

SCHEMA: Final = """
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE matches (          -- a match is done if and only if its row is here
  id TEXT PRIMARY KEY,
  unit TEXT NOT NULL,
  edition TEXT NOT NULL,
  players INTEGER NOT NULL,
  deal INTEGER NOT NULL,
  digest TEXT NOT NULL,
  committed TEXT NOT NULL       -- wall-clock time, for people only
) STRICT, WITHOUT ROWID;
CREATE TABLE seats (
  match TEXT NOT NULL REFERENCES matches(id),
  seat INTEGER NOT NULL,
  bot TEXT NOT NULL,
  rank INTEGER NOT NULL,
  score INTEGER NOT NULL,
  routes INTEGER NOT NULL,
  tickets INTEGER NOT NULL,
  completed INTEGER NOT NULL,
  bonuses TEXT NOT NULL,        -- JSON, points by name
  forfeit INTEGER NOT NULL CHECK (forfeit IN (0, 1)),
  PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE faults (
  match TEXT NOT NULL REFERENCES matches(id),
  seat INTEGER NOT NULL,
  number INTEGER NOT NULL,
  code TEXT NOT NULL,
  decision INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (match, seat, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE replays (
  match TEXT PRIMARY KEY REFERENCES matches(id),
  text BLOB NOT NULL            -- gzip of the replay's text form
) STRICT;
CREATE TABLE attempts (         -- written before the bots start; an open one at start-up was cut short
  unit TEXT NOT NULL,
  number INTEGER NOT NULL,
  started TEXT NOT NULL,
  ended TEXT,
  outcome TEXT CHECK (outcome IN ('done', 'void', 'interrupted', 'forgiven')),
  reason TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (unit, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE seals (            -- see seals.py
  about TEXT NOT NULL,          -- the name of a table
  key TEXT NOT NULL,            -- what its rows have in common
  seal TEXT NOT NULL,
  PRIMARY KEY (about, key)
) STRICT, WITHOUT ROWID;
"""

_MEANING: Final = (
    ("disk is full", "the disk is full; nothing committed was lost: make room and run the same command again"),
    ("readonly", "cannot be written: the file or its folder is read-only"),
    ("unable to open", "cannot be opened: no such file, or no permission"),
    (
        "disk i/o",
        "the disk reports an error; nothing committed was lost: check the disk, then run the same command again",
    ),
    ("locked", "is held by another program; close that program and run the same command again"),
)

_DAMAGE: Final = (
    ("malformed", "is damaged; restore it from a copy, or play the cup into another folder"),
    ("not a database", "is damaged: this is no cup file; restore it from a copy, or play the cup into another folder"),
    ("could not decode", "is damaged: a text in it is none any more; `referee cup verify` names its place"),
)


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turns what SQLite says about a file into one StoreError that a person can act on."""
    try:
        yield
    except UnicodeDecodeError:  # Python could not read what SQLite says, for it cites the file
        raise DamagedError(path, "is damaged; restore it from a copy, or play the cup into another folder") from None
    except sqlite3.Error as error:
        said = str(error)
        if damage := _meaning(_DAMAGE, said):
            raise DamagedError(path, f"{damage} (SQLite: {said})") from None
        raise StoreError(path, f"{_meaning(_MEANING, said) or 'cannot be used'} (SQLite: {said})") from None


def _meaning(signs: Iterable[tuple[str, str]], said: str) -> str | None:
    return next((text for sign, text in signs if sign in said.lower()), None)


@contextmanager
def blamed(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Turns an error that wrong rows explain into a StoreError that names them.

    Such rows are a sound file to SQLite. An error over rows that are as they were written is a bug, and passes.
    """
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        with translated(path):
            found = altered(connection)
        if not found:
            raise
        more = f", and {len(found) - 1} more" if found[1:] else ""
        said = f"was altered by something else: {found[0]}{more}; `referee cup verify` names all"
        raise StoreError(path, said) from error


def create(path: Path, meta: dict[str, str]) -> None:
    """A new file with these meta rows; it appears under its name complete or not at all."""
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with translated(path):
        connection = sqlite3.connect(draft, isolation_level=None)
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.executescript(f"BEGIN IMMEDIATE; {SCHEMA}")
            connection.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
            for key in meta:
                write_seal(lambda query, *values: connection.execute(query, values), "meta", key)
            connection.execute("COMMIT")
        finally:
            connection.close()
    draft.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def open_writing(path: Path) -> sqlite3.Connection:
    """A connection for the one writer: write-ahead log, every commit on the disk before it counts, file checked."""
    with translated(path):
        connection = sqlite3.connect(f"file:{quoted(path)}?mode=rw", uri=True, isolation_level=None)
        _check_whole(connection, path)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 10000"):
            connection.execute(f"PRAGMA {pragma}")
        return connection


def close_writing(connection: sqlite3.Connection) -> None:
    """Close the writer's connection; before that the file takes its log over, so that it is the whole cup by itself.

    SQLite does so only for the last connection, and somebody may be reading. What a full disk leaves in the log counts
    all the same.
    """
    with suppress(sqlite3.Error):
        connection.execute("PRAGMA busy_timeout = 1000")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def open_reading(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing; works beside a running cup and in a read-only folder."""
    if not path.is_file():
        raise StoreError(path.parent, f"holds no cup: there is no {path.name} in it")
    with translated(path):
        try:
            connection = sqlite3.connect(f"file:{quoted(path)}?mode=ro", uri=True, isolation_level=None)
            _check_whole(connection, path)
        except sqlite3.OperationalError:
            # A write-ahead log needs files beside it; a folder on read-only media has neither them nor a writer.
            connection = sqlite3.connect(f"file:{quoted(path)}?mode=ro&immutable=1", uri=True, isolation_level=None)
            _check_whole(connection, path)
        return connection


def quoted(path: Path) -> str:
    """A path as SQLite's file URIs want it."""
    return path.resolve().as_uri().removeprefix("file://")


def _check_whole(connection: sqlite3.Connection, path: Path) -> None:
    verdict = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if verdict != "ok":
        raise sqlite3.DatabaseError(f"malformed: {verdict.splitlines()[-1]}")  # the first line says nothing
    known = connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'meta'").fetchone()[0]
    if not known:
        raise sqlite3.DatabaseError("not a database of a cup")
    found = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    if found is None or found[0] != SCHEMA_VERSION:
        raise StoreError(
            path,
            f"has layout {found[0] if found else 'unknown'}; this referee reads layout {SCHEMA_VERSION}: "
            "read it with the version that wrote it, or play the cup into another folder",
        )
    if connection.execute(_LAYOUT).fetchall() != _layout():
        raise sqlite3.DatabaseError("malformed: its tables are not those of a cup")


_LAYOUT: Final = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"


@cache
def _layout() -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        return connection.execute(_LAYOUT).fetchall()
