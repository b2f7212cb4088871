from pathlib import Path

import pytest

from referee.report.plans import duration_text, plan_facts, plan_text
from tests.tournament.cups import small_cup


def test_a_plan_counts(tmp_path: Path) -> None:
    """A plan has the counts of matches, units and deals, and the spreads of each group."""
    facts = plan_facts(small_cup(tmp_path, bots=4, seats="[2, 3]", deals=3), 1)
    assert (facts["matches"], facts["units"], facts["deals"], facts["sample_of"]) == (72, 24, 3, None)
    assert facts["groups"][0] == {
        "edition": "usa",
        "players": 2,
        "tables": 6,
        "matches": {"low": 18, "high": 18},
        "seats": {"low": 9, "high": 9},
        "pairs": {"low": 6, "high": 6},
    }
    assert facts["matches_of"] == {f"bot-{number}": 45 for number in range(4)}


def test_a_plan_shows_what_a_sample_leaves_out(tmp_path: Path) -> None:
    """A sample says of how many matches it is, how uneven it must be, and which pairs never meet."""
    text = plan_text(plan_facts(small_cup(tmp_path, bots=5, deals=2, keys="max_matches = 17"), 1))
    assert text.splitlines()[:2] == [
        "Small cup: 16 of 40 matches in 16 units on 2 deals",
        "  usa, 2 players: 8 tables; matches a bot 6 to 8; a seat 3 to 4; a pair 0 to 2",
    ]
    assert "warning: pairs that never meet at usa-2p: " in text


def test_one_of_a_kind_is_told_as_one(tmp_path: Path) -> None:
    """A single table and a single worker are no tables and no workers."""
    text = plan_text(plan_facts(small_cup(tmp_path, bots=2), 1))
    assert "usa, 2 players: 1 table; " in text
    assert "with 1 worker: " in text


def test_durations_grow_with_the_clock_and_shrink_with_workers(tmp_path: Path) -> None:
    """The estimate follows clock, bank and workers: nothing is least if bots answer at once, all their time is most."""
    one = plan_facts(small_cup(tmp_path, deals=50), 1)["duration"]
    two = plan_facts(small_cup(tmp_path, deals=50), 2)["duration"]
    bank = plan_facts(small_cup(tmp_path, deals=50, keys="[clock]\nmatch_ms = 1000"), 1)["duration"]
    assert one["least"] < one["expected"] < one["most"]
    assert two["most"] == pytest.approx(one["most"] / 2, rel=0.01)
    assert bank["most"] == pytest.approx(300 * 2 * 1.0 + one["least"], rel=0.01)


def test_a_plan_warns(tmp_path: Path) -> None:
    """A plan says what level process means for common deals, that a seed is public, and that a machine is too small."""
    said = plan_facts(small_cup(tmp_path), 200)["warnings"]
    assert [text.split(":")[0] for text in said] == [
        (
            "at isolation level process a bot can read this machine's files as you can, the cup's secret too,"
            " and can remember through the disk a deal that it meets again"
        ),
        "the seed tells every deal to whoever knows it",
        "oversubscribed",
    ]
    own = plan_facts(small_cup(tmp_path, keys="common_deals = false"), 1)["warnings"]
    assert "meets again" not in own[0]


def test_a_plan_for_other_machines_and_another_folder(tmp_path: Path) -> None:
    """Workers elsewhere crowd no core of this machine; the results go where the command line says."""
    facts = plan_facts(small_cup(tmp_path), 200, Path("there"), elsewhere=True)
    assert (facts["workers"], facts["output"]) == (200, "there")
    assert not any("oversubscribed" in text for text in facts["warnings"])


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0 s"), (89, "89 s"), (600, "10 min"), (12_000, "3 h 20 min"), (190_000, "2 d 5 h")]
)
def test_durations_are_readable(seconds: int, text: str) -> None:
    """A duration is told in the units in which people plan."""
    assert duration_text(seconds) == text
