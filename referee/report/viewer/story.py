"""What happened in a match, step by step, for the log, the marks of the timeline, faults and notes.

Step N is the position after N decisions. What a viewer may not know is left out here, so that no page holds it.
"""

import math
from collections.abc import Sequence
from typing import Any, Final

from attrs import define, field

from referee.game import Event, Game, seen_by
from referee.game import events as ev
from referee.replay import Fault, Forfeit, Move, Replay, event_text
from referee.replay.show import printable
from referee.report.viewer.cut import cut

Line = int | list[int]
"""A phrase by number; or [seat, phrase for those who may know, phrase for the others]."""

_LONG: Final = 5
"""Spaces from which a claim is a mark of the timeline, or the board's longest routes if those are shorter."""


@define
class Story:
    """Collected while a match is played again.

    Attributes:
        as_seat: who looks on; None sees all, -1 is a spectator.
        phrases: each text once. lines: by step, its lines. who: by step, the seat that answered, -1 for none.
        marks: [step, kind, seat] with kinds `tickets`, `long`, `fault`, `last`, `over`. faults: facts of each fault.
    """

    game: Game
    as_seat: int | None
    phrases: dict[str, int] = field(factory=dict)
    lines: list[list[Line]] = field(factory=list)
    who: list[int] = field(factory=list)
    marks: list[list[Any]] = field(factory=list)
    faults: list[dict[str, Any]] = field(factory=list)

    def step(self, seat: int) -> None:
        """A new step, reached by this seat's answer."""
        self.lines.append([])
        self.who.append(seat)

    def tell(self, events: Sequence[Event], action: Move | None = None) -> None:
        """What happened in the last step; an action without events is told by its own text."""
        self.lines[-1] += [self._line(event) for event in events]
        self._mark(events)
        if action and not events:
            self.lines[-1].append(self._phrase(f"seat {action.seat}: {action.text}"))

    def blame(self, entry: Move | Forfeit) -> None:
        """The faults of an entry; what a seat sent is its own secret, and so is a text that may quote its hand."""
        pairs = entry.faults if isinstance(entry, Forfeit) else ((entry.seat, entry.fault),) if entry.fault else ()
        for seat, fault in pairs:
            known = self.as_seat in (None, seat)
            self.faults.append(self._fault(seat, fault, forfeit=isinstance(entry, Forfeit), known=known))
            self.marks.append([len(self.lines) - 1, "fault", seat])

    def _fault(self, seat: int, fault: Fault, *, forfeit: bool, known: bool) -> dict[str, Any]:
        follows = "forfeits" if forfeit else "default played" if fault.substituted else "late, played"
        value: dict[str, Any] = {"step": len(self.lines) - 1, "seat": seat, "code": fault.code, "then": follows}
        value["detail"] = cut(printable(fault.detail))
        if known:
            value["text"] = cut(printable(fault.text))
            if fault.sent >= 0:
                known_id = fault.sent < len(self.game.table)
                value["sent"] = self.game.table[fault.sent].text if known_id else f"action {fault.sent}, unknown"
        return value

    def _line(self, event: Event) -> Line:
        told = event if self.as_seat is None else seen_by(event, self.as_seat)
        hidden = seen_by(event, None)
        if told == hidden:
            return self._phrase(event_text(self.game, hidden))
        return [event[0], self._phrase(event_text(self.game, told)), self._phrase(event_text(self.game, hidden))]  # type: ignore[list-item]

    def _phrase(self, text: str) -> int:
        return self.phrases.setdefault(text, len(self.phrases))

    def _mark(self, events: Sequence[Event]) -> None:
        step, lengths = len(self.lines) - 1, self.game.lengths
        long = min(_LONG, max(lengths))
        for event in events:
            match event:
                case ev.TicketsOffered(seat) if step:
                    self.marks.append([step, "tickets", seat])
                case ev.RouteClaimed(seat, route) if lengths[route] >= long:
                    self.marks.append([step, "long", seat])
                case ev.LastRound(seat):
                    self.marks.append([step, "last", seat])
                case ev.GameOver():
                    self.marks.append([step, "over", -1])


def notes_of(replay: Replay, as_seat: int | None) -> dict[str, Any]:
    """By step, the remarks of the seat that decided it; a bot's remarks are its own, so others' are left out."""
    found: dict[str, Any] = {}
    for move in replay.moves:
        notes = replay.timing.notes.get(move.number)
        if notes and as_seat in (None, move.seat):
            value: dict[str, Any] = {"seat": move.seat, "text": cut(printable_lines(notes.text))}
            value["routes"] = [[i, _short(w)] for i, w in notes.routes if math.isfinite(w)]
            value["cities"] = [[i, _short(w)] for i, w in notes.cities if math.isfinite(w)]
            found[str(move.number + 1)] = value
    return found


def printable_lines(text: str) -> str:
    """A stranger's text of several lines without control characters."""
    return "\n".join(printable(line) for line in text.split("\n"))


def thinking(replay: Replay) -> list[int]:
    """By decision, microseconds of thought to two digits; empty if the replay has no second section."""
    return [_two_digits(us) for us in replay.timing.think_us[: replay.decisions]]


def _two_digits(value: int) -> int:
    return round(value, -max(0, len(str(value)) - 2))


def _short(weight: float) -> float:
    return float(f"{weight:.3g}")
