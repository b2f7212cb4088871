"""What a check found, as values. Finding it is `verdicts`' and `trials`' work, printing it the command line's."""

from enum import StrEnum, unique
from typing import Any

from attrs import frozen

from referee.authoring.table import Sitting


@unique
class Verdict(StrEnum):
    """What became of a check. `SKIP`: it could not be made, because of an earlier failure or of this machine."""

    PASS = "pass"  # noqa: S105  a verdict is no password
    WARN = "warn"
    FAIL = "fail"
    SKIP = "skip"


@frozen
class Finding:
    """One check and what came of it.

    Attributes:
        name: of the check, stable. text: the facts. advice: what to do about it, "" where nothing is to be done.
        sitting, step: the match and decision that show it, for a replay; None and -1 where none does.
    """

    name: str
    verdict: Verdict
    text: str
    advice: str = ""
    sitting: Sitting | None = None
    step: int = -1

    def to_json(self, number: int) -> dict[str, Any]:
        """The entry of `bot check --json`."""
        return {
            "number": number,
            "check": self.name,
            "verdict": self.verdict.value,
            "text": self.text,
            "advice": self.advice,
        }
