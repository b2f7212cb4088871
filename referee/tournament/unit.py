"""Plays one unit of work: its bots as processes, its matches one after the other or several at once. It stores
nothing.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import structlog
import trio
from attrs import evolve

from referee.bots.arena import Arena, open_arena
from referee.bots.bot import Bot
from referee.bots.clock import NO_CLOCK, ClockSettings
from referee.bots.faults import Fault
from referee.bots.questions import MatchCall
from referee.bots.spec import BotSpec, Limits, resolve
from referee.editions import edition_of
from referee.game import Deal, Game, slug
from referee.match import MatchSettings, play_match, seat_all
from referee.replay.record import Header
from referee.replay.recorder import Recorder
from referee.tournament.crew import Crew
from referee.tournament.moment import now
from referee.tournament.orders import BotOrder, MatchOrder, UnitOrder
from referee.tournament.results import Played, result_of
from referee.wire import game_digest

log = structlog.get_logger(__name__)

OnPlayed = Callable[[Played], None]


async def play_unit(order: UnitOrder, on_played: OnPlayed) -> list[Played]:
    """Play all matches of a unit with fresh bot processes; `on_played` hears of each as it ends. In the order's order.

    Raises:
        RefereeError: the platform failed; bots' failures are in the results.

    """
    clock = NO_CLOCK if order.clock is None else ClockSettings(**order.clock)
    for match in order.matches:  # compiled now, so that no bot's clock runs meanwhile
        game_digest(_game(order, match))
    done: dict[str, Played] = {}
    async with open_arena(tcp=order.tcp) as arena:
        play = _Unit(arena, order, clock)
        room = trio.Semaphore(order.in_flight)
        async with trio.open_nursery() as nursery:

            async def one(match: MatchOrder) -> None:
                done[match.id] = await play.match(match)
                on_played(done[match.id])
                room.release()

            for match in order.matches:  # in this order: a bot may remember what it met before
                await room.acquire()
                nursery.start_soon(one, match)
    return [done[match.id] for match in order.matches]


class _Unit:
    def __init__(self, arena: Arena, order: UnitOrder, clock: ClockSettings) -> None:
        self._order = order
        self._clock = clock
        limits = Limits(log_kb=order.log_kb)
        self._crews = {bot.name: Crew(arena, _spec(bot), limits, clock, order.max_restarts) for bot in order.bots}

    async def match(self, match: MatchOrder) -> Played:
        """Bring the bots to the table, play, and give their processes back."""
        with structlog.contextvars.bound_contextvars(match_id=match.id):
            bots = await self._take(match)
            try:
                return await self._play(match, [bots[name] for name in match.seats])
            finally:
                self._keep_output(match, bots)
                for name, bot in bots.items():
                    if isinstance(bot, Bot):
                        await self._crews[name].give_back(bot)

    async def _take(self, match: MatchOrder) -> dict[str, Bot | Fault]:
        async with trio.open_nursery() as nursery:
            for name in match.seats:
                nursery.start_soon(self._crews[name].ready)
        # Always in the same order: two matches that wait for each other's bots would wait for ever.
        return {name: await self._crews[name].take() for name in self._crews if name in match.seats}

    async def _play(self, match: MatchOrder, bots: Sequence[Bot | Fault]) -> Played:
        game = _game(self._order, match)
        names = tuple(f"seat {seat}" for seat in range(match.players)) if self._order.hides_names else match.seats
        calls = [
            MatchCall(match.opaque, game, seat, names, self._clock, bytes.fromhex(seed))
            for seat, seed in enumerate(match.bot_seeds)
        ]
        seated = await seat_all(bots, calls)
        about = {"isolation": "process", "started": now(), "names": "hidden" if self._order.hides_names else "shown"}
        settings = MatchSettings(self._clock, match.opaque, about)
        header = Header(match.edition, match.seats, match.deal, game_digest(game), match.id)
        outcome = await play_match(game, Deal(bytes.fromhex(match.deal)), seated, settings, Recorder(header))
        return Played(result_of(match.id, outcome.replay), outcome.replay.to_text(description=False))

    def _keep_output(self, match: MatchOrder, bots: dict[str, Bot | Fault]) -> None:
        """What each bot wrote to its outputs since its last match, in a file each; nothing for the silent."""
        if self._order.logs is None:
            return
        folder = Path(self._order.logs, match.id)
        for seat, name in enumerate(match.seats):
            bot = bots[name]
            if isinstance(bot, Fault):
                _write(folder / f"{seat}-{slug(name) or 'bot'}.stderr", bot.evidence.encode())
                continue
            output = bot.take_output()
            _write(folder / f"{seat}-{slug(name) or 'bot'}.stderr", output.stderr.content)
            _write(folder / f"{seat}-{slug(name) or 'bot'}.stdout", output.stdout.content)


def _write(file: Path, content: bytes) -> None:
    """Best effort: what a bot says is a courtesy, and a match does not fail for it on a full disk."""
    try:
        if not content:
            file.unlink(missing_ok=True)
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    except OSError as error:
        log.warning("unit.output_lost", file=str(file), reason=error.strerror)


def _game(order: UnitOrder, match: MatchOrder) -> Game:
    return Game.of(edition_of(match.edition, order.boards), match.players)


def _spec(bot: BotOrder) -> BotSpec:
    spec = resolve(bot.spec, Path(bot.base))
    return evolve(spec, name=bot.name, env={**spec.env, **bot.env})
