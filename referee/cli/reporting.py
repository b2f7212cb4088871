"""The work behind `referee cup report`: writes the page once or again and again, and says what was written."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import sleep

import click

from referee.cli.errors import OutputError
from referee.report.page import Published, Publisher, Shown
from referee.tournament.records import Records, read


def report_cup(folder: Path, out: Path, replays: str, every: int | None) -> Path:
    """Write the report of a cup; with `every` again after so many seconds as long as matches are left. Gives where.

    Raises:
        OutputError: a file cannot be written. TournamentError: the folder holds no cup that can be read.
    """
    if out.exists() and not out.is_file() and replays != "none":
        raise click.UsageError(f"{out} is no ordinary file, so no page can lie beside it: use --replays none")
    publisher = Publisher(out, Shown(replays))
    seen: object = None
    while True:
        with read(folder) as records:
            if (now := _mark(records)) != seen:
                published = _publish(publisher, records, out)
                click.echo(_told(out, published), err=not out.is_file())
            seen = now
        if every is None or published.finished:
            return out
        sleep(every)


def _mark(records: Records) -> object:
    """What differs as soon as there is anything new to report."""
    return records.done(), records.closed, records.history, records.unresolved()


def _publish(publisher: Publisher, records: Records, out: Path) -> Published:
    try:
        return publisher.publish(records, _progress)
    except BrokenPipeError:  # the reader of a pipe has gone, which is no fault of the file
        raise
    except OSError as error:
        raise OutputError(Path(error.filename or out), error) from None


def _progress(matches: Iterable[str]) -> Iterator[str]:
    """A bar on a terminal, nothing elsewhere: a page takes about a second."""
    waiting = list(matches)
    if not waiting or not sys.stderr.isatty():
        yield from waiting
        return
    with click.progressbar(waiting, label="replay pages", file=sys.stderr) as bar:
        yield from bar


def _told(out: Path, published: Published) -> str:
    pages = f", {published.pages} replay page{'' if published.pages == 1 else 's'} beside it" if published.pages else ""
    running = "" if published.finished else ", running"
    unsound = f"; {len(published.unsound)} replays did not stand up to verification" if published.unsound else ""
    return f"{out}: {published.played} of {published.matches} matches{running}{pages}{unsound}"
