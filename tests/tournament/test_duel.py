"""What results say about a duel, and its cup file."""

import tomllib

import pytest

from referee.tournament.config import CupConfig
from referee.tournament.duel import Duel, cup_text, lead, score_bounds
from referee.tournament.results import MatchResult
from referee.tournament.schedule import Match
from referee.tournament.sprt import Hypotheses, PairTest
from tests.tournament.cups import seat

DUEL = Duel("a", "b", Hypotheses())


def _results(*outcomes: tuple[int, str]) -> tuple[list[Match], list[MatchResult]]:
    """Matches of a deal each, by winner; `-` is a shared first place."""
    plans = [Match(f"m{i}", "usa", 2, deal, ()) for i, (deal, _) in enumerate(outcomes)]
    ranks = {"a": (1, 2), "b": (2, 1), "-": (1, 1)}
    results = [
        MatchResult(f"m{i}", "", (seat("a", ranks[winner][0]), seat("b", ranks[winner][1])))
        for i, (_, winner) in enumerate(outcomes)
    ]
    return plans, results


def test_pairs_are_counted_by_half_points() -> None:
    """Both matches of a deal make one outcome; a deal that is played in one order only waits."""
    plans, results = _results((0, "a"), (0, "a"), (1, "a"), (1, "b"), (2, "-"), (2, "b"), (3, "b"), (3, "b"), (4, "a"))
    assert DUEL.test(plans, results).counts == (1, 1, 1, 0, 1)


def test_the_order_of_results_does_not_matter() -> None:
    """The test is the same in whatever order the matches ended."""
    plans, results = _results((0, "a"), (1, "b"), (1, "b"), (0, "-"))
    assert DUEL.test(plans, results) == DUEL.test(plans, results[::-1])


def test_the_facts_keep_their_keys() -> None:
    """The JSON form has the score with bounds, the lead in Elo, and the state of the test."""
    facts = DUEL.facts("usa", PairTest(Hypotheses(), (0, 2, 4, 6, 8)))
    assert facts["verdict"] == "open"
    assert facts["pairs"] == 20
    assert facts["elo_low"] < facts["elo"] < facts["elo_high"]
    assert facts["lower"] < facts["ratio"] < facts["upper"]


def test_a_clean_score_has_no_finite_lead() -> None:
    """A bot that won everything leads by no number, and bounds stay within the possible."""
    assert lead(1.0) is None
    assert lead(0.5) == 0
    assert lead(0.75) == pytest.approx(190.85, abs=0.01)
    assert score_bounds(PairTest(Hypotheses(), (0, 0, 0, 0, 9))) == (1.0, 1.0)
    assert score_bounds(PairTest(Hypotheses(), (0, 0, 0, 0, 1))) == (0.0, 1.0)


def test_a_duel_is_a_cup_that_anybody_can_play() -> None:
    """The cup file reads back, whatever characters a spec holds."""
    text = cup_text("usa", [("a", 'python "my bot.py"'), ("b", "C:\\x\t")], 50, 'se"ed', 10)
    config = CupConfig.model_validate(tomllib.loads(text))
    assert [bot.spec for bot in config.bots] == ['python "my bot.py"', "C:\\x\t"]
    assert (config.seed, config.deals, config.deals_per_unit) == ('se"ed', 50, 10)
