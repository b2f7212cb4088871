"""Many matches at once for one bot process, which plays every seat of every table. A referee without clocks or mercy:
an illegal answer raises.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from attrs import define, frozen

from referee.bots.spec import resolve
from referee.editions import editions, load_edition
from referee.game import Deal, Game, State, apply, decision, observe
from referee.v1 import bot_pb2 as pb
from referee.wire import game_message, observation
from tests.botkit.stand import Stand, finished, invitation, stand, started

MOST: Final = 64
"""Questions in a message: surely less than the 256 and the 1 MiB that bot.proto allows."""


@frozen
class Played:
    """One finished match: the state at its end and the answers to all its questions."""

    state: State
    answers: tuple[int, ...]


@define
class Table:
    """One match under way, in which the bot holds every seat."""

    number: int
    game: Game
    state: State
    answers: list[int]

    def match_id(self, seat: int) -> str:
        """Each seat plays a match of its own, as far as the bot can tell."""
        return f"{self.number:08x}{seat:08x}"

    def starts(self) -> Iterator[pb.MatchStart]:
        """One invitation for each seat."""
        for seat in range(self.game.players):
            yield pb.MatchStart(
                match_id=self.match_id(seat),
                game_digest=game_message(self.game).game_digest,
                seat=seat,
                names=[f"seat {i}" for i in range(self.game.players)],
                clock=pb.Clock(disabled=True),
                bot_seed=bytes([self.number % 256, seat]) * 16,
            )

    def question(self) -> pb.Decision:
        """The open question."""
        asked = decision(self.state)
        view = observation(observe(self.state, asked.seat))
        number = len(self.answers)
        return pb.Decision(match_id=self.match_id(asked.seat), number=number, observation=view, legal=asked.legal)

    def answer(self, move: pb.Move) -> None:
        """Plays the answer; an illegal one raises."""
        assert (move.match_id, move.decision) == (self.match_id(decision(self.state).seat), len(self.answers))
        apply(self.state, move.action)
        self.answers.append(move.action)


def every_game() -> Iterator[Game]:
    """All editions, without and with depots, for every number of players that they take."""
    for name in editions():
        for edition in (load_edition(name), load_edition(f"{name}+depots")):
            for players in range(edition.players[0], edition.players[1] + 1):
                yield Game.of(edition, players)


def play(
    folder: Path, tmp_path: Path, games: Sequence[Game], *words: str, seed: str = "all", tcp: bool = False
) -> list[Played]:
    """Starts the bot, has it play one match of each game, all of them at once, and sees it end without a word.

    `words` are arguments for the bot beside those of its `bot.toml`.
    """
    spec = resolve(str(folder))
    tables = [Table(i, game, game.start(Deal.from_text(f"{seed}/{i}")), []) for i, game in enumerate(games)]
    command = [*spec.argv, *words]
    with stand(tmp_path, tcp=tcp) as referee, started(command, {**invitation(referee), **spec.env}, spec.cwd) as bot:
        assert referee.welcome().protocol_version == 1
        for table in tables:
            _invite(referee, table)
        while open_tables := [table for table in tables if not table.state.over]:
            _round(referee, open_tables[:MOST])
        referee.dismiss()
        assert finished(bot) == (0, "")
    return [Played(table.state, tuple(table.answers)) for table in tables]


def _invite(referee: Stand, table: Table) -> None:
    referee.send(game=game_message(table.game))
    for start in table.starts():
        referee.send(match_start=start)
        request = referee.hear()
        assert request is not None
        assert request.ready.match_id == start.match_id


def _round(referee: Stand, tables: Sequence[Table]) -> None:
    """Asks every table's question in one message; the answers may come in any grouping."""
    referee.send(decisions=pb.Decisions(decisions=[table.question() for table in tables]))
    waiting = {table.match_id(decision(table.state).seat): table for table in tables}
    while waiting:
        request = referee.hear()
        assert request is not None, "the bot ended its stream"
        for move in request.moves.moves:
            waiting.pop(move.match_id).answer(move)
