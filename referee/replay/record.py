"""What a replay holds, as frozen values. Neither reads nor plays anything."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final, NamedTuple

from attrs import field, frozen

from referee import __version__
from referee.game import SeatScore

FORMAT: Final = 1
"""Version of the text form. A reader refuses every other one."""

RULES_REVISION: Final = "1"
"""Raised with every change of the rules room that makes an old match play otherwise."""

CHECK_EVERY: Final = 16
"""Decisions between two checksums of the state."""


@frozen
class Header:
    """What was played, by whom and from which deal.

    Attributes:
        edition: id. seats: names by seat. seed: of the deal, 64 lower-case hex digits.
        game_digest: SHA-256 of the game's description, 64 hex digits, or "" if nobody computed it.
        match_id: of the match in its cup, or "". Kept in the second section: the same play under another id is equal.
        referee_version, rules_revision: of the referee that played it.
    """

    edition: str
    seats: tuple[str, ...]
    seed: str
    game_digest: str = ""
    match_id: str = ""
    referee_version: str = __version__
    rules_revision: str = RULES_REVISION

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.seats)


@frozen
class Fault:
    """A fault of a seat, as far as it matters for playing the match again.

    Attributes:
        code: of the fault table (docs/errors.md). sent: the action id that the seat sent, or -1.
        substituted: whether the default action was played instead (a late answer within the grace is played).
        detail, text: finer word and sentence. They depend on timing, so they belong to the second section.
    """

    code: str
    sent: int = -1
    substituted: bool = True
    detail: str = ""
    text: str = ""


@frozen
class Notes:
    """A bot's remarks on one decision: text, and weights by index of route and city (finite numbers)."""

    text: str = ""
    routes: tuple[tuple[int, float], ...] = ()
    cities: tuple[tuple[int, float], ...] = ()


class Move(NamedTuple):
    """One decision and the action that was played. A tuple, because there are a hundred and more of them in a match.

    Attributes:
        number: decisions before this one. seat: who was asked. action: id. text: the same as text.
        fault: what the seat did wrong here without forfeiting, or None.
    """

    number: int
    seat: int
    action: int
    text: str
    fault: Fault | None = None


@frozen
class Forfeit:
    """Seats that went out at once, before decision `number`, each with its fault."""

    number: int
    faults: tuple[tuple[int, Fault], ...]


@frozen
class Checkpoint:
    """Checksum of the state before decision `number`, 16 hex digits."""

    number: int
    checksum: str


Entry = Move | Forfeit | Checkpoint


@frozen
class Timing:
    """The second section: what differs between two plays of the same moves.

    Attributes:
        about: facts by name (`match`, `started`, `finished`, `attempt`, `isolation`).
        think_us: by decision, in microseconds; 0 where no bot was asked. notes: by decision.
        details: (decisions before it, seat, detail, text) of each fault.
    """

    about: Mapping[str, str] = field(factory=dict)
    think_us: tuple[int, ...] = ()
    notes: Mapping[int, Notes] = field(factory=dict)
    details: tuple[tuple[int, int, str, str], ...] = ()


@frozen(slots=False)
class Replay:
    """A whole match.

    Attributes:
        entries: decisions, forfeits and checksums in order. reason: why it ended. scores: by seat.
        timing: the second section. description: the game's description as compact JSON, or "".
    """

    header: Header
    entries: tuple[Entry, ...]
    reason: str
    scores: tuple[SeatScore, ...]
    timing: Timing = Timing()
    description: str = ""

    @property
    def moves(self) -> Iterator[Move]:
        """The decisions in order."""
        return (entry for entry in self.entries if isinstance(entry, Move))

    @property
    def forfeits(self) -> Iterator[Forfeit]:
        """The forfeits in order."""
        return (entry for entry in self.entries if isinstance(entry, Forfeit))

    @cached_property
    def decisions(self) -> int:
        """Number of decisions."""
        return sum(1 for _ in self.moves)

    @cached_property
    def digest(self) -> str:
        """SHA-256 chain over the first section: equal for equal play."""
        from referee.replay.text import digest_of, first_section

        return digest_of(first_section(self))

    def to_text(self, *, timing: bool = True, description: bool = True) -> str:
        """The canonical text form; without `timing` or `description` if they are not wanted."""
        from referee.replay.text import write

        return write(self, timing=timing, description=description)

    @classmethod
    def from_text(cls, text: str) -> "Replay":
        """The replay that `to_text` wrote; raises ReplayError if the text is cut off, altered or of another format."""
        from referee.replay.reader import read

        return read(text)
