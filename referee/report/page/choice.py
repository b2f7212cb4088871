"""Which matches of a cup get pages of their own beside its report. Makes no page."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Final

from referee.tournament.results import MatchResult, SeatResult

MOST_BEST: Final = 100
"""Matches that BEST chooses at most."""


class Shown(StrEnum):
    """What `--replays` says."""

    ALL = "all"
    FAULTS = "faults"
    BEST = "best"
    NONE = "none"


def chosen(shown: Shown, results: Sequence[MatchResult]) -> list[str]:
    """Ids of matches, without repetition, in the order of `results`."""
    if shown is Shown.NONE:
        return []
    if shown is Shown.ALL:
        return [result.id for result in results]
    if shown is Shown.FAULTS:
        return [result.id for result in results if any(seat.faults for seat in result.seats)]
    wanted = set(_best(results))
    return [result.id for result in results if result.id in wanted]


def _best(results: Sequence[MatchResult]) -> list[str]:
    """The closest match of each pair of bots, then the one in which either scored most, without forfeits.

    All closest ones come first, so that a cup of many bots shows them before its highest.
    """
    pairs: dict[tuple[str, str], list[tuple[str, SeatResult, SeatResult]]] = {}
    for result in results:
        if not any(seat.forfeit for seat in result.seats):
            for one, other in combinations(sorted(result.seats, key=lambda seat: seat.bot), 2):
                pairs.setdefault((one.bot, other.bot), []).append((result.id, one, other))
    met = list(pairs.values())
    closest = _first(met, lambda one, other: (abs(one.score - other.score), -max(one.score, other.score)))
    highest = _first(met, lambda one, other: (-max(one.score, other.score),))
    return list(dict.fromkeys([*closest, *highest]))[:MOST_BEST]


def _first(
    met: Iterable[Sequence[tuple[str, SeatResult, SeatResult]]],
    key: Callable[[SeatResult, SeatResult], tuple[int, ...]],
) -> Iterator[str]:
    """Of each pair the match that comes first by a key; of equal ones the first of the schedule."""
    for matches in met:
        yield min(matches, key=lambda match: key(match[1], match[2]))[0]
