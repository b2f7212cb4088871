"""Bots that misbehave on purpose, one row a kind of fault, over real processes at level `process`."""

import pytest
from attrs import frozen

from referee.bots import Detail, FaultCode
from referee.bots.arena import Arena
from referee.bots.clock import ClockSettings
from tests.abuse.arena import GENEROUS, check_after, play, script

BRISK = ClockSettings(decision_ms=1500, start_ms=20_000, ready_ms=1500)
"""For bots that are waited for: as short as a busy machine allows for the honest ones beside them."""

SHORT_START = ClockSettings(decision_ms=20_000, start_ms=1500)


@frozen
class Row:
    """A bad bot and what must come of it: code, detail word, and words of its text or evidence."""

    bot: str
    deed: str
    code: FaultCode
    detail: str
    words: tuple[str, ...] = ()
    clock: ClockSettings = GENEROUS

    def __str__(self) -> str:
        return f"{self.bot}-{self.deed}"


START, TIMEOUT, CRASHED = FaultCode.START_FAILURE, FaultCode.TIMEOUT, FaultCode.CRASHED
PROTOCOL, ILLEGAL = FaultCode.PROTOCOL_ERROR, FaultCode.ILLEGAL_ACTION

ROWS = [
    Row("start", "exits", START, Detail.NO_SHOW, ("exited with 0",)),
    Row("start", "exits_with_three", START, Detail.CRASHED, ("exited with 3",)),
    Row("start", "raises", START, Detail.CRASHED, ("RuntimeError: no weights found", "exited with 1")),
    Row("start", "segfaults", START, Detail.CRASHED, ("SIGSEGV",)),
    Row("start", "never_connects", START, Detail.NO_SHOW, ("1500 ms", "still running"), SHORT_START),
    Row("start", "never_says_hello", START, Detail.NO_SHOW, ("1500 ms",), SHORT_START),
    Row("start", "old_version", START, Detail.LAUNCH_FAILED, ("version 0",)),
    Row("start", "future_version", START, Detail.LAUNCH_FAILED, ("version 2",)),
    Row("start", "wrong_token", START, Detail.CRASHED, ("token", "UNAUTHENTICATED", "TOKEN_REFUSED")),
    Row("start", "nonsense", PROTOCOL, Detail.PROTOCOL, ("fffe206e", "INVALID_ARGUMENT")),
    Row("start", "moves_first", PROTOCOL, Detail.PROTOCOL, ("moves before hello",)),
    Row("start", "compressed", PROTOCOL, Detail.PROTOCOL, ("compression", "UNIMPLEMENTED")),
    Row("start", "wrong_method", START, Detail.CRASHED, ("UNIMPLEMENTED",)),
    Row("start", "never_ready", START, Detail.NO_SHOW, ("Ready",), BRISK),
    Row("start", "ready_for_another", PROTOCOL, Detail.PROTOCOL, ("ffffffffffffffff",)),
    Row("protocol", "nonsense", PROTOCOL, Detail.PROTOCOL, ("fffefdfc",)),
    Row("protocol", "truncated", PROTOCOL, Detail.PROTOCOL, ("no PlayRequest",)),
    Row("protocol", "empty", PROTOCOL, Detail.PROTOCOL, ("without hello, moves or ready",)),
    Row("protocol", "no_moves", PROTOCOL, Detail.PROTOCOL, ("0 moves",)),
    Row("protocol", "oversized", PROTOCOL, Detail.PROTOCOL, ("66560 bytes, limit 65536",)),
    Row("protocol", "huge", PROTOCOL, Detail.PROTOCOL, ("too large",)),
    Row("protocol", "many_notes", PROTOCOL, Detail.PROTOCOL, ("notes", "limit 16384")),
    Row("protocol", "not_finite", PROTOCOL, Detail.PROTOCOL, ("finite",)),
    Row("protocol", "illegal", ILLEGAL, "PASS_NOT_FORCED", ("action id",)),
    Row("protocol", "unknown_id", ILLEGAL, "ILLEGAL_ACTION", ("4294967295",)),
    Row("protocol", "future", PROTOCOL, Detail.PROTOCOL, ("not asked",)),
    Row("protocol", "foreign_decision", PROTOCOL, Detail.PROTOCOL, ("not asked",)),
    Row("protocol", "foreign_match", PROTOCOL, Detail.PROTOCOL, ("none of its matches",)),
    Row("protocol", "doubled_thrice", PROTOCOL, Detail.PROTOCOL, ("third doubled",)),
    Row("protocol", "flood", PROTOCOL, Detail.FLOOD, ("65 messages",)),
    Row("protocol", "fat_flood", PROTOCOL, Detail.FLOOD, ("bytes within one decision",)),
    Row("protocol", "second_hello", PROTOCOL, Detail.PROTOCOL, ("second time",)),
    Row("protocol", "many_streams", PROTOCOL, Detail.FLOOD, ("20 streams",)),
    Row("protocol", "half_closes", CRASHED, Detail.DISCONNECTED, ("closed its sending side",)),
    Row("protocol", "disconnects", CRASHED, Detail.DISCONNECTED, ("closed the stream",)),
    Row("protocol", "never_answers", TIMEOUT, Detail.TIMEOUT, ("1500 ms",), BRISK),
    Row("protocol", "stops_reading", TIMEOUT, Detail.TIMEOUT, ("1500 ms",), BRISK),
    Row("protocol", "stops_itself", TIMEOUT, Detail.TIMEOUT, ("1500 ms",), BRISK),
    Row("process", "exits", CRASHED, Detail.EXITED, ("exited with 0",)),
    Row("process", "exits_with_three", CRASHED, Detail.CRASHED, ("exited with 3",)),
    Row("process", "raises", CRASHED, Detail.CRASHED, ("RuntimeError: the plan has no next step",)),
    Row("process", "segfaults", CRASHED, Detail.CRASHED, ("SIGSEGV",)),
    Row("process", "killed", CRASHED, Detail.CRASHED, ("SIGKILL",)),
    Row("process", "child_keeps_the_stream", CRASHED, Detail.EXITED, ("exited with 0",)),
]

HARMLESS = [
    ("start", "hostile_name"),
    ("protocol", "doubled_once"),
    ("protocol", "second_stream"),
    ("process", "daemon"),
    ("process", "shameless_daemon"),
    ("process", "floods_output"),
    ("process", "binary_output"),
    ("process", "leaves_traps"),
    ("process", "ignores_goodbye"),
]


@pytest.mark.parametrize("bad", [0, 1])
@pytest.mark.parametrize("row", ROWS, ids=str)
async def test_fault(arena: Arena, row: Row, bad: int) -> None:
    """A bot that misbehaves forfeits with the right code and evidence, in either seat, and nobody else suffers."""
    specs = [script("honest"), script("honest")]
    specs[bad] = script(row.bot, row.deed)
    match = await play(arena, specs, row.clock)
    [found] = match.faults_of(bad)
    assert (found.fault.code, found.fault.detail, found.forfeit) == (row.code, row.detail, True), found
    told = f"{found.fault.text}\n{found.fault.evidence}".replace(" ", "")
    assert [word for word in row.words if word.replace(" ", "") not in told] == [], told
    assert len(found.fault.evidence) <= 4096
    assert match.outcome.reason == "forfeit"
    assert [score.rank for score in match.outcome.scores] == [1 + (seat == bad) for seat in range(2)]
    await check_after(arena, match, bad)


@pytest.mark.parametrize(("bot", "deed"), HARMLESS)
async def test_no_fault(arena: Arena, bot: str, deed: str) -> None:
    """What is ugly but within the rules is no fault, and leaves nothing behind either."""
    match = await play(arena, [script(bot, deed), script("honest")])
    assert match.outcome.faults == ()
    assert match.outcome.reason == "last_round"
    await check_after(arena, match, 0)
