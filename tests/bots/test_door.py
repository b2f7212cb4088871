import threading

import grpc
import pytest

from referee.bots import Fault, FaultCode
from referee.bots.door import MOST_OPENINGS, Door, Entry
from referee.bots.line import Line
from referee.bots.quota import Quota
from referee.bots.server import Refusal
from referee.bots.stall import StallWatch
from referee.v1 import bot_pb2 as pb


class Hall:
    """A door and what it told."""

    def __init__(self, reconnect: str = "never") -> None:
        self.told: list[Entry | Fault] = []
        self.door = Door(self._line, self.told.append, "once" if reconnect == "once" else "never")

    def _line(self) -> Line:
        return Line(StallWatch(), Quota(), None, lambda: None)  # type: ignore[arg-type]  # nothing is sent on it

    def knock(self, token: str | None = None, version: int = 1, key: str | None = None) -> Line | Refusal:
        """Say Hello."""
        hello = pb.Hello(token=self.door.token if token is None else token, protocol_version=version, resume_key=key)
        return self.door.admit(pb.PlayRequest(hello=hello))

    def refused(self, **hello: object) -> grpc.StatusCode:
        """Say Hello and be turned away."""
        outcome = self.knock(**hello)  # type: ignore[arg-type]
        assert isinstance(outcome, Refusal)
        return outcome.code


def test_one_session_a_token() -> None:
    """The first Hello with the token gets the session, a second one hears that it exists already."""
    hall = Hall()
    assert isinstance(hall.knock(), Line)
    assert hall.refused() is grpc.StatusCode.ALREADY_EXISTS
    assert len(hall.told) == 1


def test_a_race_of_hellos_has_one_winner() -> None:
    """Of fifty Hellos at once exactly one gets in."""
    hall, outcomes = Hall(), []
    barrier = threading.Barrier(50)

    def race() -> None:
        barrier.wait()
        outcomes.append(hall.knock())

    threads = [threading.Thread(target=race) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(isinstance(outcome, Line) for outcome in outcomes) == 1


@pytest.mark.parametrize("token", ["", "x", "0" * 32, "ü" * 300])
def test_wrong_token(token: str) -> None:
    """A wrong token is refused and leaves the owner's session possible."""
    hall = Hall()
    assert hall.refused(token=token) is grpc.StatusCode.UNAUTHENTICATED
    assert hall.told == []
    assert isinstance(hall.knock(), Line)


def test_a_thief_does_not_disturb_a_session() -> None:
    """Garbage and wrong tokens on other streams say nothing about the bot whose session is open."""
    hall = Hall()
    hall.knock()
    hall.door.broken(Fault(FaultCode.PROTOCOL_ERROR, "protocol", "garbage"))
    hall.door.refused_by_grpc()
    hall.refused(token="stolen")
    assert [type(news) for news in hall.told] == [Entry]


@pytest.mark.parametrize("version", [0, 2])
def test_other_versions(version: int) -> None:
    """Another protocol version is refused with the range that is spoken, and is a fault at the start."""
    hall = Hall()
    outcome = hall.knock(version=version)
    assert isinstance(outcome, Refusal)
    assert outcome.code is grpc.StatusCode.FAILED_PRECONDITION
    assert outcome.goodbye is not None
    assert outcome.goodbye.goodbye.protocol_version_maximum == 1
    [fault] = hall.told
    assert isinstance(fault, Fault)
    assert fault.code is FaultCode.START_FAILURE


def test_resume_once() -> None:
    """The resume key opens a lost session again, once; the token never does."""
    hall = Hall("once")
    key = hall.door.resume_key
    hall.knock()
    hall.door.lost()
    assert hall.refused() is grpc.StatusCode.ALREADY_EXISTS
    assert hall.refused(key="wrong") is grpc.StatusCode.UNAUTHENTICATED
    assert isinstance(hall.knock(key=key), Line)
    hall.door.lost()
    assert isinstance(hall.knock(key=key), Refusal)


def test_resume_before_the_loss_is_noticed() -> None:
    """A bot knows earlier than the referee that its stream is gone: its resume key opens a new one then too, once."""
    hall = Hall("once")
    key = hall.door.resume_key
    assert hall.refused(key=key) is grpc.StatusCode.ALREADY_EXISTS
    hall.knock()
    assert hall.refused() is grpc.StatusCode.ALREADY_EXISTS
    assert isinstance(hall.knock(key=key), Line)
    assert isinstance(hall.knock(key=key), Refusal)


def test_no_way_back() -> None:
    """Where nobody may come back, a lost session is lost and a resume key means nothing."""
    hall = Hall()
    hall.knock()
    hall.door.lost()
    assert hall.refused() is grpc.StatusCode.ALREADY_EXISTS


def test_shut() -> None:
    """After the end nobody gets in, not even with the token."""
    hall = Hall()
    hall.door.shut()
    assert hall.refused() is grpc.StatusCode.UNAUTHENTICATED


def test_stream_flood() -> None:
    """Twenty streams in a match are allowed, the next one is a flood; a new match counts anew."""
    hall = Hall()
    assert [hall.door.opened() for _ in range(MOST_OPENINGS)] == [None] * MOST_OPENINGS
    hall.door.renew()
    assert hall.door.opened() is None
    refusals = [hall.door.opened() for _ in range(MOST_OPENINGS)]
    assert refusals[:-1] == [None] * (MOST_OPENINGS - 1)
    assert isinstance(refusals[-1], Refusal)
    [fault] = hall.told
    assert isinstance(fault, Fault)
    assert fault.detail == "flood"
