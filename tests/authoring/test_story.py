"""The block of lines about a fault, compared with texts that were read once."""

from collections.abc import Callable

import pytest
import trio

from referee.authoring.lots import bot_seed, match_name
from referee.authoring.story import Traces, story, troubles
from referee.authoring.table import StandIn
from referee.bots import BotFault, Detail, Fault, FaultCode
from referee.bots.clock import ClockSettings
from referee.bots.questions import Answer, Ending, Question
from referee.editions import load_edition
from referee.game import Deal, Game
from referee.match import MatchSettings, play_match
from referee.match.player import Seated
from referee.replay import Recorder, Replay, header_of
from tests.conftest import Golden

GAME = Game.of(load_edition("usa"), 2)
DEAL = Deal.from_text("story")
TRACES = Traces(
    "usa, 2 players, seed story", "/logs/0-bad.stderr", ["one", "two"], "referee play ...", "referee bot ask ..."
)


class Bad:
    """Plays like a stand-in, but at its third question does something else."""

    def __init__(self, deed: Callable[[Question], Answer]) -> None:
        self._deed = deed
        self._asked = 0
        self._honest = StandIn(GAME, bot_seed(DEAL.seed, match_name("usa", 2), 0))

    async def ask(self, question: Question) -> Answer:
        """The third time, the deed."""
        self._asked += 1
        answer = await self._honest.ask(question)
        return self._deed(question) if self._asked == 3 else answer

    async def finish(self, ending: Ending) -> None:
        """Nothing to do."""
        await trio.lowlevel.checkpoint()


def _passes(question: Question) -> Answer:
    return Answer(GAME.table.ids["pass"])


def _invents(question: Question) -> Answer:
    return Answer(4_000_000_000)


def _is_late(question: Question) -> Answer:
    return Answer(question.legal[0], think_ns=1_020_000_000, late=True)


def _times_out(question: Question) -> Answer:
    text = f"no answer to decision {question.number} within 1000 ms and the grace of 50 ms"
    raise BotFault("bad", Fault(FaultCode.TIMEOUT, Detail.TIMEOUT, text))


def _dies(question: Question) -> Answer:
    raise BotFault("bad", Fault(FaultCode.CRASHED, Detail.CRASHED, "its process exited with 3"))


def _played(bad: Seated, strikes: int) -> Replay:
    names, clock = ("bad", "good"), ClockSettings(strikes=strikes)
    players = [bad, StandIn(GAME, bot_seed(DEAL.seed, match_name("usa", 2), 1))]
    recorder = Recorder(header_of(GAME, names, DEAL.seed))
    return trio.run(play_match, GAME, DEAL, players, MatchSettings(clock), recorder).replay


@pytest.mark.parametrize(
    ("name", "bad", "strikes"),
    [
        ("illegal", Bad(_passes), 0),
        ("illegal-strike", Bad(_passes), 1),
        ("unknown-id", Bad(_invents), 0),
        ("late", Bad(_is_late), 1),
        ("timeout", Bad(_times_out), 1),
        ("crash", Bad(_dies), 0),
        ("no-start", Fault(FaultCode.START_FAILURE, Detail.NO_SHOW, "did not say Hello within 10000 ms"), 0),
    ],
)
def test_a_fault_is_told(name: str, bad: Seated, strikes: int, golden: Golden) -> None:
    """Who, where, what was sent, which rule it breaks, what followed, where more is, and commands to see it again."""
    replay = Replay.from_text(_played(bad, strikes).to_text())
    [trouble] = troubles(replay)
    golden.check(f"authoring/fault-{name}.txt", "\n".join(story(trouble, replay, GAME, TRACES)) + "\n")


def test_a_silent_bot_has_no_file_to_show(golden: Golden) -> None:
    """Without a log the block has no line for it."""
    replay = _played(Bad(_dies), 0)
    [trouble] = troubles(replay)
    lines = story(trouble, replay, GAME, Traces("m", "", [], "again", "ask"))
    assert [line.split()[0] for line in lines] == ["fault", "match", "asked", "what", "then", "again", "ask"]
