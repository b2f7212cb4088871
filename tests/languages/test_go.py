"""The Go bot and its kit."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.botkit.stand import ROOT
from tests.languages.cup import play_cup
from tests.languages.manners import by_hand, deserted, dismissed, uninvited
from tests.languages.sample import built, needs, run_in
from tests.languages.tables import every_game, play

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("go")]


@pytest.fixture(scope="module")
def longtrail() -> Path:
    """The folder of the built bot."""
    needs("go", "go")
    return built("go")


def test_its_own_tests_pass(longtrail: Path) -> None:
    """The run of `go test` finds nothing wrong."""
    said = run_in(longtrail, ["go", "test", "-p", "1", "-count=1", "./..."])
    assert "ok  \texample.com/longtrail\t" in said
    assert "ok  \texample.com/longtrail/kit\t" in said


def test_its_code_is_as_the_tools_want_it(longtrail: Path) -> None:
    """The formatter and the vet of the language have nothing to say."""
    assert run_in(longtrail, ["gofmt", "-l", "."]) == ""
    run_in(longtrail, ["go", "vet", "./..."])


def test_its_generated_code_is_fresh(longtrail: Path, tmp_path: Path) -> None:
    """What is committed is what the pinned plugins make of proto/ today."""
    find = "import sys; sys.path.insert(0, 'tools'); import make_proto; print(make_proto.environment())"
    programs = subprocess.run([sys.executable, "-c", find], cwd=ROOT, capture_output=True, text=True, check=True)
    protoc = f"{Path(programs.stdout.strip()) / 'python'} -m grpc_tools.protoc"
    run_in(longtrail, ["env", f"PROTOC={protoc}", "PYTHONPATH=", "./generate.sh", os.fspath(tmp_path)])
    fresh, committed = (
        {file.name: file.read_text(encoding="utf-8") for file in (folder / "refereev1").iterdir()}
        for folder in (tmp_path, longtrail)
    )
    assert sorted(fresh) == sorted(committed)
    stale = [name for name in fresh if fresh[name] != committed[name]]
    assert stale == [], "run sample_bots/go/generate.sh"


def test_it_plays_every_edition_at_every_size(longtrail: Path, tmp_path: Path) -> None:
    """Without and with depots, from the messages alone, it answers every question legally, many matches at once."""
    assert all(match.state.over for match in play(longtrail, tmp_path, list(every_game())))


def test_it_plays_the_same_match_again_over_tcp(longtrail: Path, tmp_path: Path) -> None:
    """Equal deals and seeds give equal answers, whatever the connection."""
    games = [game for game in every_game() if game.edition.id == "europe+depots"]
    first, again = (play(longtrail, tmp_path, games, seed="again", tcp=tcp) for tcp in (False, True))
    assert [match.answers for match in first] == [match.answers for match in again]


def test_it_plays_a_cup_without_a_fault(longtrail: Path, tmp_path: Path) -> None:
    """Against built-in bots, under clocks, in processes of the referee; every replay is verified."""
    ours = play_cup(longtrail, tmp_path)
    assert (ours["matches"], ours["forfeits"], ours["faults"]) == (9, 0, {})


def test_it_leaves_with_a_word_and_a_status(longtrail: Path, tmp_path: Path) -> None:
    """An unkind goodbye, a referee that goes away or is not there, and a start by hand are told apart."""
    assert dismissed(longtrail, tmp_path) == (1, "longtrail: the referee said goodbye: FLOOD: too much at once\n")
    status, said = deserted(longtrail, tmp_path)
    assert status == 1
    assert said.startswith(("longtrail: the referee has gone away", "longtrail: the referee closed the stream"))
    status, said = uninvited(longtrail, tmp_path)
    assert status == 1
    assert said.startswith("longtrail: no referee answers at unix:")
    status, said = by_hand(longtrail)
    assert status == 2
    assert said.startswith("longtrail: REFEREE_ADDRESS is not set")
