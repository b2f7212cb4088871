"""Errors of replays: each says in which line and at which decision, and what kind of trouble it is.

RefereeError
+-- ReplayError               a replay that cannot be read, was altered, or plays otherwise than it says
"""

from enum import StrEnum, unique

from referee.game import RefereeError


@unique
class ReplayCode(StrEnum):
    """What is wrong with a replay."""

    NOT_A_REPLAY = "NOT_A_REPLAY"
    FORMAT_VERSION = "FORMAT_VERSION"
    MALFORMED = "MALFORMED"
    TRUNCATED = "TRUNCATED"
    ALTERED = "ALTERED"
    TIMING_ALTERED = "TIMING_ALTERED"
    RULES_REVISION = "RULES_REVISION"
    OTHER_GAME = "OTHER_GAME"
    DECISION_DIFFERS = "DECISION_DIFFERS"
    STATE_DIFFERS = "STATE_DIFFERS"
    RESULT_DIFFERS = "RESULT_DIFFERS"
    NO_SUCH_STEP = "NO_SUCH_STEP"
    NO_SUCH_SEAT = "NO_SUCH_SEAT"


class ReplayError(RefereeError):
    """A replay that is not what it claims to be.

    Attributes:
        code: the kind of trouble. facts: one or two sentences.
        decision: number of the first decision concerned, or None. line: line of the text form, from 1, or None.
    """

    def __init__(self, code: ReplayCode, facts: str, *, decision: int | None = None, line: int | None = None) -> None:
        self.code, self.facts, self.decision, self.line = code, facts, decision, line
        places = [f"line {line}"] if line is not None else []
        places += [f"decision {decision}"] if decision is not None else []
        super().__init__(f"{code}: {', '.join(places)}{': ' if places else ''}{facts}")
