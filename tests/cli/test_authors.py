"""The commands for bot authors, run as a person would."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from tests.authoring.places import ODD
from tests.cli.running import facts, referee, start

pytestmark = pytest.mark.slow


def odd(habit: str) -> str:
    """A SPEC for a bot with this habit."""
    return f"{sys.executable} {ODD} {habit}"


def test_a_fault_is_told_with_all_that_helps(tmp_path: Path) -> None:
    """Bot, match, decision, what was sent, the rule, legal actions, what followed, stderr, and commands that work."""
    told = referee(tmp_path, "play", "--bot", odd("illegal"), "--bot", "random", "--seed", "x")
    words = {line.split()[0]: line for line in told.splitlines() if line.startswith("  ") and line.split()}
    assert "fault of odd (seat 0): ILLEGAL_ACTION at decision 0" in told
    assert "usa, 2 players, seed x" in words["match"]
    assert words["sent"].split(maxsplit=1)[1] == "pass (id 0)"
    assert "WRONG_DECISION (C-11)" in words["breaks"]
    assert "keep 1 2" in words["nearest"]
    assert "forfeited" in words["then"]
    assert Path(words["stderr"].split()[1].rstrip(",")).read_text(encoding="utf-8").startswith("botkit: action 0")
    assert "| botkit: action 0 is not legal" in told
    again = shlex.split(words["again"])[2:]
    assert "ILLEGAL_ACTION at decision 0" in referee(tmp_path, *again)
    assert "no: WRONG_DECISION" in referee(tmp_path, *shlex.split(words["ask"])[2:], status=1)


def test_a_match_stops_and_its_question_can_be_asked(tmp_path: Path) -> None:
    """The position is shown as its seat sees it, and the printed command asks the bot: it answers as in the match."""
    bots = ("play", "--bot", "random", "--bot", "random", "--seed", "x")
    stopped = referee(tmp_path, *bots, "--stop-at", "21", "--out", "stopped.replay")
    assert "stopped before usa, 2 players, seat" in stopped
    assert (stopped.count("hand:"), stopped.count("legal (")) == (1, 1)
    told = facts(tmp_path, *bots, "--stop-at", "21", "--no-clock")
    assert told["decision"] == 21
    answer = facts(tmp_path, *shlex.split(told["ask"])[1:])
    assert answer["legal"] is True
    assert answer["text"] in [action["text"] for action in told["legal"]]
    referee(tmp_path, *bots, "--out", "whole.replay")
    whole = facts(tmp_path, "bot", "ask", "random", "--replay", "whole.replay", "--step", "21")
    assert whole["text"] == whole["recorded"] == answer["text"]


def test_a_stop_after_the_end_is_refused(tmp_path: Path) -> None:
    """A decision that the match does not have is wrong usage, and says how many there were."""
    with start(tmp_path, "play", "--bot", "random", "--bot", "random", "--stop-at", "4000") as process:
        _, err = process.communicate(timeout=120)
    assert process.returncode == 2
    assert "decision 4000: the match ended after" in err


def test_check_prints_numbered_lines_and_fails(tmp_path: Path) -> None:
    """A bot that answers illegally gets status 1, the check that failed, advice and a command; JSON says the same."""
    command = ("bot", "check", odd("illegal"), "--quick", "--edition", "usa")
    told = referee(tmp_path, *command, status=1)
    assert " 5 FAIL  legal" in told
    assert "do: answer with an id" in told
    see = next(line for line in told.splitlines() if line.strip().startswith("see:"))
    assert "no: " in referee(tmp_path, *shlex.split(see)[2:], status=1)
    found = json.loads(referee(tmp_path, *command, "--json", status=1))
    assert found["ok"] is False
    assert [check["number"] for check in found["checks"]] == list(range(1, len(found["checks"]) + 1))
    assert {check["check"] for check in found["checks"] if check["verdict"] == "fail"} >= {"legal", "editions"}


def test_check_of_an_honest_bot_is_done(tmp_path: Path) -> None:
    """Nothing failed: status 0."""
    assert " FAIL " not in referee(tmp_path, "bot", "check", odd("honest"), "--quick", "--edition", "usa")


def test_new_says_what_comes_next(tmp_path: Path) -> None:
    """A folder is written once; languages are listed, and the nearest one is offered for an unknown one."""
    assert "cd mine" in referee(tmp_path, "bot", "new", "mine")
    assert "python" in referee(tmp_path, "bot", "new", "--list").split()
    for arguments, words in (
        (("mine",), "mine is there already"),
        (("other", "--language", "c++"), 'did you mean "cpp"'),
        (("other", "--language", "gol"), 'did you mean "go"'),
    ):
        with start(tmp_path, "bot", "new", *arguments) as process:
            _, err = process.communicate(timeout=60)
        assert (process.returncode, words in err) == (2, True), err
    assert sorted(path.name for path in tmp_path.iterdir() if not path.name.startswith(".")) == ["mine"]
