"""The one error of scenario files.

RefereeError
+-- ScenarioError             a file or a scenario that is itself wrong, whatever the engine does
"""

from collections.abc import Iterable
from difflib import get_close_matches

from referee.game import RefereeError


class ScenarioError(RefereeError):
    """A scenario that cannot be run.

    Attributes:
        place: where in the scenario, such as `setup.hands[0]` or `step 2: legal`; empty for a whole file.
        facts: one sentence on what is wrong.
    """

    def __init__(self, place: str, facts: str) -> None:
        self.place, self.facts = place, facts
        super().__init__(f"{place}: {facts}" if place else facts)


def suggestion(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'red'?` if a known word is near, else nothing."""
    close = get_close_matches(word, list(known), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""
