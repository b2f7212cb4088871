"""Plays a long cup of random bots and samples the memory of the referee and of all processes below it, bots apart.

Status 1 if the referee's own process ever held more than `--most` MB.

    python tools/measure_memory.py --matches 20000
"""

import argparse
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EVERY_S = 0.5
CUP = """
name = "Memory"
editions = ["london"]
seats = 2
deals = {deals}
deals_per_unit = 250
in_flight = 64
seed = "memory"
bots = [{{ name = "ann", spec = "random" }}, {{ name = "ben", spec = "random" }}]
[clock]
decision_ms = 600000
start_ms = 600000
ready_ms = 600000
"""


def main() -> int:
    """Play, sample, print a line for each tenth of the cup; gives the exit status."""
    given = _arguments()
    highest = 0
    with tempfile.TemporaryDirectory(prefix="referee-memory-") as name:
        folder = Path(name)
        (folder / "cup.toml").write_text(CUP.format(deals=given.matches // 2), encoding="utf-8")
        command = [sys.executable, "-m", "referee", "cup", "run", "cup.toml", "--out", "out"]
        with (folder / "log").open("wb") as log:
            run = subprocess.Popen([*command, "--workers", str(given.workers)], cwd=folder, stdout=log, stderr=log)
        told = 0
        while run.poll() is None:
            own = _rss_mb(run.pid)
            highest = max(highest, own)
            done = _done(folder / "out" / "cup.sqlite3")
            if done >= told + given.matches // 10:
                told = done
                print(f"{done:>7} matches: referee {own} MB, its workers {_workers_mb(run.pid)}", flush=True)
            time.sleep(EVERY_S)
        if run.returncode:
            sys.exit((folder / "log").read_text(encoding="utf-8")[-2000:])
    print(
        f"at most {highest} MB in the referee's own process over {given.matches} matches, standings at the end included"
    )
    return int(highest > given.most)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--most", type=int, default=300, help="MB")
    return parser.parse_args()


def _rss_mb(pid: int) -> int:
    """Resident memory of a process; 0 of one that has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS:")), 0)


def _workers_mb(pid: int) -> str:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    sizes = [_rss_mb(int(child)) for child in children.read_text(encoding="ascii").split()] if children.exists() else []
    return " ".join(f"{size} MB" for size in sizes) or "none"


def _done(file: Path) -> int:
    """Committed matches."""
    if not file.exists():
        return 0
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    try:
        return int(connection.execute("SELECT count(*) FROM matches").fetchone()[0])
    except sqlite3.OperationalError:  # it has just been begun
        return 0
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main())
