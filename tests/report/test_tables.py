from fractions import Fraction

import pytest
from attrs import evolve

from referee.report.tables import faults_text, fixed, match_table, printed, standings_table
from referee.tournament.live_rating import Skill
from referee.tournament.ratings import Interval, Rating
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


def _row(bot: str = "ann") -> Row:
    row = Row(1, bot, 1234, Fraction(1234), 1200, 129.8, 7, {"TIMEOUT": 12, "CRASHED": 7})
    bars = Rating(bot, Interval(123.4, 98.7, 148.1), Interval(1.0, None, None), 1, 2, 0.9876)
    return evolve(row, rating=bars)


HEADS = ("matches", "points", "per match", "points 95 %", "Elo", "Elo 95 %", "ranks", "above next", "wins", "score")


@pytest.mark.parametrize("width", [60, 80, 100, 140, 200])
def test_columns_follow_the_width(width: int) -> None:
    """Whatever the width, no line is longer, every head stands whole in the table or is named below it, and the
    figures that matter most are there.
    """
    lines = printed(standings_table(Standings("usa", 2, (_row(),))), width=width).splitlines()
    assert max(map(len, lines)) <= width
    heads = next(line for line in lines if "per match" in line)
    below = " ".join(lines[lines.index(heads) + 3 :])
    for head in (*HEADS, "forfeits", "faults"):
        assert head in heads or head in below
    text = "\n".join(lines)
    for whole in ("ann", "1.000", "123", "99 to 148", "1-2"):
        assert whole in text
    assert ("CRASHED 7, TIMEOUT 12" in text) == (width >= 140)


def test_a_pipe_gets_every_column(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no terminal nothing is left out, however wide the lines become."""
    monkeypatch.setenv("COLUMNS", "60")
    text = printed(standings_table(Standings("usa", 2, (_row(),))))
    assert all(head in text for head in (*HEADS, "forfeits", "CRASHED 7, TIMEOUT 12"))
    assert "no room" not in text


def test_no_figure_is_cut_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """On 40 columns the columns that are never left out are whole; the terminal wraps the lines."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    text = printed(standings_table(Standings("usa", 2, (_row("a-bot-of-a-long-name"),))))
    for whole in ("a-bot-of-a-long-name", "per match", "99 to 148", "no room for: matches"):
        assert whole in text


def test_a_running_cup_has_live_ratings() -> None:
    """The live rating has a column of its own, marked as provisional, whole at 80 columns beside what it needs."""
    table = standings_table(Standings("", 0, (evolve(_row(), rating=None),)), {"ann": Skill(27.31, 1.24)})
    text = printed(table, width=80)
    assert "live rating" in text
    assert "27.3 ± 1.2" in text
    assert "provisional" in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_bot_that_never_started_is_said_to_be_withdrawn() -> None:
    """Where the others have ranks, its column says why it has none."""
    gone = evolve(_row("broken"), rating=None, withdrawn=True)
    text = printed(standings_table(Standings("", 0, (_row(), gone))), width=80)
    (line,) = [line for line in text.splitlines() if "broken" in line]
    assert "withdrawn" in line


@pytest.mark.parametrize(("value", "said"), [(-0.04, "0.0"), (-0.06, "-0.1"), (12.34, "12.3")])
def test_zero_has_no_sign(value: float, said: str) -> None:
    """What rounds to zero is printed without a minus."""
    assert fixed(value, 1) == said


@pytest.mark.parametrize(("chance", "said"), [(0.5, "50.0 %"), (0.99949, "99.9 %"), (1.0, "> 99.9 %")])
def test_nothing_is_certain(chance: float, said: str) -> None:
    """The likelihood of superiority is never printed as 100 %."""
    row = _row()
    assert row.rating is not None
    table = Standings("", 0, (evolve(row, rating=evolve(row.rating, superiority=chance)),))
    assert f" {said} " in printed(standings_table(table), width=200)


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
