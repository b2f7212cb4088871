"""The command behind `referee cup run`: store, workers, progress and signals put together. It prints the standings at
the end.
"""

import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, contextmanager
from functools import partial
from pathlib import Path

import click
import trio
from attrs import frozen

from referee.bots.spec import resolve
from referee.cli.building import build_bots
from referee.cli.commands import print_json
from referee.cli.progress import Shown, progress
from referee.report.cups import history_text, standings_facts, standings_text, status_facts
from referee.tournament.changes import fingerprint
from referee.tournament.cluster import PATIENCE_S, open_cluster
from referee.tournament.cores import cores, crowding, usual_workers
from referee.tournament.cup_file import Cup
from referee.tournament.extension import Wish
from referee.tournament.logs import LogChoice
from referee.tournament.moment import now
from referee.tournament.orders import UnitOrder, order_of
from referee.tournament.run import Plays, Run
from referee.tournament.schedule import Unit
from referee.tournament.store import Store, open_store
from referee.tournament.upload import packed_bots, sizes_text
from referee.tournament.workers import worker

Start = Callable[[], AbstractAsyncContextManager[Plays]]

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@frozen
class Hands:
    """Who plays: so many workers at once, None for as many as fit; of a Dask cluster, if its address is given.

    `uploads`: whether bots' folders are sent to it.
    """

    workers: int | None = None
    cluster: str | None = None
    patience: float = PATIENCE_S
    uploads: bool = False


def run_cup(cup: Cup, folder: Path, hands: Hands, log: LogChoice, wish: Wish, *, as_json: bool) -> int:
    """Play a cup to its end or until it is stopped; gives the exit status."""
    build_bots(resolve(bot.spec, cup.base) for bot in cup.config.bots if bot.spec is not None)
    with open_store(cup, folder, fingerprints(cup), now, wish) as store:
        _announce(store, err=as_json)
        with hired(cup, hands, log, idle=store.records.finished) as (start, workers):
            finished = trio.run(play, cup, store, start, workers, progress(store, log.format))
        sys.stderr.flush()
        if as_json:
            print_json(standings_facts(store.records))
        else:
            click.echo(standings_text(store.records), nl=False)
        unresolved, closed = status_facts(store.records)["unresolved"], store.records.closed
    if finished and unresolved:
        click.echo(_unresolved_text(unresolved, folder, closed=closed), err=True)
        return 1
    if finished:
        name = shlex.quote(str(folder))
        click.echo(f"look at it with: referee cup report {name} --open", err=True)
        click.echo(f"check it with: referee cup verify {name}", err=True)
        return 0
    click.echo(f"stopped; the same command continues where it stopped ({folder})", err=True)
    return 130


def _unresolved_text(matches: int, folder: Path, *, closed: bool) -> str:
    text = f"{matches} matches are unresolved: the platform failed each three times ({folder}/logs)"
    return text if closed else f"{text}; mend it, then run the same command with --retry-unresolved"


def _announce(store: Store, *, err: bool) -> None:
    """The commitment, before any match: whoever wants to hold the organiser to it notes it now."""
    records = store.records
    click.echo(f"commitment {records.fact('commitment')}", err=err)
    for note in records.history[-1:]:
        click.echo(history_text(note), err=True)
    if records.closed:
        click.echo("this cup is closed: its secret is public and no match can be added", err=True)


@contextmanager
def hired(cup: Cup, hands: Hands, log: LogChoice, *, idle: bool) -> Iterator[tuple[Start, int]]:
    """What opens a player, and how many are to play at once."""
    if hands.cluster is not None and not idle:
        uploads = packed_bots(cup) if hands.uploads else {}
        if hands.uploads:
            click.echo(f"uploaded with each unit: {sizes_text(uploads)}", err=True)
        with open_cluster(hands.cluster, hands.patience, uploads) as cluster:
            yield cluster.player, hands.workers or cluster.threads
        return
    workers = hands.workers or usual_workers(cup.config, cores())
    if not idle and (warning := crowding(cup.config, workers, cores())):
        click.echo(f"warning: {warning}", err=True)
    yield partial(_worker, log), workers


async def play(
    cup: Cup, store: Store, start: Start, workers: int, watcher: Shown, enough: Callable[[], bool] | None = None
) -> bool:
    """Play what is left; `enough` is asked before each unit whether it may end early. Gives whether nothing is left."""
    logs = (store.records.folder / "logs").resolve()

    def order(unit: Unit) -> UnitOrder:
        return order_of(unit, cup, store.records.secret, logs)

    run = Run(store, order, watcher, enough)
    with watcher.showing():
        async with trio.open_nursery() as nursery:
            await nursery.start(_watch_signals, run)
            finished = await run.play(start, workers)
            nursery.cancel_scope.cancel()
    return finished


def _worker(log: LogChoice) -> AbstractAsyncContextManager[Plays]:
    return worker(log.arguments())


async def _watch_signals(run: Run, task_status: trio.TaskStatus[None]) -> None:
    """Ctrl-C finishes what runs, a second one stops at once, as do a request to end and a lost terminal."""
    with trio.open_signal_receiver(*_SIGNALS) as received:
        task_status.started()
        asked = False
        async for number in received:
            if asked or number != signal.SIGINT:
                run.stop()
            else:
                run.drain()
            asked = True


def fingerprints(cup: Cup) -> Mapping[str, str]:
    """What each bot's files are, so that a cup is not continued with others unnoticed."""
    prints = {}
    for bot in cup.config.bots:
        spec = resolve(bot.spec or "", cup.base)
        named = [spec.cwd / word for word in spec.argv if "/" in word or os.extsep in word]
        prints[bot.name] = fingerprint([bot.spec or ""], [file for file in named if file.is_file()])
    return prints
