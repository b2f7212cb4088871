"""Head to head: how each bot did against each other one at the same table. Reads results and rates nobody."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from attrs import frozen

from referee.tournament.ratings import Interval, over_deals
from referee.tournament.results import MatchResult, SeatResult


@frozen
class Encounter:
    """One bot against another over all matches in which both sat; the pair turned round has an entry of its own.

    Attributes:
        matches: in which both sat. ahead, level, behind: by their places in them.
        score: share of the matches in which it finished ahead, a shared place counted half, 0 to 1, with 95 % bars.
        margin: mean of its score minus the other's, over the matches that neither forfeited; None without any.
    """

    bot: str
    other: str
    matches: int
    ahead: int
    level: int
    behind: int
    score: Interval
    margin: float | None


def encounters(results: Iterable[tuple[int, MatchResult]]) -> tuple[Encounter, ...]:
    """Every ordered pair that met, by name. Each result comes with the number of its deal."""
    met: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    margins: dict[tuple[str, str], list[int]] = defaultdict(list)
    for deal, result in results:
        for own, other in permutations(result.seats, 2):
            pair = own.bot, other.bot
            met[pair][deal].append(_won(own, other))
            if not (own.forfeit or other.forfeit):
                margins[pair].append(own.score - other.score)
    return tuple(_encounter(pair, met[pair], margins[pair]) for pair in sorted(met))


def _won(own: SeatResult, other: SeatResult) -> float:
    return 1.0 if own.rank < other.rank else 0.5 if own.rank == other.rank else 0.0


def _encounter(pair: tuple[str, str], deals: Mapping[int, Sequence[float]], margins: Sequence[int]) -> Encounter:
    won = [deals[deal] for deal in sorted(deals)]
    ahead, level, behind = (sum(values.count(share) for values in won) for share in (1.0, 0.5, 0.0))
    margin = sum(margins) / len(margins) if margins else None
    return Encounter(*pair, ahead + level + behind, ahead, level, behind, over_deals(won).within(0.0, 1.0), margin)
