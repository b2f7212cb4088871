"""A cup's state as facts (JSON), CSV and text, from its records. It computes no standing of its own and writes no
file.
"""

import csv
import io
from collections.abc import Mapping
from typing import Any

from referee.editions import edition_of
from referee.report.tables import faults_text, printed, standings_table
from referee.tournament.digest import cup_digest
from referee.tournament.figures import CupFigures, TableFigures
from referee.tournament.records import Records
from referee.tournament.standings import CSV_COLUMNS


def notes_of(records: Records) -> list[str]:
    """What is to be known about the boards of a cup before its results are believed."""
    editions = [edition_of(name, records.boards) for name in records.config.editions]
    return [f"{edition.id}: {caveat}" for edition in editions for caveat in edition.caveats]


def standings_facts(records: Records) -> dict[str, Any]:
    """What `cup standings --json` prints."""
    figures = CupFigures(records)
    status = status_facts(records)
    return {
        **{key: status[key] for key in ("cup", "finished", "rated", "commitment", "digest", "unresolved")},
        "notes": notes_of(records),
        "rows": rows_facts(figures.overall),
        "tables": [
            {"edition": kind.edition, "players": kind.players, "rows": rows_facts(kind)} for kind in figures.kinds
        ],
    }


def rows_facts(table: TableFigures) -> list[dict[str, Any]]:
    """The rows of one table of `cup standings --json`."""
    return [row.to_json() for row in table.standings.rows]


def standings_text(records: Records) -> str:
    """The standings as tables for a terminal."""
    status = status_facts(records)
    head = f"{status['cup']}: {status['played']} of {status['matches']} matches"
    notes = [
        text for text, holds in (("unrated", not status["rated"]), ("not finished", not status["finished"])) if holds
    ]
    if status["unresolved"]:
        notes.append(f"{status['unresolved']} unresolved")
    lines = [f"{head}{' (' + ', '.join(notes) + ')' if notes else ''}", f"commitment {status['commitment']}"]
    lines += [f"cup digest {status['digest']}"] if status["digest"] else []
    lines += [f"note: {note}" for note in notes_of(records)]
    return (
        "\n".join(lines) + "\n\n" + printed(*(standings_table(table.standings) for table in CupFigures(records).tables))
    )


def standings_csv(records: Records) -> str:
    """The same rows as CSV, the overall table first with `all` as its edition."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for table in CupFigures(records).tables:
        for row in table.standings.rows:
            kind = (table.edition, table.players) if table.edition else ("all", "all")
            mean = "" if row.mean_score is None else row.mean_score
            figures = (row.rank, row.bot, row.matches, float(row.points), row.wins, mean, row.forfeits)
            bars = row.to_json()
            more = ["" if bars[name] is None else bars[name] for name in CSV_COLUMNS[-7:]]
            writer.writerow((*kind, *figures, faults_text(row.faults) if row.faults else "", *more))
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
