"""The rating plot of a cup: each bot's Elo with its 95 % bars, in the order of the standings. It rates nobody."""

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10
from typing import Final

from referee.report.pictures.paper import INK, LINE, QUIET, PictureError, document, fitting, text, width_of
from referee.tournament.ratings import Rating
from referee.tournament.standings import Row, Standings

ROW: Final = 30
WIDTH: Final = 720
PLOT: Final = 400
"""Width of the part that has the bars."""

_MARGIN: Final = 24
_MOST_NAME: Final = 190
_TICKS: Final = 7
_DOT: Final = "#0b62a0"


def rating_plot_svg(table: Standings, title: str = "") -> str:
    """The plot as an SVG document. Bots without a rating have a line that says so; 0 is the mean of the field.

    Raises:
        PictureError: no bot has a rating.
    """
    rated = [row.rating for row in table.rows if row.rating is not None]
    if not rated:
        raise PictureError("there is no rating to plot: no match of this cup has two rated bots yet")
    scale = _Scale(rated)
    heading = title or table.title
    top = 60
    height = top + ROW * len(table.rows) + 56
    parts = [text(_MARGIN, 28, heading, font_size="16", font_weight="600"), *_grid(scale, top, ROW * len(table.rows))]
    for place, row in enumerate(table.rows):
        parts += _line(row, scale, top + ROW * (place + 0.5))
    parts.append(text(scale.left + PLOT / 2, height - 18, "Elo, with 95 % bars", anchor="middle", fill=QUIET))
    return document(WIDTH, height, f"Ratings: {heading}", *parts)


class _Scale:
    """Elo to units of the picture, with round ticks."""

    left: Final = WIDTH - PLOT - 90

    def __init__(self, rated: Sequence[Rating]) -> None:
        bounds = [b for r in rated for b in (r.elo.value, r.elo.low, r.elo.high) if b is not None] + [0.0]
        step = _round_step((max(bounds) - min(bounds) or 100) / _TICKS)
        first, last = floor(min(bounds) / step), ceil(max(bounds) / step)
        last += first == last
        self.ticks = [step * n for n in range(first, last + 1)]

    def x(self, elo: float) -> float:
        """Where an Elo figure is."""
        low, high = self.ticks[0], self.ticks[-1]
        return round(self.left + PLOT * (elo - low) / (high - low), 1)


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20, 50 and so on that is no smaller."""
    power = 10.0 ** floor(log10(least))
    return next(power * n for n in (1, 2, 5, 10) if power * n >= least)


def _grid(scale: _Scale, top: float, height: float) -> Iterator[str]:
    # Ticks may lie close together: a label needs its own width.
    wide = max(width_of(_signed(tick)) for tick in scale.ticks) + 6
    apart = scale.x(scale.ticks[1]) - scale.x(scale.ticks[0])
    each = ceil(wide / apart)
    for place, tick in enumerate(scale.ticks):
        x, heavy = scale.x(tick), tick == 0
        ink = QUIET if heavy else LINE
        yield f'<path d="M{x:g} {top:g}v{height:g}" stroke="{ink}" stroke-width="{1.4 if heavy else 1}"/>'
        if place % each == 0 or heavy:
            yield text(x, top + height + 14, _signed(tick), anchor="middle", fill=QUIET)


def _line(row: Row, scale: _Scale, y: float) -> Iterator[str]:
    yield text(_MARGIN + 22, y, f"{row.rank}", anchor="end", fill=QUIET)
    yield text(_MARGIN + 34, y, fitting(row.bot, min(_MOST_NAME, scale.left - _MARGIN - 44)))
    rating = row.rating
    if rating is None:
        yield text(scale.x(0) + 8, y, "no rating", fill=QUIET, font_style="italic")
        return
    at, low, high = rating.elo.value, rating.elo.low, rating.elo.high
    if low is not None and high is not None:
        left, right = scale.x(low), scale.x(high)
        ends = "".join(f"M{x:g} {y - 5:g}v10" for x in (left, right))
        yield f'<path d="M{left:g} {y:g}H{right:g}{ends}" stroke="{INK}" stroke-width="1.6" fill="none"/>'
    yield f'<circle cx="{scale.x(at):g}" cy="{y:g}" r="5.5" fill="{_DOT}" stroke="#fff" stroke-width="1.5"/>'
    yield text(WIDTH - _MARGIN, y, _signed(at), anchor="end", font_weight="600")


def _signed(elo: float) -> str:
    """With its sign, as people write it: a minus and no dash."""
    return f"{elo:+.0f}".replace("-", "−") if round(elo) else "0"
