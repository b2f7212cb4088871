"""The work behind `referee duel`: a cup of two bots, played until the test is decided. It parses no option."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Final, final

import click
import trio
from attrs import frozen

from referee.bots.spec import resolve
from referee.cli.building import build_bots
from referee.cli.commands import print_json
from referee.cli.playing import named
from referee.cli.progress import PlainLines
from referee.cli.running import Hands, fingerprints, hired, play
from referee.game import slug
from referee.tournament.cup_file import Cup, cup_of
from referee.tournament.duel import Duel, cup_text
from referee.tournament.errors import CupFileError
from referee.tournament.extension import Wish
from referee.tournament.logs import LogChoice
from referee.tournament.moment import now
from referee.tournament.schedule import Unit
from referee.tournament.sprt import LEAST_PAIRS, Hypotheses, PairTest, Verdict
from referee.tournament.store import Store, open_store

PAIRS_PER_UNIT: Final = 10
"""Deals that a pair of bot processes plays before fresh ones take over."""
_OPTIONS: Final = {"editions": "--edition", "seed": "--seed", "bots": "--bot"}


@frozen
class DuelWish:
    """What the command line asks for. `pairs` is the most that are played; `out` the results folder, or None."""

    edition: str
    specs: Sequence[str]
    hypotheses: Hypotheses
    pairs: int
    seed: str | None
    out: Path | None


def run_duel(wish: DuelWish, workers: int | None, log: LogChoice, *, as_json: bool) -> int:
    """Play until the test is decided or the most pairs are played; gives the exit status."""
    bots = named([resolve(spec) for spec in wish.specs])
    first, second = bots
    duel = Duel(first, second, wish.hypotheses)
    seed = secrets.token_hex(8) if wish.seed is None else wish.seed
    cup = _cup(cup_text(wish.edition, list(bots.items()), wish.pairs, seed, PAIRS_PER_UNIT))
    build_bots(resolve(bot.spec or "", cup.base) for bot in cup.config.bots)
    folder = wish.out or Path("results") / f"duel-{slug(duel.first)}-{slug(duel.second)}-{slug(seed)[:16]}"
    with open_store(cup, folder, fingerprints(cup), now, Wish()) as store:
        test, stopped = _play(cup, store, duel, workers, log)
    if as_json:
        print_json({**duel.facts(cup.config.editions[0], test), "seed": seed, "folder": str(folder)})
    else:
        click.echo(f"{duel.line(test)}\n{duel.sentence(test)}; seed {seed}, matches in {folder}")
    return 130 if stopped else 0


def _cup(text: str) -> Cup:
    """The duel's cup. Nobody wrote its file, so mistakes are told of the options that its keys were made from."""
    try:
        return cup_of(text, Path("duel.toml"))
    except CupFileError as error:
        said = [f"{_OPTIONS.get(each.key.split()[0], each.key)}: {each.text}" for each in error.mistakes]
        raise click.UsageError("; ".join(said)) from None


def _play(cup: Cup, store: Store, duel: Duel, workers: int | None, log: LogChoice) -> tuple[PairTest, bool]:
    """The test at the end, and whether the run was stopped before it was decided."""

    def test() -> PairTest:
        return duel.test(store.records.schedule.matches, store.records.results())

    def decided() -> bool:
        return test().verdict is not Verdict.OPEN

    with hired(cup, Hands(workers), log, idle=store.records.finished or decided()) as (start, count):
        finished = trio.run(play, cup, store, start, count, _Blocks(duel, store), decided)
    reached = test()
    return reached, not finished and reached.verdict is Verdict.OPEN


@final
class _Blocks(PlainLines):
    """Prints the state of the test after each block of pairs."""

    def __init__(self, duel: Duel, store: Store) -> None:
        self._duel = duel
        self._records = store.records
        self._pairs = 0

    def begun(self, done: int, left: int) -> None:
        """Say what lies ahead."""
        most = (done + left) // 2
        self._say(f"{self._duel.first} against {self._duel.second}, {LEAST_PAIRS} to {most} pairs of matches")

    def committed(self, unit: Unit) -> None:
        """Say how the test stands, when there are new pairs."""
        test = self._duel.test(self._records.schedule.matches, self._records.results())
        if test.pairs > self._pairs:
            self._pairs = test.pairs
            self._say(self._duel.line(test))
