"""Lets sample bots meet in this process over many deals, and prints how often the first one wins, with an interval.

    python tools/measure_bots.py planner greedy --edition usa --deals 100
    python tools/measure_bots.py planner greedy greedy greedy --edition europe --deals 50

Every deal is played once from each seat of the first bot, so that no side has the better cards. No clock runs unless
`--ms` says what a bot is told; the protocol is left out, and the referee's own cups are the place for real results.
"""

import argparse
import hashlib
import importlib.util
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import sqrt
from pathlib import Path

from attrs import field, frozen, mutable

from referee.botkit import Clock, Match, Position
from referee.botkit.bot import Bot, Mind, ask, mind_for
from referee.editions import load_edition
from referee.game import Deal, Game, SeatScore, View, apply, decision, observe, score

ROOT = Path(__file__).resolve().parents[1]
BOTS = ROOT / "sample_bots" / "python"


@mutable
class Tally:
    """What the first bot did.

    Attributes:
        points: by deal, its share of the wins over the deal's seats: 1 alone first, 1/2 with another one, 0 behind.
        own, others: final scores. times: seconds of its decisions. lengths: decisions by match.
    """

    points: list[float] = field(factory=list)
    own: list[int] = field(factory=list)
    others: list[int] = field(factory=list)
    times: list[float] = field(factory=list)
    lengths: list[int] = field(factory=list)

    def interval(self) -> tuple[float, float]:
        """Mean share of wins and the half width of its 95 % interval; the deals are what is independent."""
        spread = statistics.stdev(self.points) if len(self.points) > 1 else 0.0
        return statistics.fmean(self.points), 1.96 * spread / sqrt(len(self.points))

    def line(self) -> str:
        """One row for a table."""
        rate, half = self.interval()
        quick = sorted(self.times)
        median, slow = 1000 * quick[len(quick) // 2], 1000 * quick[len(quick) * 99 // 100]
        return (
            f"{100 * rate:5.1f} % +- {100 * half:4.1f} (lower {100 * (rate - half):5.1f} %)  matches {len(self.own)}"
            f"  score {statistics.fmean(self.own):6.1f} to {statistics.fmean(self.others):6.1f}"
            f"  decision median {median:.2f} ms, 99 % {slow:.2f} ms"
        )


@frozen
class Table:
    """Who plays what.

    Attributes:
        bots: the measured one first. clock: that they are told of. now: what their thinking is measured with.
    """

    game: Game
    bots: tuple[Bot, ...]
    clock: Clock | None = None
    now: Callable[[], float] = time.monotonic


def load(spec: str) -> Bot:
    """The bot of a sample folder's name, or of a script's path: its `Bot` class, else its `choose`."""
    path = BOTS / spec / "bot.py" if (BOTS / spec / "bot.py").is_file() else Path(spec)
    name = f"measured_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:8]}"
    if name not in sys.modules:
        found = importlib.util.spec_from_file_location(name, path)
        assert found is not None
        assert found.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(found)
        found.loader.exec_module(sys.modules[name])
    bot: Bot = getattr(sys.modules[name], "Bot", None) or sys.modules[name].choose
    return bot


def play(table: Table, seed: str, first: int, times: list[float]) -> tuple[tuple[SeatScore, ...], int]:
    """One match with the measured bot at seat `first`; its decision times are added to `times`."""
    game, players = table.game, table.game.players
    order = [table.bots[(seat - first) % players] for seat in range(players)]
    names = tuple(f"seat {seat}" for seat in range(players))
    matches = [Match("0" * 16, game, s, names, _seed(f"{seed}/{s}"), table.clock) for s in range(players)]
    minds: list[Mind] = [mind_for(bot, match) for bot, match in zip(order, matches, strict=True)]
    state, number = game.start(Deal.from_text(seed)), 0
    while not state.over:
        asked = decision(state)
        view = observe(state, asked.seat)
        started = table.now()
        deadline = None if table.clock is None else time.monotonic() + table.clock.decision_ms / 1000
        position = Position(matches[asked.seat], asked.legal, partial(_same, view), number=number, deadline=deadline)
        action = ask(minds[asked.seat], position)
        if asked.seat == first:
            times.append(table.now() - started)
        apply(state, action)
        number += 1
    return score(state), number


def _same(view: View) -> View:
    return view


def _seed(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def measure(table: Table, deals: Sequence[str]) -> Iterator[Tally]:
    """The tally after each deal."""
    tally = Tally()
    for deal in deals:
        won = 0.0
        for first in range(table.game.players):
            scores, length = play(table, deal, first, tally.times)
            leaders = [seat for seat, result in enumerate(scores) if result.rank == 1]
            won += (first in leaders) / len(leaders)
            tally.own.append(scores[first].score)
            tally.others += [result.score for seat, result in enumerate(scores) if seat != first]
            tally.lengths.append(length)
        tally.points.append(won / table.game.players)
        yield tally


def main() -> None:
    """Read the command line and print the last tally, or with `--every` also those on the way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs="+", help="names of sample bots or paths of scripts; the first one is measured")
    parser.add_argument("--edition", default="usa")
    parser.add_argument("--deals", type=int, default=50, help="each is played from every seat of the first bot")
    parser.add_argument("--seed", default="measure", help="deals are named SEED 0, SEED 1, ...")
    parser.add_argument("--from", dest="start", type=int, default=0, help="number of the first deal")
    parser.add_argument("--ms", type=int, default=0, help="limit of a decision that the bots are told, 0 for none")
    parser.add_argument("--cpu", action="store_true", help="measure processor time, as on a machine that is not shared")
    parser.add_argument("--every", type=int, default=0, help="print after so many deals")
    args = parser.parse_args()
    clock = Clock(args.ms, args.ms, 0, 0, 3) if args.ms else None
    bots = tuple(load(spec) for spec in args.bots)
    if args.cpu:
        for bot in bots:
            if hasattr(bot, "now"):
                bot.now = staticmethod(time.thread_time)
    now = time.thread_time if args.cpu else time.monotonic
    table = Table(Game.of(load_edition(args.edition), len(bots)), bots, clock, now)
    deals = [f"{args.seed} {number}" for number in range(args.start, args.start + args.deals)]
    for count, tally in enumerate(measure(table, deals), 1):
        if count == len(deals) or (args.every and count % args.every == 0):
            print(f"{' '.join(args.bots)} on {args.edition}: {tally.line()}", flush=True)


if __name__ == "__main__":
    main()
