"""What is left when a match, an arena, or the referee itself ends: nothing."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from referee.bots import BotSpec, FaultCode
from referee.bots.arena import Arena, open_arena
from referee.bots.bot import Bot
from referee.bots.proc import children, process
from tests.abuse.arena import (
    BOTS,
    GENEROUS,
    Footprint,
    check_replay,
    close_all,
    eventually,
    launch,
    play,
    play_with,
    script,
    survivors,
)


async def test_no_such_program(arena: Arena) -> None:
    """A command that is not there is a start failure of its own kind, and leaves nothing."""
    match = await play(arena, [BotSpec("ghost", ("./no-such-bot",), BOTS), script("honest")])
    [fault] = match.faults_of(0)
    assert (fault.fault.code, fault.fault.detail) == (FaultCode.START_FAILURE, "launch_failed")
    assert "./no-such-bot" in fault.fault.text
    check_replay(match.outcome.replay)


async def test_all_bots_fail_at_the_start(arena: Arena) -> None:
    """Bots that fail together before the first question share the place, and the match ends at once."""
    match = await play(arena, [script("start", "exits"), script("start", "raises")])
    assert [score.rank for score in match.outcome.scores] == [1, 1]
    assert (match.outcome.decisions, match.outcome.reason) == (0, "forfeit")
    check_replay(match.outcome.replay)


async def test_others_play_on(arena: Arena) -> None:
    """With three seats the match goes on without the one that failed, which ranks last."""
    match = await play(arena, [script("honest"), script("process", "segfaults"), script("honest")])
    assert match.outcome.reason == "last_round"
    assert match.outcome.scores[1].rank == 3
    check_replay(match.outcome.replay)


async def test_what_bots_hear(arena: Arena) -> None:
    """A bot hears that another forfeited and by which code, then Goodbye; its own output is kept for the match."""
    bots = [await launch(arena, script("witness"), GENEROUS), await launch(arena, script("process", "exits"), GENEROUS)]
    await play_with(bots)
    await close_all(bots)
    heard = bots[0].take_output().stderr.content.decode().splitlines() if isinstance(bots[0], Bot) else []
    assert heard == ["names seat 0 seat 1", "forfeit 1 FAULT_CODE_CRASHED", "goodbye GOODBYE_REASON_DONE"]


async def test_output_is_capped(arena: Arena) -> None:
    """Of a flood of output the first 256 KiB and the last 768 KiB are kept, and the rest is counted."""
    bots = [
        await launch(arena, script("process", "floods_output"), GENEROUS),
        await launch(arena, script("honest"), GENEROUS),
    ]
    await play_with(bots)
    await close_all(bots)
    assert isinstance(bots[0], Bot)
    for kept in (output := bots[0].take_output()).stdout, output.stderr:
        assert (len(kept.head), len(kept.tail), kept.dropped) == (256 * 1024, 768 * 1024, 512 * 1024)


async def test_over_tcp(warm: None) -> None:
    """Bots play over loopback TCP as they do over Unix sockets."""
    async with open_arena(tcp=True) as arena:
        match = await play(arena, [script("honest"), script("honest")])
    assert match.outcome.faults == ()


async def test_cancelled_arena(warm: None) -> None:
    """A cancellation in the middle of matches ends all bots, stubborn ones too, and leaves nothing."""
    before = Footprint.now()
    run = ""
    with trio.CancelScope() as scope:
        async with open_arena() as arena:
            run = arena.run
            bots = [await launch(arena, script("protocol", "never_answers"), GENEROUS)]
            bots.append(await launch(arena, script("process", "daemon"), GENEROUS))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(play_with, bots)
                assert await eventually(lambda: len(survivors(run)) >= 2)
                scope.cancel()
    assert scope.cancelled_caught
    assert survivors(run) == []
    assert await eventually(lambda: Footprint.now() == before)


REFEREE = """
import sys, trio
sys.path.insert(0, {root!r})
from referee.bots.arena import open_arena
from tests.abuse.arena import launch, play_with, script, GENEROUS
from referee.bots.clock import ClockSettings

async def main():
    clock = ClockSettings(decision_ms={decision_ms}, start_ms=20000, ready_ms=20000)
    async with open_arena() as arena:
        bots = [await launch(arena, script(*words.split()), clock) for words in {bots!r}]
        print(arena.run, flush=True)
        outcome = await play_with(bots, clock)
        print([fault.fault.code.value for fault in outcome.faults], flush=True)

trio.run(main)
"""


def start_referee(bots: list[str], decision_ms: int) -> "subprocess.Popen[str]":
    """A referee in a process of its own; its first line of output is its run."""
    root = str(Path(__file__).resolve().parents[2])
    code = REFEREE.format(root=root, bots=bots, decision_ms=decision_ms)
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)


def run_of(referee: "subprocess.Popen[str]") -> str:
    """The run that it announces, past its log lines."""
    assert referee.stdout is not None
    return next(line.strip() for line in referee.stdout if line.startswith(f"{referee.pid}-"))


@pytest.fixture
def referees() -> Iterator[list["subprocess.Popen[str]"]]:
    """Referees that end with the test."""
    started: list[subprocess.Popen[str]] = []
    yield started
    for referee in started:
        referee.kill()
        referee.wait()
        assert referee.stdout is not None
        referee.stdout.close()


def reaped() -> bool:
    """Orphans of a killed referee come to this process, since an arena was open in it; see them out."""
    orphans = [child for child in children(os.getpid()) if child.session not in (os.getsid(0), os.getpid())]
    for child in orphans:
        os.waitpid(child.pid, os.WNOHANG)
    return not orphans


def names_in(place: Path) -> list[str]:
    """What lies there."""
    return [entry.name for entry in place.iterdir()]


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A place for run folders that no other test cleans up; its name is short, as sockets need it."""
    with tempfile.TemporaryDirectory(prefix="rt-", dir="/tmp") as name:
        monkeypatch.setenv("XDG_RUNTIME_DIR", name)
        yield Path(name)


async def test_killed_referee(warm: None, place: Path, referees: list["subprocess.Popen[str]"]) -> None:
    """What a killed referee leaves behind, processes and folders, is ended by the next one at its start."""
    referees.append(start_referee(["protocol never_answers", "process child_keeps_the_stream"], 20_000))
    run = await trio.to_thread.run_sync(run_of, referees[0])
    left = survivors(run)
    assert left
    referees[0].kill()
    referees[0].wait()
    assert names_in(place) == [f"rf-{run}"]
    async with open_arena():
        pass
    assert await eventually(lambda: survivors(run) == [])
    assert await eventually(reaped)
    assert names_in(place) == []


async def test_interrupted_referee(warm: None, referees: list["subprocess.Popen[str]"]) -> None:
    """Ctrl-C ends the bots before the referee ends."""
    referees.append(start_referee(["protocol never_answers", "process daemon"], 20_000))
    run = await trio.to_thread.run_sync(run_of, referees[0])
    referees[0].send_signal(signal.SIGINT)
    await trio.to_thread.run_sync(referees[0].wait)
    assert survivors(run) == []


async def test_stopped_referee(warm: None, referees: list["subprocess.Popen[str]"]) -> None:
    """A referee that is stopped for longer than the limit blames nobody for it."""
    referees.append(start_referee(["slow", "slow"], 1500))
    run = await trio.to_thread.run_sync(run_of, referees[0])
    assert process(referees[0].pid) is not None
    for _ in range(2):
        referees[0].send_signal(signal.SIGSTOP)
        await trio.sleep(2)  # longer than the limit: the one thing here that only time can show
        referees[0].send_signal(signal.SIGCONT)
        await trio.sleep(0.5)
    assert referees[0].stdout is not None
    lines = await trio.to_thread.run_sync(referees[0].stdout.read)
    assert lines.splitlines()[-3].startswith("[]") or "[]" in lines.splitlines()
    assert survivors(run) == []
