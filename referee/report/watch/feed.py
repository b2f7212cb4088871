"""What is known of a cup now, and news of it: looks at the results folder, has the facts made, tells who waits.

It reads only, all of one moment, and between two looks holds nothing open: a run that writes is never kept waiting.
"""

import json
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import trio
from attrs import field, frozen

from referee.tournament import database
from referee.tournament.errors import TournamentError
from referee.tournament.records import Records, read

PAUSE: Final = 0.5
"""Seconds between two looks at the folder."""

SHARE: Final = 4
"""Making the facts may take one part in five of a core: bots are thinking on the same machine."""

Facts = Mapping[str, Any]


@frozen
class News:
    """The facts, and as JSON bytes. Equal facts have equal versions."""

    facts: Facts = field(repr=False)
    body: bytes = field(init=False, repr=False)
    version: str = field(init=False)

    @body.default
    def _packed(self) -> bytes:
        return json.dumps(self.facts, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()

    @version.default
    def _digest(self) -> str:
        return sha256(self.body).hexdigest()[:16]


class Feed:
    """The newest facts of one results folder, made by a function of its records."""

    def __init__(self, folder: Path, facts: Callable[[Records], Facts]) -> None:
        self.folder = folder
        self._facts = facts
        self._changed = trio.Event()
        self._news: News | None = None
        self._seen: object = None

    async def latest(self) -> News:
        """What is known; the first call waits until something is."""
        while self._news is None:
            await self._changed.wait()
        return self._news

    async def newer(self, than: str) -> News:
        """What is known as soon as its version is another one than this."""
        while (news := await self.latest()).version == than:
            await self._changed.wait()
        return news

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            began = trio.current_time()
            looked = await self.look()
            took = trio.current_time() - began if looked else 0
            await trio.sleep(max(PAUSE, SHARE * took))

    async def look(self) -> bool:
        """Make the facts again if the folder has changed; gives whether it had."""
        mark = self._mark()
        if mark == self._seen and mark is not None:
            return False
        try:
            news = await trio.to_thread.run_sync(partial(_made, self.folder, self._facts), abandon_on_cancel=True)
        except TournamentError as error:
            self._seen = None
            self._trouble(error)
            return False
        self._seen = mark
        self._publish(news)
        return True

    def _mark(self) -> object:
        """Something that differs after every commit, and when the file is another one; None if there is none.

        A connection that stays open would tell as well, and would keep a run that ends from tidying up its log.
        """
        path = self.folder / database.FILE
        try:
            found = path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size, _log_of(path)

    def _trouble(self, error: TournamentError) -> None:
        """What was known stays, under a sentence that says why nothing newer is."""
        known = self._news.facts if self._news else {}
        self._publish(News({**known, "trouble": str(error)}))

    def _publish(self, news: News) -> None:
        if self._news is None or news.version != self._news.version:
            self._news = news
            self._changed.set()
            self._changed = trio.Event()


def _made(folder: Path, facts: Callable[[Records], Facts]) -> News:
    with read(folder) as records, records.at_one_moment():
        return News(facts(records))


def _log_of(path: Path) -> tuple[int, int] | None:
    """When the database's write-ahead log was written to, and its size: that is where commits go first."""
    try:
        log = path.with_name(f"{path.name}-wal").stat()
    except OSError:
        return None
    return log.st_mtime_ns, log.st_size
