"""`referee duel` with real bot processes."""

from pathlib import Path

import pytest

from tests.cli.running import facts, referee, start

pytestmark = pytest.mark.slow

DUEL = ("duel", "--edition", "new-york", "--bot", "greedy", "--bot", "random", "--seed", "x", "--out", "duel")


def test_a_duel_stops_when_it_is_decided(tmp_path: Path) -> None:
    """Greedy beats random: the test ends after the fewest pairs, its matches verify, a second call plays nothing."""
    first = facts(tmp_path, *DUEL)
    assert (first["verdict"], first["pairs"], first["bots"]) == ("stronger", 30, ["greedy", "random"])
    assert first["score"] > 0.9
    assert "60 replays" in referee(tmp_path, "cup", "verify", "duel")
    assert facts(tmp_path, *DUEL) == first


def test_an_undecided_duel_says_so(tmp_path: Path) -> None:
    """After the most pairs that were allowed the duel ends without a verdict, and with status 0."""
    out = referee(tmp_path, "duel", "--edition", "new-york", "--bot", "a=random", "--bot", "b=random", "--pairs", "30")
    assert "undecided between a lead of 0 and of 20 Elo" in out


def test_no_bot_is_added_to_a_duel(tmp_path: Path) -> None:
    """`cup extend` on a duel's folder says what the folder is, and speaks of no file that nobody wrote."""
    referee(tmp_path, *DUEL, "--pairs", "30")
    with start(tmp_path, "cup", "extend", "duel") as process:
        said = process.communicate(timeout=120)[1]
    assert process.returncode == 2
    assert "no bot can be added to a duel" in said
    assert "duel.toml" not in said
