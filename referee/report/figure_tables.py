"""The figures of a cup beyond its standings as tables for a terminal: head to head, seats, scores, times, fairness,
faults. It computes none of them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.text import Text

from referee.report.fitted import Column, FittedTable
from referee.report.tables import bounds, fixed, standings_table
from referee.report.views import View
from referee.tournament.distribution import Distribution
from referee.tournament.encounters import Encounter
from referee.tournament.fairness import FALSE_ALARMS, Company
from referee.tournament.figures import TableFigures

_MOST_PAIRS: Final = 10
"""Pairs of bots that are shown of those whose results deviate; --csv and --json have all."""


class Matrix:
    """Each bot against each, if that finds room; else one line for each pair."""

    def __init__(self, title: str, bots: Sequence[str], found: Sequence[Encounter]) -> None:
        met = {(each.bot, each.other): each for each in found}
        cells = {pair: _cell(each) for pair, each in met.items()}
        columns = [Column(other, [cells.get((bot, other), "-") for bot in bots]) for other in bots]
        self._matrix = FittedTable([Column("", bots, justify="left"), *columns], title, _MATRIX)
        self._list = FittedTable(list(_pairs(found)), title, _LIST)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Whichever of the two finds room."""
        width = Measurement.get(console, options.update(width=10_000), self._matrix).minimum
        yield self._matrix if width <= options.max_width else self._list

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """From the width of the list to that of the matrix."""
        least, most = (Measurement.get(console, options, table).minimum for table in (self._list, self._matrix))
        return Measurement(min(least, most), most)


Printable = FittedTable | Matrix | Text

_MATRIX: Final = (
    "Share of the matches in which the bot of the line finished ahead of that of the column, shared places half; "
    "its 95 % bounds; how many matches."
)
_LIST: Final = "score: share of the matches in which the bot finished ahead of the other, shared places half."


def _cell(each: Encounter) -> str:
    return f"{each.score.value:.3f}\n{bounds(each.score, 3)}\n{each.matches}"


def _pairs(found: Sequence[Encounter]) -> Iterator[Column]:
    yield Column("bot", [each.bot for each in found], justify="left")
    yield Column("other", [each.other for each in found], justify="left")
    yield Column("matches", [str(each.matches) for each in found])
    yield Column("ahead-level-behind", [f"{each.ahead}-{each.level}-{each.behind}" for each in found], 2)
    yield Column("score", [f"{each.score.value:.3f}" for each in found])
    yield Column("95 %", [bounds(each.score, 3) for each in found])
    yield Column("margin", ["-" if each.margin is None else fixed(each.margin, 1) for each in found], 1)


def tables_of(view: View, table: TableFigures) -> list[Printable]:
    """One view of one table, as one or more tables to print; none where there is nothing to show."""
    return list(_VIEWS[view](table))


def _standings(table: TableFigures) -> Iterator[Printable]:
    yield standings_table(table.standings)


def _head_to_head(table: TableFigures) -> Iterator[Printable]:
    met = {each.bot for each in table.encounters}
    ranked = [row.bot for row in table.standings.rows if row.bot in met]
    place = {bot: number for number, bot in enumerate(ranked)}
    ordered = sorted(table.encounters, key=lambda each: (place[each.bot], place[each.other]))
    yield Matrix(f"Head to head: {table.title}", ranked, ordered)


def _seats(table: TableFigures) -> Iterator[Printable]:
    effects = table.seats
    if effects:
        share = 1 / len(effects)
        columns = [
            Column("seat", [f"{effect.seat} (first)" if effect.seat == 0 else str(effect.seat) for effect in effects]),
            Column("per match", [f"{share + effect.surplus.value:.3f}" for effect in effects]),
            Column("over its share", [_signed(effect.surplus.value) for effect in effects]),
            Column("95 %", [bounds(effect.surplus, 3) for effect in effects]),
        ]
        yield FittedTable(columns, f"Seats: {table.title}", "Of deals that were played in all seat orders.")


def _signed(value: float) -> str:
    text = f"{value:+.3f}"
    return text[1:] if float(text) == 0 else text


def _scores(table: TableFigures) -> Iterator[Printable]:
    found = table.break_downs
    names = list(found[0].bonuses) if found else []
    columns = [
        Column("bot", [each.bot for each in found], justify="left"),
        Column("matches", [str(each.matches) for each in found], 3),
        Column("score", [fixed(each.score, 1) for each in found]),
        Column("routes", [fixed(each.routes, 1) for each in found]),
        Column("tickets", [fixed(each.tickets, 1) for each in found]),
        *(Column(name.replace("_", " "), [fixed(each.bonuses[name], 1) for each in found]) for name in names),
        Column("made", [fixed(each.completed, 2) for each in found], 1),
        Column("lost", ["-" if each.lost is None else fixed(each.lost, 2) for each in found], 1),
        *_spread([each.scores for each in found], lambda points: fixed(points, 0)),
    ]
    caption = "Means of matches that were not forfeited; made, lost: numbers of tickets; then how the scores spread."
    yield FittedTable(columns, f"Scores: {table.title}", caption)


def _times(table: TableFigures) -> Iterator[Printable]:
    found = table.think_times
    columns = [
        Column("bot", [each.bot for each in found], justify="left"),
        Column("answers", [str(each.ms.count) for each in found], 1),
        Column("mean ms", [f"{each.ms.mean:.1f}" for each in found]),
        *_spread([each.ms for each in found], lambda ms: f"{ms:.1f}"),
    ]
    yield FittedTable(columns, f"Think times: {table.title}", "Of deals that are played out everywhere.")


def _spread(found: Sequence[Distribution], text: Callable[[float], str]) -> Iterator[Column]:
    for head, keeps in (
        ("least", 5),
        ("p5", 6),
        ("p25", 7),
        ("median", 4),
        ("p75", 8),
        ("p95", 4),
        ("p99", 9),
        ("most", 5),
    ):
        yield Column(head, [text(getattr(each, head)) for each in found], keeps)


def _fairness(table: TableFigures) -> Iterator[Printable]:
    first, luck = table.seats[:1], table.luck
    lines = [("first seat over its share", _signed(e.surplus.value), bounds(e.surplus, 3)) for e in first]
    lines += [] if luck is None else [("luck of the deal", f"{100 * luck:.1f} %", "-")]
    suspicious = sum(pair.suspicious for pair in table.company)
    lines += [("suspicious pairs of bots", str(suspicious), "-")] if table.company else []
    if lines:
        columns = [Column(head, [line[at] for line in lines]) for at, head in enumerate(("", "figure", "95 %"))]
        caption = "Luck: share of the variance of scores that the deal explains." if luck is not None else ""
        yield FittedTable(columns, f"Fairness: {table.title}", caption)
    if table.company:
        yield _company(table.company[: max(_MOST_PAIRS, suspicious)])


def _company(pairs: Sequence[Company]) -> FittedTable:
    columns = [
        Column("bot", [pair.bot for pair in pairs], justify="left"),
        Column("in company of", [pair.other for pair in pairs], justify="left"),
        Column("points more", [_signed(pair.surplus) for pair in pairs]),
        Column("standard errors", [f"{pair.z:+.1f}" for pair in pairs]),
        Column("", ["suspicious" if pair.suspicious else "" for pair in pairs], justify="left"),
    ]
    caption = f"The most deviant pairs; chance alone marks any in {100 * FALSE_ALARMS:.0f} % of fair cups."
    return FittedTable(columns, "", caption)


def _faults(table: TableFigures) -> Iterator[Printable]:
    found = table.faults
    if not found:
        yield Text(f"Faults: {table.title}: none\n")
        return
    columns = [
        Column("bot", [fault.bot for fault in found], justify="left"),
        Column("fault", [fault.code for fault in found], justify="left"),
        Column("count", [str(fault.count) for fault in found]),
        Column("matches", [str(fault.matches) for fault in found], 1),
        Column("first in", [f"{f.match} at {f.decision}" if f.match else "-" for f in found], 2, justify="left"),
        Column("", [fault.text for fault in found], 3, justify="left"),
    ]
    yield FittedTable(columns, f"Faults: {table.title}")


_VIEWS: Final[Mapping[View, Callable[[TableFigures], Iterator[Printable]]]] = {
    View.STANDINGS: _standings,
    View.HEAD_TO_HEAD: _head_to_head,
    View.SEATS: _seats,
    View.SCORES: _scores,
    View.TIMES: _times,
    View.FAIRNESS: _fairness,
    View.FAULTS: _faults,
}
