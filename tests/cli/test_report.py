"""`referee cup report` from the outside."""

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.cli.app import run
from tests.browser.matches import decoded
from tests.report.page.cups import filled


def report(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str]:
    """Status and what was said, of a `cup report` with these words."""
    status = run(["cup", "report", *map(str, words)])
    said = capsys.readouterr()
    return status, said.out + said.err


def test_it_says_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line names the file, how far the cup is, and the number of pages beside it."""
    folder = filled(tmp_path)
    assert report(capsys, folder, "--replays", "faults") == (
        0,
        f"{folder}/report.html: 12 of 12 matches, 1 replay page beside it\n",
    )
    assert len(list((folder / "report-replays").iterdir())) == 1


def test_a_running_cup_is_reported_and_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page of a running cup says so, and the results folder keeps every byte."""
    folder, out = filled(tmp_path, count=8), tmp_path / "r.html"
    before = (folder / "cup.sqlite3").read_bytes()
    assert report(capsys, folder, "-o", out, "--replays", "none") == (0, f"{out}: 8 of 12 matches, running\n")
    assert (folder / "cup.sqlite3").read_bytes() == before
    assert decoded(out.read_text(encoding="utf-8"))["finished"] is False


def test_every_goes_on_until_the_cup_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With `--every` the page is written anew whenever something is new, and for the last time at the end."""
    folder, out = filled(tmp_path, count=4), tmp_path / "r.html"
    more = iter([4, 8, 12])
    waits: list[float] = []

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        filled(tmp_path, count=next(more) - _played(folder))

    monkeypatch.setattr("referee.cli.reporting.sleep", sleep)
    status, said = report(capsys, folder, "-o", out, "--replays", "none", "--every", "7")
    assert (status, waits) == (0, [7, 7, 7])
    assert [line.partition(": ")[2] for line in said.splitlines()] == [
        "4 of 12 matches, running",
        "8 of 12 matches, running",
        "12 of 12 matches",
    ]
    assert decoded(out.read_text(encoding="utf-8"))["finished"] is True


def _played(folder: Path) -> int:
    with sqlite3.connect(folder / "cup.sqlite3") as connection:
        count: int = connection.execute("SELECT count(*) FROM matches").fetchone()[0]
    connection.close()
    return count


def _interrupted(_: float) -> Sequence[str]:
    raise KeyboardInterrupt


def test_ctrl_c_ends_the_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C between two pages leaves the last one in place, with status 130."""
    folder, out = filled(tmp_path, count=4), tmp_path / "r.html"
    monkeypatch.setattr("referee.cli.reporting.sleep", _interrupted)
    assert report(capsys, folder, "-o", out, "--replays", "none", "--every", "7")[0] == 130
    assert decoded(out.read_text(encoding="utf-8"))["played"] == 4


def test_a_damaged_store_is_one_clear_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a database that is cut off nothing is shown, and the error says what to do."""
    folder = filled(tmp_path)
    file = folder / "cup.sqlite3"
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    status, said = report(capsys, folder)
    assert status == 2
    assert said.startswith(f"Error: {file}: is damaged; restore it from a copy")
    assert not (folder / "report.html").exists()


def test_a_damaged_replay_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A replay that cannot be unpacked is told by its match id."""
    folder = filled(tmp_path)
    with sqlite3.connect(folder / "cup.sqlite3") as connection:
        connection.execute("UPDATE replays SET text = x'1f8b00' WHERE match = 'new-york-2p/t0001/d0000/o0'")
    connection.close()
    status, said = report(capsys, folder)
    assert status == 2
    assert "the replay of match new-york-2p/t0001/d0000/o0 is damaged" in said


def test_a_name_that_is_too_long_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the file system does not take is said in its own words, with status 2."""
    out = tmp_path / f"{'x' * 300}.html"
    assert report(capsys, filled(tmp_path), "-o", out) == (2, f"Error: {out}: File name too long\n")


def test_a_name_that_is_no_text_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file name of any bytes will do: the page says it as far as it is text."""
    out = Path(os.fsdecode(bytes(tmp_path / "r") + b"\xff.html"))
    assert report(capsys, filled(tmp_path), "-o", out)[0] == 0
    assert decoded(out.read_text(encoding="utf-8"))["pages"]["folder"] == "r?-replays"
