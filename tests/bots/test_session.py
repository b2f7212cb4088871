import contextlib
from collections.abc import Awaitable, Callable
from functools import partial

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from referee.bots import BotFault, Detail, Fault, FaultCode
from referee.bots.clock import MS, ClockSettings
from referee.bots.questions import Answer, Ending, Question
from referee.bots.seat import Seat
from referee.bots.session import GATHER_S
from referee.v1 import bot_pb2 as pb
from tests.bots.stream import Peer, call, fake_now, question


async def answer_after(peer: Peer, seat: Seat, ms: int, number: int = 0) -> Answer:
    """Ask, let the bot read at once, and answer so many milliseconds later."""
    answers = []

    async def ask() -> None:
        answers.append(await seat.ask(question(number)))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask)
        await wait_all_tasks_blocked()
        peer.read()
        await trio.sleep(ms / 1000)
        peer.move(number, 7)
    return answers[0]


async def seated(clock: ClockSettings | None = None) -> tuple[Peer, Seat]:
    """A bot that is ready for match 0."""
    peer = Peer(clock) if clock else Peer()
    await peer.arrive()
    seat = await peer.join()
    peer.read()
    return peer, seat


async def fault_of(wait: Callable[[], Awaitable[object]], deed: Callable[[], object]) -> Fault:
    """The fault that ends a wait, with a deed of the bot's once it waits."""
    faults = []

    async def caught() -> None:
        try:
            await wait()
        except BotFault as error:
            faults.append(error.fault)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(caught)
        await wait_all_tasks_blocked()
        deed()
    return faults[0]


@pytest.mark.parametrize(("ms", "late"), [(0, False), (999, False), (1000, False), (1001, True), (1049, True)])
async def test_answers_around_the_limit(autojump_clock: MockClock, ms: int, late: bool) -> None:
    """An answer at the limit is in time; after it and within the grace it is late; its time is what the bot took."""
    peer, seat = await seated()
    answer = await answer_after(peer, seat, ms)
    assert (answer.action, answer.late, answer.think_ns) == (7, late, ms * MS)


async def test_answer_beyond_the_grace(autojump_clock: MockClock) -> None:
    """An answer beyond the grace is no answer; when it comes it is ignored, and it is owed until then."""
    peer, seat = await seated()
    fault = await fault_of(partial(seat.ask, question()), peer.read)
    assert (fault.code, fault.detail) == (FaultCode.TIMEOUT, Detail.TIMEOUT)
    assert trio.current_time() == pytest.approx(1.05, abs=1e-4)
    assert peer.session.debts == 1
    peer.move(0)
    await wait_all_tasks_blocked()
    assert (peer.session.debts, peer.session.fault) == (0, None)


async def test_a_bot_that_does_not_read(autojump_clock: MockClock) -> None:
    """A question that gRPC cannot hand over for five seconds is a timeout that says so."""
    _, seat = await seated()
    with pytest.raises(BotFault, match="does not read its stream"):
        await seat.ask(question())
    assert trio.current_time() == pytest.approx(5, abs=1e-4)


async def test_waiting_to_be_handed_over_is_not_thinking(autojump_clock: MockClock) -> None:
    """The clock starts when gRPC takes the question, not when it was posted."""
    peer, seat = await seated()
    answers = []

    async def ask() -> None:
        answers.append(await seat.ask(question()))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask)
        await trio.sleep(3)
        peer.read()
        await trio.sleep(0.9)
        peer.move(0)
    assert (answers[0].think_ns, answers[0].late) == (900 * MS, False)


async def test_no_limit(autojump_clock: MockClock) -> None:
    """Without a clock a question waits for ever, read or not."""
    peer, seat = await seated()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(seat.ask, question(limit_ms=None))
        await trio.sleep(86_400)
        peer.read()
        await trio.sleep(86_400)
        peer.move(0)
    assert peer.session.fault is None


async def test_a_stall_of_the_referee_is_not_thinking(autojump_clock: MockClock) -> None:
    """Time in which the referee itself stood still counts for nobody."""
    peer, seat = await seated()
    answers = []

    async def ask() -> None:
        answers.append(await seat.ask(question()))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask)
        await wait_all_tasks_blocked()
        peer.read()
        peer.watch._due = fake_now()
        await trio.sleep(1.04)  # the watch ticks only now, 1.04 s late
        peer.watch.check()
        peer.watch._due = None
        await trio.sleep(0.5)
        peer.move(0)
    assert (answers[0].late, answers[0].think_ns) == (False, 500 * MS)


async def test_several_in_flight_share_the_time(autojump_clock: MockClock) -> None:
    """With several questions open, each one's time starts at the bot's previous answer."""
    peer, first = await seated()
    second = await peer.join(1)
    peer.read()
    answers = {}

    async def ask(seat: Seat) -> None:
        answers[seat.call.match_id] = await seat.ask(question())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask, first)
        nursery.start_soon(ask, second)
        await wait_all_tasks_blocked()
        peer.read()
        await trio.sleep(0.9)
        peer.move(0, match=0)
        await trio.sleep(0.8)
        peer.move(0, match=1)
    assert [answer.think_ns for _, answer in sorted(answers.items())] == [900 * MS, 800 * MS]
    assert not any(answer.late for answer in answers.values())


async def _ask_all(peer: Peer, matches: int) -> list[pb.PlayResponse]:
    seats = [await peer.join(match) for match in range(matches)]
    peer.read()
    async with trio.open_nursery() as nursery:
        for seat in seats:
            nursery.start_soon(seat.ask, question())
        await wait_all_tasks_blocked()
        sent = peer.read()
        for start in range(0, matches, 200):
            peer.moves(*[(0, 7, match) for match in range(start, min(matches, start + 200))])
    return sent


@pytest.mark.parametrize(("matches", "sizes"), [(1, [1]), (64, [64]), (300, [256, 44])])
async def test_questions_leave_together(autojump_clock: MockClock, matches: int, sizes: list[int]) -> None:
    """All questions that wait leave in one message, at most 256 in each; answers come in any grouping."""
    peer = Peer()
    await peer.arrive()
    sent = await _ask_all(peer, matches)
    assert [len(message.decisions.decisions) for message in sent] == sizes


async def _behind_another(nursery: trio.Nursery, limit_ms: int = 1000) -> Peer:
    """A bot with a question in its hands, and one of a second match of three waiting behind it."""
    peer = Peer()
    await peer.arrive()
    first, second, _ = [await peer.join(match) for match in range(3)]
    peer.read()
    nursery.start_soon(_asked, first, question(limit_ms=limit_ms))
    await wait_all_tasks_blocked()
    assert _matches(peer) == [0]
    nursery.start_soon(_asked, second, question())
    await wait_all_tasks_blocked()
    assert _matches(peer) == []
    return peer


async def _asked(seat: Seat, asked: Question) -> None:
    with contextlib.suppress(BotFault):
        await seat.ask(asked)


def _matches(peer: Peer) -> list[int]:
    """The matches that the bot is asked about now."""
    sent = [message.decisions.decisions for message in peer.read()]
    return [int(one.match_id, 16) for decisions in sent for one in decisions]


async def test_questions_gather_until_earlier_ones_are_answered(autojump_clock: MockClock) -> None:
    """While a bot has a question, another match's waits; it leaves with the answer, not before."""
    async with trio.open_nursery() as nursery:
        peer = await _behind_another(nursery)
        peer.move(0, match=0)
        await wait_all_tasks_blocked()
        assert _matches(peer) == [1]
        peer.move(0, match=1)


async def test_a_question_given_up_holds_no_other(autojump_clock: MockClock) -> None:
    """A question that timed out counts as one that the bot no longer has."""
    async with trio.open_nursery() as nursery:
        peer = await _behind_another(nursery, limit_ms=100)
        await trio.sleep(0.2)
        assert _matches(peer) == [1]
        peer.move(0, match=1)


async def test_questions_gather_for_a_moment_only(autojump_clock: MockClock) -> None:
    """A bot that thinks long about one match is asked about another one soon; its clock starts when it gets it."""
    async with trio.open_nursery() as nursery:
        peer = await _behind_another(nursery)
        nursery.start_soon(peer.session.run)
        await trio.sleep(GATHER_S)
        await wait_all_tasks_blocked()
        assert _matches(peer) == [1]
        nursery.cancel_scope.cancel()


async def test_the_game_is_sent_once(autojump_clock: MockClock) -> None:
    """The description of a game goes out before its first match and never again on the same connection."""
    peer = Peer()
    await peer.arrive()
    await peer.join(0)
    await peer.join(1)
    assert [message.WhichOneof("payload") for message in peer.read()] == [
        "welcome",
        "game",
        "match_start",
        "match_start",
    ]


async def test_ready_has_a_limit_of_its_own(autojump_clock: MockClock) -> None:
    """A bot that does not get ready in time fails at the start."""
    peer = Peer()
    await peer.arrive()
    fault = await fault_of(partial(peer.session.join, call(0, ClockSettings(ready_ms=300))), peer.read)
    assert fault.code is FaultCode.START_FAILURE
    assert peer.session.debts == 1
    assert trio.current_time() == pytest.approx(0.3, abs=1e-4)


Deed = Callable[[Peer], object]

BROKEN: list[tuple[str, Deed, Detail]] = [
    ("no PlayRequest", lambda p: p.say(b"\xff"), Detail.PROTOCOL),
    ("limit 65536", lambda p: p.say(bytes(65537)), Detail.PROTOCOL),
    ("0 moves", lambda p: p.moves(), Detail.PROTOCOL),
    ("257 moves", lambda p: p.moves(*[(0, 0, 0)] * 257), Detail.PROTOCOL),
    ("second time", lambda p: p.say(pb.PlayRequest(hello=pb.Hello())), Detail.PROTOCOL),
    ("none of its matches", lambda p: p.move(0, match=9), Detail.PROTOCOL),
    ("none of its matches", lambda p: p.say(pb.PlayRequest(ready=pb.Ready(match_id="x"))), Detail.PROTOCOL),
    ("decision 4, which it was not asked", lambda p: p.move(4), Detail.PROTOCOL),
    ("decision 2, which it was not asked", lambda p: p.move(2), Detail.PROTOCOL),
    ("65 messages", lambda p: flood(p, 65), Detail.FLOOD),
]


def flood(peer: Peer, count: int) -> None:
    """So many messages that say nothing new."""
    for _ in range(count):
        peer.say(_ready())


def _ready() -> pb.PlayRequest:
    return pb.PlayRequest(ready=pb.Ready(match_id="0" * 16))


@pytest.mark.parametrize(("words", "deed", "detail"), BROKEN)
async def test_broken_protocol(autojump_clock: MockClock, words: str, deed: Deed, detail: Detail) -> None:
    """A message that breaks the protocol ends the session, and the question that waits raises the fault."""
    peer, seat = await seated()
    fault = await fault_of(partial(seat.ask, question(3)), partial(deed, peer))
    assert (fault.code, fault.detail) == (FaultCode.PROTOCOL_ERROR, detail)
    assert words in fault.text
    assert peer.read()[-1].goodbye.text == fault.text


async def test_sixty_four_messages_are_no_flood(autojump_clock: MockClock) -> None:
    """Sixty-four messages within one decision are allowed."""
    peer, seat = await seated()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(seat.ask, question())
        await wait_all_tasks_blocked()
        peer.read()
        flood(peer, 63)
        peer.move(0)
    assert peer.session.fault is None


async def test_doubled_answers(autojump_clock: MockClock) -> None:
    """The first answer counts; two more to the same question are warnings, the third breaks the protocol."""
    peer, seat = await seated()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(seat.ask, question())
        await wait_all_tasks_blocked()
        peer.read()
        peer.moves((0, 7, 0), (0, 8, 0), (0, 9, 0))
        await wait_all_tasks_blocked()
    peer.session.check()
    peer.move(0)
    await wait_all_tasks_blocked()
    with pytest.raises(BotFault, match="third"):
        peer.session.check()


async def test_warnings_are_counted_by_match(autojump_clock: MockClock) -> None:
    """Warnings of one match do not count in the next."""
    peer, seat = await seated()
    for match in range(3):
        current = seat if match == 0 else await peer.join(match)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(current.ask, question())
            await wait_all_tasks_blocked()
            peer.read()
            peer.moves((0, 7, match), (0, 7, match), (0, 7, match))
            await wait_all_tasks_blocked()
        await current.finish(Ending("void"))
    assert peer.session.fault is None


async def test_answers_after_the_end_are_ignored(autojump_clock: MockClock) -> None:
    """Once a match has ended, answers and Ready for it mean nothing."""
    peer, seat = await seated()
    await seat.finish(Ending("void"))
    peer.move(0)
    peer.say(_ready())
    await wait_all_tasks_blocked()
    assert peer.session.fault is None


async def test_resume(autojump_clock: MockClock) -> None:
    """A bot that comes back hears of its matches again and is asked again what waits, its clock running on."""
    peer, seat = await seated(ClockSettings(reconnect="once"))
    key = peer.session.door.resume_key
    assert key is not None
    answers = []

    async def ask() -> None:
        answers.append(await seat.ask(question(5)))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask)
        await wait_all_tasks_blocked()
        peer.read()
        await trio.sleep(0.4)
        peer.lose()
        await wait_all_tasks_blocked()
        await peer.arrive(resume_key=key)
        again = peer.read()
        await trio.sleep(0.4)
        peer.move(5)
    assert [message.WhichOneof("payload") for message in again] == ["welcome", "game", "match_start", "decisions"]
    assert again[3].decisions.decisions[0].number == 5
    assert not again[0].welcome.HasField("resume_key")
    assert answers[0].think_ns == 800 * MS
