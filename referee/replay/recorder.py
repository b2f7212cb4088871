"""Records a match while it is played. Judges nothing: what it is told is what stands in the replay."""

import hashlib
from collections.abc import Mapping
from typing import final

from referee.game import Game, State, score, state_to_text
from referee.replay.record import CHECK_EVERY, Checkpoint, Entry, Fault, Forfeit, Header, Move, Notes, Replay, Timing

_CHECKSUM_DIGITS = 16


def checksum(state: State) -> str:
    """16 hex digits that are equal for equal positions, secrets included."""
    return hashlib.sha256(state_to_text(state).encode()).hexdigest()[:_CHECKSUM_DIGITS]


@final
class Recorder:
    """Takes down one match: call it before each action is applied, at each forfeit, and once at the end."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._entries: list[Entry] = []
        self._think_us: list[int] = []
        self._notes: dict[int, Notes] = {}
        self._details: list[tuple[int, int, str, str]] = []

    @property
    def decisions(self) -> int:
        """Decisions recorded so far."""
        return len(self._think_us)

    def decision(
        self,
        state: State,
        seat: int,
        action: int,
        fault: Fault | None = None,
        *,
        think_ns: int = 0,
        notes: Notes | None = None,
    ) -> None:
        """The action that is about to be applied to `state`, with the fault that came with it if the seat stays in."""
        number = self.decisions
        self._check(state, number)
        if fault:
            self._word(number, seat, fault)
        if notes:
            self._notes[number] = notes
        self._entries.append(Move(number, seat, action, state.game.table[action].text, fault))
        self._think_us.append(max(0, think_ns) // 1000)

    def forfeit(self, faults: Mapping[int, Fault]) -> None:
        """These seats go out at once, before the next decision; to be called beside `game.forfeit`."""
        number = self.decisions
        seats = tuple(sorted(faults.items(), key=lambda item: item[0]))
        for seat, fault in seats:
            self._word(number, seat, fault)
        self._entries.append(Forfeit(number, seats))

    def finish(self, state: State, about: Mapping[str, str] | None = None, *, description: str = "") -> Replay:
        """The replay of the match that ended in `state`, with facts for the second section."""
        self._entries.append(Checkpoint(self.decisions, checksum(state)))
        facts = dict(about or {})
        if self._header.match_id:
            facts["match"] = self._header.match_id
        timing = Timing(facts, tuple(self._think_us), dict(self._notes), tuple(self._details))
        entries = tuple(self._entries)
        return Replay(self._header, entries, state.reason, score(state), timing, description)

    def _check(self, state: State, number: int) -> None:
        if number and number % CHECK_EVERY == 0:
            self._entries.append(Checkpoint(number, checksum(state)))

    def _word(self, number: int, seat: int, fault: Fault) -> None:
        if fault.detail or fault.text:
            self._details.append((number, seat, fault.detail, fault.text))


def header_of(game: Game, seats: tuple[str, ...], seed: bytes, *, game_digest: str = "", match_id: str = "") -> Header:
    """A header for a match that this referee plays now."""
    return Header(game.edition.id, seats, seed.hex(), game_digest, match_id)
