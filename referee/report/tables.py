"""Standings and match results as tables for a terminal. Pages are not made here."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from referee.report.fitted import WHOLE, Column, FittedTable
from referee.tournament.live_rating import Skill
from referee.tournament.ratings import Interval
from referee.tournament.results import SeatResult
from referee.tournament.standings import Row, Standings

_NEARLY_SURE: Final = 0.9995

_PROVISIONAL: Final = "The live rating is provisional: the final one is made of all results at once."


def standings_table(standings: Standings, skills: Mapping[str, Skill] | None = None) -> FittedTable:
    """One table of standings; with `skills` it is one of a cup that runs, and has them for ratings."""
    rows = standings.rows
    rated = any(row.rating for row in rows)
    blame = 1 if any(row.forfeits for row in rows) else 3  # where there is none, its column says least
    columns = [
        Column("#", [str(row.rank) for row in rows]),
        Column("bot", [row.bot for row in rows], justify="left"),
        Column("matches", [str(row.matches) for row in rows], 2),
        Column("points", [f"{float(row.points):.1f}" for row in rows], 5),
        Column("per match", [f"{float(row.points / row.matches):.3f}" if row.matches else "-" for row in rows]),
        *(_bars(rows) if rated else ()),
        *([_live(rows, skills)] if skills is not None else ()),
        Column("wins", [str(row.wins) for row in rows], 6),
        Column("score", ["-" if row.mean_score is None else f"{row.mean_score:.1f}" for row in rows], 1),
        Column("forfeits", [str(row.forfeits) for row in rows], blame),
        Column("faults", [faults_text(row.faults) for row in rows], 4, justify="left"),
    ]
    return FittedTable(columns, standings.title, "" if skills is None else _PROVISIONAL)


def _bars(rows: Sequence[Row]) -> Iterator[Column]:
    """Bounds of the points, Elo with bounds, the ranks that they leave open, how sure it is that the next is weaker."""
    ratings = [row.rating for row in rows]
    known = [(None, None) if each is None else (each.points, each.elo) for each in ratings]
    yield Column("points 95 %", [bounds(points, 3) for points, _ in known], 7)
    yield Column("Elo", ["-" if elo is None else fixed(elo.value, 0) for _, elo in known])
    yield Column("Elo 95 %", [bounds(elo, 0) for _, elo in known])
    yield Column("ranks", [_ranks(row) for row in rows])
    yield Column("above next", [_likely(None if each is None else each.superiority) for each in ratings], 8)


def _likely(chance: float | None) -> str:
    if chance is None:
        return "-"
    return "> 99.9 %" if chance > _NEARLY_SURE else f"{100 * chance:.1f} %"


def _live(rows: Sequence[Row], skills: Mapping[str, Skill]) -> Column:
    known = [skills.get(row.bot) for row in rows]
    return Column("live rating", ["-" if each is None else f"{each.mean:.1f} ± {each.deviation:.1f}" for each in known])


def _ranks(row: Row) -> str:
    """`2`, `2-4`, or why there are none."""
    if row.rating is None:
        return "withdrawn" if row.withdrawn else "-"
    best, worst = row.rating.best, row.rating.worst
    return str(best) if best == worst else f"{best}-{worst}"


def bounds(interval: Interval | None, digits: int) -> str:
    """`0.412 to 0.588`, or `-` where nothing is known of the spread."""
    if interval is None or interval.low is None or interval.high is None:
        return "-"
    return f"{fixed(interval.low, digits)} to {fixed(interval.high, digits)}"


def fixed(value: float, digits: int) -> str:
    """A figure with so many digits after the point, and no minus before zero."""
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def match_table(seats: Sequence[SeatResult]) -> Table:
    """How one match ended, best first."""
    table = Table(box=SIMPLE_HEAD)
    table.add_column("#", justify="right")
    table.add_column("seat", justify="right")
    table.add_column("bot")
    for name in ("score", "routes", "tickets", "completed"):
        table.add_column(name, justify="right")
    table.add_column("bonuses")
    table.add_column("")
    for seat, each in sorted(enumerate(seats), key=lambda pair: pair[1].rank):
        figures = [str(figure) for figure in (each.score, each.routes, each.tickets, each.completed)]
        bonuses = ", ".join(f"{name.replace('_', ' ')} {points}" for name, points in each.bonuses.items())
        table.add_row(str(each.rank), str(seat), Text(each.bot), *figures, bonuses, "forfeited" if each.forfeit else "")
    return table


def faults_text(faults: Mapping[str, int]) -> str:
    """`CRASHED 2, TIMEOUT 1`, or `none`."""
    return ", ".join(f"{code} {count}" for code, count in sorted(faults.items())) or "none"


def printed(*tables: RenderableType, width: int | None = None) -> str:
    """Tables for printing, as wide as asked or as the terminal, and whole where there is none.

    A terminal too narrow for the columns that must be there wraps their lines: no figure is cut.
    """
    console = Console(width=width, highlight=False, markup=False)
    whole = Console(width=WHOLE, highlight=False, markup=False)
    if width is None and not console.is_terminal:
        console = whole
    elif width is None:
        console.width = max(console.width, *(_least(whole, table) for table in tables))
    with console.capture() as capture:
        for table in tables:
            console.print(table)
    return "\n".join(line.rstrip() for line in capture.get().splitlines()) + "\n"


def _least(console: Console, table: RenderableType) -> int:
    """Columns that a table cannot do without."""
    measured = console.measure(table)
    return measured.maximum if isinstance(table, Table) else measured.minimum
