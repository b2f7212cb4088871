"""The C++ bot and its kit."""

from pathlib import Path

import pytest

from tests.languages.cup import play_cup
from tests.languages.manners import by_hand, deserted, dismissed, uninvited
from tests.languages.sample import built, needs, run_in
from tests.languages.tables import every_game, play

FEW = "2"
"""Dreams a decision: enough to meet every kind of question."""

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cpp")]


@pytest.fixture(scope="module")
def montecarlo() -> Path:
    """The folder of the built bot."""
    needs("cpp", "cmake", "g++", "pkg-config", "protoc", "grpc_cpp_plugin")
    return built("cpp")


def test_its_own_tests_pass(montecarlo: Path) -> None:
    """The run of ctest finds nothing wrong."""
    assert "100% tests passed" in run_in(montecarlo, ["cmake", "--build", "build", "--target", "check"])


def test_it_plays_every_edition_at_every_size(montecarlo: Path, tmp_path: Path) -> None:
    """Without and with depots, from the messages alone, it answers every question legally, many matches at once."""
    assert all(match.state.over for match in play(montecarlo, tmp_path, list(every_game()), FEW))


def test_it_plays_the_same_match_again_over_tcp(montecarlo: Path, tmp_path: Path) -> None:
    """Equal deals and seeds give equal answers, whatever the connection."""
    games = [game for game in every_game() if game.edition.id == "europe+depots"]
    first, again = (play(montecarlo, tmp_path, games, FEW, seed="again", tcp=tcp) for tcp in (False, True))
    assert [match.answers for match in first] == [match.answers for match in again]


def test_it_plays_a_cup_without_a_fault(montecarlo: Path, tmp_path: Path) -> None:
    """Against built-in bots, under clocks, in processes of the referee; every replay is verified."""
    ours = play_cup(montecarlo, tmp_path)
    assert (ours["matches"], ours["forfeits"], ours["faults"]) == (9, 0, {})


def test_it_leaves_with_a_word_and_a_status(montecarlo: Path, tmp_path: Path) -> None:
    """An unkind goodbye, a referee that goes away or is not there, and a start by hand are told apart."""
    assert dismissed(montecarlo, tmp_path) == (1, "montecarlo: the referee said goodbye: FLOOD: too much at once\n")
    status, said = deserted(montecarlo, tmp_path)
    assert status == 1
    assert said.startswith(("montecarlo: the referee has gone away", "montecarlo: the referee closed the stream"))
    status, said = uninvited(montecarlo, tmp_path)
    assert status == 1
    assert said.startswith("montecarlo: no referee answers at unix:")
    status, said = by_hand(montecarlo)
    assert status == 2
    assert said.startswith("montecarlo: REFEREE_ADDRESS is not set")
