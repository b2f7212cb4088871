"""A cup's state as facts (JSON), CSV and text, from its records. It computes no standing of its own and writes no
file.
"""

import csv
import io
from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from referee.editions import edition_of
from referee.report.figure_tables import tables_of
from referee.report.tables import faults_text, printed
from referee.report.views import View, cells, columns, rows
from referee.tournament.digest import cup_digest
from referee.tournament.errors import TournamentError
from referee.tournament.figures import CupFigures, TableFigures
from referee.tournament.records import Records
from referee.tournament.standings import CSV_COLUMNS


def notes_of(records: Records) -> list[str]:
    """What is to be known about the boards of a cup before its results are believed."""
    editions = [edition_of(name, records.boards) for name in records.config.editions]
    return [f"{edition.id}: {caveat}" for edition in editions for caveat in edition.caveats]


@frozen
class Choice:
    """What of the figures is wanted: which views, and of which editions and numbers of players (None: of all)."""

    views: tuple[View, ...] = (View.STANDINGS,)
    edition: str | None = None
    players: int | None = None

    def of(self, figures: CupFigures) -> tuple[TableFigures, ...]:
        """The tables that are wanted, the whole cup first unless some are chosen.

        Raises:
            TournamentError: the cup has none such.

        """
        if self.edition is None and self.players is None:
            return figures.tables
        found = tuple(kind for kind in figures.kinds if self._fits(kind))
        if not found:
            known = "; ".join(kind.title for kind in figures.kinds)
            wanted = " with ".join(
                text
                for text, given in (
                    (f"edition {self.edition}", self.edition),
                    (f"{self.players} players", self.players),
                )
                if given is not None
            )
            raise TournamentError(f"the cup has no tables of {wanted}; it has: {known}")
        return found

    def _fits(self, kind: TableFigures) -> bool:
        return self.edition in (None, kind.edition) and self.players in (None, kind.players)


STANDINGS: Final = Choice()


def standings_facts(records: Records, choice: Choice = STANDINGS) -> dict[str, Any]:
    """What `cup standings --json` prints; with several views all but the standings stand under their names."""
    figures, status = CupFigures(records), status_facts(records)
    facts = {key: status[key] for key in ("cup", "finished", "rated", "commitment", "digest", "unresolved")}
    facts["notes"] = notes_of(records)
    for view in choice.views:
        rows_of = _view_facts(view, figures, choice)
        if view is choice.views[0]:
            facts |= rows_of
        else:
            facts[view.replace("-", "_")] = rows_of
    return facts


def _view_facts(view: View, figures: CupFigures, choice: Choice) -> dict[str, Any]:
    chosen = choice.of(figures)
    kinds = [kind for kind in figures.kinds if kind in chosen or figures.overall in chosen]
    return {
        "rows": rows(view, figures.overall),
        "tables": [{"edition": kind.edition, "players": kind.players, "rows": rows(view, kind)} for kind in kinds],
    }


def standings_text(records: Records, choice: Choice = STANDINGS) -> str:
    """The standings, or other figures, as tables for a terminal."""
    figures, status = CupFigures(records), status_facts(records)
    head = f"{status['cup']}: {status['played']} of {status['matches']} matches"
    notes = [
        text for text, holds in (("unrated", not status["rated"]), ("not finished", not status["finished"])) if holds
    ]
    if status["unresolved"]:
        notes.append(f"{status['unresolved']} unresolved")
    lines = [f"{head}{' (' + ', '.join(notes) + ')' if notes else ''}", f"commitment {status['commitment']}"]
    lines += [f"cup digest {status['digest']}"] if status["digest"] else []
    lines += [f"note: {note}" for note in notes_of(records)]
    tables = [shown for table in choice.of(figures) for view in choice.views for shown in tables_of(view, table)]
    return "\n".join(lines) + "\n\n" + (printed(*tables) if tables else "nothing to show yet\n")


def standings_csv(records: Records, choice: Choice = STANDINGS) -> str:
    """The rows of one view as CSV, the overall table first with `all` as its edition."""
    (view,) = choice.views
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    found = [(table, row) for table in choice.of(CupFigures(records)) for row in rows(view, table)]
    names = CSV_COLUMNS[2:] if view is View.STANDINGS else columns(view, [row for _, row in found])
    writer.writerow(("edition", "players", *names))
    for table, row in found:
        faults = {"faults": faults_text(row["faults"]) if row["faults"] else ""} if view is View.STANDINGS else {}
        kind = (table.edition, table.players) if table.edition else ("all", "all")
        writer.writerow((*kind, *cells({**row, **faults}, names)))
    return text.getvalue()


def status_facts(records: Records) -> dict[str, Any]:
    """What `cup status --json` prints. The digest is null until the cup is finished."""
    matches, done = len(records.schedule.matches), records.done()
    unresolved = sum(match.id not in done for unit in records.unresolved() for match in unit.matches)
    finished = records.finished
    return {
        "cup": records.config.name,
        "finished": finished,
        "closed": records.closed,
        "rated": records.config.is_rated,
        "matches": matches,
        "played": len(done),
        "left": matches - len(done) - unresolved,
        "unresolved": unresolved,
        "interrupted": sum(attempt.outcome == "interrupted" for attempt in records.attempts()),
        "commitment": records.fact("commitment"),
        "digest": cup_digest(records.digests()) if finished else None,
        "history": records.history,
    }


def unfinished_text(records: Records) -> str:
    """What whoever takes something out of a cup that is not finished has to know; "" of a finished one."""
    status = status_facts(records)
    if status["finished"] and not status["unresolved"]:
        return ""
    missing = [
        f"{status[key]} {text}" for key, text in (("left", "to be played"), ("unresolved", "unresolved")) if status[key]
    ]
    return f"the cup is not finished: {status['played']} of {status['matches']} matches, {', '.join(missing)}"


def history_text(note: Mapping[str, Any]) -> str:
    """One change of a cup that was begun, as `Records.history` keeps it."""
    said = [*(f"new bot {name}" for name in note["added"]), *note["accepted"]]
    return f"changed at {note['when']}: {'; '.join(said)}"


def closing_facts(records: Records) -> dict[str, Any]:
    """What `cup close` prints: the secret is public from now on."""
    return {
        "cup": records.config.name,
        "secret": records.secret.text,
        "commitment": records.fact("commitment"),
        "digest": cup_digest(records.digests()),
    }
