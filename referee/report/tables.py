"""Standings and match results as tables for a terminal. Pages are not made here."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from referee.tournament.ratings import Rating
from referee.tournament.results import SeatResult
from referee.tournament.standings import Standings

_PIPE_WIDTH: Final = 120
"""Columns where no terminal says how many there are."""

_WHOLE: Final = 1000
"""Columns in which every table finds room."""


def standings_table(standings: Standings) -> Table:
    """One table of standings; names are shown as text, whatever marks they hold."""
    table = Table(title=Text(standings.title), title_justify="left", box=SIMPLE_HEAD)
    table.add_column("#", justify="right")
    table.add_column("bot")
    has_bars = any(row.rating for row in standings.rows)
    bars = ("Elo", "95 %", "ranks") if has_bars else ()
    for name in ("matches", "points", "per match", *bars, "wins", "score", "forfeits"):
        table.add_column(name, justify="right")
    table.add_column("faults", overflow="fold")
    for row in standings.rows:
        per_match = f"{float(row.points / row.matches):.3f}" if row.matches else "-"
        mean = "-" if row.mean_score is None else f"{row.mean_score:.1f}"
        before = (str(row.matches), f"{float(row.points):.1f}", per_match)
        after = (str(row.wins), mean, str(row.forfeits), Text(faults_text(row.faults)))
        table.add_row(str(row.rank), Text(row.bot), *before, *(_bars(row.rating) if has_bars else ()), *after)
    return table


def _bars(rating: Rating | None) -> tuple[str, str, str]:
    """Elo, its bounds and the ranks that they leave open."""
    if rating is None:
        return "-", "-", "-"
    low, high = rating.elo.low, rating.elo.high
    bounds = "-" if low is None or high is None else f"{low:.0f} to {high:.0f}"
    ranks = str(rating.best) if rating.best == rating.worst else f"{rating.best}-{rating.worst}"
    return f"{rating.elo.value:.0f}", bounds, ranks


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


def printed(*tables: Table, width: int | None = None) -> str:
    """Tables for printing, as wide as asked or as the terminal; on a narrow one lines wrap, and no figure is cut."""
    console = Console(width=width, highlight=False, markup=False)
    if width is None and not console.is_terminal:
        console = Console(width=_PIPE_WIDTH, highlight=False, markup=False)
    elif width is None:
        whole = Console(width=_WHOLE, highlight=False, markup=False)
        console.width = max(console.width, *(whole.measure(table).maximum for table in tables))
    with console.capture() as capture:
        for table in tables:
            console.print(table)
    return "\n".join(line.rstrip() for line in capture.get().splitlines()) + "\n"
