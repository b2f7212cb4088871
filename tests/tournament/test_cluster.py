"""Cups on a real Dask scheduler with two worker processes, on loopback."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        find_spec("distributed") is None and not os.environ.get("CI"), reason="Dask (the extra `cluster`) is missing"
    ),
]

ROOT = Path(__file__).resolve().parents[2]
CUP = """
name = "Cluster"
editions = ["london"]
seats = 2
deals = {deals}
deals_per_unit = {deals}
seed = "cluster"
bots = [{{ name = "ann", spec = "random" }}, {{ name = "ben", spec = "random" }}, {{ name = "cat", spec = "random" }}]
[clock]
decision_ms = 60000
"""
OWN = """
from referee.botkit import run
run(lambda view: view.legal[-1], name="own")
"""


def _environment(folder: Path) -> dict[str, str]:
    folders = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    return {"PATH": folders, "PYTHONPATH": str(ROOT), "HOME": str(folder), "LANG": "C.UTF-8"}


class Started:
    """A process whose output goes to a file and can be waited for, word by word."""

    def __init__(self, folder: Path, name: str, *command: str) -> None:
        self.log = folder / f"{name}.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *command], cwd=folder, env=_environment(folder), stdout=log, stderr=log
            )

    def text(self) -> str:
        """What it wrote so far."""
        return self.log.read_text(encoding="utf-8")

    def wait_for(self, words: str) -> re.Match[str]:
        """Until it wrote this; fails if it ended without."""
        while not (found := re.search(words, self.text())):
            assert self.process.poll() is None, self.text()
            time.sleep(0.02)  # a file is no event
        return found

    def end(self) -> None:
        """Kill it, unless it has ended."""
        self.process.kill()
        self.process.wait()


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[Started]:
    """A scheduler without workers."""
    started = Started(
        tmp_path, "scheduler", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"
    )
    yield started
    started.end()


def _address(scheduler: Started) -> str:
    return scheduler.wait_for(r"Scheduler at:\s+(tcp://127\.0\.0\.1:\d+)")[1]


@pytest.fixture
def workers(tmp_path: Path, scheduler: Started) -> Iterator[list[Started]]:
    """Two workers of one thread each, without a nanny that would start them again."""
    words = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
    address = _address(scheduler)
    started = [Started(tmp_path, f"worker-{n}", "distributed.cli.dask_worker", address, *words) for n in range(2)]
    for each in started:
        each.wait_for("Registered to")
    yield started
    for each in started:
        each.end()


def _referee(folder: Path, name: str, *words: str) -> Started:
    return Started(folder, name, "referee", *words)


def _replays(folder: Path) -> dict[str, tuple[str, int]]:
    connection = sqlite3.connect(folder / "cup.sqlite3")
    rows = connection.execute(
        "SELECT id, digest, count(*) FROM matches JOIN replays ON match = id GROUP BY id"
    ).fetchall()
    connection.close()
    return {match: (digest, count) for match, digest, count in rows}


def _finish(started: Started) -> str:
    assert started.process.wait() == 0, started.text()
    return started.text()


def _children(pid: int) -> list[int]:
    """Children of every thread of a process; none of one that has ended."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += [int(child) for child in task.read_text(encoding="ascii").split()]
    return found


def _players(worker: Started) -> list[int]:
    """The worker processes of the referee below a Dask worker that have started their bots."""
    return [pid for pid in _children(worker.process.pid) if b"referee.worker" in _command(pid) and _children(pid)]


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def _wait_until(holds: Callable[[], object], *alive: Started) -> None:
    """Until something holds in other processes, of which these must not end before."""
    while not holds():
        for each in alive:
            assert each.process.poll() is None, each.text()
        time.sleep(0.02)  # another process's children are no event here


def test_a_cluster_gives_the_same_cup(tmp_path: Path, scheduler: Started, workers: list[Started]) -> None:
    """With one of two workers killed in the middle of a unit the cup ends like a local one, each match once."""
    (tmp_path / "cup.toml").write_text(CUP.format(deals=12), encoding="utf-8")
    there = ("cup.toml", "--out", "far", "--cluster", _address(scheduler))
    planned = _finish(_referee(tmp_path, "plan", "cup", "plan", *there))
    assert "with 2 workers:" in planned
    assert "results: far\n" in planned
    run = _referee(tmp_path, "far", "cup", "run", *there)
    _wait_until(lambda: _players(workers[0]), run)
    orphans = [pid for player in _players(workers[0]) for pid in (player, *_children(player))]
    workers[0].end()
    _finish(run)
    _finish(_referee(tmp_path, "near", "cup", "run", "cup.toml", "--out", "near", "--workers", "2"))
    assert _replays(tmp_path / "far") == _replays(tmp_path / "near")
    assert {count for _, count in _replays(tmp_path / "far").values()} == {1}
    _wait_until(lambda: not any(_command(pid) for pid in orphans))
    assert "ok: 72 replays" in _finish(_referee(tmp_path, "verify", "cup", "verify", "far"))


def _own_bot(folder: Path) -> Path:
    """A bot of the organiser's own, in a folder beside the cup file."""
    bot = folder / "own"
    bot.mkdir()
    (bot / "bot.toml").write_text(f'name = "own"\nrun = ["{sys.executable}", "play.py"]\n', encoding="utf-8")
    (bot / "play.py").write_text(OWN, encoding="utf-8")
    return bot


def test_uploaded_bots_need_no_shared_folder(tmp_path: Path, scheduler: Started, workers: list[Started]) -> None:
    """With --upload-bots a bot's folder may be gone where the cup file says it is: the workers have their own."""
    bot = _own_bot(tmp_path)
    text = CUP.format(deals=2).replace('name = "cat", spec = "random"', 'name = "own", spec = "./own"')
    (tmp_path / "cup.toml").write_text(text, encoding="utf-8")
    words = ("cup", "run", "cup.toml", "--cluster", _address(scheduler), "--upload-bots")
    run = _referee(tmp_path, "far", *words, "--out", "far")
    run.wait_for(r"uploaded with each unit: own \(1 kB\)")
    bot.rename(tmp_path / "elsewhere")
    _finish(run)
    (tmp_path / "elsewhere").rename(bot)
    _finish(_referee(tmp_path, "near", "cup", "run", "cup.toml", "--out", "near", "--workers", "2"))
    assert _replays(tmp_path / "far") == _replays(tmp_path / "near")
    assert "START_FAILURE" not in _finish(_referee(tmp_path, "table", "cup", "standings", "far"))
    assert all(worker.process.poll() is None for worker in workers)


def test_a_stopped_run_leaves_nothing_on_the_cluster(
    tmp_path: Path, scheduler: Started, workers: list[Started]
) -> None:
    """Stopped at once, a run gives its units back: the workers end their processes and wait for other work."""
    (tmp_path / "cup.toml").write_text(CUP.format(deals=200), encoding="utf-8")
    run = _referee(tmp_path, "far", "cup", "run", "cup.toml", "--out", "far", "--cluster", _address(scheduler))
    _wait_until(lambda: all(map(_players, workers)), run)
    run.process.send_signal(signal.SIGTERM)
    assert run.process.wait() == 130
    _wait_until(lambda: not any(map(_players, workers)), *workers)
    assert _replays(tmp_path / "far") == {}


def test_a_cluster_without_workers(tmp_path: Path, scheduler: Started) -> None:
    """A scheduler to which no worker comes is given up after a while, by one readable error."""
    (tmp_path / "cup.toml").write_text(CUP.format(deals=1), encoding="utf-8")
    words = ("cup", "run", "cup.toml", "--cluster", _address(scheduler), "--patience", "1")
    run = _referee(tmp_path, "lonely", *words)
    assert run.process.wait() == 2
    assert "no worker has come within 1 s; everything committed is safe" in run.text()
    assert "Traceback" not in run.text()


def test_a_cluster_that_loses_its_workers(tmp_path: Path, scheduler: Started, workers: list[Started]) -> None:
    """When all workers are gone for longer than the patience the run ends with one error, and can be continued."""
    (tmp_path / "cup.toml").write_text(CUP.format(deals=20), encoding="utf-8")
    words = ("cup", "run", "cup.toml", "--out", "far", "--cluster", _address(scheduler), "--patience", "3")
    run = _referee(tmp_path, "far", *words)
    _wait_until(lambda: all(map(_players, workers)), run)
    for worker in workers:
        worker.end()
    assert run.process.wait() == 2
    assert re.search(r"it has had no worker for 3 s|KilledWorker", run.text()), run.text()
    assert "Traceback" not in run.text()
    assert "interrupted" in _finish(_referee(tmp_path, "status", "cup", "status", "far"))


def test_a_cluster_of_another_version(tmp_path: Path, scheduler: Started) -> None:
    """Workers of another referee are named before anything is played."""
    (tmp_path / "cup.toml").write_text(CUP.format(deals=1), encoding="utf-8")
    other = tmp_path / "other"
    other.mkdir()
    preload = other / "older.py"
    preload.write_text(
        "from referee.tournament import cluster_task\ncluster_task.__version__ = '0.0.1'\n", encoding="utf-8"
    )
    words = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1", "--preload", str(preload))
    worker = Started(tmp_path, "older", "distributed.cli.dask_worker", _address(scheduler), *words)
    worker.wait_for("Registered to")
    run = _referee(tmp_path, "mixed", "cup", "run", "cup.toml", "--cluster", _address(scheduler))
    try:
        assert run.process.wait() == 2
        assert re.search(r"worker tcp://\S+ is referee 0\.0\.1, .*install the same version everywhere", run.text())
    finally:
        worker.end()


def test_nobody_answers(tmp_path: Path) -> None:
    """An address at which no scheduler listens is refused by name."""
    (tmp_path / "cup.toml").write_text(CUP.format(deals=1), encoding="utf-8")
    run = _referee(tmp_path, "nobody", "cup", "run", "cup.toml", "--cluster", "tcp://127.0.0.1:1")
    assert run.process.wait() == 2
    assert "Error: cluster tcp://127.0.0.1:1: no Dask scheduler answers" in run.text()
    assert "Traceback" not in run.text()
