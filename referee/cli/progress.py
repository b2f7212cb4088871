"""What a run shows while it plays: a live table on a terminal, plain lines or log events elsewhere. Standings only:
no match, no
deal.
"""

import sys
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Final, Protocol, final

import click
import structlog
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from referee.report.tables import standings_table
from referee.tournament.live_rating import MOST_BEFORE, LiveRating
from referee.tournament.logs import LogFormat
from referee.tournament.records import MOST_ATTEMPTS
from referee.tournament.results import MatchResult
from referee.tournament.run import Watcher
from referee.tournament.schedule import Unit
from referee.tournament.standings import Standings, Sums
from referee.tournament.store import Store

log = structlog.get_logger(__name__)

_LINES: Final = 20
"""About how many lines a run prints where there is no terminal."""


class Shown(Watcher, Protocol):
    """A watcher that shows something for as long as `showing` is open."""

    def showing(self) -> AbstractContextManager[object]:
        """Whatever has to be set up and taken down."""


class PlainLines:
    """What every report on stderr in plain lines does alike; when a match or a unit is told is another's matter."""

    def showing(self) -> AbstractContextManager[object]:
        """Nothing to set up."""
        return nullcontext()

    def played(self, result: MatchResult) -> None:
        """Silent: a match counts when its unit is committed."""

    def failed(self, unit: Unit, reason: str, attempt: int) -> None:
        """Say that a unit goes wrong, and what follows."""
        self._say(failure_text(unit, reason, attempt))

    def stopping(self, running: int) -> None:
        """Say what is waited for."""
        self._say(stopping_text(running))

    def _say(self, text: str) -> None:
        with suppress(OSError):  # whoever read this may have gone; the matches go on
            click.echo(text, err=True)


@final
class PlainProgress(PlainLines):
    """Lines on stderr: at the start, about twenty on the way, and whenever something is wrong."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._total = self._done = self._said = 0

    def begun(self, done: int, left: int) -> None:
        """Say what lies ahead."""
        self._total, self._done, self._said = done + left, done, done
        where = f"continues after {done} of {self._total}" if done else f"plays {self._total}"
        self._say(f"{self._name} {where} matches" if left else f"{self._name} has nothing left to play")

    def committed(self, unit: Unit) -> None:
        """Say how far the cup is, now and then."""
        self._done += len(unit.matches)
        if self._done == self._total or self._done - self._said >= self._total / _LINES:
            self._said = self._done
            self._say(f"{self._done} of {self._total} matches")


@final
class LogProgress:
    """Log events, for those who asked for JSON lines and nothing else on stderr."""

    def showing(self) -> AbstractContextManager[object]:
        """Nothing to set up."""
        return nullcontext()

    def begun(self, done: int, left: int) -> None:
        """What lies ahead."""
        log.info("cup.begun", done=done, left=left)

    def played(self, result: MatchResult) -> None:
        """A match ended; its digest is no secret."""
        log.debug("match.played", match=result.id, digest=result.digest)

    def committed(self, unit: Unit) -> None:
        """What is on the disk."""
        log.info("unit.committed", unit=unit.id, matches=len(unit.matches))

    def failed(self, unit: Unit, reason: str, attempt: int) -> None:
        """Silent: the run itself logs it as an error."""

    def stopping(self, running: int) -> None:
        """What is waited for."""
        log.info("cup.stopping", running=running)


@final
class LiveProgress:
    """A table of standings with a bar, redrawn in place on stderr; only committed matches are in it."""

    def __init__(self, store: Store) -> None:
        self._records = store.records
        before = store.records.results()
        self._sums = Sums(bot.name for bot in store.records.config.bots)
        for result in before:
            self._sums.add(result)
        self._rating = LiveRating(before[-MOST_BEFORE:])
        self._fresh: dict[str, MatchResult] = {}
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("matches"),
            TimeRemainingColumn(),
        )
        self._task = self._bar.add_task(store.records.config.name, total=None)
        self._live = Live(console=Console(stderr=True), get_renderable=self.drawn, refresh_per_second=2)

    def showing(self) -> AbstractContextManager[object]:
        """Draws while the block lasts; the last state stays on the screen."""
        return self._live

    def begun(self, done: int, left: int) -> None:
        """Set the bar."""
        self._bar.update(self._task, total=done + left, completed=done)

    def played(self, result: MatchResult) -> None:
        """Keep the result until its unit is committed."""
        self._fresh[result.id] = result

    def committed(self, unit: Unit) -> None:
        """Add the unit's results to the table."""
        for match in unit.matches:
            result = self._fresh.pop(match.id)
            self._sums.add(result)
            self._rating.add(result)
        self._bar.advance(self._task, len(unit.matches))

    def failed(self, unit: Unit, reason: str, attempt: int) -> None:
        """Forget what the failed unit had played, and say what follows."""
        for match in unit.matches:
            self._fresh.pop(match.id, None)
        self._live.console.print(failure_text(unit, reason, attempt), markup=False, highlight=False)

    def stopping(self, running: int) -> None:
        """Say what is waited for."""
        self._live.console.print(stopping_text(running), markup=False, highlight=False)

    def drawn(self) -> Group:
        """What stands on the screen now."""
        return Group(standings_table(Standings("", 0, self._sums.rows()), self._rating.skills), self._bar)


def progress(store: Store, log_format: LogFormat) -> Shown:
    """The one that fits where the errors go."""
    if log_format == "json":
        return LogProgress()
    return LiveProgress(store) if sys.stderr.isatty() else PlainProgress(store.records.config.name)


def failure_text(unit: Unit, reason: str, attempt: int) -> str:
    """A platform fault, none of a bot's: what failed, and whether it is tried again."""
    follows = "it is played again" if attempt < MOST_ATTEMPTS else "it is set aside as unresolved"
    return f"unit {unit.id} failed ({attempt} of {MOST_ATTEMPTS}): {reason}; {follows}"


def stopping_text(running: int) -> str:
    """The answer to the first Ctrl-C."""
    units = f"{running} running unit{'s' if running != 1 else ''}"
    return f"stopping: {units} will be finished first; Ctrl-C again stops at once"
