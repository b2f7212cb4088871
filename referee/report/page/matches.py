"""The list of matches of a cup's page as columns, small enough for many thousands. It chooses nothing: what may not be
shown is left out by whoever calls.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from referee.replay.show import printable
from referee.report.viewer.cut import cut
from referee.tournament.results import MatchResult

_EVIDENCE: Final = 400
"""Characters of a fault's sentence that the page carries; the replay has all of it."""


def match_columns(bots: Sequence[str], results: Iterable[tuple[int, MatchResult]]) -> dict[str, Any]:
    """All matches. Columns of `seats` hold one entry a seat, match by match; bots are places in `bots`.

    `kinds` are the first parts of match ids, `id` the rest of them; `faults` are [match, seat, code, decision, text].
    """
    at = {bot: place for place, bot in enumerate(bots)}
    kinds: dict[str, int] = {}
    columns: dict[str, list[Any]] = {name: [] for name in ("kind", "id", "deal", "digest")}
    seats: dict[str, list[Any]] = {name: [] for name in ("bot", "rank", "score", "routes", "tickets", "made", "out")}
    faults: list[list[Any]] = []
    for index, (deal, result) in enumerate(results):
        kind, _, rest = result.id.partition("/")
        row = (kinds.setdefault(kind, len(kinds)), rest, deal, result.digest)
        for name, value in zip(columns, row, strict=True):
            columns[name].append(value)
        _add_seats(seats, result, at)
        faults += _faults(index, result)
    packed = {**columns, "id": "\n".join(columns["id"]), "digest": "".join(columns["digest"])}
    sizes = [int(kind.rpartition("-")[2].removesuffix("p")) for kind in kinds]
    return {"kinds": list(kinds), "sizes": sizes, **packed, "seats": seats, "faults": faults}


def _add_seats(seats: dict[str, list[Any]], result: MatchResult, at: Mapping[str, int]) -> None:
    for seat in result.seats:
        figures = (at[seat.bot], seat.rank, seat.score, seat.routes, seat.tickets, seat.completed, int(seat.forfeit))
        for name, value in zip(seats, figures, strict=True):
            seats[name].append(value)


def _faults(index: int, result: MatchResult) -> Iterable[list[Any]]:
    for number, seat in enumerate(result.seats):
        for fault in seat.faults:
            yield [index, number, fault.code, fault.decision, evidence(fault.text)]


def evidence(text: str) -> str:
    """A fault's sentence as the page shows it: a stranger's words may be in it."""
    return cut(printable(text), _EVIDENCE)
