from fractions import Fraction

import pytest

from referee.report.tables import faults_text, match_table, printed, standings_table
from referee.tournament.standings import Row, Standings
from tests.tournament.cups import seat


def test_names_are_text() -> None:
    """A bot's name that looks like markup is printed as it is."""
    row = Row(1, "[red]x[/red]", 2, Fraction(3, 2), 1, 12.5, 1, {"TIMEOUT": 2, "CRASHED": 1})
    text = printed(standings_table(Standings("usa", 2, (row,))), width=120)
    assert "[red]x[/red]" in text
    assert text.startswith("usa, 2 players\n")
    assert "1.5" in text
    assert "CRASHED 1, TIMEOUT 2" in text


def test_no_figure_is_cut_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """On 40 columns every heading and every figure is whole; the terminal wraps the lines."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    row = Row(1, "a-bot-of-a-long-name", 1234, Fraction(3, 2), 1, 129.8, 1, {})
    text = printed(standings_table(Standings("usa", 2, (row,))))
    for whole in ("a-bot-of-a-long-name", "1234", "129.8", "matches", "forfeits", "faults"):
        assert whole in text


def test_a_match_table_is_ordered_by_rank() -> None:
    """The table of a match lists the best first and marks who was put out."""
    seats = [seat("last", 3, forfeit=True), seat("first", 1, 120), seat("second", 2, 80)]
    rows = [line for line in printed(match_table(seats), width=120).splitlines() if line.strip()[:1].isdigit()]
    assert [row.split()[2] for row in rows] == ["first", "second", "last"]
    assert ["forfeited" in row for row in rows] == [False, False, True]
    assert "longest trail 10" in rows[0]


def test_no_faults_is_said() -> None:
    """A bot without faults has the word for it."""
    assert faults_text({}) == "none"
