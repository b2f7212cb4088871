"""Every table of `cup standings`: the same figures as text, CSV and JSON, with the columns that are documented."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.report.cups import Choice, standings_csv, standings_facts, standings_text
from referee.report.figure_tables import tables_of
from referee.report.tables import printed
from referee.report.views import View, columns, rows
from referee.tournament.errors import TournamentError
from referee.tournament.figures import CupFigures
from referee.tournament.records import Records
from tests.tournament.filled import LATE, records_of

DOCS = Path(__file__).resolve().parents[2] / "docs" / "running-a-cup.md"


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Records]:
    """Three bots at tables of two and of three."""
    with records_of(tmp_path_factory.mktemp("mixed"), seats="[2, 3]", deals=3) as records:
        yield records


@pytest.fixture(scope="module")
def threes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Records]:
    """Four bots at tables of three, with deals enough for every figure."""
    with records_of(tmp_path_factory.mktemp("threes"), bots=4, seats="3", deals=12) as records:
        yield records


@pytest.fixture(scope="module")
def nine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Records]:
    """Nine bots, two at a table."""
    with records_of(tmp_path_factory.mktemp("nine"), bots=9) as records:
        yield records


FIGURES = [view for view in View if view is not View.STANDINGS]


@pytest.mark.parametrize("view", list(View))
def test_csv_and_json_say_the_same(mixed: Records, view: View) -> None:
    """Each row of JSON is a line of CSV: the whole cup first, then each kind of tables, empty for what is null."""
    facts = json.loads(json.dumps(standings_facts(mixed, Choice((view,)))))
    lines = list(csv.DictReader(io.StringIO(standings_csv(mixed, Choice((view,))))))
    wanted = [("all", "all", row) for row in facts["rows"]]
    wanted += [(kind["edition"], str(kind["players"]), row) for kind in facts["tables"] for row in kind["rows"]]
    assert len(lines) == len(wanted)
    for line, (edition, players, row) in zip(lines, wanted, strict=True):
        assert (line["edition"], line["players"]) == (edition, players)
        for name in set(line) & set(row) - {"faults"}:
            assert line[name] == ("" if row[name] is None else str(row[name]))


@pytest.mark.parametrize("view", FIGURES)
def test_columns_are_documented(threes: Records, view: View) -> None:
    """The page on cups names every column of every table."""
    text = DOCS.read_text(encoding="utf-8")
    found = rows(view, CupFigures(threes).overall)
    assert found
    assert f"`--table {view}`" in text
    for name in columns(view, found):
        assert name.startswith("bonus_") or f"`{name}`" in text


def test_a_view_without_rows_keeps_its_head(tmp_path: Path) -> None:
    """The CSV of a cup without faults has the same columns as one with faults."""
    with records_of(tmp_path, bots=2) as records:
        text = standings_csv(records, Choice((View.FAULTS,)))
    assert text == "edition,players,bot,code,count,matches,first_match,first_decision,first_text\n"


def test_tables_can_be_chosen(mixed: Records) -> None:
    """Only tables of an edition or size; what the cup does not have is an error that names what it has."""
    text = standings_text(mixed, Choice(players=3))
    assert "usa, 3 players" in text
    assert "All tables" not in text
    assert [kind["players"] for kind in standings_facts(mixed, Choice(players=3))["tables"]] == [3]
    with pytest.raises(TournamentError, match=r"no tables of edition usb; it has: usa, 2 players; usa, 3 players"):
        standings_text(mixed, Choice(edition="usb"))


def test_everything_at_once(threes: Records) -> None:
    """All views in one JSON document: the standings as ever, the others under their names; and one after the other as
    text.
    """
    facts = standings_facts(threes, Choice(tuple(View)))
    text = standings_text(threes, Choice(tuple(View)))
    assert facts["rows"] == standings_facts(threes)["rows"]
    assert {"head_to_head", "seats", "scores", "times", "fairness", "faults"} <= set(facts)
    for title in ("Head to head", "Seats", "Scores", "Think times", "Fairness", "Faults"):
        assert f"{title}: All tables" in text
    assert LATE.text in text


@pytest.mark.parametrize("view", list(View))
@pytest.mark.parametrize("width", [80, 140])
def test_no_line_is_wider_than_the_terminal(nine: Records, view: View, width: int) -> None:
    """With nine bots every table fits: columns are left out, and the matrix is a list."""
    lines = printed(*tables_of(view, CupFigures(nine).overall), width=width).splitlines()
    assert max(map(len, lines)) <= width
    if (view, width) == (View.HEAD_TO_HEAD, 80):
        assert any(line.startswith("  bot     other   matches") for line in lines)


def test_an_empty_cup_has_nothing_to_show(tmp_path: Path) -> None:
    """Before the first match seats have nothing to show, and the command says so."""
    with records_of(tmp_path, most=0) as records:
        assert standings_text(records, Choice((View.SEATS,))).endswith("\nnothing to show yet\n")
        assert "bot-0" in standings_text(records)
