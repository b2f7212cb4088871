"""The Rust bot and its kit."""

from pathlib import Path

import pytest

from tests.languages.cup import play_cup
from tests.languages.manners import by_hand, deserted, dismissed, uninvited
from tests.languages.sample import built, needs, run_in
from tests.languages.tables import every_game, play

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("rust")]


@pytest.fixture(scope="module")
def blocker() -> Path:
    """The folder of the built bot."""
    needs("rust", "cargo")
    return built("rust")


def test_its_own_tests_pass(blocker: Path) -> None:
    """The run of `cargo test` finds nothing wrong."""
    said = run_in(blocker, ["cargo", "test", "--release", "--locked"])
    assert "0 failed" in said
    assert "0 passed" not in said


def test_its_code_is_as_the_tools_want_it(blocker: Path) -> None:
    """The formatter of the language has nothing to say, and the compiler no warning."""
    needs("rust", "rustfmt")
    run_in(blocker, ["cargo", "fmt", "--check"])
    (blocker / "src" / "main.rs").touch()
    assert "warning" not in run_in(blocker, ["cargo", "build", "--release", "--locked"])


def test_it_plays_every_edition_at_every_size(blocker: Path, tmp_path: Path) -> None:
    """Without and with depots, from the messages alone, it answers every question legally, many matches at once."""
    assert all(match.state.over for match in play(blocker, tmp_path, list(every_game())))


def test_it_plays_the_same_match_again_over_tcp(blocker: Path, tmp_path: Path) -> None:
    """Equal deals and seeds give equal answers, whatever the connection."""
    games = [game for game in every_game() if game.edition.id == "europe+depots"]
    first, again = (play(blocker, tmp_path, games, seed="again", tcp=tcp) for tcp in (False, True))
    assert [match.answers for match in first] == [match.answers for match in again]


def test_it_plays_a_cup_without_a_fault(blocker: Path, tmp_path: Path) -> None:
    """Against built-in bots, under clocks, in processes of the referee; every replay is verified."""
    ours = play_cup(blocker, tmp_path)
    assert (ours["matches"], ours["forfeits"], ours["faults"]) == (9, 0, {})


def test_it_leaves_with_a_word_and_a_status(blocker: Path, tmp_path: Path) -> None:
    """An unkind goodbye, a referee that goes away or is not there, and a start by hand are told apart."""
    assert dismissed(blocker, tmp_path) == (1, "blocker: the referee said goodbye: FLOOD: too much at once\n")
    status, said = deserted(blocker, tmp_path)
    assert status == 1
    assert said.startswith(("blocker: the referee has gone away", "blocker: the referee closed the stream"))
    status, said = uninvited(blocker, tmp_path)
    assert status == 1
    assert said.startswith("blocker: no referee answers at unix:")
    status, said = by_hand(blocker)
    assert status == 2
    assert said.startswith("blocker: REFEREE_ADDRESS is not set")
