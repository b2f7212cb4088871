"""The tables of `cup standings` as rows of named figures, for JSON and CSV (docs/running-a-cup.md has the columns). It
computes no figure.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from attrs import asdict

from referee.tournament.distribution import Distribution
from referee.tournament.figures import TableFigures
from referee.tournament.ratings import Interval

Figures = Mapping[str, Any]
"""A row: figures by the name of their column; None where nothing can be said."""


class View(StrEnum):
    """A kind of table that can be asked for."""

    STANDINGS = "standings"
    HEAD_TO_HEAD = "head-to-head"
    SEATS = "seats"
    SCORES = "scores"
    TIMES = "times"
    FAIRNESS = "fairness"
    FAULTS = "faults"


def rows(view: View, table: TableFigures) -> list[Figures]:
    """The rows of one view of one table."""
    return list(_ROWS[view](table))


def columns(view: View, found: Sequence[Figures]) -> list[str]:
    """The columns of a view's CSV; those of bonuses, such as `bonus_longest_trail`, follow from the rows."""
    bonuses = dict.fromkeys(f"bonus_{name}" for row in found for name in row.get("bonuses", ()))
    fixed = COLUMNS[view]
    at = fixed.index("bonuses") if "bonuses" in fixed else len(fixed)
    return [*fixed[:at], *bonuses, *fixed[at + 1 :]]


def cells(row: Figures, names: Sequence[str]) -> list[Any]:
    """A row under these columns; what cannot be said is empty."""
    known = {**row, **{f"bonus_{name}": points for name, points in row.get("bonuses", {}).items()}}
    return ["" if known.get(name) is None else known[name] for name in names]


def _standings(table: TableFigures) -> Iterable[Figures]:
    return (row.to_json() for row in table.standings.rows)


def _head_to_head(table: TableFigures) -> Iterable[Figures]:
    for each in table.encounters:
        yield {
            "bot": each.bot,
            "other": each.other,
            "matches": each.matches,
            "ahead": each.ahead,
            "level": each.level,
            "behind": each.behind,
            **_interval("score", each.score),
            "margin": each.margin,
        }


def _seats(table: TableFigures) -> Iterable[Figures]:
    for effect in table.seats:
        yield {"seat": effect.seat, **_interval("surplus", effect.surplus)}


def _scores(table: TableFigures) -> Iterable[Figures]:
    for each in table.break_downs:
        yield {
            "bot": each.bot,
            "matches": each.matches,
            "score": each.score,
            "routes": each.routes,
            "tickets": each.tickets,
            "bonuses": dict(each.bonuses),
            "completed": each.completed,
            "lost": each.lost,
            **_spread(each.scores),
        }


def _times(table: TableFigures) -> Iterable[Figures]:
    for each in table.think_times:
        yield {"bot": each.bot, "answers": each.ms.count, "mean": each.ms.mean, **_spread(each.ms)}


def _fairness(table: TableFigures) -> Iterable[Figures]:
    for effect in table.seats[:1]:
        yield _fair("first_seat", **_interval("value", effect.surplus))
    if table.luck is not None:
        yield _fair("luck_of_the_deal", value=table.luck)
    for pair in table.company:
        suspicious = {"z": pair.z, "suspicious": pair.suspicious}
        yield _fair("company", bot=pair.bot, other=pair.other, value=pair.surplus, **suspicious)


def _fair(figure: str, **known: Any) -> Figures:
    return dict.fromkeys(COLUMNS[View.FAIRNESS]) | {"figure": figure} | known


def _faults(table: TableFigures) -> Iterable[Figures]:
    for fault in table.faults:
        shown = bool(fault.match)
        first = (fault.match, fault.decision, fault.text) if shown else (None, None, None)
        counts = {"bot": fault.bot, "code": fault.code, "count": fault.count, "matches": fault.matches}
        yield counts | dict(zip(("first_match", "first_decision", "first_text"), first, strict=True))


def _interval(name: str, interval: Interval) -> Figures:
    return {name: interval.value, f"{name}_low": interval.low, f"{name}_high": interval.high}


def _spread(spread: Distribution) -> Figures:
    return {name: value for name, value in asdict(spread).items() if name not in ("count", "mean")}


_ROWS: Final[Mapping[View, Callable[[TableFigures], Iterable[Figures]]]] = {
    View.STANDINGS: _standings,
    View.HEAD_TO_HEAD: _head_to_head,
    View.SEATS: _seats,
    View.SCORES: _scores,
    View.TIMES: _times,
    View.FAIRNESS: _fairness,
    View.FAULTS: _faults,
}

_SPREAD: Final = ("least", "p5", "p25", "median", "p75", "p95", "p99", "most")

COLUMNS: Final[Mapping[View, tuple[str, ...]]] = {
    View.HEAD_TO_HEAD: (
        *("bot", "other", "matches", "ahead", "level", "behind"),
        *("score", "score_low", "score_high", "margin"),
    ),
    View.SEATS: ("seat", "surplus", "surplus_low", "surplus_high"),
    View.SCORES: (
        *("bot", "matches", "score", "routes", "tickets", "bonuses", "completed", "lost"),
        *_SPREAD,
    ),
    View.TIMES: ("bot", "answers", "mean", *_SPREAD),
    View.FAIRNESS: ("figure", "bot", "other", "value", "value_low", "value_high", "z", "suspicious"),
    View.FAULTS: ("bot", "code", "count", "matches", "first_match", "first_decision", "first_text"),
}
"""What the rows of each view have, but for the standings, whose columns are `CSV_COLUMNS`."""
