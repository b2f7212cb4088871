"""Serves the live pages of a cup until it is interrupted: hypercorn on trio holds the connections, a feed the facts."""

import signal
import socket
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import trio
from attrs import evolve, frozen

from referee.game.errors import RefereeError
from referee.report.page.publish import match_page, page_name
from referee.report.watch.address import Address, listen
from referee.tournament.errors import TournamentError
from referee.tournament.records import read


class MissingStackError(RefereeError):
    """The libraries that serve pages are not installed."""


@frozen
class Visit:
    """What a server is told.

    Attributes:
        address: where to listen. names: host names by which browsers may ask, beside this machine's own.
        started: called with the URL once pages can be asked for.
        told: keeps the details of an error that nobody foresaw and gives a sentence for the browser.
    """

    folder: Path
    address: Address
    names: tuple[str, ...]
    started: Callable[[str], None]
    told: Callable[[BaseException], str]


def watch(visit: Visit) -> None:
    """Serve until Ctrl-C, or a request to end, raises KeyboardInterrupt.

    Raises:
        MissingStackError: hypercorn or starlette is not installed. StoreError: the folder holds no cup that can be
        read. ListenError: the address cannot be used.
    """
    try:
        for library in ("hypercorn", "starlette"):
            import_module(library)
    except ImportError as error:
        raise MissingStackError(
            f"referee watch needs {error.name}, which is not installed: pip install 'ticket-referee[watch]'"
        ) from None
    with read(visit.folder):
        pass
    taken = listen(visit.address)
    try:
        trio.run(_serve, visit, taken)
    finally:
        taken.close()


async def _serve(visit: Visit, taken: socket.socket) -> None:
    from hypercorn.config import Config
    from hypercorn.trio import serve

    from referee.report.watch.app import watch_app
    from referee.report.watch.facts import LiveFacts
    from referee.report.watch.feed import Feed
    from referee.report.watch.guard import Names

    feed = Feed(visit.folder, LiveFacts())
    config = Config()
    config.bind = [f"fd://{taken.dup().detach()}"]
    config.errorlog = None
    config.include_server_header = False
    names = Names.of(visit.names, remote=not visit.address.is_private)
    # Hypercorn and starlette describe the same interface in types of their own.
    app: Any = watch_app(feed, partial(page_of, visit.folder), names, visit.told)
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(feed.run)
            await nursery.start(partial(serve, app, config))
            visit.started(f"http://{evolve(visit.address, port=taken.getsockname()[1]).text}/")
            async for _ in signals:
                # Open streams never end by themselves: they are cut, not waited for.
                nursery.cancel_scope.cancel()
                break
    raise KeyboardInterrupt


def page_of(folder: Path, name: str) -> str:
    """The replay page of a match of a cup, by the name of its file.

    Raises:
        WithheldError: its deal is still being played. TournamentError: there is no such match, or not yet.
        ReplayError: the replay was altered.
    """
    with read(folder) as records:
        match = next((match for match in records.schedule.matches if page_name(match.id) == f"{name}.html"), None)
        if match is None:
            raise TournamentError(f"this cup has no match {name!r}")
        text, game = records.replay(match.id), records.game(match)
    return match_page(text, game)
