"""Players without processes, for matches in one task."""

from collections.abc import Callable
from typing import Final

import trio
from attrs import define, field

from referee.bots import BotFault, Fault
from referee.bots.clock import MS, ClockSettings
from referee.bots.questions import Answer, Ending, Question
from referee.editions import load_edition
from referee.game import Deal, Game
from referee.match import MatchOutcome, MatchSettings, Seated, play_match
from referee.replay.recorder import Recorder, header_of
from referee.replay.verify import verify

SEED: Final = bytes(range(32))
Move = Callable[[Question], Answer | Fault]


def first_legal(question: Question) -> Answer:
    """The honest one: takes a millisecond and always the last legal action, which ends matches soon."""
    return Answer(question.legal[-1], think_ns=MS)


@define
class Scripted:
    """Answers by a function, and remembers what it was asked and told."""

    move: Move = first_legal
    asked: list[Question] = field(factory=list)
    endings: list[Ending] = field(factory=list)

    async def ask(self, question: Question) -> Answer:
        """What the function says; a fault is raised as a bot's would be."""
        await trio.lowlevel.checkpoint()
        self.asked.append(question)
        answer = self.move(question)
        if isinstance(answer, Fault):
            raise BotFault("scripted", answer)
        return answer

    async def finish(self, ending: Ending) -> None:
        """Remember it."""
        self.endings.append(ending)


def at(turn: int, answer: Answer | Fault | Callable[[Question], Answer | Fault]) -> Move:
    """Honest, except for the question with this count."""
    count = -1

    def move(question: Question) -> Answer | Fault:
        nonlocal count
        count += 1
        if count != turn:
            return first_legal(question)
        return answer(question) if callable(answer) else answer

    return move


def always(answer: Answer | Fault) -> Move:
    """The same to every question."""
    return lambda _: answer


def usa(players: int) -> Game:
    """The game of these matches."""
    return Game.of(load_edition("usa"), players)


async def play(players: list[Seated], clock: ClockSettings | None = None, bound_s: float | None = 60) -> MatchOutcome:
    """One match; its replay must play again."""
    game = usa(len(players))
    recorder = Recorder(header_of(game, tuple(f"bot {i}" for i in range(len(players))), SEED))
    settings = MatchSettings(clock or ClockSettings(), "m", bound_s=bound_s)
    outcome = await play_match(game, Deal(SEED), players, settings, recorder)
    verify(outcome.replay, game)
    return outcome
