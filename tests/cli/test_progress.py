from pathlib import Path

import pytest
from rich.console import Console

from referee.cli.progress import LiveProgress, PlainProgress, failure_text
from referee.tournament.orders import MatchOrder
from referee.tournament.schedule import Unit
from referee.tournament.store import Store, open_store
from tests.tournament.cups import played, small_cup


def _commit(store: Store, unit: Unit, *watchers: PlainProgress | LiveProgress) -> None:
    results = [played(MatchOrder.of(match, store.records.secret)) for match in unit.matches]
    store.commit(unit, results)
    for watcher in watchers:
        for each in results:
            watcher.played(each.result)
        watcher.committed(unit)


def test_plain_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a terminal a run says what lies ahead, how far it is, and what it waits for, on stderr."""
    with open_store(small_cup(tmp_path, deals=20), tmp_path / "out", {}, lambda: "now") as store:
        plain = PlainProgress("Small cup")
        plain.begun(0, 120)
        for unit in store.records.schedule.units:
            _commit(store, unit, plain)
        plain.stopping(1)
    said = capsys.readouterr()
    lines = said.err.splitlines()
    assert said.out == ""
    assert lines[0] == "Small cup plays 120 matches"
    assert lines[-2:] == [
        "120 of 120 matches",
        "stopping: 1 running unit will be finished first; Ctrl-C again stops at once",
    ]
    assert len(lines) < 25


def test_the_live_table_shows_committed_matches_only(tmp_path: Path) -> None:
    """The live table counts a match when its unit is on the disk, not when it ends; a failed unit leaves no trace."""
    with open_store(small_cup(tmp_path, bots=2), tmp_path / "out", {}, lambda: "now") as store:
        live = LiveProgress(store)
        live.begun(0, 4)
        first, second = store.records.schedule.units
        ended = played(MatchOrder.of(second.matches[0], store.records.secret))
        live.played(ended.result)
        assert _figures(live) == {"bot-0": "0", "bot-1": "0"}
        live.failed(second, "the worker died", 1)
        _commit(store, first, live)
        assert _figures(live) == {"bot-0": "2", "bot-1": "2"}


def _figures(live: LiveProgress) -> dict[str, str]:
    """Matches by bot, as the table shows them."""
    console = Console(width=120)
    with console.capture() as capture:
        console.print(live.drawn())
    rows = [line.split() for line in capture.get().splitlines() if " bot-" in line]
    return {row[1]: row[2] for row in rows}


def test_a_failed_unit_says_what_follows() -> None:
    """A platform fault is told with its attempt, and whether there will be another."""
    unit = Unit("usa-2p/t0000/b0000/o0", ())
    assert failure_text(unit, "it died", 1).endswith("(1 of 3): it died; it is played again")
    assert failure_text(unit, "it died", 3).endswith("(3 of 3): it died; it is set aside as unresolved")
