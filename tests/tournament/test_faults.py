"""Faults of the platform, by the numbers that tests/README.md lists: what is committed stays, and the cup goes on."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from referee.report import exports
from referee.tournament import database
from referee.tournament.cup_file import load_cup
from referee.tournament.errors import StoreError
from referee.tournament.store import open_store
from tests.tournament.cups import cup_text

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A folder with the file of a cup of six units."""
    (tmp_path / "small.toml").write_text(cup_text(deals=2), encoding="utf-8")
    return tmp_path


def _child(here: Path, harm: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.tournament.child", harm, *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(here / "state")}
    return subprocess.run(command, cwd=here, env=environment, capture_output=True, text=True, check=False)


def _run(here: Path, harm: str, out: str = "out") -> subprocess.CompletedProcess[str]:
    return _child(here, harm, "cup", "run", "small.toml", "--out", out, "--workers", "1")


def _rows(folder: Path) -> list[tuple[str, ...]]:
    connection = sqlite3.connect(folder / database.FILE)
    rows = connection.execute("SELECT id, digest, text FROM matches JOIN replays ON match = id ORDER BY id").fetchall()
    connection.close()
    return rows


@pytest.mark.parametrize(
    ("point", "committed"),
    [("before-begin", 4), ("after-begin", 4), ("before-commit", 4), ("while-inserting", 2), ("after-commit", 6)],
)
def test_a_referee_killed_at_a_point(here: Path, point: str, committed: int) -> None:
    """F1, F11: killed before, within or after a transaction, a cup has whole units only and ends as if undisturbed."""
    assert _run(here, point).returncode == -signal.SIGKILL
    assert len(_rows(here / "out")) == committed
    assert _run(here, "none").returncode == 0
    assert _run(here, "none", "calm").returncode == 0
    assert _rows(here / "out") == _rows(here / "calm")


def test_a_disk_that_refuses(here: Path) -> None:
    """F3, F9: when a write fails the run stops at once with one readable error, and goes on once the disk is well."""
    (here / "small.toml").write_text(cup_text(deals=40), encoding="utf-8")
    broken = _run(here, "small-files")
    assert broken.returncode == 2
    assert "nothing committed was lost" in broken.stderr
    assert "Traceback" not in broken.stderr
    assert _run(here, "none").returncode == 0
    assert len(_rows(here / "out")) == 240


def test_too_few_files(here: Path) -> None:
    """F13: a machine that cannot start a worker is named as the reason; no unit is set aside for it."""
    refused = _run(here, "few-files")
    assert refused.returncode == 2, refused.stderr
    assert "no worker process can be started: Too many open files" in refused.stderr
    assert _run(here, "none").returncode == 0


def test_one_of_many_runs_has_the_folder(here: Path) -> None:
    """F6: of several runs that start together one plays; when it is killed the next one can start at once."""
    script = (
        "import sys; from pathlib import Path; from referee.tournament.cup_file import load_cup;"
        "from referee.tournament.store import open_store\n"
        "with open_store(load_cup(Path('small.toml')), Path('out'), {}, str):\n"
        "    print('mine', flush=True); sys.stdin.read()"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", script],
            cwd=here,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _ in range(4)
    ]
    losers: list[subprocess.Popen[str]] = []
    while len(losers) < 3:  # each refused run ends by itself; the one that has the folder waits for its input
        losers += [run for run in runs if run not in losers and run.poll() is not None]
    (winner,) = [run for run in runs if run not in losers]
    assert all("another run is playing this cup" in run.communicate()[1] for run in losers)
    winner.kill()
    winner.communicate()
    with open_store(load_cup(here / "small.toml"), here / "out", {}, lambda: "now") as store:
        assert store.records.left()


def test_a_reader_that_has_gone(here: Path) -> None:
    """F16: when nobody reads its output any more a run stops or goes on, cleanly either way, and nothing is lost."""
    command = f"{sys.executable} -m tests.tournament.child none cup run small.toml --out out 2>&1 | true"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(here / "state")}
    subprocess.run(["sh", "-c", command], cwd=here, env=environment, check=True)
    assert not (here / "state").exists()
    assert _run(here, "none").returncode == 0
    assert len(_rows(here / "out")) == 12


def test_an_export_that_is_cut_short(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """F15: an export that fails in the middle leaves the earlier file whole."""
    target = here / "usa.replay"
    target.write_text("the earlier one", encoding="utf-8")

    def fail(self: Path, *_: object) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(StoreError, match="cannot be written: No space left on device"):
        exports._write(target, "the new one")
    assert target.read_text(encoding="utf-8") == "the earlier one"


def test_one_module_reads_the_wall_clock() -> None:
    """F7: no order and no limit depends on the wall clock, because one module reads it, for people only."""
    reading = re.compile(
        r"datetime\.(now|utcnow|today)|\btime\.(time|localtime|gmtime|ctime)\b|from time import .*\btime\b"
    )
    files = [file for file in (ROOT / "referee").rglob("*.py") if "v1" not in file.parts and "_share" not in file.parts]
    found = {file.name for file in files if reading.search(file.read_text(encoding="utf-8"))}
    assert found == {"moment.py"}
