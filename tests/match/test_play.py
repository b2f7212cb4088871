import pytest
import trio
from trio.testing import MockClock

from referee.bots import Detail, Fault, FaultCode
from referee.bots.clock import MS, NO_CLOCK, ClockSettings
from referee.bots.questions import Answer, Question
from referee.game import State, default_action
from referee.match import MatchVoid
from referee.v1 import bot_pb2 as pb
from tests.match.players import Scripted, always, at, first_legal, play

TIMEOUT = Fault(FaultCode.TIMEOUT, Detail.TIMEOUT, "no answer")
CRASH = Fault(FaultCode.CRASHED, Detail.EXITED, "exited with 0")
ABSENT = Fault(FaultCode.START_FAILURE, Detail.NO_SHOW, "never came")


async def test_faultless_match() -> None:
    """Two honest players play to the end, both are told, and decision numbers count all seats without a gap."""
    players = [Scripted(), Scripted()]
    outcome = await play([*players])
    assert outcome.faults == ()
    assert outcome.reason in ("last_round", "all_passed")
    numbers = sorted(question.number for player in players for question in player.asked)
    assert numbers == list(range(outcome.decisions))
    assert [[ending.reason for ending in player.endings] for player in players] == [[outcome.reason]] * 2
    assert players[0].endings[0].scores == outcome.scores


async def test_equal_play_gives_equal_replays() -> None:
    """The same answers give the same digest, however long they took."""
    slow = Scripted(lambda q: Answer(q.legal[-1], think_ns=700 * MS))
    first, second = await play([Scripted(), Scripted()]), await play([slow, Scripted()])
    assert first.replay.digest == second.replay.digest
    assert second.used_ns[0] == 700 * MS * len(slow.asked)


async def test_first_strike_forfeits_by_default() -> None:
    """Without forgiven strikes an illegal action puts the seat out, and with two players ends the match."""
    outcome = await play([Scripted(at(3, Answer(0))), Scripted()])
    [fault] = outcome.faults
    assert (fault.fault.code, fault.fault.detail) == (FaultCode.ILLEGAL_ACTION, "PASS_NOT_FORCED")
    assert (fault.seat, fault.sent, fault.substituted, fault.forfeit) == (0, 0, None, True)
    assert outcome.reason == "forfeit"
    assert [score.rank for score in outcome.scores] == [2, 1]


@pytest.mark.parametrize("wrong", [TIMEOUT, Answer(0), Answer(2**32 - 1)])
async def test_strike_plays_the_default_action(wrong: Answer | Fault) -> None:
    """A forgiven strike plays the default action, and the bot is told with its next question."""
    player = Scripted(at(2, wrong))
    outcome = await play([player, Scripted()], ClockSettings(strikes=1))
    [fault] = outcome.faults
    struck = next(m for m in outcome.replay.moves if m.number == fault.decision)
    assert (fault.forfeit, fault.substituted) == (False, struck.action)
    assert struck.text == "draw deck"
    assert [(question.strikes, len(question.faults)) for question in player.asked[2:5]] == [(0, 0), (1, 1), (1, 0)]
    assert player.asked[3].faults[0].substituted == struck.action


async def test_more_strikes_than_forgiven_forfeit() -> None:
    """With two strikes forgiven the third forfeits."""
    player = Scripted(always(TIMEOUT))
    outcome = await play([player, Scripted()], ClockSettings(strikes=2))
    assert [fault.forfeit for fault in outcome.faults] == [False, False, True]
    assert len(player.asked) == 3


@pytest.mark.parametrize("code", [code for code in FaultCode if not code.strikes])
async def test_other_faults_forfeit_at_once(code: FaultCode) -> None:
    """Every fault that is no strike forfeits, however many strikes are forgiven."""
    outcome = await play([Scripted(), Scripted(at(1, Fault(code, "word", "text")))], ClockSettings(strikes=99))
    assert [(fault.seat, fault.fault.code, fault.forfeit) for fault in outcome.faults] == [(1, code, True)]


async def test_late_answer_is_played_and_a_strike() -> None:
    """An answer within the grace is played; it is a strike like any other."""
    late = at(2, lambda q: Answer(q.legal[-1], think_ns=1040 * MS, late=True))
    forgiven = await play([Scripted(late), Scripted()], ClockSettings(strikes=1))
    [fault] = forgiven.faults
    assert (fault.fault.code, fault.substituted, fault.forfeit) == (FaultCode.TIMEOUT, None, False)
    honest = await play([Scripted(), Scripted()])
    assert [m.action for m in forgiven.replay.moves] == [m.action for m in honest.replay.moves]


async def test_last_late_answer_is_played_before_the_forfeit() -> None:
    """If a late answer is one strike too many, it is played first and the seat is out after it."""
    late = at(2, lambda q: Answer(q.legal[-1], late=True))
    outcome = await play([Scripted(late), Scripted()])
    [fault] = outcome.faults
    assert fault.forfeit
    assert outcome.decisions == fault.decision + 1


async def test_late_answer_that_ends_the_match() -> None:
    """A late answer that ends the match is a strike and no forfeit: there is nothing left to forfeit."""
    honest = await play([Scripted(), Scripted()])
    last = honest.decisions - 1

    def late_at_last(question: Question) -> Answer:
        return Answer(question.legal[-1], late=question.number == last)

    outcome = await play([Scripted(late_at_last), Scripted(late_at_last)])
    [fault] = outcome.faults
    assert not fault.forfeit
    assert [score.rank for score in outcome.scores] == [score.rank for score in honest.scores]


async def test_others_play_on_after_a_forfeit() -> None:
    """A seat that is out is asked nothing more: its main turns pass, its open question gets the default action."""
    players = [Scripted(), Scripted(at(0, CRASH)), Scripted()]
    outcome = await play([*players])
    assert len(players[1].asked) == 1
    of_seat = [m.text for m in outcome.replay.moves if m.seat == 1]
    assert of_seat[0].startswith("keep")
    assert set(of_seat[1:]) == {"pass"}
    assert outcome.scores[1].rank == 3
    assert [ending.forfeits for ending in players[0].endings] == [((1, "CRASHED"),)]


async def test_earlier_forfeits_rank_lower() -> None:
    """Who forfeits earlier ranks below who forfeits later."""
    outcome = await play([Scripted(at(5, CRASH)), Scripted(at(2, CRASH)), Scripted()])
    assert [score.rank for score in outcome.scores] == [2, 3, 1]


async def test_simultaneous_start_failures_share() -> None:
    """Bots that failed before the first question share the last place; the others play."""
    outcome = await play([ABSENT, Scripted(), ABSENT, Scripted()])
    assert [outcome.scores[seat].rank for seat in (0, 2)] == [3, 3]
    assert [(fault.seat, fault.decision) for fault in outcome.faults] == [(0, -1), (2, -1)]


async def test_one_left_at_the_start_wins_at_once() -> None:
    """A match whose other seats are all absent ends without a question."""
    player = Scripted()
    outcome = await play([ABSENT, player])
    assert (outcome.decisions, player.asked, outcome.scores[1].rank) == (0, [], 1)
    assert player.endings[0].forfeits == ((0, "START_FAILURE"),)


async def test_bank() -> None:
    """The bank shrinks by the thinking time and grows by the increment after each answer; it caps the limit."""
    clock = ClockSettings(decision_ms=1000, match_ms=1500, increment_ms=100, strikes=99)
    player = Scripted(lambda q: Answer(q.legal[-1], think_ns=400 * MS))
    await play([player, Scripted()], clock)
    banks = [(question.bank_ns or 0) // MS for question in player.asked[:7]]
    limits = [(question.limit_ns or 0) // MS for question in player.asked[:7]]
    assert banks == [1500, 1200, 900, 600, 300, 100, 100]
    assert limits == [1000, 1000, 900, 600, 300, 100, 100]


async def test_empty_bank_leaves_the_grace() -> None:
    """With an empty bank the limit is zero and never below it."""
    clock = ClockSettings(match_ms=100, strikes=99)
    player = Scripted(lambda q: Answer(q.legal[-1], think_ns=130 * MS, late=True))
    await play([player, Scripted()], clock)
    assert [question.limit_ns for question in player.asked[:3]] == [100 * MS, 0, 0]


async def test_a_timeout_costs_its_time() -> None:
    """A question that timed out has used its limit and the grace."""
    player = Scripted(at(1, TIMEOUT))
    await play([player, Scripted()], ClockSettings(decision_ms=200, grace_ms=50, strikes=9))
    assert player.asked[2].used_ns - player.asked[1].used_ns == 250 * MS


async def test_no_clock_sets_no_limit() -> None:
    """Without a clock no question carries a limit or a bank."""
    player = Scripted()
    await play([player, Scripted()], NO_CLOCK)
    assert {(question.limit_ns, question.bank_ns) for question in player.asked} == {(None, None)}


async def test_notes_reach_the_replay() -> None:
    """Notes stand in the replay: weights of real places, each once; others are left out."""
    weights = [
        pb.RouteWeight(route=3, weight=0.5),
        pb.RouteWeight(route=3, weight=1),
        pb.RouteWeight(route=9999, weight=1),
    ]
    notes = pb.Notes(text="north first", routes=weights)
    outcome = await play([Scripted(at(1, lambda q: Answer(q.legal[-1], notes=notes))), Scripted()])
    [kept] = outcome.replay.timing.notes.values()
    assert (kept.text, kept.routes, kept.cities) == ("north first", ((3, 0.5),), ())


async def test_a_match_that_does_not_end_is_void(autojump_clock: MockClock) -> None:
    """A match over its bound is void, and its players are told so."""

    class Stuck(Scripted):
        async def ask(self, question: Question) -> Answer:
            await trio.sleep_forever()
            raise AssertionError

    stuck = Stuck()
    with pytest.raises(MatchVoid, match="void at decision 0: it did not end within 90 s"):
        await play([stuck, Scripted()], bound_s=90)
    assert [ending.reason for ending in stuck.endings] == ["void"]


async def test_a_cancelled_match_is_void_for_its_players() -> None:
    """Whoever cancels a match, its players hear that it does not count."""
    players = [Scripted(), Scripted()]
    with trio.CancelScope() as scope:

        def cancel(question: Question) -> Answer:
            scope.cancel()
            return first_legal(question)

        players[1].move = cancel
        await play([*players])
    assert [[ending.reason for ending in player.endings] for player in players] == [["void"], ["void"]]


async def test_default_action_of_the_open_question_is_used() -> None:
    """The substituted action is the engine's own default for the very question."""
    outcome = await play([Scripted(at(0, TIMEOUT)), Scripted()], ClockSettings(strikes=1))
    [fault] = outcome.faults
    state: State = _start()
    assert fault.substituted == default_action(state)


def _start() -> State:
    from referee.game import Deal
    from tests.match.players import SEED, usa

    return usa(2).start(Deal(SEED))
