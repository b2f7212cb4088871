"""Which matches get a page of their own."""

from referee.report.page.choice import MOST_BEST, Shown, chosen
from referee.tournament.results import FaultLine, MatchResult
from tests.tournament.cups import seat


def match(name: str, *scores: int, out: bool = False) -> MatchResult:
    """A match of bots `a`, `b` and so on with these scores; the last one forfeits if `out`."""
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    faults = (FaultLine("CRASHED", 3, ""),) if out else ()
    seats = [
        seat("abc"[i], ranks[i], score, forfeit=out and i == len(scores) - 1, faults=faults if i else ())
        for i, score in enumerate(scores)
    ]
    return MatchResult(name, "0" * 64, tuple(seats))


def test_best_is_the_closest_and_the_highest_of_each_pair() -> None:
    """Of two bots' matches the one with the smallest margin and the one with the highest score, without forfeits."""
    results = [match("plain", 50, 40), match("close", 41, 40), match("high", 120, 10), match("out", 60, 60, out=True)]
    assert chosen(Shown.BEST, results) == ["close", "high"]


def test_of_equally_close_matches_the_higher_one_is_taken() -> None:
    """A margin of nothing at 80 points is a better game than one at 20."""
    assert chosen(Shown.BEST, [match("low", 20, 20), match("high", 80, 80)]) == ["high"]


def test_best_looks_at_each_pair_of_a_table() -> None:
    """At a table of three the match counts for all three pairs."""
    results = [match("ab", 50, 50, 10), match("bc", 90, 40, 40), match("ac", 30, 60, 30)]
    assert chosen(Shown.BEST, results) == ["ab", "bc", "ac"]


def test_best_is_limited() -> None:
    """However many bots there are, no more than a hundred pages are made."""
    names = [f"bot-{number}" for number in range(40)]
    results = [
        MatchResult(f"{one}-{other}", "0" * 64, (seat(one, 1, 60), seat(other, 2, 50)))
        for one in names
        for other in names
        if one < other
    ]
    assert len(chosen(Shown.BEST, results)) == MOST_BEST


def test_the_other_choices() -> None:
    """All, those with a fault, none."""
    results = [match("plain", 50, 40), match("out", 60, 60, out=True)]
    assert chosen(Shown.ALL, results) == ["plain", "out"]
    assert chosen(Shown.FAULTS, results) == ["out"]
    assert chosen(Shown.NONE, results) == []
