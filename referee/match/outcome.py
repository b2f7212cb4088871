"""What a match comes to, as values."""

from attrs import frozen

from referee.bots.faults import Fault
from referee.game import SeatScore
from referee.replay.record import Replay


@frozen
class MatchFault:
    """A fault with its place in a match.

    Attributes:
        seat: whose. decision: number of the decision that it happened at; -1 before the first one.
        sent: the action id that the seat sent, or -1. substituted: the action that was played instead of an answer;
        None if the answer was played, or the seat forfeited. forfeit: whether the seat was put out by it.
    """

    seat: int
    decision: int
    fault: Fault
    sent: int = -1
    substituted: int | None = None
    forfeit: bool = False


@frozen
class MatchOutcome:
    """A match that was played to an end.

    Attributes:
        replay: what the recorder made of it. scores: by seat. faults: in the order of happening.
        reason: what ended it: `last_round`, `all_passed` or `forfeit`. decisions: how many were answered, by whomever.
        used_ns: each seat's own thinking time.
    """

    replay: Replay
    scores: tuple[SeatScore, ...]
    faults: tuple[MatchFault, ...]
    reason: str
    decisions: int
    used_ns: tuple[int, ...]
