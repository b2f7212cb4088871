"""What a bot is told once a match: the game, its seat, the clock, and in the end the result."""

from attrs import frozen

from referee.game import Game, SeatScore
from referee.v1 import bot_pb2 as pb
from referee.v1 import game_pb2
from referee.wire import score_from


@frozen
class Clock:
    """Time limits in milliseconds (`Clock` of bot.proto).

    Attributes:
        decision_ms: soft limit of one decision. grace_ms: how much later an answer is still played, with a strike.
        match_ms: time for the whole match, 0 for no such limit. increment_ms: added to it after each answer.
        strikes: strikes that are forgiven; one more forfeits.
    """

    decision_ms: int
    grace_ms: int
    match_ms: int
    increment_ms: int
    strikes: int


@frozen
class Match:
    """One match from one seat.

    Attributes:
        id: opaque name, 16 hex digits. game: the compiled edition with its action table. seat: the bot's own, 0-based.
        names: of all seats. seed: 32 bytes for the bot's own random numbers. clock: None when no limit is enforced.
    """

    id: str
    game: Game
    seat: int
    names: tuple[str, ...]
    seed: bytes
    clock: Clock | None = None

    @property
    def title(self) -> str:
        """One phrase for logs: `match 0123456789abcdef (usa, 2 players, seat 1)`."""
        return f"match {self.id} ({self.game.edition.id}, {self.game.players} players, seat {self.seat})"


@frozen
class Result:
    """How a match ended.

    Attributes:
        match: which one. reason: `last_round`, `all_passed`, `forfeit` or `void`. scores: by seat, empty when void.
        forfeits: seats that are out, in order.
    """

    match: Match
    reason: str
    scores: tuple[SeatScore, ...]
    forfeits: tuple[int, ...]


def match_from(message: pb.MatchStart, game: Game) -> Match:
    """The match that a MatchStart announces."""
    return Match(
        id=message.match_id,
        game=game,
        seat=message.seat,
        names=tuple(message.names),
        seed=message.bot_seed,
        clock=None if message.clock.disabled else _clock(message.clock),
    )


def _clock(message: pb.Clock) -> Clock:
    return Clock(message.decision_ms, message.grace_ms, message.match_ms, message.increment_ms, message.strikes)


def result_from(message: pb.MatchEnd, match: Match) -> Result:
    """The result that a MatchEnd tells."""
    return Result(
        match=match,
        reason=game_pb2.EndReason.Name(message.reason).removeprefix("END_REASON_").lower(),
        scores=tuple(score_from(score) for score in message.scores),
        forfeits=tuple(forfeit.seat for forfeit in message.forfeits),
    )
