"""A match of one bad bot against an honest one, and the checks that hold after every such match."""

import contextlib
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import trio
from attrs import frozen

from referee.bots import BotFault, BotSpec, Fault
from referee.bots.arena import Arena
from referee.bots.bot import Bot
from referee.bots.clock import ClockSettings
from referee.bots.proc import marker, processes
from referee.bots.questions import MatchCall
from referee.editions import load_edition
from referee.game import Deal, Game
from referee.match import MatchFault, MatchOutcome, MatchSettings, play_match, seat_all
from referee.replay.record import Replay
from referee.replay.recorder import Recorder, header_of
from referee.replay.verify import verify

BOTS = Path(__file__).parent / "bots"
SEED = bytes(range(32))
GENEROUS = ClockSettings(decision_ms=20_000, start_ms=20_000, ready_ms=20_000)
"""Limits that no bot reaches by bad luck on a busy machine."""

BOUND_S = 60
"""No match of these tests may take longer, whatever a bot does."""


def script(name: str, *arguments: str) -> BotSpec:
    """A bot of the folder `bots`, under this interpreter."""
    return BotSpec(name, (sys.executable, str(BOTS / f"{name}.py"), *arguments), BOTS)


def usa(players: int = 2) -> Game:
    """The game that all of these matches play."""
    return Game.of(load_edition("usa"), players)


@frozen
class Match:
    """How a match went: its outcome, and the bots as they were left."""

    outcome: MatchOutcome
    bots: tuple[Bot | Fault, ...]

    def faults_of(self, seat: int) -> list[MatchFault]:
        """The faults of one seat."""
        return [fault for fault in self.outcome.faults if fault.seat == seat]


async def launch(arena: Arena, spec: BotSpec, clock: ClockSettings) -> Bot | Fault:
    """A running bot, or why there is none."""
    try:
        return await arena.launch(spec, clock)
    except BotFault as error:
        return error.fault


async def play(arena: Arena, specs: list[BotSpec], clock: ClockSettings = GENEROUS, match_id: str = "0" * 16) -> Match:
    """Start a bot for each seat, play one match, close them."""
    with trio.fail_after(BOUND_S):
        bots = [await launch(arena, spec, clock) for spec in specs]
        outcome = await play_with(bots, clock, match_id)
        await close_all(bots)
    return Match(outcome, tuple(bots))


async def play_with(bots: list[Bot | Fault], clock: ClockSettings = GENEROUS, match_id: str = "0" * 16) -> MatchOutcome:
    """Play one match with bots that run already."""
    game, names = usa(len(bots)), tuple(f"seat {i}" for i in range(len(bots)))
    calls = [MatchCall(match_id, game, seat, names, clock, bytes(32)) for seat in range(len(bots))]
    seated = await seat_all(bots, calls)
    recorder = Recorder(header_of(game, names, SEED))
    return await play_match(game, Deal(SEED), seated, MatchSettings(clock, match_id), recorder)


async def close_all(bots: list[Bot | Fault]) -> None:
    """Close the bots that run, all at once."""
    async with trio.open_nursery() as nursery:
        for bot in bots:
            if isinstance(bot, Bot):
                nursery.start_soon(bot.close)


def check_replay(replay: Replay) -> None:
    """The replay reads back from its text and plays again to the same end."""
    again = Replay.from_text(replay.to_text())
    assert again.digest == replay.digest
    verify(again, usa(replay.header.players))


def survivors(run: str) -> list[int]:
    """Processes that bear the marker of this run."""
    return [p.pid for p in processes() if (mark := marker(p.pid)) and mark.partition("/")[0] == run]


@frozen
class Footprint:
    """What this process holds: open files, pipes, sockets and pidfds; threads; children."""

    descriptors: int
    threads: int
    children: int

    @classmethod
    def now(cls) -> "Footprint":
        """Count what is ours.

        Trio keeps threads for a while to use them again, gRPC keeps its pollers for good: neither is counted.
        """
        threads = [t for t in threading.enumerate() if not t.name.startswith("Trio thread")]
        tasks = Path("/proc/self/task").glob("*/children")
        children = sum(len(task.read_text().split()) for task in tasks)
        return cls(len(_descriptors()), len(threads), children)


def _descriptors() -> list[str]:
    found = []
    for entry in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            found.append(str(entry.readlink()))
    return [link for link in found if link not in ("anon_inode:[eventpoll]", "anon_inode:[eventfd]")]


async def check_after(arena: Arena, match: Match, bad: int) -> None:
    """What holds after every match: it plays again, the honest seat is blameless, the next match works."""
    check_replay(match.outcome.replay)
    assert match.faults_of(1 - bad) == []
    assert survivors(arena.run) == []
    following = await play(arena, [script("honest"), script("honest")], match_id="1" * 16)
    assert following.outcome.faults == ()
    check_replay(following.outcome.replay)


async def eventually(holds: Callable[[], bool]) -> bool:
    """Whether something that another process or thread is about to do comes true within a minute."""
    with trio.move_on_after(60):
        while not holds():  # noqa: ASYNC110  # nothing tells of it
            await trio.sleep(0.005)
    return holds()
