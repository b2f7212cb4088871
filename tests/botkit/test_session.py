from collections.abc import Iterator

import pytest

from referee.botkit import BotFailedError, KitError, Match, Position, Result
from referee.botkit.bot import Bot
from referee.botkit.session import NOTES_LIMIT, Session
from referee.editions import load_edition
from referee.game import Deal, Game, apply, score
from referee.v1 import bot_pb2 as pb
from referee.v1 import game_pb2
from referee.wire import game_message, score_message
from tests.botkit.stand import match_id, question, start_message

USA = Game.of(load_edition("usa"), 2)
START = USA.start(Deal.from_text("session"))


def first(position: Position) -> int:
    """The lowest legal id."""
    return position.legal[0]


def session(bot: Bot = first, *, log: list[str] | None = None, ticks: Iterator[float] | None = None) -> Session:
    """A session with the game described and both seats' matches started."""
    made = Session(bot, (log if log is not None else []).append, (lambda: next(ticks)) if ticks else lambda: 0.0)
    tell(made, game=game_message(USA))
    for seat in (0, 1):
        (ready,) = tell(made, match_start=start_message(USA, seat))
        assert ready.ready.match_id == match_id(seat)
    return made


def tell(to: Session, **payload: object) -> list[pb.PlayRequest]:
    """What a session answers to one message."""
    return list(to.receive(pb.PlayResponse(**payload)))  # type: ignore[arg-type]


def ask(to: Session, *decisions: pb.Decision) -> list[list[pb.Move]]:
    """The moves that a session answers, message by message."""
    return [list(request.moves.moves) for request in tell(to, decisions=pb.Decisions(decisions=decisions))]


def test_questions_of_one_message_are_answered_in_one_in_order() -> None:
    """A quick bot costs one message, however many matches ask."""
    asked = [question(START, number) for number in range(64)]
    (moves,) = ask(session(), *asked)
    assert [move.decision for move in moves] == list(range(64))
    assert {move.action for move in moves} == {asked[0].legal[0]}


def test_a_slow_bots_answers_leave_at_once() -> None:
    """A bot's clock runs from one answer to the next, so nothing waits for the rest of its message."""
    seconds = (float(i) for i in range(1000))
    groups = ask(session(ticks=seconds), question(START, 0), question(START, 1), question(START, 2))
    assert [[move.decision for move in moves] for moves in groups] == [[0], [1], [2]]


def test_answers_may_be_an_id_a_text_or_an_action() -> None:
    """All three name the same action."""
    bots: list[Bot] = [first, lambda p: p.actions[0].text, lambda p: p.actions[0]]
    assert {ask(session(bot), question(START))[0][0].action for bot in bots} == {question(START).legal[0]}


@pytest.mark.parametrize("answer", [None, -1, 2**32, True, 1.0, "claim nowhere"])
def test_an_answer_that_names_no_action_fails_the_bot(answer: object) -> None:
    """It is the author's mistake, so it is not sent."""
    with pytest.raises(BotFailedError, match="decision 3"):
        ask(session(lambda _: answer), question(START, 3))  # type: ignore[arg-type]


def test_an_illegal_action_is_logged_and_left_to_the_referee() -> None:
    """Strikes may be forgiven, so the referee judges; the author reads what was legal."""
    log: list[str] = []
    ((move,),) = ask(session(lambda _: 0, log=log), question(START))
    assert move.action == 0
    assert log[0].startswith("action 0 is not legal: match 0000000000000000 (usa, 2 players, seat 0), decision 0")


def test_a_class_gets_an_object_for_each_match() -> None:
    """Memories of two matches at once do not mix, and each hears how its own match ended."""
    heard: list[Result] = []

    class Counting:
        def __init__(self, match: Match) -> None:
            self.match, self.asked = match, 0

        def choose(self, position: Position) -> int:
            assert position.match is self.match
            self.asked += 1
            return position.legal[self.asked - 1]

        def finish(self, result: Result) -> None:
            heard.append(result)

    second = START.copy()
    apply(second, question(second).legal[0])
    playing = session(Counting)
    (moves,) = ask(playing, question(START), question(START), question(second))
    legal = question(START).legal
    assert [move.action for move in moves] == [legal[0], legal[1], legal[0]]
    scores = [score_message(seat, result) for seat, result in enumerate(score(START))]
    tell(playing, match_end=pb.MatchEnd(match_id=match_id(1), reason=game_pb2.END_REASON_FORFEIT, scores=scores))
    assert [(result.match.seat, result.reason, result.scores) for result in heard] == [(1, "forfeit", score(START))]


def test_a_class_that_cannot_start_a_match_fails_the_bot() -> None:
    """The match is named."""

    class Broken:
        def __init__(self, match: Match) -> None:
            raise RuntimeError(match.id)

        def choose(self, position: Position) -> int:
            return position.legal[0]

    with pytest.raises(BotFailedError, match=r"Broken\(match\) failed: match 0000000000000000"):
        session(Broken)


def test_notes_go_with_the_move() -> None:
    """Text and weights of several calls add up."""

    def noting(position: Position) -> int:
        position.note("one", routes={3: 0.5}, cities={1: 2.0})
        position.note("two", routes={3: 1.5})
        return position.legal[0]

    notes = ask(session(noting), question(START))[0][0].notes
    assert notes.text == "one\ntwo"
    assert [(n.route, n.weight) for n in notes.routes] == [(3, 1.5)]
    assert [(n.city, n.weight) for n in notes.cities] == [(1, 2.0)]


def test_notes_are_split_at_the_limit_of_a_message() -> None:
    """Answers with long notes leave in several messages, and notes that fit in none are left out and reported."""

    def noting(position: Position) -> int:
        position.note("x" * (NOTES_LIMIT // 2 - 100 if position.number < 3 else NOTES_LIMIT))
        return position.legal[0]

    log: list[str] = []
    groups = ask(session(noting, log=log), *(question(START, number) for number in range(4)))
    assert [[move.decision for move in moves] for moves in groups] == [[0, 1], [2, 3]]
    assert not groups[1][1].HasField("notes")
    assert log[0].startswith("notes left out, 16")


def test_faults_are_told_to_the_author() -> None:
    """Each fault that the referee reports becomes a line on stderr."""
    log: list[str] = []
    asked = question(START, 9)
    asked.faults.add(decision=5, code=pb.FAULT_CODE_ILLEGAL_ACTION, reason="ROUTE_TAKEN", text="it is taken")
    ask(session(log=log), asked)
    assert log == [
        "fault ILLEGAL_ACTION (ROUTE_TAKEN) at decision 5: it is taken: match 0000000000000000 (usa, 2 players, seat 0)"
    ]


def test_a_clock_gives_the_time_left() -> None:
    """With a limit a position says how long its answer may take; without one it says None."""
    left: list[float | None] = []

    def looking(position: Position) -> int:
        left.append(position.time_left)
        return position.legal[0]

    timed = question(START)
    timed.left_ms = 3_600_000
    made = Session(looking, print)
    tell(made, game=game_message(USA))
    tell(made, match_start=start_message(USA, 0))
    ask(made, timed, question(START))
    assert left[0] is not None
    assert 3500 < left[0] <= 3600
    assert left[1] is None


def test_a_match_that_was_never_started_is_an_error() -> None:
    """The referee is at fault, and the process says so and ends."""
    stray = question(START)
    stray.match_id = "f" * 16
    with pytest.raises(KitError, match="match ffffffffffffffff, which it never started"):
        ask(session(), stray)


def test_a_game_that_was_never_described_is_an_error() -> None:
    """A match of an unknown game cannot be played."""
    with pytest.raises(KitError, match="of a game that it never described"):
        tell(Session(first, print), match_start=start_message(USA, 0))


def test_messages_of_a_newer_referee_are_ignored() -> None:
    """A payload that this kit does not know changes nothing."""
    assert tell(session()) == []
