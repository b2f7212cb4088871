"""Whatever reads a replay names the file that was altered, and ends with status 1 as `verify` does."""

import json
import sqlite3
from contextlib import closing
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


@pytest.mark.parametrize("command", ["verify", "show", "export", "view"])
def test_what_is_no_replay_fails_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    """Bytes that are no text are no replay: each command names the file and says so, with status 1."""
    file = tmp_path / "noise.replay"
    file.write_bytes(b"\xff\xfe\x00noise")
    assert run(["replay", command, str(file)]) == 1
    said = capsys.readouterr()
    assert f"{file}: NOT_A_REPLAY" in said.out + said.err


def test_a_seat_with_endless_digits_is_wrong_usage(altered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A number that Python refuses to read is no seat: status 2, like any other word."""
    assert run(["replay", "show", "--as", "9" * 5000, str(altered)]) == 2
    assert "is no viewer" in capsys.readouterr().err


def test_a_step_too_far_is_wrong_usage(tmp_path: Path, altered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sound replay that lacks what was asked for is no altered one: status 2."""
    sound = tmp_path / "sound.replay"
    sound.write_text(altered.read_text(encoding="utf-8").replace("draw pink", "draw deck", 1), encoding="utf-8")
    for question in (["show", "--step", "9999"], ["show", "--as", "7"], ["view", "--as", "7"]):
        assert run(["replay", *question, str(sound)]) == 2
        said = capsys.readouterr().err
        assert f"{sound}: NO_SUCH_" in said
        assert question[2] in said


def test_a_damaged_database_is_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """To `cup verify` a results folder that was cut off is a check that failed, in words and as JSON."""
    with records_of(tmp_path, bots=2) as records:
        file = records.path
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    assert run(["cup", "verify", str(file.parent)]) == 1
    assert f"FAIL {file.parent}: {file}: is damaged" in capsys.readouterr().out
    assert run(["cup", "verify", str(file.parent), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["ok"], len(report["findings"])) == (False, 1)


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


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("UPDATE seats SET bot = 'nobody' WHERE bot = 'bot-1'", "table seats"),
        ("DELETE FROM seats WHERE seat = 0", "table seats"),
        ("UPDATE meta SET value = 'x' WHERE key = 'boards'", "table meta: what stands there of 'boards'"),
    ],
)
def test_altered_rows_are_one_clear_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str, named: str
) -> None:
    """Rows that are sound to the database and senseless to a cup: the file and the table are named, with status 2."""
    with records_of(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "out" / "cup.sqlite3")) as connection, connection:
        connection.execute(change)
    assert run(["cup", "standings", str(tmp_path / "out"), "--table", "all"]) == 2
    said = capsys.readouterr().err
    assert f"Error: {tmp_path}/out/cup.sqlite3: was altered by something else: {named}" in said
    assert "referee cup verify" in said


def test_a_torn_layout_is_damage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where SQLite's own complaint cannot be read as text, for it cites the damaged file, the file is named."""
    with records_of(tmp_path):
        pass
    file = tmp_path / "out" / "cup.sqlite3"
    file.write_bytes(file.read_bytes().replace(b"edition TEXT NOT NULL", b"edition TEXT \xd8OT NULL", 1))
    assert run(["cup", "status", str(tmp_path / "out")]) == 2
    assert f"{file}: is damaged" in capsys.readouterr().err
