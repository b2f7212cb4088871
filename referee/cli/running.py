"""The command behind `referee cup run`: store, workers, progress and signals put together. It prints the standings at
the end.
"""

import os
import signal
import sys
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import click
import trio

from referee.bots.spec import resolve
from referee.cli.building import build_bots
from referee.cli.commands import print_json
from referee.cli.progress import progress
from referee.report.cups import standings_facts, standings_text, status_facts
from referee.tournament.changes import fingerprint
from referee.tournament.cup_file import Cup
from referee.tournament.logs import LogChoice
from referee.tournament.moment import now
from referee.tournament.orders import UnitOrder, order_of
from referee.tournament.run import Plays, Run
from referee.tournament.schedule import Unit
from referee.tournament.store import Store, open_store
from referee.tournament.workers import worker

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run_cup(cup: Cup, out: Path | None, workers: int, log: LogChoice, *, as_json: bool) -> int:
    """Play a cup to its end or until it is stopped; gives the exit status."""
    folder = cup.output if out is None else out
    build_bots(resolve(bot.spec, cup.base) for bot in cup.config.bots if bot.spec is not None)
    with open_store(cup, folder, _fingerprints(cup), now) as store:
        _announce(store, err=as_json)
        finished = trio.run(_play, cup, store, workers, log)
        sys.stderr.flush()
        if as_json:
            print_json(standings_facts(store.records))
        else:
            click.echo(standings_text(store.records), nl=False)
        unresolved = status_facts(store.records)["unresolved"]
    if finished and unresolved:
        click.echo(
            f"{unresolved} matches are unresolved: the platform failed each three times ({folder}/logs)", err=True
        )
        return 1
    if finished:
        click.echo(f"check it with: referee cup verify {folder}", err=True)
        return 0
    click.echo(f"stopped; the same command continues where it stopped ({folder})", err=True)
    return 130


def _announce(store: Store, *, err: bool) -> None:
    """The commitment, before any match: whoever wants to hold the organiser to it notes it now."""
    records = store.records
    click.echo(f"commitment {records.fact('commitment')}", err=err)
    if records.closed:
        click.echo("this cup is closed: its secret is public and no match can be added", err=True)


async def _play(cup: Cup, store: Store, workers: int, log: LogChoice) -> bool:
    watcher = progress(store, log.format)
    logs = (store.records.folder / "logs").resolve()

    def order(unit: Unit) -> UnitOrder:
        return order_of(unit, cup, store.records.secret, logs)

    run = Run(store, order, watcher)
    with watcher.showing():
        async with trio.open_nursery() as nursery:
            await nursery.start(_watch_signals, run)
            finished = await run.play(partial(_worker, log), workers)
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


def _fingerprints(cup: Cup) -> Mapping[str, str]:
    prints = {}
    for bot in cup.config.bots:
        spec = resolve(bot.spec or "", cup.base)
        named = [spec.cwd / word for word in spec.argv if "/" in word or os.extsep in word]
        prints[bot.name] = fingerprint([bot.spec or ""], [file for file in named if file.is_file()])
    return prints
