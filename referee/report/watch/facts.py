"""What the live pages tell of a cup: what its report tells, with a page for every match that may be shown.

A match whose deal is still being played elsewhere is counted in the figures and shown nowhere: a bot could learn from
it.
"""

from typing import Any, final

from referee.report.page.facts import Beside, cup_facts
from referee.tournament.figures import CupFigures, Told
from referee.tournament.records import Records


@final
class LiveFacts:
    """Makes the facts of one folder again and again; each replay is read once."""

    def __init__(self) -> None:
        self._told = Told()
        self._cup = ""

    def __call__(self, records: Records) -> dict[str, Any]:
        """All that the pages show, as JSON."""
        figures = CupFigures(records, self._told_of(records))
        return cup_facts(records, figures, Beside("match", figures.open, "all"))

    def _told_of(self, records: Records) -> Told:
        """What was read so far, or nothing if the folder holds another cup or a deal was opened again."""
        cup = records.fact("commitment") + records.fact("created")
        if cup != self._cup or not self._told.known <= set(records.open_matches()):
            self._told, self._cup = Told(), cup
        return self._told
