"""The authors' branch of the error tree.

RefereeError
+-- AuthoringError
    +-- NameRefusedError        a name that no bot's folder can have
    +-- FolderTakenError        a folder that is there already
    +-- KitMissingError         a language whose kit this installation does not hold
    +-- NoSuchDecisionError     a decision that the match or replay does not have, or that no bot is asked
"""

from collections.abc import Sequence
from pathlib import Path

from referee.game.errors import RefereeError


class AuthoringError(RefereeError):
    """Something that a bot's author asked for and cannot have."""


class NameRefusedError(AuthoringError):
    """A name that no bot's folder can have; `nearest` is one that it could, or ""; `taken` are used by its build."""

    def __init__(self, name: str, nearest: str, taken: Sequence[str] = ()) -> None:
        self.name = name
        self.nearest = nearest
        meant = f' (did you mean "{nearest}"?)' if nearest else ""
        but = f", and none of {', '.join(taken)}" if name in taken else ""
        super().__init__(f"{name!r} is no name for a bot: use a to z, 0 to 9 and -, a letter first{but}{meant}")


class FolderTakenError(AuthoringError):
    """A folder that is there already; nothing in it was touched."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        super().__init__(f"{folder} is there already and was left as it is; choose another name or move it away")


class KitMissingError(AuthoringError):
    """A language whose kit this installation does not hold."""

    def __init__(self, language: str, wanted: Path | str, have: tuple[str, ...]) -> None:
        self.language = language
        super().__init__(
            f"the {language} kit is not in this installation ({wanted} is missing); here are: {', '.join(have)}. "
            f"A checkout of the project has all of them in sample_bots/"
        )


class NoSuchDecisionError(AuthoringError):
    """A decision that cannot be asked."""

    def __init__(self, number: int, why: str) -> None:
        self.number = number
        super().__init__(f"decision {number}: {why}")
