"""The figures of a cup as plain values for its page, bots by their place in the cup file. It computes no figure."""

from collections.abc import Mapping
from typing import Any, Final

from referee.report.page.matches import evidence
from referee.tournament.distribution import Distribution
from referee.tournament.fairness import Company
from referee.tournament.figures import CupFigures, TableFigures
from referee.tournament.ratings import Interval

MOST_PAIRS: Final = 12
"""Pairs of the fairness list, unless more of them deviate."""

_DIGITS: Final = 5


def table_facts(cup: CupFigures, table: TableFigures) -> dict[str, Any]:
    """What the page shows of one kind of tables, or of the whole cup."""
    at = {bot: place for place, bot in enumerate(cup.bots)}
    return {
        "title": table.title,
        "edition": table.edition,
        "players": table.players,
        "matches": len(table.results),
        "rows": [{**row.to_json(), "bot": at[row.bot]} for row in table.standings.rows],
        "encounters": [
            [at[e.bot], at[e.other], e.ahead, e.level, e.behind, *_bars(e.score), _short(e.margin)]
            for e in table.encounters
        ],
        "seats": [_bars(effect.surplus) for effect in table.seats],
        "parts": _parts(table, at),
        "think": [[at[each.bot], *_spread(each.ms)] for each in table.think_times],
        "luck": _short(table.luck),
        "company": [_company(pair, at) for pair in _told(table.company)],
        "pairs": len(table.company),
        "faults": [
            [at[f.bot], f.code, f.count, f.matches, f.match, f.decision, evidence(f.text)] for f in table.faults
        ],
    }


def _parts(table: TableFigures, at: Mapping[str, int]) -> dict[str, Any]:
    """Break-downs: the names of the bonuses once, then figures by bot."""
    names = list(table.break_downs[0].bonuses) if table.break_downs else []
    return {
        "bonuses": names,
        "bots": [
            {
                "bot": at[each.bot],
                "matches": each.matches,
                "score": _short(each.score),
                "routes": _short(each.routes),
                "tickets": _short(each.tickets),
                "completed": _short(each.completed),
                "lost": _short(each.lost),
                "bonuses": [_short(each.bonuses[name]) for name in names],
                "scores": _spread(each.scores),
            }
            for each in table.break_downs
        ],
    }


def _told(pairs: tuple[Company, ...]) -> list[Company]:
    return [pair for place, pair in enumerate(pairs) if pair.suspicious or place < MOST_PAIRS]


def _company(pair: Company, at: Mapping[str, int]) -> list[Any]:
    return [at[pair.bot], at[pair.other], _short(pair.surplus), _short(pair.z), pair.suspicious]


def _bars(interval: Interval) -> list[float | None]:
    return [_short(interval.value), _short(interval.low), _short(interval.high)]


def _spread(spread: Distribution) -> list[float | None]:
    figures = (spread.least, spread.p5, spread.p25, spread.median, spread.p75, spread.p95, spread.p99, spread.most)
    return [_short(figure) for figure in (*figures, spread.mean, spread.count)]


def _short(value: float | None) -> float | None:
    """What a page can show of a figure: more digits would only be carried around."""
    return None if value is None else round(value, _DIGITS)
