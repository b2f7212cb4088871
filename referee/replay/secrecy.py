"""Plays a match again and asks at every decision whether a seat could tell what is hidden from it. Judges no action.

At each decision everything that a seat must not know is dealt again (`scramble`); its view has to stay the same. It
never tells what it found there, only where: the match may still be secret.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from attrs import fields, frozen

from referee.game import SPECTATOR, Game, State, View, decision, observe
from referee.replay.record import Replay
from referee.replay.scramble import scrambled
from referee.replay.verify import states


@frozen
class Leak:
    """The first place where a seat's view depends on what is hidden from it.

    Attributes:
        decision: decisions played before it. seat: whose view it is, -1 for a spectator.
        field: path within the view, such as `seats[1].known[3]`; `legal` for the list of legal actions.
    """

    decision: int
    seat: int
    field: str

    def __str__(self) -> str:
        who = "a spectator" if self.seat == SPECTATOR else f"seat {self.seat}"
        return f"decision {self.decision}: {who} can tell hidden cards or tickets from field {self.field} of its view"


def first_leak(replay: Replay, game: Game) -> Leak | None:
    """The first leak of a match, or None. A replay that does not play again raises ReplayError, as in `verify`."""
    rng = Random(replay.digest)
    for number, state, _ in states(replay, game):
        for seat in range(SPECTATOR, game.players):
            field = _difference(state, seat, rng)
            if field:
                return Leak(number, seat, field)
    return None


def _difference(state: State, seat: int, rng: Random) -> str:
    other = scrambled(state, seat, rng)
    before, after = observe(state, seat), observe(other, seat)
    if before != after:
        return _path(before, after)
    asked = seat == before.to_move
    return "legal" if asked and decision(state) != decision(other) else ""


def _path(before: Any, after: Any) -> str:
    """Where two views first differ."""
    for name, one, two in _parts(before, after):
        if one != two:
            deeper = _path(one, two)
            return f"{name}{deeper}".lstrip(".") if isinstance(before, View) else f"{name}{deeper}"
    return ""


def _parts(before: Any, after: Any) -> Iterator[tuple[str, Any, Any]]:
    if type(before) is not type(after):
        return
    if isinstance(before, tuple):
        names = getattr(before, "_fields", None)
        if len(before) == len(after):
            for i, (one, two) in enumerate(zip(before, after, strict=True)):
                yield (f".{names[i]}" if names else f"[{i}]"), one, two
    elif hasattr(before, "__attrs_attrs__"):
        for each in fields(type(before)):
            yield f".{each.name}", getattr(before, each.name), getattr(after, each.name)
