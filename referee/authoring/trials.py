"""Puts a bot through what `bot check` looks at and keeps the facts. It judges none of them: that is `verdicts`'."""

from collections.abc import Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, final

import trio
from attrs import define, evolve, field, frozen

from referee.authoring.memory import resident_bytes
from referee.authoring.table import Sitting, Table, play
from referee.bots.arena import Arena, open_arena
from referee.bots.bot import Bot, Output
from referee.bots.clock import ClockSettings
from referee.bots.errors import BotFault
from referee.bots.faults import Fault
from referee.bots.spec import BotSpec
from referee.editions import load_edition
from referee.v1 import bot_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

DESERTED_S: Final = 6.0
"""How long a bot is watched after its referee has died: the Python kit gives a running answer five seconds."""

MOST_TOGETHER: Final = 8
TINY_MS: Final = 50
STRIKES: Final = 20
"""Forgiven in each match, so that one mistake does not hide the others, and a hopeless bot does not take for ever."""

ENOUGH: Final = 3
"""Tables with faults after which no more editions are tried."""


@frozen
class Plan:
    """What a bot is put through.

    Attributes:
        tables: matches of all editions; the first one is played again in a fresh process. rounds: matches of the first
        edition after which memory is read. decision_ms: the limit of one decision.
    """

    tables: tuple[Table, ...]
    rounds: int = 8
    decision_ms: int = 1000

    @property
    def clock(self) -> ClockSettings:
        """The limits of ordinary matches."""
        return ClockSettings(decision_ms=self.decision_ms, strikes=STRIKES)

    @property
    def round_tables(self) -> list[Table]:
        """The matches for memory, which are played again at once: the first table with other deals."""
        return [evolve(self.tables[0], seed=f"round/{number}") for number in range(self.rounds)]


def plan_for(editions: Sequence[str], *, quick: bool, decision_ms: int = 1000) -> Plan:
    """Every edition with its fewest and most players, the bot in changing seats; `quick`: fewest only, fewer rounds.

    Raises:
        RefereeError: no such edition.
    """
    tables: list[Table] = []
    for name in editions:
        for players in sorted(set(load_edition(name).players))[: 1 if quick else 2]:
            tables.append(Table(name, players, len(tables) % players, f"check/{len(tables)}"))
    return Plan(tuple(tables), 4 if quick else 8, decision_ms)


@frozen
class Leaving:
    """How a process ended after Goodbye: its exit status, negative for a signal, and all that it wrote."""

    status: int | None
    output: Output


@define
class Facts:
    """What a bot did.

    Attributes:
        start_s: seconds until Hello. in_flight: matches that it may be asked at once.
        no_show: why the first process never got so far. hello: what it said.
        tour: the plan's tables as far as they were played. memory: bytes after each of the `alone` matches.
        alone, together: the same matches one after the other, and at once in another process.
        again: the first table in a fresh process. tiny: a match with a clock of 50 ms.
        deserted: whether the referee's end was tried. deserted_s: until the bot ended too, None: it had not.
        leaving: of the first process, None if it did not live until Goodbye.
    """

    plan: Plan
    start_s: float = 0.0
    in_flight: int = 1
    no_show: Fault | None = None
    hello: pb.Hello | None = None
    tour: list[Sitting] = field(factory=list)
    memory: list[int] = field(factory=list)
    alone: list[Sitting] = field(factory=list)
    together: list[Sitting] = field(factory=list)
    again: Sitting | None = None
    tiny: Sitting | None = None
    deserted: bool = False
    deserted_s: float | None = None
    leaving: Leaving | None = None

    @property
    def sittings(self) -> list[Sitting]:
        """All matches under ordinary limits."""
        return [*self.tour, *self.alone, *([self.again] if self.again else []), *self.together]


async def gather(spec: BotSpec, plan: Plan, say: Callable[[str], object]) -> Facts:
    """Run all trials with processes of their own; `say` hears what is being done."""
    async with open_arena() as arena:
        trials = _Trials(arena, spec, plan, say)
        await trials.first_process()
        if trials.facts.no_show is None:
            await trials.second_process()
            await trials.third_process()
    return trials.facts


@final
class _Trials:
    def __init__(self, arena: Arena, spec: BotSpec, plan: Plan, say: Callable[[str], object]) -> None:
        self.facts: Final = Facts(plan)
        self._arena = arena
        self._spec = spec
        self._plan = plan
        self._say = say

    async def first_process(self) -> None:
        """Start, every edition, memory, Goodbye."""
        self._say("starting it")
        begun = trio.current_time()
        try:
            bot = await self._launch()
        except BotFault as error:
            self.facts.no_show = error.fault
            return
        self.facts.start_s, self.facts.hello = trio.current_time() - begun, bot.hello
        last = await self._tour(bot)
        if last is None:
            return
        if last.fit:
            await self._rounds(last)
        fit = last.fit
        await last.close()
        if fit:
            self.facts.leaving = Leaving(last.status, last.take_output())

    async def second_process(self) -> None:
        """The first match again, many at once, and a referee that dies."""
        self._say("the first match again, in a fresh process")
        async with self._lent(self._plan.clock) as bot:
            if bot is None:
                return
            self.facts.in_flight = bot.max_in_flight
            self.facts.again = await play(bot, self._plan.tables[0], self._plan.clock)
            if bot.fit and bot.max_in_flight > 1 and self.facts.alone:
                await self._together(bot)
            if bot.fit:
                self._say("cutting its stream")
                self.facts.deserted_s = await bot.desert(DESERTED_S)
                self.facts.deserted = True

    async def third_process(self) -> None:
        """A match with hardly any time."""
        self._say(f"a match with {TINY_MS} ms a decision")
        clock = ClockSettings(decision_ms=TINY_MS, grace_ms=TINY_MS, strikes=1_000_000)
        async with self._lent(clock) as bot:
            if bot is not None:
                self.facts.tiny = await play(bot, evolve(self._plan.tables[0], seed="tiny"), clock)

    # -- parts of them

    async def _launch(self, clock: ClockSettings | None = None) -> Bot:
        return await self._arena.launch(self._spec, clock or self._plan.clock)

    @asynccontextmanager
    async def _lent(self, clock: ClockSettings) -> "AsyncIterator[Bot | None]":
        """A process that is closed in the end; None if it does not start again."""
        try:
            bot = await self._launch(clock)
        except BotFault:
            yield None
            return
        try:
            yield bot
        finally:
            await bot.close()

    async def _tour(self, bot: Bot) -> Bot | None:
        """Play all tables; a process that was lost is replaced. Gives the last one, None if it did not start again."""
        for table in self._plan.tables:
            self._say(table.title)
            sitting = await play(bot, table, self._plan.clock)
            self.facts.tour.append(sitting)
            if sum(bool(one.faults) for one in self.facts.tour) >= ENOUGH:
                break
            if not bot.fit:
                await bot.close()
                try:
                    bot = await self._launch()
                except BotFault:
                    return None
        return bot

    async def _rounds(self, bot: Bot) -> None:
        for table in self._plan.round_tables:
            if not bot.fit:
                return
            self._say(table.title)
            self.facts.alone.append(await play(bot, table, self._plan.clock))
            if (size := resident_bytes(bot.pid)) is not None:
                self.facts.memory.append(size)

    async def _together(self, bot: Bot) -> None:
        tables = [sitting.table for sitting in self.facts.alone][: min(bot.max_in_flight, MOST_TOGETHER)]
        self._say(f"{len(tables)} matches at once")
        found: dict[Table, Sitting] = {}

        async def one(table: Table) -> None:
            found[table] = await play(bot, table, self._plan.clock)

        async with trio.open_nursery() as nursery:
            for table in tables:
                nursery.start_soon(one, table)
        self.facts.together = [found[table] for table in tables]
