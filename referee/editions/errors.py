"""Errors of board files and edition names.

RefereeError
+-- EditionError              no such edition
|   +-- UnnamedEditionError   a board file with several editions, and none of them named
+-- BoardFileError            a board file with mistakes; it lists all of them
"""

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from referee.game.errors import RefereeError


class EditionError(RefereeError):
    """An edition that does not exist."""

    def __init__(self, wanted: str, known: Sequence[str]) -> None:
        self.wanted, self.known = wanted, tuple(known)
        close = get_close_matches(wanted, known, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else "."
        super().__init__(f"unknown edition {wanted!r}{hint} Known: {', '.join(known)}")


class UnnamedEditionError(EditionError):
    """A board file that makes several editions was named without saying which."""

    def __init__(self, wanted: str, known: Sequence[str]) -> None:
        super().__init__(wanted, known)
        self.args = (f"{wanted} has {len(known)} editions; name one: {', '.join(known)}",)


class BoardFileError(RefereeError):
    """A board file that cannot be played.

    Attributes:
        path: the file. mistakes: one line each, all that were found.
    """

    def __init__(self, path: Path, mistakes: Sequence[str]) -> None:
        self.path, self.mistakes = path, tuple(mistakes)
        count = f"{len(mistakes)} mistake{'s' if len(mistakes) != 1 else ''}"
        super().__init__("\n".join([f"{path}: {count}", *(f"  {mistake}" for mistake in mistakes)]))
