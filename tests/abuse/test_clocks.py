"""Late answers, lost streams and a stalled referee, over real processes."""

import pytest

from referee.bots import FaultCode
from referee.bots.arena import Arena
from referee.bots.bot import Bot
from referee.bots.clock import ClockSettings
from tests.abuse.arena import check_after, check_replay, close_all, launch, play, play_with, script


async def test_late_within_the_grace(arena: Arena) -> None:
    """An answer after the limit but within the grace is played, and is a strike."""
    clock = ClockSettings(decision_ms=100, grace_ms=20_000, strikes=10_000)
    match = await play(arena, [script("late", "within"), script("honest")], clock)
    struck = [fault for fault in match.faults_of(0) if fault.fault.code is FaultCode.TIMEOUT]
    assert struck
    assert all(fault.substituted is None and fault.sent >= 0 and not fault.forfeit for fault in struck)
    assert match.outcome.reason == "last_round"
    check_replay(match.outcome.replay)


async def test_late_after_the_grace(arena: Arena) -> None:
    """A later answer is ignored: the default action stands, the bot plays on, being late is no second fault."""
    clock = ClockSettings(decision_ms=1500, strikes=10_000)
    match = await play(arena, [script("late", "after"), script("honest")], clock)
    first = match.faults_of(0)[0]
    assert (first.fault.code, first.decision, first.forfeit) == (FaultCode.TIMEOUT, 4, False)
    assert first.substituted == next(m.action for m in match.outcome.replay.moves if m.number == 4)
    assert match.outcome.reason == "last_round"
    await check_after(arena, match, 0)


async def test_a_bot_that_owes_an_answer_is_not_fit(arena: Arena) -> None:
    """A bot that never answered a timed-out question should be replaced before its next match."""
    clock = ClockSettings(decision_ms=1500, strikes=10_000)
    bots = [
        await launch(arena, script("protocol", "never_answers"), clock),
        await launch(arena, script("honest"), clock),
    ]
    await play_with(bots, clock)
    assert [isinstance(bot, Bot) and bot.fit for bot in bots] == [False, True]
    await close_all(bots)


@pytest.mark.parametrize("argument", ["once", "unnoticed"])
async def test_reconnect_once(arena: Arena, argument: str) -> None:
    """A bot that may come back does so once, is asked again under the same number, and plays on without a fault."""
    clock = ClockSettings(decision_ms=20_000, reconnect="once")
    match = await play(arena, [script("comeback", argument), script("honest")], clock)
    assert match.outcome.faults == ()
    undisturbed = await play(arena, [script("honest"), script("honest")], clock)
    assert match.outcome.replay.digest == undisturbed.outcome.replay.digest


@pytest.mark.parametrize(("argument", "reconnect"), [("twice", "once"), ("once", "never")])
async def test_reconnect_too_often(arena: Arena, argument: str, reconnect: str) -> None:
    """A second loss, or the first one where nobody may come back, is a crash."""
    clock = ClockSettings(decision_ms=20_000, reconnect="once" if reconnect == "once" else "never")
    match = await play(arena, [script("comeback", argument), script("honest")], clock)
    [fault] = match.faults_of(0)
    assert fault.fault.code is FaultCode.CRASHED
    await check_after(arena, match, 0)


async def test_no_clock(arena: Arena) -> None:
    """Without a clock there is no deadline: a bot that is late by any clock plays on without a fault."""
    clock = ClockSettings(decision_ms=1, start_ms=1, ready_ms=1, disabled=True)
    match = await play(arena, [script("late", "within"), script("honest")], clock)
    assert match.outcome.faults == ()
