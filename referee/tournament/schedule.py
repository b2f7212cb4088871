"""Who meets whom, on which deal, in which seats and in which unit of work: a pure function of the cup and its secret.

It knows nothing of what was already played and starts nothing.
"""

from collections.abc import Iterator
from itertools import combinations, permutations

from attrs import frozen

from referee.game.deal import shuffled
from referee.tournament.config import CupConfig
from referee.tournament.secret import Secret


@frozen
class Match:
    """One match to be played.

    Attributes:
        id: `usa-4p/t0007/d0003/o2`: edition and players, table, the table's deal, seat order; all counted from 0.
        deal: number of the deal, the argument of `Secret.deal`.
        seats: the bots' names by seat.
    """

    id: str
    edition: str
    players: int
    deal: int
    seats: tuple[str, ...]


@frozen
class Unit:
    """Matches that the same bot processes play: one table, one seat order, no deal twice."""

    id: str
    matches: tuple[Match, ...]


@frozen
class Schedule:
    """All units of a cup in the order in which they are handed out: deals are finished in blocks, everywhere at
    once.
    """

    units: tuple[Unit, ...]

    @property
    def matches(self) -> tuple[Match, ...]:
        """All matches, in the order of the units."""
        return tuple(match for unit in self.units for match in unit.matches)


@frozen
class _Group:
    """An edition with a number of players: tables are numbered within it."""

    edition: str
    players: int

    @property
    def name(self) -> str:
        return f"{self.edition}-{self.players}p"


def schedule(config: CupConfig, secret: Secret) -> Schedule:
    """The whole schedule of a cup: every table of every edition and size, every deal, every seat order."""
    size = config.deals_per_unit if config.process == "per-unit" else 1
    blocks = [range(first, min(first + size, config.deals)) for first in range(0, config.deals, size)]
    units = [
        unit
        for block, deals in enumerate(blocks)
        for group, offset in _groups(config)
        for unit in _block(config, secret, group, offset, block, deals)
    ]
    return Schedule(tuple(units))


def tables(config: CupConfig, players: int) -> list[tuple[str, ...]]:
    """Every set of bots that sits together, in the order of the file; the index is the table's number."""
    return list(combinations([bot.name for bot in config.bots], players))


def orders(config: CupConfig, players: int) -> list[tuple[int, ...]]:
    """The seat orders played of each deal: for each, which place of the base order sits on each seat."""
    if config.rotation == "all":
        return list(permutations(range(players)))
    return [tuple((seat + turn) % players for seat in range(players)) for turn in range(players)]


def _groups(config: CupConfig) -> Iterator[tuple[_Group, int]]:
    """Each group with the number of matches in the groups before it."""
    offset = 0
    for edition in config.editions:
        for players in config.seats:
            yield _Group(edition, players), offset
            offset += len(tables(config, players)) * config.deals * len(orders(config, players))


def _block(config: CupConfig, secret: Secret, group: _Group, offset: int, block: int, deals: range) -> Iterator[Unit]:
    seat_orders = orders(config, group.players)
    for number, bots in enumerate(tables(config, group.players)):
        name = f"{group.name}/t{number:04}"
        bases = [_base(secret, name, deal, bots) for deal in deals]
        for turn, order in enumerate(seat_orders):
            matches = []
            for deal, base in zip(deals, bases, strict=True):
                index = offset + (number * config.deals + deal) * len(seat_orders) + turn
                chosen = deal if config.common_deals else index
                seats = tuple(base[place] for place in order)
                matches.append(Match(f"{name}/d{deal:04}/o{turn}", group.edition, group.players, chosen, seats))
            yield Unit(f"{name}/b{block:04}/o{turn}", tuple(matches))


def _base(secret: Secret, table: str, deal: int, bots: tuple[str, ...]) -> tuple[str, ...]:
    """The table's bots in the order of this deal, so that neighbours vary and nobody always follows the same rival."""
    return tuple(bots[place] for place in shuffled(secret.order_seed(table, deal), "seats", range(len(bots))))
