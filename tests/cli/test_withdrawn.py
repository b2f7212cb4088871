"""A bot that breaks at every start: the cup ends, and is rated as if that bot had never been there."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import facts, referee

pytestmark = pytest.mark.slow

CUP = """
name = "Broken"
editions = ["london"]
seats = 2
deals = 3
deals_per_unit = 1
max_restarts = {restarts}
seed = "broken"
[clock]
decision_ms = 60000
"""
BOTS = ("ann", "random"), ("ben", "random"), ("broken", "false")
RATING = ("elo", "elo_low", "elo_high", "points_low", "points_high", "rank_best", "rank_worst", "superiority")


def _played(folder: Path, name: str, bots: int, workers: int, restarts: int = 1) -> dict[str, dict[str, Any]]:
    """The rows of a cup of so many of the bots, by bot."""
    entries = "".join(f'[[bots]]\nname = "{bot}"\nspec = "{spec}"\n' for bot, spec in BOTS[:bots])
    (folder / f"{name}.toml").write_text(CUP.format(restarts=restarts) + entries, encoding="utf-8")
    referee(folder, "cup", "run", f"{name}.toml", "--out", name, "--workers", str(workers))
    return {row["bot"]: row for row in facts(folder, "cup", "standings", name)["rows"]}


def _digests(folder: Path) -> dict[str, str]:
    connection = sqlite3.connect(folder / "cup.sqlite3")
    found = dict(connection.execute("SELECT id, digest FROM matches"))
    connection.close()
    return found


def test_a_bot_that_never_starts_is_withdrawn(tmp_path: Path) -> None:
    """Whatever the order of work and the limit of tries, its row says so and the others are rated without it."""
    rows = _played(tmp_path, "one", bots=3, workers=1)
    broken = rows.pop("broken")
    assert (broken["matches"], broken["forfeits"], broken["faults"]) == (12, 12, {"START_FAILURE": 12})
    assert broken["withdrawn"]
    assert [broken[figure] for figure in RATING] == [None] * len(RATING)
    without = _played(tmp_path, "without", bots=2, workers=2)
    for bot, row in rows.items():
        assert not row["withdrawn"]
        assert {figure: row[figure] for figure in RATING} == {figure: without[bot][figure] for figure in RATING}
    assert _played(tmp_path, "three", bots=3, workers=3, restarts=0) == {**rows, "broken": broken}
    assert _digests(tmp_path / "one") == _digests(tmp_path / "three")
