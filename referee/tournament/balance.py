"""How even a schedule is: matches of each bot, its seats, and how often each pair met. It judges nothing."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from attrs import frozen

from referee.tournament.config import CupConfig
from referee.tournament.schedule import Group, Match, groups


@frozen
class Spread:
    """The least and the greatest of some counts."""

    low: int
    high: int

    @classmethod
    def of(cls, counts: Iterable[int]) -> "Spread":
        """The spread of counts; 0 to 0 of none."""
        known = list(counts)
        return cls(min(known, default=0), max(known, default=0))


@frozen
class Balance:
    """Who plays how much in a group of tables.

    Attributes:
        tables: how many sets of bots meet. matches: by bot. seats: by bot how often on each seat.
        pairs: by (bot, bot), in the order of the file, how many matches they share; only pairs that can meet.
    """

    group: Group
    tables: int
    matches: dict[str, int]
    seats: dict[str, tuple[int, ...]]
    pairs: dict[tuple[str, str], int]

    @property
    def unmet(self) -> list[tuple[str, str]]:
        """Pairs that could meet and never do."""
        return [pair for pair, count in self.pairs.items() if not count]


def balances(config: CupConfig, matches: Iterable[Match]) -> tuple[Balance, ...]:
    """The balance of each group, in the order of the file."""
    by_group: dict[Group, list[Match]] = {group: [] for group in groups(config)}
    for match in matches:
        by_group[Group(match.edition, match.players)].append(match)
    return tuple(_balance(config, group, own) for group, own in by_group.items())


def _balance(config: CupConfig, group: Group, matches: Sequence[Match]) -> Balance:
    bots = [bot.name for bot in config.bots]
    sat = Counter((bot, seat) for match in matches for seat, bot in enumerate(match.seats))
    met = Counter(frozenset(pair) for match in matches for pair in combinations(match.seats, 2))
    seats = {bot: tuple(sat[bot, seat] for seat in range(group.players)) for bot in bots}
    able = [pair for pair in combinations(bots, 2) if _can_meet(config, group, pair)]
    return Balance(
        group,
        len({frozenset(match.seats) for match in matches}),
        {bot: sum(own) for bot, own in seats.items()},
        seats,
        {pair: met[frozenset(pair)] for pair in able},
    )


def _can_meet(config: CupConfig, group: Group, pair: tuple[str, str]) -> bool:
    if config.format == "round_robin":
        return True
    challengers = sum(bot in config.challengers for bot in pair)
    return challengers == 1 or (challengers == 0 and group.players > 2)
