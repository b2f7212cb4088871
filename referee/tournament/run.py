"""The run of a cup: hands units to workers, commits what comes back, survives platform faults, stops when asked to.

It decides nothing about matches and prints nothing: a `Watcher` hears what happens.
"""

from collections import deque
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Final, Protocol, final

import structlog
import trio

from referee.tournament.errors import PlatformError, WorkerError
from referee.tournament.orders import UnitOrder
from referee.tournament.records import MOST_ATTEMPTS
from referee.tournament.results import MatchResult, Played
from referee.tournament.schedule import Unit
from referee.tournament.store import Store

log = structlog.get_logger(__name__)


MOST_FAULTS: Final = 12
"""Platform faults in a row, without a unit played in between, that stop a run."""


class Plays(Protocol):
    """Whatever can play a unit: a worker process here, anything else in tests."""

    async def play(self, order: UnitOrder, on_played: Callable[[MatchResult], None]) -> list[Played]:
        """The results of all matches of the unit; WorkerError if the platform failed."""


class Watcher(Protocol):
    """Hears what a run does, in order, in the run's own thread."""

    def begun(self, done: int, left: int) -> None:
        """The run starts with so many matches committed and so many to play."""

    def played(self, result: MatchResult) -> None:
        """A match ended; it counts once its unit is committed."""

    def committed(self, unit: Unit) -> None:
        """The matches of a unit are on the disk."""

    def failed(self, unit: Unit, reason: str, attempt: int) -> None:
        """The platform failed a unit; after the last attempt it is set aside."""

    def stopping(self, running: int) -> None:
        """The run was asked to stop and finishes so many units first."""


@final
class Run:
    """One run of a cup.

    It holds the units that are left and the tasks that play them; the store alone knows what is done.
    """

    def __init__(
        self,
        store: Store,
        order: Callable[[Unit], UnitOrder],
        watcher: Watcher,
        enough: Callable[[], bool] | None = None,
    ) -> None:
        """`enough` is asked before each unit whether the run may end early; by default it plays everything."""
        self._enough = enough or (lambda: False)
        self._store = store
        self._order = order
        self._watcher = watcher
        self._queue = deque(store.records.left())
        self._running = self._faults = 0
        self._draining = False
        self._failure: Exception | None = None
        self._scope = trio.CancelScope()

    async def play(self, start: Callable[[], AbstractAsyncContextManager[Plays]], workers: int) -> bool:
        """Play until nothing is left or the run is stopped; gives whether nothing is left.

        Raises:
            StoreError: results cannot be written any more; everything committed is safe.
            PlatformError: units fail whatever they are. ClusterError: there is nobody left to play them.

        """
        left = sum(len(unit.matches) for unit in self._queue)
        self._watcher.begun(len(self._store.records.done()), left)
        with self._scope:
            async with trio.open_nursery() as nursery:
                for _ in range(min(workers, len(self._queue))):
                    nursery.start_soon(self._serve, start)
        if self._failure is not None:
            raise self._failure
        return self._store.records.finished

    def drain(self) -> None:
        """Finish the units that are running and begin no other."""
        self._draining = True
        self._watcher.stopping(self._running)

    def stop(self) -> None:
        """Drop the units that are running; they will be played again whole."""
        self._draining = True
        self._scope.cancel()

    async def _serve(self, start: Callable[[], AbstractAsyncContextManager[Plays]]) -> None:
        try:
            while self._goes_on():
                async with start() as player:
                    while self._goes_on():
                        if not await self._unit(player, self._queue.popleft()):
                            break  # after a platform fault the process is not to be trusted
        except Exception as error:  # noqa: BLE001 - carried out of the nursery as it is, not wrapped into a group
            self._failure = error
            self.stop()

    def _goes_on(self) -> bool:
        return bool(self._queue) and not self._draining and not self._enough()

    async def _unit(self, player: Plays, unit: Unit) -> bool:
        attempt = self._store.begin(unit)
        self._running += 1
        log.debug("unit.begun", unit=unit.id, attempt=attempt)
        try:
            played = await player.play(self._order(unit), self._watcher.played)
            self._store.commit(unit, played)
        except WorkerError as error:
            self._void(unit, str(error))
            return False
        except trio.Cancelled:
            if self._failure is None:
                self._store.interrupt(unit)
            raise
        finally:
            self._running -= 1
        self._faults = 0
        self._watcher.committed(unit)
        return True

    def _void(self, unit: Unit, reason: str) -> None:
        self._store.void(unit, reason)
        voids = sum(a.unit == unit.id and a.outcome == "void" for a in self._store.records.attempts())
        log.error("unit.void", unit=unit.id, attempt=voids, reason=reason)
        self._watcher.failed(unit, reason, voids)
        if voids < MOST_ATTEMPTS:
            self._queue.append(unit)  # later, when whatever was wrong may have passed
        self._faults += 1
        if self._faults >= MOST_FAULTS:
            raise PlatformError(self._faults, reason)
