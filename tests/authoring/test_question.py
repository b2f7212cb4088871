"""Recorded decisions, asked again; and matches that stop."""

from pathlib import Path

import pytest
import trio

from referee.authoring.asking import Reply, ask
from referee.authoring.errors import NoSuchDecisionError
from referee.authoring.question import Recorded, recorded
from referee.authoring.rehearsal import rehearse
from referee.authoring.stopping import stop_at
from referee.bots import BotSpec, resolve
from referee.bots.clock import ClockSettings
from referee.editions import load_edition
from referee.game import Deal, Game
from referee.replay import Replay, verify
from tests.authoring.places import abuse, odd

GAME = Game.of(load_edition("usa"), 2)
GENEROUS = ClockSettings(decision_ms=20_000, start_ms=20_000, ready_ms=20_000)
REPLAY = rehearse("questions")


def _asked(spec: BotSpec, question: Recorded, *, from_start: bool = False) -> Reply:
    async def held(pid: int) -> None:
        assert pid > 0
        await trio.lowlevel.checkpoint()

    async def run() -> Reply:
        return await ask(spec, question, held, from_start=from_start)

    return trio.run(run)


def _stopped(number: int, *specs: BotSpec) -> Replay:
    bots = {f"bot {seat}": spec for seat, spec in enumerate(specs)}
    return stop_at(number, GAME, Deal.from_text("stop"), bots, GENEROUS)


def test_a_recorded_decision_is_what_was_asked() -> None:
    """Seat, kind, legal actions and what was played are those of the match, without a clock."""
    question = recorded(REPLAY, GAME, 0)
    assert (question.seat, question.kind, question.question.limit_ns) == (0, "KEEP_TICKETS", None)
    move = next(REPLAY.moves)
    assert question.played == move.text
    assert question.refusal(move.action) is None
    assert question.text_of(move.action) == move.text


def test_a_seat_is_shown_its_earlier_questions_in_order() -> None:
    """What came before are the same seat's decisions, each once."""
    question = recorded(REPLAY, GAME, 30)
    numbers = [move.number for move in REPLAY.moves if move.seat == question.seat and move.number < 30]
    assert [before.number for before in question.before] == numbers


def test_a_refusal_names_the_rule() -> None:
    """An answer that is not legal is refused as in a match, and an id that nobody has is one too."""
    question = recorded(REPLAY, GAME, 20)
    passing = question.refusal(GAME.table.ids["pass"])
    assert passing is not None
    assert passing.code == "PASS_NOT_FORCED"
    assert question.text_of(10**6) == "no action of this game"
    assert question.refusal(10**6) is not None


def test_a_decision_that_the_match_lacks_is_refused() -> None:
    """The text says which numbers there are."""
    with pytest.raises(NoSuchDecisionError, match=f"decisions 0 to {REPLAY.decisions - 1}"):
        recorded(REPLAY, GAME, REPLAY.decisions)


@pytest.mark.slow
def test_a_bot_is_asked_as_in_the_match() -> None:
    """A bot whose dice are its own seed answers as the replay says, in either seat."""
    replay = _stopped(12, resolve("random"), resolve("random"))
    for number in (0, 1, 6, 9):
        question = recorded(replay, GAME, number)
        reply = _asked(resolve("random"), question)
        assert reply.answer is not None
        assert question.text_of(reply.answer.action) == question.played


@pytest.mark.slow
def test_notes_and_words_come_along() -> None:
    """What the bot notes and writes to stderr is handed over; its earlier questions come first if wanted."""
    question = recorded(REPLAY, GAME, 20)
    reply = _asked(odd("tells"), question, from_start=True)
    assert reply.answer is not None
    assert reply.answer.notes is not None
    assert reply.answer.notes.text == "as good as any"
    assert reply.output is not None
    told = reply.output.stderr.last_lines()
    assert len(told) == len(question.before) + 1
    assert told[-1].startswith("decision 20 ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "word"), [(abuse("start", "raises"), "exited with 1"), (odd("fails_late"), "exited with 1")]
)
def test_a_bot_that_fails_gives_its_fault(spec: BotSpec, word: str) -> None:
    """A bot that does not start, or dies of the question, comes back as its fault."""
    reply = _asked(spec, recorded(REPLAY, GAME, 22))
    assert reply.answer is None
    assert reply.fault is not None
    assert word in f"{reply.fault.text} {reply.fault.evidence}"


@pytest.mark.slow
def test_a_match_stops_before_the_decision() -> None:
    """What was played so far is a replay that verifies, and its next decision can be asked."""
    replay = _stopped(17, odd("honest"), odd("honest"))
    verify(replay, GAME)
    assert replay.decisions == 17
    assert recorded(Replay.from_text(replay.to_text()), GAME, 17).played == "nothing, the match was stopped here"


@pytest.mark.slow
def test_a_match_can_stop_before_anything() -> None:
    """Decision 0 is the first question."""
    assert recorded(_stopped(0, odd("honest"), odd("honest")), GAME, 0).kind == "KEEP_TICKETS"


@pytest.mark.slow
def test_a_match_that_ends_before_says_why() -> None:
    """The number of decisions and the fault that ended it are named."""
    with pytest.raises(NoSuchDecisionError, match=r"decision 500: the match ended after \d+ decisions; CRASHED"):
        _stopped(500, odd("fails_late"), odd("honest"))


def test_a_rehearsal_is_a_whole_match(tmp_path: Path) -> None:
    """The sample that goes with a new bot reads back and verifies; equal names give equal ones."""
    file = tmp_path / "sample.replay"
    file.write_text(rehearse("questions").to_text(), encoding="utf-8")
    again = Replay.from_text(file.read_text(encoding="utf-8"))
    verify(again, GAME)
    assert again.digest == REPLAY.digest
