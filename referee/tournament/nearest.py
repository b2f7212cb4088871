"""The one question "did you mean": the known word that a mistyped one is most like. It prints nothing."""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` (did you mean "greedy"?)`, or an empty text when nothing known is similar."""
    words = {each.lower(): each for each in known}
    close = get_close_matches(word.lower(), words, n=1, cutoff=0.6)
    return f' (did you mean "{words[close[0]]}"?)' if close else ""
