"""Seats one bot among opponents that live in this process, and plays a match. It judges nothing."""

import random
from collections.abc import Sequence
from typing import Final, final

import trio
from attrs import frozen

from referee.authoring.lots import bot_seed, match_name, opaque_id
from referee.bots.bot import Bot
from referee.bots.clock import ClockSettings
from referee.bots.questions import Answer, Ending, MatchCall, Question
from referee.editions import load_edition
from referee.game import ActionKind, Deal, Game
from referee.match import MatchFault, MatchOutcome, MatchSettings, Seated, play_match, seat_all
from referee.replay import Recorder, header_of
from referee.wire import game_digest

STAND_IN: Final = "stand-in"
"""What replays call an opponent of this process."""


@frozen
class Table:
    """A match to be played: the seed decides the deal, the bot's dice and the opponents'.

    Attributes:
        edition: id. seat: the bot's own; the others are stand-ins. seed: any text.
    """

    edition: str
    players: int
    seat: int
    seed: str

    @property
    def title(self) -> str:
        """`usa, 2 players, seat 0, seed check/1`."""
        return f"{self.edition}, {self.players} players, seat {self.seat}, seed {self.seed}"

    @property
    def game(self) -> Game:
        """The compiled edition."""
        return Game.of(load_edition(self.edition), self.players)

    @property
    def deal(self) -> Deal:
        """The deal, as `referee play --seed` would make it."""
        return Deal.from_text(self.seed)


@frozen
class Sitting:
    """How a bot fared at a table."""

    table: Table
    outcome: MatchOutcome

    @property
    def faults(self) -> list[MatchFault]:
        """The bot's own faults."""
        return [fault for fault in self.outcome.faults if fault.seat == self.table.seat]

    @property
    def think_us(self) -> list[int]:
        """What the bot thought about each of its decisions, in microseconds."""
        moves, think = self.outcome.replay.moves, self.outcome.replay.timing.think_us
        return [think[move.number] for move in moves if move.seat == self.table.seat]

    @property
    def answers(self) -> list[tuple[int, int, str]]:
        """Number, seat and text of all decisions."""
        return [(move.number, move.seat, move.text) for move in self.outcome.replay.moves]


@final
class StandIn:
    """An opponent without a process: claims whenever it can, else plays any legal action. A player of `match`."""

    def __init__(self, game: Game, seed: bytes) -> None:
        self._table = game.table
        self._rng = random.Random(seed)

    async def ask(self, question: Question) -> Answer:
        """Choose at once."""
        await trio.lowlevel.checkpoint()
        claims = [action for action in question.legal if self._table[action].kind is ActionKind.CLAIM]
        return Answer(self._rng.choice(claims or question.legal))

    async def finish(self, ending: Ending) -> None:
        """Nothing to remember."""
        await trio.lowlevel.checkpoint()


async def play(bot: Bot, table: Table, clock: ClockSettings) -> Sitting:
    """Play the match of a table with a bot that runs already."""
    game = table.game
    deal, name = table.deal.seed, match_name(game.edition.id, table.players)
    names = tuple(bot.name if seat == table.seat else STAND_IN for seat in range(table.players))
    match_id = opaque_id(deal, name)
    [ours] = await seat_all(
        [bot], [MatchCall(match_id, game, table.seat, names, clock, bot_seed(deal, name, table.seat))]
    )
    seated: Sequence[Seated] = [
        ours if seat == table.seat else StandIn(game, bot_seed(deal, name, seat)) for seat in range(table.players)
    ]
    recorder = Recorder(header_of(game, names, deal, game_digest=game_digest(game)))
    return Sitting(table, await play_match(game, table.deal, seated, MatchSettings(clock, match_id), recorder))
