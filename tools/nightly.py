"""Plays many random matches of every edition, alone and with depots, against both oracles of tests/property.

    python tools/nightly.py --games 20000 --jobs 2     continues where an earlier run of the same code stopped
    python tools/nightly.py --only 1234                one match again, after a difference

Match N is the same each time. A line of JSON for each match goes to the file of `--out`; status 1 if any differs.
"""

import argparse
import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, TextIO

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.property.boards import GAMES  # noqa: E402 - the tests are no installed package
from tests.property.judge import judge  # noqa: E402
from tests.property.play import MANNERS, Match  # noqa: E402

CODE = ("referee/game", "referee/editions", "maps", "tests/property")
"""Folders that decide what a match comes to."""

SAY_EVERY = 200

Line = dict[str, Any]


def match_of(number: int) -> Match:
    """Match N: every kind of game in turn, then all of them again in the next manner of play."""
    turn, kind = divmod(number, len(GAMES))
    edition, players = GAMES[kind]
    return Match(edition, players, number, sorted(MANNERS)[turn % len(MANNERS)])


def played(number: int) -> Line:
    """The line of one match."""
    match, began = match_of(number), process_time()
    verdict = judge(match)
    line = {"game": number, "edition": match.edition, "players": match.players, "manner": match.manner}
    seconds = round(process_time() - began, 3)
    return line | {"decisions": verdict.decisions, "seconds": seconds, "difference": verdict.difference}


def code_digest() -> str:
    """Equal for equal rules, boards and oracles."""
    digest = hashlib.sha256()
    for folder in CODE:
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in (".py", ".toml"):
                digest.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()


def earlier(path: Path, code: str) -> list[Line]:
    """The lines of a run that was stopped; one of other code is refused."""
    if not path.exists():
        return []
    head, *lines = path.read_text(encoding="utf-8").splitlines() or ["{}"]
    if json.loads(head).get("code") != code:
        raise SystemExit(f"{path} was made with other rules, boards or oracles; remove it or name another --out")
    whole = lines if not lines or lines[-1].endswith("}") else lines[:-1]
    return [json.loads(line) for line in whole]


def play_all(numbers: Sequence[int], jobs: int) -> Iterator[Line]:
    """The lines of these matches, as they come."""
    if jobs == 1:
        yield from map(played, numbers)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(played, numbers, chunksize=4)


def run(path: Path, games: int, jobs: int) -> list[Line]:
    """Play what is missing of the first so many matches; gives the lines of all of them."""
    code = code_digest()
    done = {line["game"]: line for line in earlier(path, code)}
    missing = [number for number in range(games) if number not in done]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        _write(file, {"code": code})
        for line in done.values():
            _write(file, line)
        for count, line in enumerate(play_all(missing, jobs), 1):
            _write(file, line)
            done[line["game"]] = line
            if line["difference"]:
                print(told(line), flush=True)
            if count % SAY_EVERY == 0:
                print(f"{count} of {len(missing)}", flush=True)
    return [line for line in done.values() if line["game"] < games]


def _write(file: TextIO, line: Line) -> None:
    file.write(json.dumps(line) + "\n")
    file.flush()


def told(line: Line) -> str:
    """A difference and how to see it again."""
    where = f"game {line['game']}, {line['edition']}, {line['players']} players, {line['manner']}"
    return f"DIFFERS {where}: {line['difference']} (again: python tools/nightly.py --only {line['game']})"


def summary(lines: Sequence[Line]) -> Iterator[str]:
    """A line for each edition, and all of them together."""
    by_edition: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        by_edition[line["edition"]].append(line)
    yield f"{'edition':<26}{'games':>8}{'decisions':>12}{'seconds':>10}{'differ':>8}"
    for name, some in (*by_edition.items(), ("all", lines)):
        sums = [sum(line[key] for line in some) for key in ("decisions", "seconds")]
        differ = sum(bool(line["difference"]) for line in some)
        yield f"{name:<26}{len(some):>8,}{sums[0]:>12,}{sums[1]:>10,.0f}{differ:>8}"


def main() -> int:
    """The exit status: 1 if engine and oracles differ anywhere."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000, help="how many matches, from number 0 (20000)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--out", type=Path, default=ROOT / "results" / "nightly.jsonl", help="file of the lines")
    parser.add_argument("--only", type=int, metavar="N", help="this match alone; writes no file")
    chosen = parser.parse_args()
    if chosen.only is not None:
        line = played(chosen.only)
        print(told(line) if line["difference"] else json.dumps(line))
        return int(bool(line["difference"]))
    began = perf_counter()
    lines = run(chosen.out, chosen.games, chosen.jobs)
    print("\n".join(summary(lines)))
    wrong = [line for line in lines if line["difference"]]
    print(*map(told, wrong), sep="\n", end="\n" if wrong else "")
    print(f"{len(lines):,} games, {len(wrong)} differ, {perf_counter() - began:,.0f} s")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
