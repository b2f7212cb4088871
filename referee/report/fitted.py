"""A table that shows as many of its columns as the terminal is wide, each of them whole. It knows no figures."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, final

from attrs import frozen
from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

WHOLE: Final = 1000
"""Columns in which every table finds room."""


@frozen
class Column:
    """One column: its head and a cell for each row, as text.

    Attributes:
        keeps: 0 for what is never left out; of the others the one with the highest number is left out first.
        justify: figures stand on the right, words on the left.
    """

    head: str
    cells: Sequence[str]
    keeps: int = 0
    justify: Literal["left", "right"] = "right"


@final
class FittedTable:
    """Columns under a title; where not all find room, a line below names those that were left out."""

    def __init__(self, columns: Sequence[Column], title: str = "", caption: str = "") -> None:
        self._columns = columns
        self._title = title
        self._caption = caption

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """The table as wide as there is room."""
        shown = self._fitting(console, options.max_width)
        yield self._table(shown)
        if self._caption:
            yield Text(self._caption)
        if missing := [column.head for column in self._columns if column not in shown]:
            yield Text(f"no room for: {', '.join(missing)} (widen the terminal, or use --csv or --json)")
        if self._caption or missing:
            yield Text()

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """From the width of the columns that are always there to that of all."""
        least = [column for column in self._columns if not column.keeps]
        return Measurement(_width(console, self._table(least)), _width(console, self._table(self._columns)))

    def _fitting(self, console: Console, room: int) -> Sequence[Column]:
        shown = list(self._columns)
        while _width(console, self._table(shown)) > room:
            last = max(shown, key=lambda column: column.keeps, default=None)
            if last is None or not last.keeps:
                break
            shown.remove(last)
        return shown

    def _table(self, columns: Sequence[Column]) -> Table:
        table = Table(title=Text(self._title) if self._title else None, title_justify="left", box=SIMPLE_HEAD)
        for column in columns:
            table.add_column(Text(column.head), justify=column.justify, overflow="fold")
        for cells in zip(*(column.cells for column in columns), strict=True):
            table.add_row(*(Text(cell) for cell in cells))  # as text, whatever marks a name holds
        return table


def _width(console: Console, table: Table) -> int:
    table.title = None  # a title may wrap
    return Measurement.get(console, console.options.update(width=WHOLE), table).maximum
