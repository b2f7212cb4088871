"""The processes of one bot during one unit: started when a match needs one, started again after a crash, ended at the
end.

It does not know what is played.
"""

from collections import Counter
from typing import Final, final

import structlog
import trio

from referee.bots.arena import Arena
from referee.bots.bot import Bot
from referee.bots.clock import ClockSettings
from referee.bots.errors import BotFault
from referee.bots.faults import Detail, Fault, FaultCode
from referee.bots.spec import BotSpec, Limits

log = structlog.get_logger(__name__)


@final
class Crew:
    """Lends out a bot's process to one match after another, or to several at once as far as the bot allows it.

    A process at fault is never lent again: the next match gets a fresh one, at most `max_restarts` times; after that
    each match gets a START_FAILURE without a try. A process that only owes a late answer is replaced too, because the
    answer would eat into the next match's clock; that costs no restart.
    """

    def __init__(self, arena: Arena, spec: BotSpec, limits: Limits, clock: ClockSettings, max_restarts: int) -> None:
        self._arena = arena
        self._spec = spec
        self._limits = limits
        self._clock = clock
        self._starts_left = max_restarts + 1
        self._failed: Fault | None = None
        self._bot: Bot | None = None
        self._matches: Counter[Bot] = Counter()
        self._change: Final = trio.Condition()

    async def ready(self) -> None:
        """See to it that there is a process, so that all bots of a table start at the same time."""
        async with self._change:
            if self._failed is None and not self._fit:
                await self._renew()

    async def take(self) -> Bot | Fault:
        """A process with room for one more match; or the fault of a bot that does not start."""
        async with self._change:
            while True:
                if self._failed is None and not self._fit:
                    await self._renew()
                if self._failed is not None:
                    fault, self._failed = self._failed, None
                    return fault
                if (bot := self._bot) and self._matches[bot] < max(1, bot.max_in_flight):
                    self._matches[bot] += 1
                    return bot
                await self._change.wait()

    @property
    def _fit(self) -> bool:
        return self._bot is not None and self._bot.fit

    async def give_back(self, bot: Bot) -> None:
        """A match is over for this process."""
        async with self._change:
            self._matches[bot] -= 1
            if bot is not self._bot and not self._matches[bot]:
                await bot.close()
            self._change.notify_all()

    async def _renew(self) -> None:
        old, self._bot = self._bot, None
        if old is not None:
            self._starts_left -= old.fault is not None
            if not self._matches[old]:
                await old.close()
        if self._starts_left <= 0:
            text = "is not started again in this unit: it failed too often"
            self._failed = Fault(FaultCode.START_FAILURE, Detail.LAUNCH_FAILED, text)
            return
        try:
            self._bot = await self._arena.launch(self._spec, self._clock, self._limits)
        except BotFault as error:
            self._starts_left -= 1
            self._failed = error.fault
            log.warning("crew.start_failed", bot=self._spec.name, starts_left=self._starts_left)
