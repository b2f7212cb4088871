"""Starts a bot, puts one recorded question to it without a clock, and hands over what it says. It judges no answer."""

from collections.abc import Awaitable, Callable

from attrs import frozen

from referee.authoring.lots import bot_seed, match_name, opaque_id
from referee.authoring.question import Recorded
from referee.bots.arena import open_arena
from referee.bots.bot import Bot, Output
from referee.bots.clock import NO_CLOCK
from referee.bots.errors import BotFault
from referee.bots.faults import Fault
from referee.bots.questions import Answer, Ending, MatchCall
from referee.bots.spec import BotSpec


@frozen
class Reply:
    """What a bot did with a question: its answer, or its fault; and what it wrote meanwhile, None if it never ran."""

    answer: Answer | None
    fault: Fault | None
    output: Output | None


async def ask(
    spec: BotSpec, recorded: Recorded, held: Callable[[int], Awaitable[None]], *, from_start: bool = False
) -> Reply:
    """Ask; there is no deadline anywhere.

    `held` gets the process id when the bot is ready and nothing was asked yet: time to attach a debugger. `from_start`
    puts the seat's earlier questions first, for a bot with a memory; what it answers to them is not played.
    """
    async with open_arena() as arena:
        try:
            bot = await arena.launch(spec, NO_CLOCK)
        except BotFault as error:
            return Reply(None, error.fault, None)
        try:
            answer, fault = await _asked(bot, recorded, held, from_start=from_start), None
        except BotFault as error:
            answer, fault = None, error.fault
        await bot.close()
        return Reply(answer, fault, bot.take_output())


async def _asked(bot: Bot, recorded: Recorded, held: Callable[[int], Awaitable[None]], *, from_start: bool) -> Answer:
    header, seat = recorded.replay.header, recorded.seat
    deal, name = bytes.fromhex(header.seed), match_name(header.edition, header.players)
    call = MatchCall(
        opaque_id(deal, name), recorded.game, seat, header.seats, NO_CLOCK, bot_seed(deal, name, seat)
    )  # fmt: skip
    player = await bot.join(call)
    await held(bot.pid)
    for question in recorded.before if from_start else ():
        await player.ask(question)
    answer = await player.ask(recorded.question)
    await player.finish(Ending("void"))
    return answer
