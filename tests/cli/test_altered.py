"""Whatever reads a replay names the file that was altered, and ends with status 1 as `verify` does."""

from pathlib import Path

import pytest

from referee.cli.app import run
from tests.replay.playing import play
from tests.tournament.filled import records_of


@pytest.fixture
def altered(tmp_path: Path) -> Path:
    """The replay of a match of which one action was changed."""
    file = tmp_path / "altered.replay"
    file.write_text(play(2, "altered")[1].to_text().replace("draw deck", "draw pink", 1), encoding="utf-8")
    return file


@pytest.mark.parametrize("command", ["verify", "show", "export", "view"])
def test_an_altered_replay_fails_by_name(altered: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    """Each command says which file it is and what was changed."""
    assert run(["replay", command, str(altered)]) == 1
    said = capsys.readouterr()
    text = said.out + said.err
    assert str(altered) in text
    assert "ALTERED" in text


def test_a_step_too_far_is_wrong_usage(tmp_path: Path, altered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sound replay that lacks what was asked for is no altered one: status 2."""
    sound = tmp_path / "sound.replay"
    sound.write_text(altered.read_text(encoding="utf-8").replace("draw pink", "draw deck", 1), encoding="utf-8")
    assert run(["replay", "show", "--step", "9999", str(sound)]) == 2
    assert "9999" in capsys.readouterr().err


def test_an_export_says_that_the_cup_is_unfinished(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever exports replays of a cup that still runs is told so; of a finished one nothing is said."""
    with records_of(tmp_path, most=2):
        assert run(["cup", "export", str(tmp_path / "out"), "--match", "none"]) == 0
        assert capsys.readouterr().err == "the cup is not finished: 4 of 12 matches, 8 to be played\n"


def test_an_export_of_a_finished_cup_says_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No warning where nothing is left."""
    with records_of(tmp_path, bots=2):
        assert run(["cup", "export", str(tmp_path / "out"), "--match", "none"]) == 0
        assert capsys.readouterr().err == ""
