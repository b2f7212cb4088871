"""Cups of real bot processes from the command line: run, interrupt, kill, continue, verify, tamper, close, export."""

import re
import shlex
import signal
import sqlite3
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from referee.cli.app import run
from referee.game import State, View, observe
from referee.replay import secrecy
from tests.cli.running import facts, referee, start

CUP = """
name = "Small"
editions = ["usa"]
seats = {seats}
deals = {deals}
seed = "small"
{keys}
[clock]
decision_ms = 20000
[[bots]]
name = "ann"
spec = "random"
[[bots]]
name = "ben"
spec = "random"
[[bots]]
name = "cat"
spec = "random"
"""

pytestmark = pytest.mark.slow


def _cup(folder: Path, deals: int = 1, seats: str = "[2, 3]", keys: str = "") -> None:
    (folder / "small.toml").write_text(CUP.format(deals=deals, seats=seats, keys=keys), encoding="utf-8")


def _database(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(folder / "results" / "small" / "cup.sqlite3")


def _digests(folder: Path) -> dict[str, str]:
    with _database(folder) as connection:
        return dict(connection.execute("SELECT id, digest FROM matches"))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finished small cup of nine matches; tests must not change it."""
    folder = tmp_path_factory.mktemp("cup")
    _cup(folder)
    out = referee(folder, "cup", "run", "small.toml")
    assert "commitment" in out
    assert "9 of 9 matches" in out
    return folder


@pytest.fixture
def copied(played: Path, tmp_path: Path) -> Path:
    """A copy of the finished cup, to be harmed."""
    subprocess.run(["cp", "-r", f"{played}/.", tmp_path], check=True)
    return tmp_path


def test_a_cup_is_played_and_verified(played: Path) -> None:
    """A finished cup verifies: every replay plays again, and commitment and digest are those of the standings."""
    report = facts(played, "cup", "verify", "results/small")
    standings = facts(played, "cup", "standings", "results/small")
    assert (report["ok"], report["matches"], report["left"]) == (True, 9, 0)
    assert (report["digest"], report["commitment"]) == (standings["digest"], standings["commitment"])


def test_status_is_told_in_words(played: Path) -> None:
    """People read yes, no and a dash where programs read true, false and null."""
    told = dict(line.split(maxsplit=1) for line in referee(played, "cup", "status", "results/small").splitlines())
    known = facts(played, "cup", "status", "results/small")
    assert (told["finished"], told["closed"], known["finished"], known["closed"]) == ("yes", "no", True, False)
    assert (told["played"], told["digest"]) == ("9", known["digest"])


def test_standings_keep_their_contract(played: Path) -> None:
    """`cup standings --json` has the promised keys; the points of all bots are one for each match."""
    standings = facts(played, "cup", "standings", "results/small")
    assert (standings["cup"], standings["finished"]) == ("Small", True)
    keys = {"rank", "bot", "matches", "points", "wins", "mean_score", "elo", "elo_low", "elo_high", "faults"}
    assert all(keys <= set(row) for row in standings["rows"])
    assert sum(row["points"] for row in standings["rows"]) == pytest.approx(9)
    assert [table["players"] for table in standings["tables"]] == [2, 3]
    csv = referee(played, "cup", "standings", "results/small", "--csv").splitlines()
    assert len(csv) == 1 + 3 * 3


def test_a_finished_cup_has_nothing_left_to_play(copied: Path) -> None:
    """Run again, a finished cup plays nothing and keeps its results."""
    before = _digests(copied)
    referee(copied, "cup", "run", "small.toml")
    assert _digests(copied) == before


def _alter(folder: Path, statement: str, *values: Any) -> None:
    with _database(folder) as connection:
        connection.execute(statement, values)
    connection.close()


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE seats SET score = score + 1 WHERE match = 'usa-2p/t0001/d0000/o1' AND seat = 0", "score"),
        ("UPDATE matches SET digest = 'ab' WHERE id = 'usa-2p/t0001/d0000/o1'", "digest ab"),
        ("UPDATE replays SET text = x'1f8b' WHERE match = 'usa-2p/t0001/d0000/o1'", "damaged"),
        (
            (
                "UPDATE replays SET text = (SELECT text FROM replays WHERE match = 'usa-2p/t0002/d0000/o1') "
                "WHERE match = 'usa-2p/t0001/d0000/o1'"
            ),
            "has seats",
        ),
    ],
)
def test_tampering_is_found(copied: Path, statement: str, said: str) -> None:
    """An altered result, digest or replay fails the verification with status 1, by the name of its match."""
    _alter(copied, statement)
    out = referee(copied, "cup", "verify", "results/small", status=1)
    (line,) = [line for line in out.splitlines() if line.startswith("FAIL ")]
    assert line.startswith("FAIL usa-2p/t0001/d0000/o1: ")
    assert said in line


def test_an_altered_replay_names_its_decision(copied: Path) -> None:
    """A replay in the store of which one action was changed is named with the first decision that differs."""
    import gzip

    with _database(copied) as connection:
        (blob,) = connection.execute("SELECT text FROM replays WHERE match = 'usa-3p/t0000/d0000/o2'").fetchone()
        lines = gzip.decompress(blob).decode().splitlines(keepends=True)
        at = next(number for number, line in enumerate(lines) if line.startswith("30 "))
        lines[at] = "30 0 0 draw deck\n" if "draw deck" not in lines[at] else "30 0 1 draw pink\n"
        changed = gzip.compress("".join(lines).encode())
        connection.execute("UPDATE replays SET text = ? WHERE match = 'usa-3p/t0000/d0000/o2'", (changed,))
    connection.close()
    out = referee(copied, "cup", "verify", "results/small", status=1)
    assert "FAIL usa-3p/t0000/d0000/o2: " in out
    assert "decision 30" in out


def test_another_secret_does_not_fit_the_commitment(copied: Path) -> None:
    """A secret text that was exchanged afterwards contradicts the commitment and the deals."""
    _alter(copied, "UPDATE meta SET value = 'other' WHERE key = 'secret'")
    out = referee(copied, "cup", "verify", "results/small", status=1)
    assert "the commitment is not that of the secret text" in out
    assert "was not played from deal 0 of this cup" in out


def test_closing_reveals_the_secret(copied: Path) -> None:
    """`cup close` prints secret, commitment and cup digest; the cup still verifies and runs no further."""
    closed = facts(copied, "cup", "close", "results/small")
    assert closed["secret"] == "small"
    assert closed["digest"] == facts(copied, "cup", "verify", "results/small")["digest"]
    assert facts(copied, "cup", "status", "results/small")["closed"]


def test_export_writes_whole_replays(copied: Path) -> None:
    """Exported replays verify by themselves, and the pattern chooses among them."""
    referee(copied, "cup", "export", "results/small", "--match", "usa-3p/*", "--out", "out")
    files = sorted(str(path.relative_to(copied)) for path in (copied / "out").rglob("*.replay"))
    assert len(files) == 3
    assert referee(copied, "replay", "verify", *files).count("ok ") == 3
    assert "scores" in referee(copied, "replay", "show", "results/small:usa-3p/t0000/d0000/o2")


def test_a_changed_cup_is_refused(copied: Path) -> None:
    """The folder of a cup refuses another cup with all that differs, and loses nothing."""
    before = _digests(copied)
    _cup(copied, deals=2, keys="max_restarts = 1")
    with start(copied, "cup", "run", "small.toml") as process:
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "deals: the folder has 1, the cup file 2" in err
    assert "max_restarts: the folder has 3, the cup file 1" in err
    assert _digests(copied) == before


def test_a_truncated_store_is_refused(copied: Path) -> None:
    """A store that was cut off is named, for a run as for a look at it, and stays as it is."""
    path = copied / "results" / "small" / "cup.sqlite3"
    path.write_bytes(path.read_bytes()[:20000])
    commands = {("run", "small.toml"): 2, ("standings", "results/small"): 2, ("verify", "results/small"): 1}
    for command, status in commands.items():
        with start(copied, "cup", *command) as process:
            said = "".join(process.communicate(timeout=60))
        assert process.returncode == status
        assert "is damaged" in said
        assert "Traceback" not in said
    assert path.stat().st_size == 20000


def _wait_for(folder: Path, matches: int, process: subprocess.Popen[str]) -> None:
    """Until so many matches are committed; the store is the only thing that can be asked from outside."""
    while process.poll() is None:
        try:
            if len(_digests(folder)) >= matches:
                return
        except sqlite3.OperationalError:
            pass
        time.sleep(0.02)
    raise AssertionError(f"the run ended before {matches} matches were committed")


def test_the_end_names_commands_that_work(copied: Path) -> None:
    """A cup that is played out says how to look at it and how to check it, whatever its folder is called."""
    (copied / "results" / "small").rename(copied / "my results")
    with start(copied, "cup", "run", "small.toml", "--out", "my results") as process:
        _, err = process.communicate(timeout=60)
    told = dict(line.split(": ", 1) for line in err.splitlines() if " it with: " in line)
    assert shlex.split(told["look at it with"]) == ["referee", "cup", "report", "my results", "--open"]
    assert referee(copied, *shlex.split(told["check it with"])[1:]).startswith("ok: 9 replays")


def test_a_second_run_is_refused(tmp_path: Path) -> None:
    """While a cup runs, another run of it is refused with one line and status 2, and the first is not disturbed."""
    _cup(tmp_path, deals=5, seats="2")
    with start(tmp_path, "cup", "run", "small.toml") as first:
        _wait_for(tmp_path, 1, first)
        first.send_signal(signal.SIGSTOP)  # or it could end before the second one looks
        with start(tmp_path, "cup", "run", "small.toml") as second:
            _, err = second.communicate(timeout=60)
        first.send_signal(signal.SIGCONT)
        assert second.returncode == 2
        assert "another run is playing this cup" in err
        _, err = first.communicate(timeout=120)
    assert first.returncode == 0, err
    assert facts(tmp_path, "cup", "status", "results/small")["finished"]


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    """Ctrl-C ends a run with status 130 after the running unit; the next run plays exactly the rest."""
    _cup(tmp_path, seats="2")
    with start(tmp_path, "cup", "run", "small.toml") as process:
        _wait_for(tmp_path, 1, process)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopping" in err
    done = _digests(tmp_path)
    assert 0 < len(done) < 6
    assert facts(tmp_path, "cup", "verify", "results/small")["ok"]
    referee(tmp_path, "cup", "run", "small.toml")
    after = _digests(tmp_path)
    assert (len(after), done.items() <= after.items()) == (6, True)


def test_ctrl_c_twice_stops_at_once(tmp_path: Path, played: Path) -> None:
    """A second Ctrl-C drops the running unit, which the next run plays whole; the cup ends like an undisturbed one."""
    _cup(tmp_path)
    with start(tmp_path, "cup", "run", "small.toml", "--workers", "1") as process:
        _wait_for(tmp_path, 1, process)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        assert any("stopping" in line for line in process.stderr)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == 130
    assert not facts(tmp_path, "cup", "status", "results/small")["finished"]
    referee(tmp_path, "cup", "run", "small.toml")
    assert _digests(tmp_path) == _digests(played)
    assert facts(tmp_path, "cup", "standings", "results/small") == facts(played, "cup", "standings", "results/small")


def test_a_cup_keeps_its_secrets(played: Path) -> None:
    """`--secrecy` finds no view of any seat that depends on what is hidden from it, and says that it looked."""
    out = referee(played, "cup", "verify", "results/small", "--secrecy")
    assert "9 replays played again; deals, results and standings agree; no view depends on what is hidden" in out
    assert facts(played, "cup", "verify", "results/small", "--secrecy")["secrecy"] is True


def test_a_leaking_view_fails_the_cup(
    played: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A view that shows the top card fails `--secrecy`: match, decision, seat and field are named."""

    def leaking(state: State, seat: int) -> View:
        return evolve(observe(state, seat), passes=state.deck[-1] if state.deck else 0)

    monkeypatch.setattr(secrecy, "observe", leaking)
    assert run(["cup", "verify", str(played / "results" / "small"), "--secrecy"]) == 1
    out = capsys.readouterr().out
    assert re.search(
        r"^FAIL usa-2p/t0000/d0000/o0: decision \d+: (a spectator|seat 0) can tell .* field passes", out, re.MULTILINE
    )
    assert "FAILED: 9 findings in 9 replays" in out
    assert run(["cup", "verify", str(played / "results" / "small")]) == 0
