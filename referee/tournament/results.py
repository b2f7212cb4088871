"""What is known of a match after it was played, apart from its replay: one row a seat, faults apart. Pure values with
a JSON form.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from attrs import asdict, frozen

from referee.replay.record import Replay


@frozen
class FaultLine:
    """One fault of a seat: its code, the number of decisions before it and a
    sentence.
    """

    code: str
    decision: int
    text: str


@frozen
class SeatResult:
    """How a match ended for one seat; the figures are those of the rules' final score.

    Attributes:
        bot: the bot's name in the cup. rank: 1 is first; equal results share it. completed: tickets completed.
        bonuses: points by name, zeros left out. forfeit: whether the bot was put out; its score is then only the
        position's.
    """

    bot: str
    rank: int
    score: int
    routes: int
    tickets: int
    completed: int
    bonuses: Mapping[str, int]
    forfeit: bool
    faults: tuple[FaultLine, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The seat's entry of `play --json`."""
        entry = asdict(self)
        entry["faults"] = [asdict(fault) for fault in self.faults]
        return entry

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "SeatResult":
        """The value whose `to_json` this is."""
        return cls(**{**data, "faults": tuple(FaultLine(**fault) for fault in data["faults"])})


@frozen
class MatchResult:
    """A played match: its id in the cup, its replay's digest and a result for each seat."""

    id: str
    digest: str
    seats: tuple[SeatResult, ...]

    def to_json(self) -> dict[str, Any]:
        """A JSON form that `from_json` reads back."""
        return {"id": self.id, "digest": self.digest, "seats": [seat.to_json() for seat in self.seats]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "MatchResult":
        """The value whose `to_json` this is."""
        return cls(data["id"], data["digest"], tuple(SeatResult.from_json(seat) for seat in data["seats"]))


def shares(result: MatchResult) -> tuple[Fraction, ...]:
    """Points of one match by seat. A bot that was put out gets none, even where all were and nobody is left to win."""
    return _shares(first_places(result))


def first_places(result: MatchResult) -> tuple[bool, ...]:
    """Who of a match takes a share of its point, by seat."""
    return tuple([seat.rank == 1 and not seat.forfeit for seat in result.seats])


@cache
def _shares(firsts: tuple[bool, ...]) -> tuple[Fraction, ...]:
    return tuple(Fraction(first, max(1, sum(firsts))) for first in firsts)


@frozen
class Played:
    """A result together with the replay that proves it, as a worker hands it over."""

    result: MatchResult
    replay: str


def result_of(match_id: str, replay: Replay) -> MatchResult:
    """What a replay says of its match; the one way in which results come about."""
    faults = sorted(_faults(replay), key=lambda fault: fault[1].decision)
    seats = []
    for seat, (name, score) in enumerate(zip(replay.header.seats, replay.scores, strict=True)):
        figures = (score.rank, score.score, score.routes, score.tickets, score.completed)
        own = tuple(fault for guilty, fault in faults if guilty == seat)
        seats.append(SeatResult(name, *figures, dict(score.bonuses), score.forfeited, own))
    return MatchResult(match_id, replay.digest, tuple(seats))


def _faults(replay: Replay) -> Iterator[tuple[int, FaultLine]]:
    for forfeit in replay.forfeits:
        for seat, fault in forfeit.faults:
            yield seat, FaultLine(str(fault.code), forfeit.number, fault.text)
    for move in replay.moves:
        if move.fault is not None:
            yield move.seat, FaultLine(str(move.fault.code), move.number, move.fault.text)
