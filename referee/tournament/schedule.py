"""Who meets whom, on which deal, in which seats and in which unit of work: a pure function of the cup and its secret.

It knows nothing of what was already played and starts nothing.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from attrs import frozen

from referee.game.deal import shuffled
from referee.tournament.config import CupConfig
from referee.tournament.sample import Field, Role, Table, number, sample, shares
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
class Group:
    """An edition with a number of players: tables are numbered within it."""

    edition: str
    players: int

    @property
    def name(self) -> str:
        """`usa-4p`, the first part of its matches' ids."""
        return f"{self.edition}-{self.players}p"


def schedule(config: CupConfig, secret: Secret) -> Schedule:
    """The whole schedule of a cup. Who meets whom follows from the file alone, the seats from the secret too."""
    size = config.deals_per_unit if config.process == "per-unit" else 1
    units: dict[int, list[Unit]] = defaultdict(list)
    for group, blocks in chosen(config).items():
        for table, deals in blocks.items():
            for block, first in enumerate(range(0, len(deals), size)):
                units[block] += _units(config, secret, group, table, block, deals[first : first + size])
    return Schedule(tuple(unit for block in sorted(units) for unit in units[block]))


def groups(config: CupConfig) -> tuple[Group, ...]:
    """Every edition with every number of players, in the order of the file."""
    return tuple(Group(edition, players) for edition in config.editions for players in config.seats)


def field_of(config: CupConfig, players: int) -> Field:
    """Who may sit together at tables of so many: anybody, or in a gauntlet one challenger with bots of the field."""
    places = range(len(config.bots))
    if config.format == "round_robin":
        return Field((Role(tuple(places), players),))
    challengers = tuple(place for place in places if config.bots[place].name in config.challengers)
    rest = tuple(place for place in places if place not in challengers)
    return Field((Role(challengers, 1), Role(rest, players - 1)))


def orders(config: CupConfig, players: int) -> list[tuple[int, ...]]:
    """The seat orders played of each deal: for each, which place of the base order sits on each seat."""
    if config.rotation == "all":
        return list(permutations(range(players)))
    return [tuple((seat + turn) % players for seat in range(players)) for turn in range(players)]


def whole_size(config: CupConfig) -> int:
    """How many matches there are if nothing limits them."""
    return sum(
        field_of(config, group.players).count * config.deals * len(orders(config, group.players))
        for group in groups(config)
    )


def is_sample(config: CupConfig) -> bool:
    """Whether `max_matches` leaves something out."""
    return config.max_matches is not None and config.max_matches < whole_size(config)


def is_complete(config: CupConfig) -> bool:
    """Whether everybody meets everybody equally often, so that points can be compared."""
    return config.format == "round_robin" and not is_sample(config)


def chosen(config: CupConfig) -> Mapping[Group, Mapping[Table, Sequence[int]]]:
    """The deals that each table of each group plays."""
    fields = {group: field_of(config, group.players) for group in groups(config)}
    if not is_sample(config):
        deals = range(config.deals)
        return {group: dict.fromkeys(field.tables(), deals) for group, field in fields.items()}
    costs = [len(orders(config, group.players)) for group in fields]
    caps = [field.count * config.deals for field in fields.values()]
    blocks = shares(config.max_matches or 0, costs, caps)
    drawn, before = {}, 0
    for (group, field), count in zip(fields.items(), blocks, strict=True):
        drawn[group] = sample(field, config.deals, count, before)
        before += count
    return drawn


def _units(
    config: CupConfig, secret: Secret, group: Group, table: Table, block: int, deals: Sequence[int]
) -> Iterator[Unit]:
    """The units of one table for some deals: one for each seat order."""
    name = f"{group.name}/t{number(table):04}"
    bots = tuple(config.bots[place].name for place in table)
    bases = [_base(secret, name, deal, bots) for deal in deals]
    for turn, order in enumerate(orders(config, group.players)):
        matches = []
        for deal, base in zip(deals, bases, strict=True):
            own = deal if config.common_deals else _own_deal(config, group, table, deal, turn)
            seats = tuple(base[at] for at in order)
            matches.append(Match(f"{name}/d{deal:04}/o{turn}", group.edition, group.players, own, seats))
        yield Unit(f"{name}/b{block:04}/o{turn}", tuple(matches))


def _own_deal(config: CupConfig, group: Group, table: Table, deal: int, turn: int) -> int:
    """A deal that no other match of the cup has, and that stays the same when bots are added."""
    most_orders = max(len(orders(config, players)) for players in config.seats)
    kinds = groups(config)
    place = number(table) * len(kinds) + kinds.index(group)
    return (place * config.deals + deal) * most_orders + turn


def _base(secret: Secret, table: str, deal: int, bots: tuple[str, ...]) -> tuple[str, ...]:
    """The table's bots in the order of this deal, so that neighbours vary and nobody always follows the same rival."""
    return tuple(bots[place] for place in shuffled(secret.order_seed(table, deal), "seats", range(len(bots))))
