"""Plays a match up to one decision and stops there, with a replay of what was played. It prints nothing."""

from collections.abc import Mapping, Sequence
from typing import final

import trio

from referee.authoring.errors import NoSuchDecisionError
from referee.authoring.lots import bot_seed, match_name, opaque_id
from referee.authoring.question import STOPPED
from referee.bots.arena import Arena, open_arena
from referee.bots.bot import Bot
from referee.bots.clock import ClockSettings
from referee.bots.errors import BotFault
from referee.bots.faults import Fault
from referee.bots.questions import Answer, Ending, MatchCall, Question
from referee.bots.spec import BotSpec
from referee.game import Deal, Game, State, forfeit
from referee.match import MatchSettings, Player, play_match, seat_all
from referee.replay import Recorder, Replay, header_of, record
from referee.wire import game_digest


class _Stopped(Exception):  # noqa: N818  # it says what happened, and nobody else sees it
    """The decision is reached."""


@final
class _Until:
    """A player that is not asked from one decision on."""

    def __init__(self, player: Player, number: int) -> None:
        self._player = player
        self._number = number

    async def ask(self, question: Question) -> Answer:
        """What the player answers.

        Raises:
            _Stopped: the decision is reached.
        """
        if question.number >= self._number:
            raise _Stopped
        return await self._player.ask(question)

    async def finish(self, ending: Ending) -> None:
        """Pass it on."""
        await self._player.finish(ending)


@final
class _Tape:
    """A recorder that knows the state, and that stops where no bot would be asked either."""

    def __init__(self, recorder: Recorder, state: State, number: int) -> None:
        self.state = state
        self._recorder = recorder
        self._number = number

    def decision(
        self,
        state: State,
        seat: int,
        action: int,
        fault: record.Fault | None = None,
        *,
        think_ns: int = 0,
        notes: record.Notes | None = None,
    ) -> None:
        """Record it, and hold on to the state, which the match changes in place."""
        self.state = state
        if self._recorder.decisions >= self._number:
            raise _Stopped
        self._recorder.decision(state, seat, action, fault, think_ns=think_ns, notes=notes)

    def forfeit(self, faults: Mapping[int, record.Fault]) -> None:
        """Record it."""
        self._recorder.forfeit(faults)

    def finish(self, state: State, about: Mapping[str, str] | None = None, *, description: str = "") -> Replay:
        """The replay of the whole match."""
        return self._recorder.finish(state, about, description=description)

    def cut(self) -> Replay:
        """The replay up to here: all seats that are left go out together."""
        left = [seat for seat, out in enumerate(self.state.out) if out < 0]
        self._recorder.forfeit({seat: record.Fault(STOPPED, text="the match was stopped here") for seat in left})
        forfeit(self.state, left)
        return self._recorder.finish(self.state)


async def play_until(
    number: int, game: Game, deal: Deal, specs: Mapping[str, BotSpec], clock: ClockSettings, *, tcp: bool
) -> Replay:
    """Play until decision `number` is to be asked; `specs` by name, in seat order.

    Raises:
        NoSuchDecisionError: the match ended before.
    """
    name = match_name(game.edition.id, game.players)
    seeds = [bot_seed(deal.seed, name, seat) for seat in range(game.players)]
    calls = [
        MatchCall(opaque_id(deal.seed, name), game, seat, tuple(specs), clock, seeds[seat])
        for seat in range(game.players)
    ]
    recorder = Recorder(header_of(game, tuple(specs), deal.seed, game_digest=game_digest(game)))
    tape = _Tape(recorder, game.start(deal), number)
    async with open_arena(tcp=tcp) as arena:
        seated = await seat_all([await _launched(arena, spec, clock) for spec in specs.values()], calls)
        players = [one if isinstance(one, Fault) else _Until(one, number) for one in seated]
        try:
            outcome = await play_match(game, deal, players, MatchSettings(clock, calls[0].match_id), tape)
        except _Stopped:
            return tape.cut()
    raise NoSuchDecisionError(number, _ended(outcome.decisions, [fault.fault for fault in outcome.faults]))


def _ended(decisions: int, faults: Sequence[Fault]) -> str:
    why = "".join(f"; {fault.code}: {fault.text}" for fault in faults)
    return f"the match ended after {decisions} decisions{why}"


async def _launched(arena: Arena, spec: BotSpec, clock: ClockSettings) -> Bot | Fault:
    try:
        return await arena.launch(spec, clock)
    except BotFault as error:
        return error.fault


def stop_at(
    number: int, game: Game, deal: Deal, specs: Mapping[str, BotSpec], clock: ClockSettings, *, tcp: bool = False
) -> Replay:
    """`play_until`, from a program without a loop."""

    async def play() -> Replay:
        return await play_until(number, game, deal, specs, clock, tcp=tcp)

    return trio.run(play)
