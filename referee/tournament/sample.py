"""Which deal blocks a cup plays that may not play them all: a balanced choice, the same for the same field.

A block is one table on one deal in all its seat orders, so seats are even whatever is chosen. It knows no seat orders
and no secret.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import comb, prod
from random import Random
from typing import Final, final

from attrs import frozen

Table = tuple[int, ...]
"""The bots of a table by their places in the cup file, ascending."""

_SWAPS: Final = 20_000
"""Swaps of two bots that are tried to even out the pairs; more of them find next to nothing."""

_LOOKS: Final = 500
"""Swaps between two looks at all pairs."""


@frozen
class Role:
    """Bots of which each table takes so many: all bots in a round robin, challengers or field in a gauntlet."""

    places: tuple[int, ...]
    sits: int


@frozen
class Field:
    """Who may sit together: so many of each role."""

    roles: tuple[Role, ...]

    @property
    def count(self) -> int:
        """How many tables there are."""
        return prod(comb(len(role.places), role.sits) for role in self.roles)

    def tables(self) -> list[Table]:
        """Every table, by its number."""
        choices = product(*(combinations(role.places, role.sits) for role in self.roles))
        return sorted((_table(place for part in choice for place in part) for choice in choices), key=number)


def number(table: Table) -> int:
    """A table's number: its place among all sets of so many bots, those with later bots last.

    Bots that are added at the end of the file change no number.
    """
    return sum(comb(place, index) for index, place in enumerate(table, 1))


def shares(most: int, costs: Sequence[int], caps: Sequence[int]) -> list[int]:
    """How many blocks each group plays: as equal as the caps allow, all together at most so many matches.

    `costs` has the matches of a block, `caps` the blocks that there are.
    """
    blocks = [0] * len(costs)
    while wanting := [group for group, cap in enumerate(caps) if blocks[group] < cap]:
        rounds = min(most // sum(costs[g] for g in wanting), *(caps[g] - blocks[g] for g in wanting))
        for group in wanting:
            blocks[group] += rounds
            most -= rounds * costs[group]
        if not rounds:
            break
    for group in wanting:
        if costs[group] <= most:
            blocks[group] += 1
            most -= costs[group]
    return blocks


def sample(field: Field, deals: int, blocks: int, before: int = 0) -> Mapping[Table, Sequence[int]]:
    """So many blocks as deals by table: bots of a role within one block of each other, pairs as even as can be found.

    With the number of blocks of the same roles `before`, those and these together are balanced too.
    """
    whole = field.count * deals
    if blocks * 2 <= whole:
        return _Draw(field, deals, blocks, before).chosen
    # What is left out of nearly everything is chosen in the same way: it is the smaller and so the easier choice.
    left_out = _Draw(field, deals, whole - blocks, before + blocks).chosen
    kept = {table: [deal for deal in range(deals) if deal not in left_out.get(table, ())] for table in field.tables()}
    return {table: own for table, own in kept.items() if own}


@final
class _Draw:
    """Seats one table after the other from those who have most left to play and have met least, then mends the rest.

    Half of all blocks are drawn at most, so there is always a table with a deal to spare.
    """

    def __init__(self, field: Field, deals: int, blocks: int, before: int) -> None:
        self._field = field
        self._deals = deals
        self._left = _quotas(field, blocks, before)
        size = 1 + max(self._left)
        self._met = [[0] * size for _ in range(size)]
        self._uses: dict[Table, int] = {}
        self._tables = [self._draw() for _ in range(blocks)]
        self._meet_quotas()
        self._even_out()
        self.chosen: Final = self._with_deals()

    def _draw(self) -> Table:
        slots = [role for role in self._field.roles for _ in range(role.sits)]
        table = next(table for table in self._fillings(slots, ()) if self._free(table))
        self._seat(table, 1)
        return table

    def _fillings(self, slots: Sequence[Role], seated: Table) -> Iterator[Table]:
        """Tables in the order of preference."""
        if not slots:
            yield _table(seated)
            return
        able = [place for place in slots[0].places if place not in seated]
        for place in sorted(able, key=lambda place: self._rank(place, seated)):
            yield from self._fillings(slots[1:], (*seated, place))

    def _rank(self, place: int, seated: Table) -> tuple[bool, int, int, int]:
        own, left = self._met[place], self._left[place]
        return left <= 0, sum(own[other] for other in seated), -left, place

    def _free(self, table: Table) -> bool:
        return self._uses.get(table, 0) < self._deals

    def _seat(self, table: Table, by: int) -> None:
        self._uses[table] = self._uses.get(table, 0) + by
        for place in table:
            self._left[place] -= by
        for one, other in combinations(table, 2):
            self._met[one][other] += by
            self._met[other][one] += by

    def _change(self, at: int, goes: int, comes: int) -> None:
        self._seat(self._tables[at], -1)
        self._tables[at] = _instead(self._tables[at], goes, comes)
        self._seat(self._tables[at], 1)

    def _meet_quotas(self) -> None:
        """Let bots with too few blocks sit down for those of their role with too many.

        A table can always be found: whoever plays more sits at some table at which the other one sits more rarely.
        """
        for role in self._field.roles:
            while any(self._left[place] > 0 for place in role.places):
                few = max(role.places, key=self._left.__getitem__)
                many = min(role.places, key=self._left.__getitem__)
                self._change(self._place_for(few, many), many, few)

    def _place_for(self, few: int, many: int) -> int:
        open_tables = (
            at
            for at, table in enumerate(self._tables)
            if many in table and few not in table and self._free(_instead(table, many, few))
        )
        return min(open_tables, key=lambda at: sum(self._met[few][place] for place in self._tables[at]))

    def _even_out(self) -> None:
        """Swap bots of one role between two tables wherever that evens out the pairs; no bot's total changes."""
        random = Random("sample/1")  # the same file must give the same cup everywhere
        for tried in range(_SWAPS if len(self._tables) > 1 else 0):
            if tried % _LOOKS == 0 and self._even():
                return
            first, second = random.sample(range(len(self._tables)), 2)
            one, other = random.choice(self._tables[first]), random.choice(self._tables[second])
            if self._gain(first, second, one, other) > 0:
                self._change(first, one, other)
                self._change(second, other, one)

    def _even(self) -> bool:
        return all(max(counts) - min(counts) <= 1 for counts in self._pairs())

    def _pairs(self) -> Iterator[list[int]]:
        """How often the pairs of each kind met that can meet."""
        for index, role in enumerate(self._field.roles):
            if role.sits > 1:
                yield [self._met[one][other] for one, other in combinations(role.places, 2)]
            for rest in self._field.roles[index + 1 :]:
                yield [self._met[one][other] for one, other in product(role.places, rest.places)]

    def _gain(self, first: int, second: int, one: int, other: int) -> int:
        """By how much a swap lowers the sum of squares of the pairs, halved; none if it is no swap at all."""
        table, rival = self._tables[first], self._tables[second]
        if one in rival or other in table or not self._alike(one, other):
            return 0
        if not (self._free(_instead(table, one, other)) and self._free(_instead(rival, other, one))):
            return 0
        own, others = {*table} - {one, *rival}, {*rival} - {other, *table}
        gone = sum(self._met[one][p] for p in own) + sum(self._met[other][p] for p in others)
        come = sum(self._met[other][p] for p in own) + sum(self._met[one][p] for p in others)
        return gone - come - len(own) - len(others)

    def _alike(self, one: int, other: int) -> bool:
        return any(one in role.places and other in role.places for role in self._field.roles)

    def _with_deals(self) -> dict[Table, list[int]]:
        """Give each table as many deals as it plays blocks, every deal as often as any other."""
        played = [0] * self._deals
        chosen = {}
        for table in sorted({*self._tables}, key=number):
            rarest = sorted(range(self._deals), key=lambda deal: (played[deal], deal))
            chosen[table] = sorted(rarest[: self._uses[table]])
            for deal in chosen[table]:
                played[deal] += 1
        return chosen


def _quotas(field: Field, blocks: int, before: int) -> dict[int, int]:
    """How many blocks each bot plays; the odd ones go on where those before them ended."""
    quotas = {}
    for role in field.roles:
        each, odd = divmod(blocks * role.sits, len(role.places))
        for index, place in enumerate(role.places):
            quotas[place] = each + ((index - before * role.sits) % len(role.places) < odd)
    return quotas


def _table(places: Iterator[int] | Sequence[int]) -> Table:
    return tuple(sorted(places))


def _instead(table: Table, goes: int, comes: int) -> Table:
    return _table([comes if place == goes else place for place in table])
