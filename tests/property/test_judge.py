import pytest

from referee.game import DecisionKind, State
from tests.property import judge as court
from tests.property.boards import GAMES
from tests.property.judge import judge
from tests.property.oracle import legal_texts
from tests.property.play import Match
from tools import nightly

TINY = Match("tiny+depots", 3, 1, "anything")


def test_a_sound_match_is_played_to_its_end() -> None:
    """The verdict on a match without a difference has its number of decisions and no word."""
    verdict = judge(TINY)
    assert verdict.decisions > 20
    assert verdict.difference == ""


def test_a_wrong_legal_list_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the rules allow more than the engine, the first such decision and the actions are named."""

    def lenient(state: State) -> set[str]:
        more = {"fly"} if state.phase == DecisionKind.SECOND_CARD else set()
        return legal_texts(state) | more

    monkeypatch.setattr(court, "legal_texts", lenient)
    verdict = judge(TINY)
    assert verdict.difference == (
        f"decision {verdict.decisions}: legal by the engine alone [], by the rules alone ['fly']"
    )


def test_a_wrong_score_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the recount differs from the score, seat and both lines are named."""
    monkeypatch.setattr(court, "recounted", lambda state: [{"score": 1000}] * state.game.players)
    assert judge(TINY).difference.startswith("decision 0: seat 0 scores {'score': ")


def test_the_nightly_games_are_all_kinds_in_turn() -> None:
    """The games of a nightly run go through every edition and number of players, then on in another manner."""
    kinds = len(GAMES)
    first, again = (nightly.match_of(number) for number in (3, 3 + kinds))
    assert {(m.edition, m.players) for m in map(nightly.match_of, range(kinds))} == set(GAMES)
    assert (first.edition, first.players) == (again.edition, again.players)
    assert (first.manner, first.seed) != (again.manner, again.seed)
