"""What a bot can be guilty of, as values. Who notices a fault and what follows from it is decided elsewhere."""

from enum import StrEnum, unique

from attrs import frozen

EVIDENCE_BYTES = 4096
"""Most characters of evidence that a fault carries."""


@unique
class FaultCode(StrEnum):
    """The kind of a fault, as it stands in results, replays and on the wire."""

    START_FAILURE = "START_FAILURE"
    TIMEOUT = "TIMEOUT"
    ILLEGAL_ACTION = "ILLEGAL_ACTION"
    CRASHED = "CRASHED"
    PROTOCOL_ERROR = "PROTOCOL_ERROR"
    RESOURCE_LIMIT = "RESOURCE_LIMIT"

    @property
    def strikes(self) -> bool:
        """Whether it costs a strike; every other kind forfeits the match at once."""
        return self in (FaultCode.TIMEOUT, FaultCode.ILLEGAL_ACTION)


@unique
class Detail(StrEnum):
    """A finer word for a fault: what the bot did, where the code says what it costs."""

    ILLEGAL = "illegal"
    PROTOCOL = "protocol"
    FLOOD = "flood"
    TIMEOUT = "timeout"
    CRASHED = "crashed"
    EXITED = "exited"
    DISCONNECTED = "disconnected"
    NO_SHOW = "no_show"
    LAUNCH_FAILED = "launch_failed"
    RESOURCE = "resource"


@frozen
class Fault:
    """One misbehaviour of one bot.

    Attributes:
        code: what it costs. detail: what was done. For an illegal action the detail is the code of the rule it breaks.
        text: one sentence for people. evidence: printable lines that show it (hex of a bad message, last lines of
        stderr, exit status), at most 4 KiB, for the organiser and the bot's author and nobody else.
    """

    code: FaultCode
    detail: str
    text: str
    evidence: str = ""
