"""Brings all bots of a match to the table at once. Plays nothing."""

from collections.abc import Sequence

import trio

from referee.bots.bot import Bot
from referee.bots.errors import BotFault
from referee.bots.faults import Fault
from referee.bots.questions import MatchCall
from referee.match.player import Seated


async def seat_all(bots: Sequence[Bot | Fault], calls: Sequence[MatchCall]) -> list[Seated]:
    """Call every bot to its seat and wait until each is ready or has failed; by seat.

    A bot that could not be started is given, and comes back, as its fault.
    """
    found: dict[int, Seated] = {}

    async def seat(number: int, bot: Bot | Fault, call: MatchCall) -> None:
        try:
            found[number] = bot if isinstance(bot, Fault) else await bot.join(call)
        except BotFault as error:
            found[number] = error.fault

    async with trio.open_nursery() as nursery:
        for number, (bot, call) in enumerate(zip(bots, calls, strict=True)):
            nursery.start_soon(seat, number, bot, call)
    return [found[number] for number in range(len(bots))]
