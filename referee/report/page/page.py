"""The report of a cup as a sheet."""

from functools import cache
from pathlib import Path
from typing import Final

from referee.replay.show import printable
from referee.report.page.facts import NO_PAGES, Beside, cup_facts
from referee.report.sheet import SERIES, sheet
from referee.tournament.figures import CupFigures
from referee.tournament.records import Records

_FOLDER: Final = Path(__file__).parent


def cup_page(records: Records, figures: CupFigures | None = None, beside: Beside = NO_PAGES) -> str:
    """The page as text: standings, figures, faults and matches of a cup, finished or running.

    Raises:
        TournamentError: the results cannot be read.
    """
    facts = cup_facts(records, figures or CupFigures(records), beside)
    style = SERIES + _file("report.css")
    return sheet(printable(records.config.name), _file("report.html"), style, _file("report.js"), facts)


@cache
def _file(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
