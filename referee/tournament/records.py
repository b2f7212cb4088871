"""What a results folder says about its cup: configuration, secret, results, attempts, replays. Reads only.

Everything derived (what is left, what is withheld, what is unresolved) is computed from the rows each time and stored
nowhere.
"""

import gzip
import json
import sqlite3
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, Final

from attrs import frozen
from pydantic import ValidationError

from referee.editions import edition_of
from referee.game import Game
from referee.tournament import database
from referee.tournament.config import CupConfig
from referee.tournament.errors import StoreError, TournamentError, WithheldError
from referee.tournament.nearest import did_you_mean
from referee.tournament.results import FaultLine, MatchResult, SeatResult
from referee.tournament.schedule import Match, Schedule, Unit, schedule
from referee.tournament.seals import Altered, altered
from referee.tournament.secret import Secret

MOST_ATTEMPTS: Final = 3
"""Platform faults after which a unit is set aside as unresolved."""


@frozen
class Attempt:
    """One try at a unit.

    Attributes:
        outcome: done, void (a platform fault), forgiven (one that no longer counts, see `Store.forgive`), interrupted
        (the run was stopped), or None: still open.
    """

    unit: str
    number: int
    started: str
    ended: str | None
    outcome: str | None
    reason: str


class Records:
    """A cup's rows, over an open connection; `folder` is where they live."""

    def __init__(self, connection: sqlite3.Connection, folder: Path) -> None:
        self.folder = folder
        self._connection = connection

    @property
    def path(self) -> Path:
        """The database file."""
        return self.folder / database.FILE

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows of a query; SQLite's errors in plain words."""
        with database.translated(self.path):
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """All that is read inside the block is of one moment, though a run may be writing; the run does not wait."""
        self.rows("BEGIN")
        try:
            yield
        finally:
            self.rows("COMMIT")

    def meta(self, key: str) -> str | None:
        """A fact about the cup, or None if it is not recorded (yet)."""
        found = self.rows("SELECT value FROM meta WHERE key = ?", key)
        return found[0][0] if found else None

    def fact(self, key: str) -> str:
        """A fact that every cup has."""
        value = self.meta(key)
        if value is None:
            raise TournamentError(f"{self.path} lacks its {key}: it was altered by something else")
        return value

    @cached_property
    def config(self) -> CupConfig:
        """The cup's configuration, as it was when the cup began."""
        try:
            return CupConfig.model_validate_json(self.fact("config"))
        except ValidationError:
            raise StoreError(self.path, "its configuration was altered by something else: it cannot be read") from None

    @cached_property
    def boards(self) -> Mapping[str, str]:
        """What the users' board files said when the cup began, by edition id without suffix."""
        boards: dict[str, str] = json.loads(self.meta("boards") or "{}")
        return boards

    def game(self, match: Match) -> Game:
        """The game of a match, on the board that the cup began with."""
        return Game.of(edition_of(match.edition, self.boards), match.players)

    @cached_property
    def secret(self) -> Secret:
        """The cup's secret text; for the organiser's eyes until the cup is closed."""
        return Secret(self.fact("secret"))

    @cached_property
    def schedule(self) -> Schedule:
        """Every match of the cup."""
        return schedule(self.config, self.secret)

    @property
    def history(self) -> list[dict[str, Any]]:
        """What changed since the cup began: when, the bots that were added, the changes that were accepted."""
        notes: list[dict[str, Any]] = json.loads(self.meta("history") or "[]")
        return notes

    @property
    def closed(self) -> bool:
        """Whether the secret was revealed."""
        return self.meta("closed") is not None

    def altered(self) -> tuple[Altered, ...]:
        """Rows that are not as they were written. If there are any, texts are read from now on as far as possible."""
        with database.translated(self.path):
            found = altered(self._connection)
        if found:
            self._connection.text_factory = partial(str, encoding="utf-8", errors="backslashreplace")
        return found

    def done(self) -> frozenset[str]:
        """Ids of the matches that are committed."""
        return frozenset(row[0] for row in self.rows("SELECT id FROM matches"))

    def digests(self) -> dict[str, str]:
        """The replay digest of every committed match by id."""
        return dict(self.rows("SELECT id, digest FROM matches ORDER BY id"))

    def attempts(self) -> tuple[Attempt, ...]:
        """All attempts, by unit and number."""
        query = "SELECT unit, number, started, ended, outcome, reason FROM attempts ORDER BY unit, number"
        return tuple(Attempt(*row) for row in self.rows(query))

    def unresolved(self) -> tuple[Unit, ...]:
        """Units that three platform faults have set aside."""
        voids = Counter(attempt.unit for attempt in self.attempts() if attempt.outcome == "void")
        done = self.done()
        return tuple(u for u in self.schedule.units if voids[u.id] >= MOST_ATTEMPTS and not _played(u, done))

    def left(self) -> tuple[Unit, ...]:
        """Units that are still to be played, in the schedule's order."""
        done, aside = self.done(), {unit.id for unit in self.unresolved()}
        return tuple(u for u in self.schedule.units if u.id not in aside and not _played(u, done))

    @property
    def finished(self) -> bool:
        """Whether nothing is left to play."""
        return not self.left()

    def results(self) -> tuple[MatchResult, ...]:
        """The results of all committed matches, in the order of the schedule."""
        faults = self._faults()
        seats: Mapping[str, list[SeatResult]] = defaultdict(list)
        query = (
            "SELECT match, seat, bot, rank, score, routes, tickets, completed, bonuses, forfeit "
            "FROM seats ORDER BY match, seat"
        )
        for match, seat, *figures, bonuses, forfeit in self.rows(query):
            bot, rank, score, routes, tickets, completed = figures
            own = tuple(faults.get((match, seat), ()))
            try:
                points = _bonuses(bonuses)
            except ValueError:
                said = (
                    f"the bonuses of seat {seat} in match {match} were altered by something else: they cannot be read"
                )
                raise StoreError(self.path, said) from None
            facts = (bot, rank, score, routes, tickets, completed, points, bool(forfeit))
            seats[match].append(SeatResult(*facts, own))
        digests = self.digests()
        planned = (match.id for match in self.schedule.matches)
        return tuple(MatchResult(each, digests[each], tuple(seats[each])) for each in planned if each in digests)

    def _faults(self) -> Mapping[tuple[str, int], list[FaultLine]]:
        faults: Mapping[tuple[str, int], list[FaultLine]] = defaultdict(list)
        query = "SELECT match, seat, code, decision, text FROM faults ORDER BY match, seat, number"
        for match, seat, *facts in self.rows(query):
            faults[match, seat].append(FaultLine(*facts))
        return faults

    def match(self, match_id: str) -> Match:
        """A match of the schedule.

        Raises:
            TournamentError: the cup has no such match.

        """
        for match in self.schedule.matches:
            if match.id == match_id:
                return match
        known = [match.id for match in self.schedule.matches]
        raise TournamentError(f"{self.folder} has no match {match_id!r}{did_you_mean(match_id, known)}")

    def replay(self, match_id: str) -> str:
        """The text of a match's replay.

        Raises:
            TournamentError: no such match, or it is not played yet.
            WithheldError: other matches of its deal are still to come.

        """
        match = self.match(match_id)
        waiting = self._waiting(match.deal)
        if waiting and match_id in self.done():
            raise WithheldError(match_id, match.deal, waiting)
        return self.sealed_replay(match_id)

    def open_matches(self) -> tuple[str, ...]:
        """Ids of the committed matches whose replays may be shown, in the order of the schedule."""
        waiting = {match.deal for unit in self.left() for match in unit.matches}
        done = self.done()
        return tuple(m.id for m in self.schedule.matches if m.id in done and m.deal not in waiting)

    def sealed_replay(self, match_id: str) -> str:
        """The text of a replay, withheld or not: for checks that show nothing of it."""
        found = self.rows("SELECT text FROM replays WHERE match = ?", match_id)
        if not found:
            missing = "was played, and its replay is gone" if match_id in self.done() else "is not played yet"
            raise TournamentError(f"match {match_id} {missing}")
        try:
            return gzip.decompress(found[0][0]).decode()
        except (OSError, EOFError, ValueError, zlib.error) as error:
            raise TournamentError(f"the replay of match {match_id} is damaged in {self.path}: {error}") from None

    def _waiting(self, deal: int) -> int:
        return sum(match.deal == deal for unit in self.left() for match in unit.matches)


@lru_cache(maxsize=1000)
def _bonuses(text: str) -> Mapping[str, int]:
    """What a seat earned; a large cup has few different ones."""
    points: dict[str, int] = json.loads(text)
    return points


def _played(unit: Unit, done: frozenset[str]) -> bool:
    return all(match.id in done for match in unit.matches)


@contextmanager
def read(folder: Path) -> Iterator[Records]:
    """The records of a results folder, for as long as the block lasts; a run may be writing to it meanwhile.

    Raises:
        StoreError: it holds no cup, or a damaged one.

    """
    connection = database.open_reading(folder / database.FILE)
    try:
        with database.blamed(connection, folder / database.FILE):
            yield Records(connection, folder)
    finally:
        connection.close()
