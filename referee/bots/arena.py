"""Owns all bots of one process: their folders, threads, run marker and end. Nothing of them outlives it."""

import contextlib
import itertools
import os
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, final

import structlog
import trio

from referee.bots import tree
from referee.bots.bot import Bot, remove_folder
from referee.bots.clock import MS, ClockSettings
from referee.bots.errors import BotFault
from referee.bots.faults import Detail, Fault, FaultCode
from referee.bots.proc import MARKER
from referee.bots.process import BotProcess, environment
from referee.bots.server import BotServer
from referee.bots.session import Session
from referee.bots.spec import DEFAULT_LIMITS, BotSpec, Limits
from referee.bots.stall import StallWatch
from referee.v1 import bot_pb2 as pb

# Each bot needs two threads for its session and, if it misbehaves, one for a second stream. Threads start when they are
# needed, so a bound far above any sensible number of bots costs nothing.
_MOST_THREADS: Final = 1024
_THREADS_S: Final = 5.0
"""How long the threads may take to end once every stream is cut."""

_PREFIX: Final = "rf-"
_LONGEST_PLACE: Final = 50
"""Socket paths may have about a hundred bytes; the names below take up to fifty."""

_log = structlog.get_logger()


@final
class Arena:
    """Starts bots. Made by `open_arena`.

    Attributes:
        run: the name of this run, first part of the marker that all processes of its bots bear.
    """

    def __init__(self, nursery: trio.Nursery, folder: Path, run: str, watch: StallWatch, *, tcp: bool) -> None:
        self.run: Final = run
        self._nursery = nursery
        self._folder = folder
        self._tcp = tcp
        self._watch = watch
        self._trees = tree.Trees(run)
        self._pool = ThreadPoolExecutor(_MOST_THREADS, thread_name_prefix="bots")
        self._numbers = itertools.count(1)
        self._bots: set[Bot] = set()
        self._background: set[trio.CancelScope] = set()

    async def launch(self, spec: BotSpec, clock: ClockSettings, limits: Limits = DEFAULT_LIMITS) -> Bot:
        """Start a bot and wait for its Hello. Call it in the main thread's loop.

        Raises:
            BotFault: START_FAILURE or PROTOCOL_ERROR; nothing of the bot is left then.
        """
        number = next(self._numbers)
        folder = self._folder / str(number)
        (folder / "scratch").mkdir(0o700, parents=True)
        session = Session(spec.name, clock, self._watch)
        server = BotServer(self._pool, session.door, "127.0.0.1:0" if self._tcp else f"unix:{folder}/s")
        marks = {"REFEREE_ADDRESS": server.address, "REFEREE_TOKEN": session.door.token, MARKER: f"{self.run}/{number}"}
        env = environment(spec.env, folder / "scratch", marks)
        try:
            process = BotProcess(self._trees, marks[MARKER], spec.argv, spec.cwd, env, limits.log_kb * 1024)
        except OSError as error:
            await _shielded(server.stop)
            text = f"cannot start {spec.argv[0]!r} in {spec.cwd}: {error.strerror}"
            raise BotFault(spec.name, Fault(FaultCode.START_FAILURE, Detail.LAUNCH_FAILED, text)) from error
        session.evidence = process.evidence
        bot = Bot(spec, clock, folder, session, server, process)
        _log.info("bot_started", bot=spec.name, pid=bot.pid, number=number)
        self._bots.add(bot)
        self.keep_running(partial(self._look_after, bot))
        try:
            await bot.arrive()
        except BaseException:
            await bot.close(pb.GOODBYE_REASON_START_TIMEOUT, "the bot did not arrive")
            raise
        return bot

    async def _look_after(self, bot: Bot) -> None:
        await bot.run()
        self._bots.discard(bot)

    def keep_running(self, function: Callable[[], Awaitable[None]]) -> None:
        """Run something that ends with the arena, and that a cancellation from outside must not end before the bots."""
        scope = trio.CancelScope(shield=True)
        self._background.add(scope)
        self._nursery.start_soon(self._run_inside, scope, function)

    async def _run_inside(self, scope: trio.CancelScope, function: Callable[[], Awaitable[None]]) -> None:
        with scope:
            await function()
        self._background.discard(scope)

    async def close(self) -> None:
        """End all bots that are left, at the same time, then the threads."""
        async with trio.open_nursery() as nursery:
            for bot in self._bots:
                nursery.start_soon(bot.close, pb.GOODBYE_REASON_SHUTTING_DOWN, "the referee shuts down")
        for scope in self._background:
            scope.cancel()
        with trio.move_on_after(_THREADS_S):
            await trio.to_thread.run_sync(self._pool.shutdown, abandon_on_cancel=True)


@contextlib.asynccontextmanager
async def open_arena(*, tcp: bool = False) -> AsyncIterator[Arena]:
    """A place to run bots in; at its end all of them have ended. `tcp` uses 127.0.0.1 instead of Unix sockets.

    It ends first what an earlier referee left behind when it was killed.
    """
    tree.harden()
    _clean_up()
    run = tree.new_run()
    folder = _run_folder() / f"{_PREFIX}{run}"
    folder.mkdir(0o700)
    watch = StallWatch(report=lambda ns: _log.warning("referee_stalled", ms=ns // MS))
    try:
        async with trio.open_nursery() as nursery:
            arena = Arena(nursery, folder, run, watch, tcp=tcp)
            arena.keep_running(watch.run)
            try:
                yield arena
            finally:
                await _shielded(arena.close)
    finally:
        remove_folder(folder)


async def _shielded(function: Callable[[], Awaitable[None]]) -> None:
    with trio.CancelScope(shield=True):
        await function()


def _run_folder() -> Path:
    """Where sockets live: the first usable place whose name is short enough for the path of a Unix socket."""
    places = [os.environ.get("XDG_RUNTIME_DIR", ""), tempfile.gettempdir(), "/tmp"]  # noqa: S108  # a folder of our own in it
    usable = [place for place in places if place and os.access(place, os.W_OK)]
    short = [place for place in usable if len(os.fsencode(place)) <= _LONGEST_PLACE]
    return Path((short or usable or places)[0])


def _clean_up() -> None:
    if killed := tree.kill_leftovers():
        _log.warning("leftovers_killed", processes=killed)
    for folder in _run_folder().glob(f"{_PREFIX}*"):
        run = folder.name.removeprefix(_PREFIX)
        if folder.is_dir() and not folder.is_symlink() and not tree.run_lives(run):
            remove_folder(folder)
            _log.info("leftover_folder_removed", run=run)
