"""The one writer of a results folder: begins, commits and voids units, each in one transaction. Reading is `records`'.

A match is done if and only if its row exists; the schedule's position is nothing but the set of those rows. So a run
that is
killed at any moment loses at most what was not committed, and the next run finds out from the file alone what is left.
"""

import gzip
import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from attrs import asdict

from referee import __version__
from referee.replay.record import RULES_REVISION
from referee.tournament import database
from referee.tournament.cup_file import Cup
from referee.tournament.errors import ClosedError, StoreError, WorkerError
from referee.tournament.extension import SAME, Admission, Wish, admit
from referee.tournament.lock import FolderLock
from referee.tournament.records import Records
from referee.tournament.results import Played
from referee.tournament.schedule import Match, Unit
from referee.tournament.seals import OF_MATCH, Execute, write_seal
from referee.tournament.secret import Secret

Now = Callable[[], str]
"""The wall clock as text: it is shown to people and decides nothing."""


class Store:
    """A cup's folder opened for writing; `records` reads it."""

    def __init__(self, connection: sqlite3.Connection, folder: Path, now: Now) -> None:
        self.records = Records(connection, folder)
        self._connection = connection
        self._now = now
        self._file = _identity(self.records.path)

    def begin(self, unit: Unit) -> int:
        """Record that a try at a unit starts, before any bot does; gives its number, from 1."""
        with self._transaction() as write:
            number: int = write("SELECT count(*) + 1 FROM attempts WHERE unit = ?", unit.id).fetchone()[0]
            write("INSERT INTO attempts (unit, number, started) VALUES (?, ?, ?)", unit.id, number, self._now())
            write_seal(write, "attempts", unit.id)
        return number

    def commit(self, unit: Unit, played: Sequence[Played]) -> None:
        """Record all matches of a unit together, or nothing.

        Raises:
            WorkerError: the results are not exactly those of the unit's matches.
            StoreError: the disk refuses; nothing was recorded.

        """
        by_id = {each.result.id: each for each in played}
        if len(by_id) != len(played) or set(by_id) != {match.id for match in unit.matches}:
            raise WorkerError(f"unit {unit.id}: a worker returned matches {sorted(by_id)}, not those that were asked")
        with self._transaction() as write:
            for match in unit.matches:
                self._insert(write, unit, match, by_id[match.id])
            self._end(write, unit.id, "done", "")

    def void(self, unit: Unit, reason: str) -> None:
        """Record that the platform failed a unit: the try counts towards setting the unit aside."""
        with self._transaction() as write:
            self._end(write, unit.id, "void", reason)

    def interrupt(self, unit: Unit) -> None:
        """Record that a unit was stopped on request: it is played again and the try counts for nothing."""
        with self._transaction() as write:
            self._end(write, unit.id, "interrupted", "stopped on request")

    def sweep(self) -> int:
        """Mark the tries that an earlier run left open as interrupted; gives how many there were."""
        with self._transaction() as write:
            units = [row[0] for row in write("SELECT unit FROM attempts WHERE outcome IS NULL").fetchall()]
            for unit in units:
                self._end(write, unit, "interrupted", "the run ended without a word")
        return len(units)

    def forgive(self) -> int:
        """Let the units that platform faults have set aside be tried again; gives how many matches that brings back.

        Raises:
            ClosedError: the cup's secret is public, so no further match can be fair.

        """
        units = self.records.unresolved()
        if units and self.records.closed:
            raise ClosedError(f"{self.records.folder} is closed: its secret is public, so nothing is tried again")
        with self._transaction() as write:
            for unit in units:
                write("UPDATE attempts SET outcome = 'forgiven' WHERE unit = ? AND outcome = 'void'", unit.id)
                write_seal(write, "attempts", unit.id)
        return sum(len(unit.matches) for unit in units)

    def admit(self, cup: Cup, fingerprints: Mapping[str, str], wish: Wish) -> Admission:
        """Take over what is new in the cup file, as far as the wish covers it, and keep a note of it.

        Raises:
            ChangedCupError, ClosedError, ExtensionError: see `extension.admit`; nothing was changed.

        """
        admission = admit(self.records, cup, fingerprints, wish)
        if admission != Admission():
            prints = {**json.loads(self.records.fact("bots")), **fingerprints}
            note = {"when": self._now(), **asdict(admission)}
            with self._transaction() as write:
                for key, value in {
                    "cup": cup.text,
                    "config": cup.config.model_dump_json(),
                    "bots": json.dumps(prints, sort_keys=True),
                    "history": json.dumps([*self.records.history, note]),
                }.items():
                    self._set(write, key, value)
            self.records = Records(self._connection, self.records.folder)
        return admission

    def close_cup(self) -> None:
        """Reveal the secret: from now on the cup is complete for ever.

        Raises:
            ClosedError: matches are left to play.

        """
        left = sum(len(unit.matches) for unit in self.records.left())
        if left:
            raise ClosedError(f"{self.records.folder} cannot be closed: {left} matches are still to be played")
        if not self.records.closed:
            with self._transaction() as write:
                self._set(write, "closed", self._now())

    def _insert(self, write: Execute, unit: Unit, match: Match, played: Played) -> None:
        facts = (match.id, unit.id, match.edition, match.players, match.deal, played.result.digest, self._now())
        write("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)", *facts)
        for seat, result in enumerate(played.result.seats):
            figures = (result.rank, result.score, result.routes, result.tickets, result.completed)
            row = (match.id, seat, result.bot, *figures, json.dumps(dict(result.bonuses)), int(result.forfeit))
            write("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", *row)
            for number, fault in enumerate(result.faults):
                line = (match.id, seat, number, fault.code, fault.decision, fault.text)
                write("INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?)", *line)
        write("INSERT INTO replays VALUES (?, ?)", match.id, gzip.compress(played.replay.encode(), mtime=0))

        for table in OF_MATCH:
            write_seal(write, table, match.id)

    def _end(self, write: Execute, unit: str, outcome: str, reason: str) -> None:
        query = "UPDATE attempts SET outcome = ?, reason = ?, ended = ? WHERE unit = ? AND outcome IS NULL"
        write(query, outcome, reason, self._now(), unit)
        write_seal(write, "attempts", unit)

    def _set(self, write: Execute, key: str, value: str) -> None:
        write("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, value)
        write_seal(write, "meta", key)

    @contextmanager
    def _transaction(self) -> Iterator[Execute]:
        # SQLite would go on writing into a file that was removed, and every result would be lost at the end.
        if _identity(self.records.path) != self._file:
            text = "was moved or removed while the cup ran; put it back, or run the same command to begin anew"
            raise StoreError(self.records.path, text)
        with database.translated(self.records.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield lambda query, *values: self._connection.execute(query, values)
                self._connection.execute("COMMIT")
            except BaseException:
                # A failed COMMIT on a full disk has already rolled back; a second one would hide the first error.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise


@contextmanager
def open_store(cup: Cup, folder: Path, fingerprints: Mapping[str, str], now: Now, wish: Wish = SAME) -> Iterator[Store]:
    """The folder of a cup, locked for writing: created if it is new, continued if it holds the same cup.

    `fingerprints` says what each bot is, by name (see `changes`): a cup whose bots changed is another cup, unless the
    wish is to accept that or to extend the cup.

    Raises:
        LockedError: another run writes to it. ChangedCupError: it holds another cup. StoreError: damaged or not
        writable. ClosedError, ExtensionError: it cannot be extended so.

    """
    path = folder / database.FILE
    if wish.extend:
        _demand(path)
    _make(folder)
    with FolderLock(folder):
        if not path.exists():
            database.create(path, _meta(cup, fingerprints, now))
        connection = database.open_writing(path)
        try:
            with database.blamed(connection, path):
                store = Store(connection, folder, now)
                store.admit(cup, fingerprints, wish)
                store.sweep()
                if wish.retry_unresolved:
                    store.forgive()
                yield store
        finally:
            database.close_writing(connection)


@contextmanager
def reopen_store(folder: Path, now: Now) -> Iterator[Store]:
    """The folder of a cup that exists, locked for writing, whatever its file and bots look like today: for `close`."""
    path = folder / database.FILE
    _demand(path)
    with FolderLock(folder):
        connection = database.open_writing(path)
        try:
            with database.blamed(connection, path):
                yield Store(connection, folder, now)
        finally:
            database.close_writing(connection)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _demand(path: Path) -> None:
    if not path.is_file():
        raise StoreError(path.parent, f"holds no cup: there is no {path.name} in it")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(folder, f"cannot be made: {error.strerror}") from None


def _meta(cup: Cup, fingerprints: Mapping[str, str], now: Now) -> dict[str, str]:
    secret = Secret.fresh() if cup.config.seed is None else Secret(cup.config.seed)
    file = {"file": str(cup.path.resolve())} if cup.path.is_file() else {}  # a duel has none
    return {
        **file,
        "schema": database.SCHEMA_VERSION,
        "referee": __version__,
        "rules": RULES_REVISION,
        "created": now(),
        "cup": cup.text,
        "config": cup.config.model_dump_json(),
        "boards": json.dumps(dict(cup.boards), sort_keys=True),
        "bots": json.dumps(dict(fingerprints), sort_keys=True),
        "secret": secret.text,
        "commitment": secret.commitment,
    }
