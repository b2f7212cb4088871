"""A Dask cluster as the place where units are played, instead of local processes. What a unit is it does not know.

Dask finds a worker for a unit and, if that one dies, another; the run sees one result or one failure of each.
"""

import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from itertools import count
from secrets import token_hex
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, final

import trio

from referee.tournament.cluster_task import identity, play_there
from referee.tournament.errors import ClusterError, WorkerError
from referee.tournament.orders import UnitOrder
from referee.tournament.results import MatchResult, Played

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE_S: Final = 60.0
"""Seconds that a cluster may be without any worker."""

NOTHING: Final[Mapping[str, bytes]] = MappingProxyType({})
"""No uploads: the bots lie where all machines see them."""

_CONNECT_S: Final = 10.0
_LOOK_S: Final = 2.0
"""Seconds between two looks at the cluster while a unit is played."""


@final
class Cluster:
    """A scheduler that answers, with workers of this very version. Made by `open_cluster`."""

    def __init__(self, client: "Client", address: str, patience: float, uploads: Mapping[str, bytes]) -> None:
        self._client = client
        self._uploads = uploads
        self._address = address
        self._patience = patience
        self._keys = (f"{token_hex(4)}-{number}" for number in count())
        self._limiter = trio.CapacityLimiter(float("inf"))
        self._looked = self._seen = 0.0

    @property
    def threads(self) -> int:
        """How many units it plays at once now, one a thread of its workers."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    @asynccontextmanager
    async def player(self) -> AsyncIterator["Cluster"]:
        """The same for every hand of a run."""
        yield self

    async def play(self, order: UnitOrder, on_played: Callable[[MatchResult], None]) -> list[Played]:
        """The unit's matches, all heard of at the end.

        Raises:
            WorkerError: the platform failed. ClusterError: the cluster is lost, so no other unit can be played either.

        """
        key = f"{order.unit}-{next(self._keys)}"  # two tries at a unit are two tasks
        uploads = {bot.name: self._uploads[bot.name] for bot in order.bots if bot.name in self._uploads}
        words = (json.dumps(order.to_json()), identity(), uploads)
        future = self._client.submit(play_there, *words, key=key, pure=False)
        try:
            answer = await self._answer(future)
        finally:
            future.release()
        if "foreign" in answer:
            raise ClusterError(self._address, _foreign("a worker", answer["foreign"]))
        if "failed" in answer:
            raise WorkerError(str(answer["failed"]))
        played = [Played(MatchResult.from_json(each["result"]), each["replay"]) for each in answer["played"]]
        for each in played:
            on_played(each.result)
        return played

    async def _answer(self, future: "Future[Any]") -> dict[str, Any]:
        while True:
            try:
                answer: dict[str, Any] = await self._threaded(partial(future.result, timeout=_LOOK_S))
            except TimeoutError:
                await self._look()
            except Exception as error:  # noqa: BLE001 - whatever a task on another machine may raise
                if future.status == "error":
                    raise WorkerError(f"Dask: {type(error).__name__}: {error}") from None
                raise ClusterError(self._address, "the connection to its scheduler is lost") from None
            else:
                return answer

    async def _look(self) -> None:
        """Give up on a cluster that has been without workers for too long."""
        now = trio.current_time()
        if now - self._looked < _LOOK_S:
            return
        self._looked = now
        if not self._seen or await self._threaded(self._workers):
            self._seen = now
        elif now - self._seen > self._patience:
            raise ClusterError(self._address, f"it has had no worker for {self._patience:.0f} s")

    def _workers(self) -> int:
        try:
            return len(self._client.nthreads())
        except Exception:  # noqa: BLE001 - a client that lost its scheduler fails in many ways, and all mean the same
            return 0

    async def _threaded(self, call: Callable[[], Any]) -> Any:
        return await trio.to_thread.run_sync(call, abandon_on_cancel=True, limiter=self._limiter)


@contextmanager
def open_cluster(
    address: str, patience: float = PATIENCE_S, uploads: Mapping[str, bytes] = NOTHING
) -> Iterator[Cluster]:
    """A connection to a scheduler, checked before anything is played; `uploads` are bots' folders (see `upload`).

    Raises:
        ClusterError: Dask is not installed, nobody answers, no worker comes, or workers are of another version.

    """
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError(address, "Dask is not installed here: pip install 'ticket-referee[cluster]'") from None
    try:
        client = Client(address, timeout=_CONNECT_S, set_as_default=False, name="referee")
    except (OSError, ValueError) as error:  # a TimeoutError is an OSError
        raise ClusterError(address, f"no Dask scheduler answers: {_first_line(error)}") from None
    try:
        _check(client, address, patience)
        yield Cluster(client, address, patience, uploads)
    finally:
        client.close(timeout=_CONNECT_S)


def _check(client: "Client", address: str, patience: float) -> None:
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        raise ClusterError(address, f"no worker has come within {patience:.0f} s") from None
    for name, found in client.run(identity, on_error="return").items():
        if isinstance(found, BaseException):
            said = f"worker {name} cannot load the referee: {_first_line(found)}"
            raise ClusterError(address, f"{said}; install {identity()} there")
        if found != identity():
            raise ClusterError(address, _foreign(f"worker {name}", str(found)))


def _foreign(who: str, found: str) -> str:
    return f"{who} is {found}; this is {identity()}: install the same version everywhere"


def _first_line(error: BaseException) -> str:
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__
