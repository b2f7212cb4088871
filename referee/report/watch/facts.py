"""What the live pages tell of a cup: its standings at any time, single matches and faults only where they are open.

A match whose deal is still being played elsewhere is counted and nothing else: a bot could learn from it.
"""

from collections.abc import Iterator
from typing import Any

from referee.report.cups import standings_facts, status_facts
from referee.tournament.records import Records
from referee.tournament.results import MatchResult


def live_facts(records: Records) -> dict[str, Any]:
    """All that the pages show, as JSON."""
    open_ids = frozenset(records.open_matches())
    results = records.results()
    shown = [result for result in results if result.id in open_ids]
    standings = standings_facts(records)
    return {
        **standings,
        **status_facts(records),
        "trouble": "",
        "withheld": len(results) - len(shown),
        "open": [_match(result) for result in shown],
        "fault_list": [line for result in shown for line in _faults(result)],
    }


def _match(result: MatchResult) -> dict[str, Any]:
    seats = [[seat.bot, seat.rank, seat.score, seat.forfeit] for seat in result.seats]
    return {"id": result.id, "seats": seats}


def _faults(result: MatchResult) -> Iterator[list[Any]]:
    for seat in result.seats:
        for fault in seat.faults:
            yield [result.id, seat.bot, fault.code, fault.decision, fault.text]
