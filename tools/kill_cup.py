"""Kills a whole cup at random moments, again and again, and compares what comes of it with an undisturbed cup.

Three bots of five play at random from their seeds, two remember their earlier matches. After each kill no process may
be left; at the end standings, replay digests and the verification must be as if nothing had happened. Status 0 if so.

    python tools/kill_cup.py --kills 100
"""

import argparse
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
REFEREE = (sys.executable, "-m", "referee")
LONGEST_S = 60.0
"""Seconds that a process may outlive the referee that was killed."""
SHORTEST_S = 0.1
LONGEST_FIRSTS = 3.0
"""A run is killed after so many times what the first commit took, at most."""
SLOWER = 1.3
"""How much later the next kill may come when the last run got nowhere."""
CUP = """
name = "Killed"
editions = ["london"]
seats = 2
deals = {deals}
deals_per_unit = {unit}
process = "{process}"
seed = "killed"
[clock]
decision_ms = 60000
start_ms = 60000
ready_ms = 60000
"""
BOT = "[[bots]]\nname = \"{name}\"\nspec = '''{spec}'''\nenv = {{ PYTHONPATH = '''{path}''' }}\n"


def main() -> int:
    """Play, kill, compare; gives the exit status."""
    given = _arguments()
    dice = random.Random(given.seed)
    with tempfile.TemporaryDirectory(prefix="kill-cup-") as name:
        folder = Path(name)
        _write_cup(folder, given)
        first = _first_commit(folder, given.workers)
        print(f"undisturbed: {len(_digests(folder / 'calm'))} matches, the first after {first:.1f} s", flush=True)
        kills = rounds = 0
        while kills < given.kills:
            rounds += 1
            kills += _disturbed(folder, f"killed-{rounds}", given, dice, given.kills - kills, first)
            if not _same(folder, "calm", f"killed-{rounds}"):
                return 1
    print(f"{kills} kills over {rounds} cups: standings and replays are those of the undisturbed cup")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--bots", type=int, default=5, choices=range(2, 6))
    parser.add_argument("--deals", type=int, default=15, help="15 with five bots: a cup of 300 matches")
    parser.add_argument("--unit", type=int, default=3, help="deals of a unit")
    parser.add_argument("--workers", type=int, default=4, help="matches in flight")
    parser.add_argument("--process", default="per-unit", choices=["per-unit", "per-match"])
    parser.add_argument("--seed", type=int, default=1, help="of the moments")
    return parser.parse_args()


def _write_cup(folder: Path, given: argparse.Namespace) -> None:
    text = CUP.format(deals=given.deals, unit=given.unit, process=given.process)
    own = f"{sys.executable} {ROOT / 'tests' / 'tournament' / 'rememberer.py'}"
    for number, (name, spec) in enumerate(
        [("ann", "random"), ("eve", own), ("ben", "random"), ("fay", own), ("cat", "random")]
    ):
        if number < given.bots:
            text += BOT.format(name=name, spec=spec, path=ROOT)
    (folder / "cup.toml").write_text(text, encoding="utf-8")


def _start(folder: Path, out: str, workers: int) -> "subprocess.Popen[bytes]":
    log = (folder / f"{out}.log").open("ab")
    command = [*REFEREE, "cup", "run", "cup.toml", "--out", out, "--workers", str(workers)]
    return subprocess.Popen(
        command, cwd=folder, env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)}, stdout=log, stderr=log
    )


def _finish(folder: Path, out: str, workers: int) -> None:
    status = _start(folder, out, workers).wait()
    if status:
        sys.exit(f"a run ended with {status}: {(folder / f'{out}.log').read_text(encoding='utf-8')[-2000:]}")


def _first_commit(folder: Path, workers: int) -> float:
    """Play the undisturbed cup; gives the seconds until its first matches were committed."""
    begun = time.monotonic()
    run, first = _start(folder, "calm", workers), 0.0
    while run.poll() is None:
        if not first and _digests(folder / "calm"):
            first = time.monotonic() - begun
        time.sleep(0.02)
    _finish(folder, "calm", workers)
    return first or time.monotonic() - begun


def _disturbed(folder: Path, out: str, given: argparse.Namespace, dice: random.Random, most: int, first: float) -> int:
    """Kill runs of a cup until it is finished or killed often enough; then let it finish. Gives the kills."""
    longest, committed = first * LONGEST_FIRSTS, 0
    for kills in range(most):
        run = _start(folder, out, given.workers)
        try:
            status = run.wait(dice.uniform(SHORTEST_S, longest))
        except subprocess.TimeoutExpired:
            left = _family(run.pid)
            run.kill()
            run.wait()
            _await_end(left)
            before, committed = committed, len(_digests(folder / out))
            # On a machine that has become slower no run would ever get as far as a commit.
            longest = first * LONGEST_FIRSTS if committed > before else longest * SLOWER
            print(f"kill {kills + 1}: {committed} matches committed", flush=True)
            continue
        if status:
            sys.exit(f"a run failed: {(folder / f'{out}.log').read_text(encoding='utf-8')[-2000:]}")
        return kills
    _finish(folder, out, given.workers)
    return most


def _family(pid: int) -> list[int]:
    """All processes below this one."""
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    except OSError:
        return []
    children = [int(child) for child in text.split()]
    return children + [below for child in children for below in _family(child)]


def _await_end(pids: list[int]) -> None:
    deadline = time.monotonic() + LONGEST_S
    while left := [pid for pid in pids if _lives(pid)]:
        if time.monotonic() > deadline:
            sys.exit(f"processes {left} outlived a killed referee by {LONGEST_S:.0f} s")
        time.sleep(0.05)


def _lives(pid: int) -> bool:
    """Whether it runs; one that has ended and is not yet collected has no command line any more."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes() != b""
    except OSError:
        return False


def _digests(folder: Path) -> dict[str, str]:
    file = folder / "cup.sqlite3"
    if not file.exists():
        return {}
    connection = sqlite3.connect(file)
    try:
        return dict(connection.execute("SELECT id, digest FROM matches"))
    except sqlite3.OperationalError:  # the file has just been begun
        return {}
    finally:
        connection.close()


def _json(folder: Path, *words: str) -> Any:
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*REFEREE, *words, "--json"], cwd=folder, env=environment, stdout=subprocess.PIPE, check=False
    )
    return json.loads(done.stdout)


def _same(folder: Path, calm: str, killed: str) -> bool:
    findings = []
    if _digests(folder / calm) != _digests(folder / killed):
        findings.append("replay digests differ")
    if _json(folder, "cup", "standings", calm) != _json(folder, "cup", "standings", killed):
        findings.append("standings differ")
    report = _json(folder, "cup", "verify", killed)
    if not report["ok"]:
        findings.append(f"verification fails: {report['findings'][:3]}")
    for finding in findings:
        print(f"FAIL {killed}: {finding}", file=sys.stderr)
    return not findings


if __name__ == "__main__":
    sys.exit(main())
