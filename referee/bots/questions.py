"""What passes between a match and a player: the call to a match, questions, answers, and how it ended. Plain values."""

from collections.abc import Sequence

from attrs import frozen

from referee.bots.clock import ClockSettings
from referee.bots.faults import Fault
from referee.game import Game, SeatScore, View
from referee.v1 import bot_pb2 as pb


@frozen
class MatchCall:
    """An invitation to one seat of one match.

    Attributes:
        match_id: the opaque id that the bot sees. names: what the bot is told about each seat, by seat.
        bot_seed: 32 bytes for the bot's own randomness.
    """

    match_id: str
    game: Game
    seat: int
    names: tuple[str, ...]
    clock: ClockSettings
    bot_seed: bytes


@frozen
class ToldFault:
    """A fault as its own bot hears of it.

    Attributes:
        fault: what it did. decision: at which decision, None if at none.
        substituted: the action that was played instead, or None.
    """

    fault: Fault
    decision: int | None = None
    substituted: int | None = None


@frozen
class Question:
    """One decision of one seat, with the time that its answer may take.

    Attributes:
        number: of the decision in its match, all seats counted from 0. view: what the seat may know.
        legal: ids, ascending. limit_ns: soft limit of this answer, None without a clock;
        0 when the bank is empty. grace_ns: how much later it still counts. used_ns: used in this match so far.
        bank_ns: left for the whole match, None without a bank. strikes: so far.
        faults: the seat's own faults since its previous question.
    """

    number: int
    view: View
    legal: Sequence[int]
    limit_ns: int | None = None
    grace_ns: int = 0
    used_ns: int = 0
    bank_ns: int | None = None
    strikes: int = 0
    faults: tuple[ToldFault, ...] = ()


@frozen
class Answer:
    """What a player chose; nobody has looked yet whether it is legal.

    Attributes:
        action: an id. think_ns: the seat's own thinking time. late: it came within the grace and costs a strike.
        notes: remarks for the replay, or None.
    """

    action: int
    think_ns: int = 0
    late: bool = False
    notes: pb.Notes | None = None


@frozen
class Ending:
    """How a match ended, as one seat is told.

    Attributes:
        reason: `last_round`, `all_passed`, `forfeit` or `void`. scores: by seat, empty when void.
        forfeits: seat and code of each forfeit, in order. faults: the seat's own faults that it was not told before.
    """

    reason: str
    scores: tuple[SeatScore, ...] = ()
    forfeits: tuple[tuple[int, str], ...] = ()
    faults: tuple[ToldFault, ...] = ()
