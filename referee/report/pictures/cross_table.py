"""The cross table of a cup as a heat map with text: how often the bot of a row finished ahead of that of a column."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from referee.report.pictures.paper import LINE, QUIET, PictureError, document, fitting, text, width_of
from referee.tournament.encounters import Encounter
from referee.tournament.standings import Standings

CELL: Final = 62
_HIGH: Final = 44
_MARGIN: Final = 24
_MOST_NAME: Final = 220
_TOP: Final = 84
_BEHIND, _LEVEL, _AHEAD = (0xC9, 0x50, 0x0C), (0xFB, 0xFA, 0xF6), (0x00, 0x67, 0xA8)
"""Orange, paper, blue: told apart by those who cannot see red or green."""

_DARK: Final = 0.179
"""Luminance on which white and black letters are equally readable, both well enough."""


def cross_table_svg(table: Standings, met: Sequence[Encounter], title: str = "") -> str:
    """The table as an SVG document, bots in the order of the standings, columns by their place in it.

    A cell has the share of matches in which the row's bot finished ahead (a shared place is half), and their number.

    Raises:
        PictureError: no two bots have met yet.
    """
    if not met:
        raise PictureError("there is no cross table yet: no match of this cup is committed")
    bots, heading = [row.bot for row in table.rows], title or table.title
    wide = min(_MOST_NAME, max(width_of(bot) for bot in bots))
    left = _MARGIN + 34 + wide + 14
    cells = {(each.bot, each.other): each for each in met}
    width = max(left + CELL * len(bots) + _MARGIN, _MARGIN * 2 + width_of(heading, 16))
    height = _TOP + _HIGH * len(bots) + 46
    note = "Share of matches finished ahead, in per cent, and their number"
    parts = [text(_MARGIN, 28, heading, font_size="16", font_weight="600")]
    for place, bot in enumerate(bots):
        parts.append(text(left + CELL * (place + 0.5), _TOP - 16, f"{place + 1}", anchor="middle", fill=QUIET))
        parts += _row(bots, place, cells, left)
        y = _TOP + _HIGH * (place + 0.5)
        parts.append(text(_MARGIN + 22, y, f"{place + 1}", anchor="end", fill=QUIET))
        parts.append(text(_MARGIN + 34, y, fitting(bot, wide)))
    parts.append(text(_MARGIN, height - 20, note, fill=QUIET, font_size="12"))
    return document(max(width, _MARGIN * 2 + width_of(note, 12)), height, f"Cross table: {heading}", *parts)


def _row(bots: Sequence[str], place: int, cells: Mapping[tuple[str, str], Encounter], left: float) -> Iterator[str]:
    for column, other in enumerate(bots):
        x, y = left + CELL * column, _TOP + _HIGH * place
        each = cells.get((bots[place], other))
        fill, ink = (LINE, QUIET) if each is None else _colours(each.score.value)
        yield f'<rect x="{x + 1:g}" y="{y + 1:g}" width="{CELL - 2}" height="{_HIGH - 2}" rx="3" fill="{fill}"/>'
        if each is not None:
            said = f"{100 * each.score.value:.0f}"
            yield text(x + CELL / 2, y + 16, said, anchor="middle", fill=ink, font_weight="600")
            yield text(x + CELL / 2, y + 31, f"{each.matches}", anchor="middle", fill=ink, font_size="11")


def _colours(share: float) -> tuple[str, str]:
    """The colour of a cell and of the letters on it, which are readable on every share."""
    end, part = (_AHEAD, 2 * share - 1) if share >= 0.5 else (_BEHIND, 1 - 2 * share)
    mixed = [round(level + (full - level) * part * 0.9) for level, full in zip(_LEVEL, end, strict=True)]
    return "#" + "".join(f"{each:02x}" for each in mixed), "#ffffff" if _luminance(mixed) < _DARK else "#000000"


def _luminance(colour: Sequence[int]) -> float:
    """Relative luminance from 0 to 1, as contrast is measured by."""
    parts = [each / 255 for each in colour]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
