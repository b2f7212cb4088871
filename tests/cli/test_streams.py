"""Outputs that are closed, full or no longer read: one line, the right status, and the cup is played."""

import subprocess
from pathlib import Path

import pytest

from referee.tournament.records import read
from tests.cli.running import REFEREE, ROOT

CUP = """
name = "Small"
editions = ["london"]
seats = 2
deals = 1
[[bots]]
name = "a"
spec = "random"
[[bots]]
name = "b"
spec = "random"
"""


def _shell(folder: Path, command: str) -> tuple[int, str]:
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "HOME": str(folder), "PYTHON": REFEREE[0]}
    words = ["bash", "-c", command]
    done = subprocess.run(words, cwd=folder, env=environment, text=True, capture_output=True, check=False)
    return done.returncode, done.stderr


def _crashes(folder: Path) -> list[Path]:
    return list((folder / ".local" / "state" / "referee" / "errors").glob("*"))


def test_a_closed_output_is_no_fault(tmp_path: Path) -> None:
    """Who closes stdout does not want to hear anything."""
    assert _shell(tmp_path, '"$PYTHON" -m referee edition show usa >&-') == (0, "")


@pytest.mark.parametrize("closed", ["2>&-", "<&- >&- 2>&-"])
def test_a_cup_is_played_without_streams(tmp_path: Path, closed: str) -> None:
    """A cup whose streams are closed plays every match: its workers must not die of it and leave units unresolved."""
    (tmp_path / "small.toml").write_text(CUP)
    status, _ = _shell(tmp_path, f'"$PYTHON" -m referee cup run small.toml --out out {closed}')
    assert status == 0
    with read(tmp_path / "out") as records:
        assert records.finished
        assert not records.unresolved()
        assert len(records.done()) == 2


@pytest.mark.parametrize("command", ["edition show usa", "deal --edition usa --seed x"])
def test_a_full_output_is_one_line(tmp_path: Path, command: str) -> None:
    """A full disk behind stdout is said in one line; it is no failure of the referee."""
    status, said = _shell(tmp_path, f'"$PYTHON" -m referee {command} >/dev/full')
    assert status == 2
    assert said.startswith("Error: the disk is full")
    assert said.count("\n") == 1
    assert not _crashes(tmp_path)


def test_a_reader_that_leaves_is_no_failed_check(tmp_path: Path) -> None:
    """`| head -1` ends the command as SIGPIPE would, and not with the status of a failed check."""
    command = '("$PYTHON" -m referee edition show usa; echo $? > status) | true; cat status >&2'
    assert _shell(tmp_path, f"{command}") == (0, "141\n")


def test_a_cup_is_played_though_nobody_reads(tmp_path: Path) -> None:
    """Whoever leaves after the first line of a run's outputs does not stop it; nothing calls that a bug."""
    (tmp_path / "small.toml").write_text(CUP)
    command = '("$PYTHON" -m referee cup run small.toml --out out 2>&1; echo $? > status) | head -1; cat status >&2'
    assert _shell(tmp_path, command) == (0, "141\n")
    with read(tmp_path / "out") as records:
        assert records.finished
    assert _crashes(tmp_path) == []


def test_a_terminal_that_lacks_a_letter_shows_its_number(tmp_path: Path) -> None:
    """A cup's name that the output's encoding cannot say is said in escapes, and nothing fails."""
    (tmp_path / "cup.toml").write_text(CUP.replace("Small", "Small \U0001f682"), encoding="utf-8")
    assert _shell(
        tmp_path, 'PYTHONIOENCODING=latin-1 "$PYTHON" -m referee cup plan cup.toml | grep -q "U0001f682"'
    ) == (
        0,
        "",
    )
    assert _crashes(tmp_path) == []
