"""Turns what bots send and what a match finds into the values that a replay keeps. Records nothing itself."""

from collections.abc import Iterable

from referee.game import Board
from referee.match.outcome import MatchFault
from referee.replay.record import Fault, Notes
from referee.v1 import bot_pb2 as pb


def fault_entry(fault: MatchFault) -> Fault:
    """The fault as replays keep it."""
    return Fault(
        code=fault.fault.code,
        sent=fault.sent,
        substituted=fault.substituted is not None,
        detail=fault.fault.detail,
        text=fault.fault.text,
    )


def notes_entry(notes: pb.Notes | None, board: Board) -> Notes | None:
    """A bot's remarks as replays keep them: weights of places that the board has, the first one of each."""
    if notes is None:
        return None
    return Notes(
        notes.text,
        _weights(((one.route, one.weight) for one in notes.routes), len(board.routes)),
        _weights(((one.city, one.weight) for one in notes.cities), len(board.cities)),
    )


def _weights(found: Iterable[tuple[int, float]], count: int) -> tuple[tuple[int, float], ...]:
    first: dict[int, float] = {}
    for index, weight in found:
        if index < count:
            first.setdefault(index, weight)
    return tuple(first.items())
