"""Every message that wrong usage can bring, each compared with its golden file."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.cli.app import run
from tests.conftest import Golden

BAD_CUP = """
name = "Five mistakes"
editions = ["uss"]
seats = 7
deals = 0
process = "per-unt"
[[bots]]
name = "a"
spec = "true"
[[bots]]
name = "a"
spec = "true"
"""

CASES = {
    "no-such-command": ["plai"],
    "no-such-subcommand": ["cup", "stauts", "x"],
    "no-such-option": ["play", "--editon", "usa"],
    "no-bots": ["play"],
    "unknown-edition": ["play", "--edition", "uas", "--bot", "random", "--bot", "random"],
    "one-bot": ["play", "--bot", "random"],
    "six-bots": ["play", *["--bot", "random"] * 6],
    "unknown-bot": ["play", "--bot", "gredy", "--bot", "random"],
    "missing-program": ["play", "--bot", "no-such-program --fast", "--bot", "random"],
    "folder-without-a-bot": ["play", "--bot", ".", "--bot", "random"],
    "unwritable-out": ["play", "--bot", "random", "--bot", "random", "--out", "none/x.replay"],
    "deal-without-seed": ["deal", "--edition", "usa"],
    "deal-six-players": ["deal", "--edition", "usa", "--players", "6", "--seed", "x"],
    "deal-unknown-edition": ["deal", "--edition", "europa", "--seed", "x"],
    "edition-unknown": ["edition", "show", "usa-11"],
    "cup-missing-file": ["cup", "run", "none.toml"],
    "cup-bad-file": ["cup", "run", "bad.toml"],
    "cup-bad-plan": ["cup", "plan", "bad.toml"],
    "cup-no-folder": ["cup", "standings", "nowhere"],
    "cup-empty-folder": ["cup", "verify", "."],
    "cup-json-and-csv": ["cup", "standings", ".", "--json", "--csv"],
    "cup-report-no-folder": ["cup", "report", "x"],
    "cup-report-empty-folder": ["cup", "report", "."],
    "cup-report-bad-choice": ["cup", "report", ".", "--replays", "most"],
    "cup-report-picture-of-nothing": ["cup", "report", ".", "--format", "svg"],
    "watch-bad-address": ["watch", ".", "--listen", "8765"],
    "watch-empty-folder": ["watch", ".", "--listen", "127.0.0.1:0"],
    "watch-other-machines": ["watch", ".", "--listen", "0.0.0.0:8765"],
    "duel-one-bot": ["duel", "--edition", "usa", "--bot", "greedy"],
    "duel-no-lead": ["duel", "--bot", "greedy", "--bot", "random", "--elo0", "20", "--elo1", "20"],
    "duel-no-number": ["duel", "--bot", "greedy", "--bot", "random", "--elo0", "nan"],
    "duel-no-chance": ["duel", "--bot", "greedy", "--bot", "random", "--alpha", "nan"],
    "duel-unknown-edition": ["duel", "--bot", "greedy", "--bot", "random", "--edition", "londn"],
    "duel-empty-seed": ["duel", "--bot", "greedy", "--bot", "random", "--seed", ""],
    "report-to-a-dash": ["cup", "report", ".", "-o", "-"],
    "cup-no-patience": ["cup", "run", "bad.toml", "--patience", "nan"],
    "seed-no-text": ["deal", "--seed", "\udcff"],
    "cup-deep-file": ["cup", "plan", "deep.toml"],
    "cup-endless-number": ["cup", "plan", "endless.toml"],
    "map-deep-file": ["map", "check", "deep.toml"],
    "host-not-yet": ["host", "--listen", "localhost:1"],
    "replay-view-missing": ["replay", "view", "x"],
    "replay-view-step": ["replay", "view", "x", "--step", "3"],
    "replay-missing": ["replay", "show", "none.replay"],
    "replay-folder": ["replay", "show", "."],
    "replay-nonsense": ["replay", "verify", "bad.toml"],
    "replay-no-cup": ["replay", "show", ".:usa-2p/t0000/d0000/o0"],
    "scenario-missing": ["scenario", "run", "none.toml"],
    "map-nonsense": ["map", "check", "bad.toml"],
    "map-missing": ["map", "check", "none.toml"],
    "edition-in-no-file": ["play", "--edition", "./none.toml", "--bot", "random", "--bot", "random"],
    "edition-in-a-bad-board": ["deal", "--edition", "./bad.toml", "--seed", "x"],
}
CHECKS = {"scenario-missing", "replay-nonsense", "map-nonsense", "map-deep-file"}
"""Commands that check something: what they cannot read has failed the check."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An otherwise empty working folder with a bad cup file in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.toml").write_text(BAD_CUP, encoding="utf-8")
    (tmp_path / "deep.toml").write_text(f"deals = {'[' * 5000}{']' * 5000}", encoding="utf-8")
    (tmp_path / "endless.toml").write_text(f"deals = {'9' * 5000}", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", CASES)
def test_wrong_usage_is_one_readable_block(
    here: Path, golden: Golden, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Wrong usage ends with its status and one block that says what was wrong and what is allowed."""
    status = run(CASES[name])
    said = capsys.readouterr()
    assert status == (1 if name in CHECKS else 2)
    text = re.sub(r"Known: .*", "Known: ...", said.out + said.err).replace(str(here), "HERE")
    assert "Traceback" not in text
    golden.check(f"cli/{name}.txt", text)


def _fail(error: BaseException) -> Sequence[str]:
    raise error


def test_a_bug_leaves_its_details_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error that nobody foresaw prints one block that names the file with its traceback."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("referee.editions.editions", lambda: _fail(ZeroDivisionError("seven")))
    assert run(["edition", "list"]) == 2
    (file,) = (tmp_path / "referee" / "errors").iterdir()
    said = capsys.readouterr().err
    assert said.startswith("Error: the referee itself failed: ZeroDivisionError: seven\n")
    assert str(file) in said
    assert "Traceback" in file.read_text(encoding="utf-8")
    assert "Traceback" not in said


def test_ctrl_c_is_status_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """An interrupt ends any command with status 130 and one word."""
    monkeypatch.setattr("referee.editions.editions", lambda: _fail(KeyboardInterrupt()))
    assert run(["edition", "list"]) == 130
    assert capsys.readouterr().err.strip() == "Interrupted."


def test_one_error_comes_out_of_a_group(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the errors that concurrent tasks raise together, the readable one is shown."""
    from referee.game.errors import GameError

    group = ExceptionGroup("tasks", [ValueError("noise"), ExceptionGroup("more", [GameError("the board is wet")])])
    monkeypatch.setattr("referee.editions.editions", lambda: _fail(group))
    assert run(["edition", "list"]) == 2
    assert capsys.readouterr().err == "Error: the board is wet\n"
