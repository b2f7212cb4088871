"""The Java bot and its kit."""

from pathlib import Path

import pytest

from tests.languages.cup import play_cup
from tests.languages.manners import by_hand, deserted, dismissed, uninvited
from tests.languages.sample import built, needs, run_in
from tests.languages.tables import every_game, play

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("java")]


@pytest.fixture(scope="module")
def collector() -> Path:
    """The folder of the built bot."""
    needs("java", "java", "javac", "mvn")
    return built("java")


def test_its_own_tests_pass(collector: Path) -> None:
    """The run of Surefire finds nothing wrong."""
    said = run_in(collector, ["mvn", "-B", "-ntp", "test"])
    assert "Failures: 0, Errors: 0, Skipped: 0" in said
    assert "BUILD SUCCESS" in said


def test_it_plays_every_edition_at_every_size(collector: Path, tmp_path: Path) -> None:
    """Without and with depots, from the messages alone, it answers every question legally, many matches at once."""
    assert all(match.state.over for match in play(collector, tmp_path, list(every_game())))


def test_it_plays_the_same_match_again_over_tcp(collector: Path, tmp_path: Path) -> None:
    """Equal deals and seeds give equal answers, whatever the connection."""
    games = [game for game in every_game() if game.edition.id == "europe+depots"]
    first, again = (play(collector, tmp_path, games, seed="again", tcp=tcp) for tcp in (False, True))
    assert [match.answers for match in first] == [match.answers for match in again]


def test_it_plays_a_cup_without_a_fault(collector: Path, tmp_path: Path) -> None:
    """Against built-in bots, under clocks, in processes of the referee; every replay is verified."""
    ours = play_cup(collector, tmp_path)
    assert (ours["matches"], ours["forfeits"], ours["faults"]) == (9, 0, {})


def test_it_leaves_with_a_word_and_a_status(collector: Path, tmp_path: Path) -> None:
    """An unkind goodbye, a referee that goes away or is not there, and a start by hand are told apart."""
    assert dismissed(collector, tmp_path) == (1, "collector: the referee said goodbye: FLOOD: too much at once\n")
    status, said = deserted(collector, tmp_path)
    assert status == 1
    assert said.startswith(("collector: the referee has gone away", "collector: the referee closed the stream"))
    status, said = uninvited(collector, tmp_path)
    assert status == 1
    assert said.startswith("collector: no referee answers at unix:")
    status, said = by_hand(collector)
    assert status == 2
    assert said.startswith("collector: REFEREE_ADDRESS is not set")
