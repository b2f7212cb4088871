"""All that the page of a cup shows, as plain values. Single matches are left out while their deals are being played."""

from collections.abc import Collection, Sequence
from typing import Any

from attrs import frozen

from referee.editions import edition_of
from referee.replay.show import printable
from referee.report.cups import status_facts
from referee.report.page.about import about_facts
from referee.report.page.matches import match_columns
from referee.report.page.tables import table_facts
from referee.tournament.figures import CupFigures
from referee.tournament.records import Records
from referee.tournament.results import MatchResult


@frozen
class Beside:
    """The pages of matches beside a report.

    Attributes:
        folder: relative to the report. ids: matches that have a page there. why: which ones were wanted.
        unsound: matches whose replay does not stand up to verification, so that they have none.
    """

    folder: str
    ids: Collection[str]
    why: str
    unsound: Sequence[str] = ()


NO_PAGES = Beside("", (), "none")


def open_results(figures: CupFigures) -> list[tuple[int, MatchResult]]:
    """The matches that may be shown one by one, with their deals."""
    return [(deal, result) for deal, result in figures.overall.results if result.id in figures.open]


def cup_facts(records: Records, figures: CupFigures, beside: Beside = NO_PAGES) -> dict[str, Any]:
    """Everything, for `report.js`."""
    shown = open_results(figures)
    status = status_facts(records)
    wanted = ("cup", "finished", "closed", "rated", "matches", "played", "left", "unresolved", "digest")
    return {
        **{key: status[key] for key in wanted},
        "cup": printable(records.config.name),
        "bots": [printable(bot) for bot in figures.bots],
        "format": records.config.format.replace("_", " "),
        "by_elo": figures.by_elo,
        "withdrawn": sorted(place for place, bot in enumerate(figures.bots) if bot in figures.withdrawn),
        "editions": [
            [edition_id, edition_of(edition_id, records.boards).name] for edition_id in records.config.editions
        ],
        "seats": list(records.config.seats),
        "deals": len({deal for deal, _ in figures.overall.results}),
        "altered": [printable(str(each)) for each in records.altered()],
        "withheld": len(figures.overall.results) - len(shown),
        "tables": [table_facts(figures, table) for table in figures.tables],
        "match_list": match_columns(figures.bots, shown),
        "pages": {
            "folder": beside.folder,
            "at": [index for index, (_, result) in enumerate(shown) if result.id in beside.ids],
            "why": beside.why,
            "unsound": list(beside.unsound),
        },
        "about": about_facts(records),
    }
