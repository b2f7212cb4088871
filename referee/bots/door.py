"""Decides in gRPC's threads which stream becomes the session of a bot. It never learns what is then said on it.

A stream that nobody has authenticated may come from another process of the same user, so what goes wrong on it is only
remembered: it explains a bot that never arrives, and never touches a session that is open.
"""

import hmac
import secrets
import threading
from collections.abc import Callable
from typing import Final, Literal, final

import grpc
from attrs import frozen

from referee.bots import messages
from referee.bots.faults import Detail, Fault, FaultCode
from referee.bots.line import Line
from referee.bots.server import Refusal
from referee.v1 import bot_pb2 as pb

MOST_OPENINGS: Final = 20
COMPRESSED: Final = "opened a stream that gRPC refused, as it does with compression; switch compression off"


@frozen
class Entry:
    """A session begins, or begins again after its stream was lost."""

    line: Line
    hello: pb.Hello
    resumed: bool


@final
class Door:
    """Admits one Hello with the right token, and once another one with the resume key, for a bot that lost its stream.

    `told` gets each entry, and each fault that counts at once, in the thread that noticed it.
    """

    def __init__(
        self,
        new_line: Callable[[], Line],
        told: Callable[[Entry | Fault], None],
        reconnect: Literal["never", "once"],
    ) -> None:
        self.token: Final = secrets.token_hex(16)
        self.resume_key: str | None = secrets.token_hex(16) if reconnect == "once" else None
        self.remark: Fault | None = None
        self._new_line = new_line
        self._told = told
        self._lock = threading.Lock()
        self._openings = 0
        self._state: Literal["fresh", "open", "lost", "shut"] = "fresh"

    def renew(self) -> None:
        """A match begins: count stream openings anew."""
        self._openings = 0

    def lost(self) -> None:
        """The session's stream is gone; from now on the resume key opens a new one."""
        with self._lock:
            self._state = "lost" if self._state == "open" else self._state

    def shut(self) -> None:
        """Nobody gets in any more."""
        with self._lock:
            self._state = "shut"

    def opened(self) -> Refusal | None:
        """Count a stream; too many are a flood."""
        self._openings += 1
        if self._openings <= MOST_OPENINGS:
            return None
        text = f"opened more than {MOST_OPENINGS} streams"
        self._told(Fault(FaultCode.PROTOCOL_ERROR, Detail.FLOOD, text))
        return _refusal(grpc.StatusCode.RESOURCE_EXHAUSTED, pb.GOODBYE_REASON_FLOOD, text)

    def refused_by_grpc(self) -> None:
        """Remember a stream that gRPC ended before a first message."""
        self.remark = Fault(FaultCode.PROTOCOL_ERROR, Detail.PROTOCOL, COMPRESSED)

    def broken(self, fault: Fault) -> Refusal:
        """Remember a first message that was none."""
        self.remark = fault
        return _refusal(grpc.StatusCode.INVALID_ARGUMENT, pb.GOODBYE_REASON_PROTOCOL_ERROR, fault.text)

    def admit(self, message: pb.PlayRequest) -> Line | Refusal:
        """A new line for the bot that shows the token, a refusal for all others."""
        if not message.HasField("hello"):
            text = f"said {message.WhichOneof('payload')} before hello"
            return self.broken(Fault(FaultCode.PROTOCOL_ERROR, Detail.PROTOCOL, text))
        with self._lock:
            outcome = self._judge(message.hello)
        if isinstance(outcome, Refusal):
            return outcome
        self._told(outcome)
        return outcome.line

    def _judge(self, hello: pb.Hello) -> Entry | Refusal:
        resumed = self.resume_key is not None and hello.HasField("resume_key")
        wanted, shown = (self.resume_key, hello.resume_key) if resumed else (self.token, hello.token)
        if self._state == "shut" or not _same(wanted, shown):
            return self._refuse_token()
        # Who shows the resume key has lost the stream, even if the referee has not noticed yet.
        if resumed == (self._state == "fresh"):
            text = "the session of this token is open already, or was"
            return _refusal(grpc.StatusCode.ALREADY_EXISTS, pb.GOODBYE_REASON_ALREADY_CONNECTED, text)
        if hello.protocol_version != messages.PROTOCOL_VERSION:
            return self._refuse_version(hello.protocol_version)
        if resumed:
            self.resume_key = None
        self._state = "open"
        return Entry(self._new_line(), hello, resumed)

    def _refuse_token(self) -> Refusal:
        self.remark = Fault(FaultCode.START_FAILURE, Detail.NO_SHOW, "said Hello with a token that opens no session")
        text = "this token opens no session here; pass REFEREE_TOKEN on as it is"
        return _refusal(grpc.StatusCode.UNAUTHENTICATED, pb.GOODBYE_REASON_TOKEN_REFUSED, text)

    def _refuse_version(self, version: int) -> Refusal:
        spoken = messages.PROTOCOL_VERSION
        cure = "take the kit of this referee" if version < spoken else "take an older kit, or a newer referee"
        text = f"speaks protocol version {version}; the referee speaks {spoken} to {spoken}: {cure}"
        self._told(Fault(FaultCode.START_FAILURE, Detail.LAUNCH_FAILED, text))
        return _refusal(grpc.StatusCode.FAILED_PRECONDITION, pb.GOODBYE_REASON_PROTOCOL_VERSION, f"the bot {text}")


def _same(wanted: str | None, shown: str) -> bool:
    return wanted is not None and hmac.compare_digest(wanted.encode(), shown.encode())


def _refusal(code: grpc.StatusCode, reason: messages.Reason, text: str) -> Refusal:
    return Refusal(code, text, messages.goodbye(reason, text))
