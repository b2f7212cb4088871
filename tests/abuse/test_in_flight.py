"""Many matches at once on one process a bot."""

import hashlib

import pytest
import trio

from referee.bots.arena import Arena
from referee.bots.bot import Bot
from referee.bots.clock import ClockSettings
from referee.bots.questions import MatchCall
from referee.game import Deal
from referee.match import MatchOutcome, MatchSettings, play_match, seat_all
from referee.replay.recorder import Recorder, header_of
from tests.abuse.arena import GENEROUS, check_replay, close_all, launch, script, usa


async def play_many(bots: list[Bot], matches: int, at_once: int) -> list[MatchOutcome]:
    """So many matches with the same bots, so many of them at a time."""
    room = trio.CapacityLimiter(at_once)
    outcomes: dict[int, MatchOutcome] = {}

    async def one(number: int) -> None:
        async with room:
            seed = hashlib.sha256(b"%d" % number).digest()
            names, name = tuple(bot.name for bot in bots), f"{number:016x}"
            game = usa(len(bots))
            calls = [MatchCall(name, game, seat, names, GENEROUS, bytes(32)) for seat in range(len(bots))]
            seated = await seat_all(bots, calls)
            recorder = Recorder(header_of(game, names, seed))
            outcomes[number] = await play_match(game, Deal(seed), seated, MatchSettings(GENEROUS, name), recorder)

    async with trio.open_nursery() as nursery:
        for number in range(matches):
            nursery.start_soon(one, number)
    return [outcomes[number] for number in range(matches)]


async def running(arena: Arena, *names: str) -> list[Bot]:
    """Bots that started."""
    bots = [await launch(arena, script(*name.split()), ClockSettings(start_ms=20_000)) for name in names]
    return [bot for bot in bots if isinstance(bot, Bot)]


@pytest.mark.slow
async def test_speed_changes_nothing(arena: Arena) -> None:
    """Thirty-two matches in flight give byte for byte the replays that one at a time gives."""
    bots = await running(arena, "honest", "honest")
    texts = []
    for at_once in (1, 32):
        outcomes = await play_many(bots, 32, at_once)
        texts.append([outcome.replay.to_text(timing=False) for outcome in outcomes])
    assert texts[0] == texts[1]
    await close_all([*bots])


async def test_a_crash_ends_all_matches_of_the_bot(arena: Arena) -> None:
    """A bot that dies with many matches in flight forfeits each of them, and each of them ends."""
    bots = await running(arena, "process segfaults", "honest")
    outcomes = await play_many(bots, 8, 8)
    assert [outcome.scores[0].rank for outcome in outcomes] == [2] * 8
    assert {fault.seat for outcome in outcomes for fault in outcome.faults} == {0}
    for outcome in outcomes:
        check_replay(outcome.replay)
    await close_all([*bots])
