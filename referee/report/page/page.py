"""The report of a cup as a sheet."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

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
    return cup_sheet(cup_facts(records, figures or CupFigures(records), beside))


def cup_sheet(facts: Mapping[str, Any], *, style: str = "", script: str = "", asks: bool = False) -> str:
    """The page that shows these facts. `style` and `script` come after its own; `asks` as for any sheet."""
    style, script = SERIES + _file("report.css") + style, _file("report.js") + script
    return sheet(facts["cup"], _file("report.html"), style, script, facts, asks=asks)


@cache
def _file(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
