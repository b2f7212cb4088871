"""Fills a cup's folder with results that nobody played, to measure how large folders behave.

Scores are drawn from strengths of the bots and luck of the deals; each match keeps the replay of one real match under
its own id. So standings have something to show, and `cup verify` would find every replay at fault.

    python tools/fill_cup.py build/large --matches 100000
"""

import argparse
import hashlib
import random
import sys
import time
from math import comb
from pathlib import Path

from referee.cli.running import fingerprints
from referee.editions import load_edition
from referee.game import Deal, Game, apply, decision
from referee.replay import Header, Recorder
from referee.tournament.cup_file import Cup, load_cup
from referee.tournament.moment import now
from referee.tournament.results import MatchResult, Played, SeatResult
from referee.tournament.schedule import Match
from referee.tournament.store import Store, open_store

CUP = """
name = "Large"
editions = ["usa"]
seats = {seats}
deals = {deals}
seed = "large"
output = "results"
"""
BOT = '[[bots]]\nname = "bot-{number}"\nspec = "random"\n'
LUCK = 12.0
NOISE = 25.0


def main() -> int:
    """Write the cup file, fill its folder, say how long that took; gives the exit status."""
    given = _arguments()
    cup = load_cup(_write_cup(given))
    began = time.monotonic()
    with open_store(cup, given.folder / "results", fingerprints(cup), now) as store:
        count = _fill(store, cup)
    print(f"{count} matches in {given.folder / 'results'} after {time.monotonic() - began:.0f} s")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--matches", type=int, default=100_000, help="at least so many")
    parser.add_argument("--bots", type=int, default=5)
    parser.add_argument("--seats", type=int, default=2)
    return parser.parse_args()


def _write_cup(given: argparse.Namespace) -> Path:
    given.folder.mkdir(parents=True, exist_ok=True)
    file: Path = given.folder / "large.toml"
    deals = -(-given.matches // (comb(given.bots, given.seats) * given.seats))
    bots = "\n".join(BOT.format(number=number) for number in range(given.bots))
    file.write_text(CUP.format(seats=given.seats, deals=deals) + bots, encoding="utf-8")
    return file


def _fill(store: Store, cup: Cup) -> int:
    """Commit a made-up result for every match that is left; gives how many there were."""
    dice = random.Random("results")
    luck = [dice.gauss(0, LUCK) for _ in range(cup.config.deals)]
    text = _real_replay(cup.config.editions[0], cup.config.seats[0])
    units = store.records.left()
    for unit in units:
        store.begin(unit)
        store.commit(unit, [_played(match, luck[match.deal], text, dice) for match in unit.matches])
    return sum(len(unit.matches) for unit in units)


def _real_replay(edition: str, players: int) -> str:
    """The replay of a match between seats that choose at random."""
    game, dice = Game.of(load_edition(edition), players), random.Random("moves")
    seed = bytes(32)
    state = game.start(Deal(seed))
    recorder = Recorder(Header(edition, tuple(f"bot-{seat}" for seat in range(players)), seed.hex()))
    while not state.over:
        asked = decision(state)
        action = dice.choice(asked.legal)
        recorder.decision(state, asked.seat, action, think_ns=dice.randrange(10**6))
        apply(state, action)
    return recorder.finish(state).to_text()


def _played(match: Match, luck: float, text: str, dice: random.Random) -> Played:
    scores = [round(70 + 8 * int(bot[-1]) + luck + dice.gauss(0, NOISE)) for bot in match.seats]
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    trail = {"longest_trail": 10}
    seats = tuple(
        SeatResult(bot, rank, score, score - 30, 20, 3, trail if rank == 1 else {}, forfeit=False)
        for bot, rank, score in zip(match.seats, ranks, scores, strict=True)
    )
    digest = hashlib.sha256(match.id.encode()).hexdigest()
    return Played(MatchResult(match.id, digest, seats), text)


if __name__ == "__main__":
    sys.exit(main())
