"""Units played by real bot processes: restarts, order, what bots are told, logs; and the worker process around them."""

import os
import signal
import sys
from pathlib import Path

import pytest
import trio

from referee.game import Deal
from referee.tournament.config import ClockTable
from referee.tournament.errors import WorkerError
from referee.tournament.orders import BotOrder, MatchOrder, UnitOrder
from referee.tournament.results import MatchResult, Played
from referee.tournament.unit import play_unit
from referee.tournament.workers import Worker, worker

pytestmark = pytest.mark.slow

CRASHER = """
import os
from referee.botkit import run
run(lambda view: os._exit(7), name="crasher")
"""

TALKER = """
import os, sys
from referee.botkit import run
print("process", os.getpid(), file=sys.stderr, flush=True)
run(lambda view: view.legal[0], name="talker")
"""


def _order(folder: Path, matches: int, specs: dict[str, str], **more: object) -> UnitOrder:
    names = tuple(specs)
    orders = []
    for number in range(matches):
        deal = Deal.from_text(f"unit/{number}").seed.hex()
        seeds = tuple(Deal.from_text(f"bot/{number}/{seat}").seed.hex() for seat in range(len(names)))
        orders.append(MatchOrder(f"m{number}", f"{number:016x}", "usa", len(names), deal, names, seeds))
    env = {"PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    bots = tuple(BotOrder(name, spec, str(folder), env) for name, spec in specs.items())
    clock = ClockTable(decision_ms=20_000).model_dump()
    return UnitOrder("unit", tuple(orders), bots, clock, logs=str(folder / "logs"), **more)  # type: ignore[arg-type]


def _script(folder: Path, name: str, source: str) -> str:
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
    return f"{sys.executable} {name}.py"


async def test_the_number_in_flight_changes_nothing(tmp_path: Path) -> None:
    """Matches one after the other and thirty-two at once give the same replays, by deterministic bots."""
    digests = []
    for in_flight in (1, 32):
        order = _order(tmp_path, 6, {"a": "random", "b": "random"}, in_flight=in_flight)
        played = await play_unit(order, lambda _: None)
        digests.append([each.result.digest for each in played])
    assert digests[0] == digests[1]
    assert len(set(digests[0])) == 6


async def test_a_crashed_bot_is_restarted_so_many_times(tmp_path: Path) -> None:
    """A bot that dies in each match gets a fresh process max_restarts times; then it fails without a try."""
    crasher = _script(tmp_path, "crasher", CRASHER)
    order = _order(tmp_path, 5, {"crasher": crasher, "steady": "random"}, max_restarts=2)
    played = await play_unit(order, lambda _: None)
    codes = [[fault.code for fault in each.result.seats[0].faults] for each in played]
    assert codes == [["CRASHED"]] * 3 + [["START_FAILURE"]] * 2
    assert all(each.result.seats[0].forfeit and each.result.seats[1].rank == 1 for each in played)
    assert not any(each.result.seats[1].faults for each in played)


async def test_matches_begin_in_order(tmp_path: Path) -> None:
    """With one match in flight, matches end in the order of the schedule and share one process of each bot."""
    talker = _script(tmp_path, "talker", TALKER)
    ended: list[str] = []

    def note(played: Played) -> None:
        ended.append(played.result.id)

    await play_unit(_order(tmp_path, 3, {"talker": talker, "other": "random"}), note)
    assert ended == ["m0", "m1", "m2"]
    (log,) = (tmp_path / "logs").rglob("*.stderr")
    assert log == tmp_path / "logs" / "m0" / "0-talker.stderr"
    assert log.read_text(encoding="utf-8").startswith("process ")


async def test_hidden_names_are_hidden(tmp_path: Path) -> None:
    """Bots of an anonymous cup are told seat numbers for names, their own included; the replay has the real ones."""
    source = """
import sys
from referee.botkit import run
def choose(view):
    print(view.match.names, file=sys.stderr, flush=True)
    return view.legal[0]
run(choose, name="curious")
"""
    curious = _script(tmp_path, "curious", source)
    order = _order(tmp_path, 1, {"curious": curious, "secret name": "random"}, hides_names=True)
    (played,) = await play_unit(order, lambda _: None)
    text = (tmp_path / "logs" / "m0" / "0-curious.stderr").read_text(encoding="utf-8")
    assert "seat 1" in text
    assert "secret name" not in text
    assert 'seat 1 "secret name"' in played.replay


async def test_a_worker_plays_units(tmp_path: Path) -> None:
    """A worker process plays one unit after the other and gives the results that the unit gives in this process."""
    order = _order(tmp_path, 2, {"a": "random", "b": "random"})
    heard: list[MatchResult] = []
    here = await play_unit(order, lambda _: None)
    async with worker() as process:
        first = await process.play(order, heard.append)
        second = await process.play(order, heard.append)
    assert [each.result for each in first] == [each.result for each in second] == [each.result for each in here]
    assert heard == [each.result for each in first + second]


async def test_a_bug_leaves_its_traceback_in_a_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What fails inside a worker is a platform fault; its traceback lies in the unit's logs and is not printed."""
    order = _order(tmp_path, 1, {"a": "no such bot", "b": "random"})
    async with worker() as process:
        with pytest.raises(WorkerError, match="SpecError"):
            await process.play(order, lambda _: None)
    details = tmp_path / "logs" / "unit" / "failed.txt"
    assert "Traceback" in details.read_text(encoding="utf-8")
    said = capfd.readouterr().err
    assert str(details) in said
    assert "Traceback" not in said


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


async def _bots_of(process: Worker) -> list[int]:
    """The bots' processes, as soon as there are two of them."""
    with trio.fail_after(120):
        while len(bots := _children(process.pid)) < 2:  # noqa: ASYNC110 - another process's children are no event here
            await trio.sleep(0.01)
    return bots


async def test_a_killed_worker_is_a_platform_fault(tmp_path: Path) -> None:
    """If the worker process is killed the unit fails by that word, and a new worker plays it whole."""
    order = _order(tmp_path, 40, {"a": "random", "b": "random"})

    async def play(process: Worker) -> None:
        with pytest.raises(WorkerError, match="killed by signal 9"):
            await process.play(order, lambda _: None)

    async with worker() as process, trio.open_nursery() as nursery:
        nursery.start_soon(play, process)
        await _bots_of(process)
        os.kill(process.pid, signal.SIGKILL)
    async with worker() as process:
        assert len(await process.play(_order(tmp_path, 1, {"a": "random", "b": "random"}), lambda _: None)) == 1


@pytest.mark.parametrize(("end", "said"), [("kill -9 $$", "killed by signal 9"), ("exit 3", "ended with status 3")])
async def test_pipes_may_end_before_the_worker(tmp_path: Path, end: str, said: str) -> None:
    """How a worker ended is told even if its output ended a moment before it did, as on a busy machine."""
    command = ["sh", "-c", f"read line; exec >&-; sleep 0.2; {end}"]
    async with worker(command=command) as process:
        with pytest.raises(WorkerError, match=said):
            await process.play(_order(tmp_path, 1, {"a": "random", "b": "random"}), lambda _: None)


async def test_a_worker_ends_with_its_input(tmp_path: Path) -> None:
    """When its input ends, as it does when the run is killed, a worker ends its bots and itself."""
    order = _order(tmp_path, 40, {"a": "random", "b": "random"})
    async with worker() as process:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(process.play, order, lambda _: None)
            bots = await _bots_of(process)
            nursery.cancel_scope.cancel()
        assert _alive(process.pid, *bots) == [process.pid, *bots]
    assert _alive(process.pid, *bots) == []


def _alive(*pids: int) -> list[int]:
    return [pid for pid in pids if Path(f"/proc/{pid}").exists()]


async def test_a_worker_that_speaks_nonsense(tmp_path: Path) -> None:
    """A worker that writes no JSON, or another event, is a platform fault with what it wrote."""
    order = _order(tmp_path, 1, {"a": "random", "b": "random"})
    for said, complaint in (("nonsense", "no JSON"), ('{"event": "dance"}', "event 'dance'")):
        command = ["sh", "-c", f"read line; echo '{said}'; read line"]
        with pytest.raises(WorkerError, match=complaint):
            async with worker(command=command) as process:
                await process.play(order, lambda _: None)
