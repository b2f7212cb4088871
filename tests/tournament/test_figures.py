"""All figures of a cup at once, from a folder whose results follow from the schedule."""

from pathlib import Path
from random import Random

import pytest

from referee.tournament.break_down import break_downs
from referee.tournament.distribution import rounded
from referee.tournament.encounters import encounters
from referee.tournament.figures import CupFigures, TableFigures
from referee.tournament.results import MatchResult, SeatResult
from tests.tournament.filled import LATE, records_of


def _everything(table: TableFigures) -> tuple[object, ...]:
    told = (table.break_downs, table.think_times, table.faults)
    return (table.standings, table.encounters, table.seats, table.luck, table.company, *told)


def test_every_figure_of_a_cup(tmp_path: Path) -> None:
    """A round robin of three gives the encounters, break-downs, think times and faults that its results are made of."""
    with records_of(tmp_path, deals=3) as records:
        figures = CupFigures(records)
        (table,) = figures.tables
        first = table.encounters[0]
        assert (first.bot, first.other, first.matches, first.ahead, first.behind) == ("bot-0", "bot-1", 6, 6, 0)
        assert (first.score.value, first.score.low, first.margin) == (1.0, None, 20.0)
        best = table.break_downs[0]
        assert (best.matches, best.score, best.routes, best.tickets) == (12, 105, 30, 10)
        assert (best.completed, best.lost, best.bonuses) == (1, 2, {"longest_trail": 10})
        assert (best.scores.least, best.scores.median, best.scores.most) == (100, 100, 110)
        assert [(times.bot, times.ms.median, times.ms.count) for times in table.think_times][2] == ("bot-2", 3.0, 12)
        (late,) = table.faults
        assert (late.bot, late.code, late.count, late.matches) == ("bot-2", "TIMEOUT", 12, 12)
        assert (late.match, late.text) == ("usa-2p/t0001/d0000/o0", LATE.text)
        assert table.luck == 0


def test_the_order_of_play_changes_no_figure(tmp_path: Path) -> None:
    """Units that are committed in another order give every figure to the last digit."""
    found = []
    for name, turned in (("plain", lambda _: None), ("shuffled", Random(1).shuffle)):
        (tmp_path / name).mkdir()
        with records_of(tmp_path / name, turned, bots=4, seats="[2, 3]", deals=12) as records:
            figures = CupFigures(records)
            found.append([_everything(table) for table in figures.tables])
    plain, shuffled = found
    assert len(plain) == 3
    assert plain == shuffled


def test_seats_belong_to_tables_of_one_size(tmp_path: Path) -> None:
    """Each size has its seats, and the whole cup, where sizes are mixed, has none; ratings are of each table."""
    with records_of(tmp_path, seats="[2, 3]", deals=3) as records:
        figures = CupFigures(records)
        assert [len(table.seats) for table in figures.tables] == [0, 2, 3]
        assert [effect.surplus.value for effect in figures.kinds[0].seats] == [0, 0]
        assert all(row.rating for table in figures.tables for row in table.standings.rows)


def test_what_is_still_dealt_elsewhere_is_not_read(tmp_path: Path) -> None:
    """While a deal is being played its replays are not read, the text of its faults is not shown, its seats are not
    counted.
    """
    with records_of(tmp_path, most=3, deals=2) as records:
        figures = CupFigures(records)
        table = figures.overall
        assert table.think_times == ()
        assert [each.lost for each in table.break_downs] == [None, None, None]
        assert [(fault.match, fault.text) for fault in table.faults] == [("", "")]
        assert len(table.seats) == 2
        assert sum(each.matches for each in table.break_downs) == 12


def test_a_cup_without_matches_has_empty_figures(tmp_path: Path) -> None:
    """Nothing played gives empty figures, and no division by nothing."""
    with records_of(tmp_path, most=0) as records:
        figures = CupFigures(records)
        assert _everything(figures.overall)[1:] == ((), (), None, (), (), (), ())
        assert figures.overall.standings.rows[0].matches == 0


def test_a_forfeit_is_in_no_break_down(tmp_path: Path) -> None:
    """A seat that was put out counts neither in the scores nor in the margins; the parts of a score add up to it."""
    lost = SeatResult("b", 2, 7, 7, 0, 0, {}, forfeit=True)
    result = MatchResult("m", "", (SeatResult("a", 1, 60, 40, 10, 2, {"longest_trail": 10}, forfeit=False), lost))
    (only,) = break_downs(["a", "b"], [result])
    assert (only.bot, only.score) == ("a", only.routes + only.tickets + sum(only.bonuses.values()))
    assert [each.margin for each in encounters([(0, result)])] == [None, None]


@pytest.mark.parametrize(("value", "kept"), [(0, 0), (999, 999), (1234, 1230), (98765, 98800)])
def test_times_are_rounded_to_three_figures(value: int, kept: int) -> None:
    """Thinking times keep three significant figures."""
    assert rounded(value) == kept
