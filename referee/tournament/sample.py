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


def sample(field: Field, deals: int, blocks: int, turn: int = 0) -> Mapping[Table, Sequence[int]]:
    """So many blocks as deals by table: bots of a role within one block of each other, pairs as even as can be found.

    `turn` moves the odd blocks on to other bots, so that several groups together are balanced too.
    """
    whole = field.count * deals
    if blocks * 2 <= whole:
        return _Draw(field, deals, blocks, turn).chosen
    # What is left out of nearly everything is chosen in the same way: it is the smaller and so the easier choice.
    left_out = _Draw(field, deals, whole - blocks, turn).chosen
    kept = {table: [deal for deal in range(deals) if deal not in left_out.get(table, ())] for table in field.tables()}
    return {table: own for table, own in kept.items() if own}


@final
class _Draw:
    """Seats one table after the other, each from those who have most left to play and have met least."""

    def __init__(self, field: Field, deals: int, blocks: int, turn: int) -> None:
        self._field = field
        self._deals = deals
        self._left = _quotas(field, blocks, turn)
        size = 1 + max(place for role in field.roles for place in role.places)
        self._met = [[0] * size for _ in range(size)]
        self._uses: dict[Table, int] = {}
        self._tables = [self._draw(blocks - done) for done in range(blocks)]
        self._even_out()
        self.chosen: Final = self._with_deals()

    def _draw(self, left: int) -> Table:
        # Who has as many blocks left as there are must sit in each of them, or the quotas cannot be met.
        due = {place for role in self._field.roles for place in role.places if self._left[place] == left}
        slots = [role for role in self._field.roles for _ in range(role.sits)]
        free = (table for table in self._fillings(slots, (), due) if self._uses.get(table, 0) < self._deals)
        table = next((table for table in free if due <= {*table}), None) or self._any_free()
        self._seat(table, 1)
        for place in table:
            self._left[place] -= 1
        return table

    def _fillings(self, slots: Sequence[Role], seated: Table, due: set[int]) -> Iterator[Table]:
        """Tables in the order of preference."""
        if not slots:
            yield _table(seated)
            return
        able = [place for place in slots[0].places if self._left[place] > 0 and place not in seated]
        for place in sorted(able, key=lambda place: self._rank(place, seated, due)):
            yield from self._fillings(slots[1:], (*seated, place), due)

    def _rank(self, place: int, seated: Table, due: set[int]) -> tuple[bool, int, int, int]:
        own = self._met[place]
        return place not in due, sum(own[other] for other in seated), -self._left[place], place

    def _any_free(self) -> Table:
        """When the quotas leave no table that is free: the one whose bots have most left to play."""
        free = [table for table in self._field.tables() if self._uses.get(table, 0) < self._deals]
        return max(free, key=lambda table: sum(self._left[place] for place in table))

    def _seat(self, table: Table, by: int) -> None:
        self._uses[table] = self._uses.get(table, 0) + by
        for one, other in combinations(table, 2):
            self._met[one][other] += by
            self._met[other][one] += by

    def _even_out(self) -> None:
        """Swap bots of one role between two tables wherever that evens out the pairs; no bot's total changes."""
        random = Random("sample/1")  # the same file must give the same cup everywhere
        for _ in range(_SWAPS if len(self._tables) > 1 else 0):
            if self._spread() <= 1:
                return
            first, second = random.sample(range(len(self._tables)), 2)
            one, other = random.choice(self._tables[first]), random.choice(self._tables[second])
            if self._same_role(one, other) and self._gain(first, second, one, other) > 0:
                self._swap(first, second, one, other)

    def _spread(self) -> int:
        counts = [self._met[one][other] for one, other in _pairs(self._field)]
        return max(counts) - min(counts)

    def _same_role(self, one: int, other: int) -> bool:
        return any(one in role.places and other in role.places for role in self._field.roles)

    def _gain(self, first: int, second: int, one: int, other: int) -> int:
        """By how much a swap lowers the sum of squares of the pairs; none if it is no swap at all."""
        left, right = ({*self._tables[n]} - {one, other} for n in (first, second))
        if one in self._tables[second] or other in self._tables[first]:
            return 0
        swapped = (_table((*left, other)), _table((*right, one)))
        if any(self._uses.get(table, 0) >= self._deals for table in swapped):
            return 0
        gone = [(one, p) for p in left - right] + [(other, p) for p in right - left]
        come = [(other, p) for p in left - right] + [(one, p) for p in right - left]
        return sum(self._met[a][b] - 1 for a, b in gone) - sum(self._met[a][b] for a, b in come)

    def _swap(self, first: int, second: int, one: int, other: int) -> None:
        for at, goes, comes in ((first, one, other), (second, other, one)):
            self._seat(self._tables[at], -1)
            self._tables[at] = _table((*({*self._tables[at]} - {goes}), comes))
            self._seat(self._tables[at], 1)

    def _with_deals(self) -> dict[Table, list[int]]:
        """Give each table as many deals as it plays blocks, every deal as often as any other."""
        played = [0] * self._deals
        chosen: dict[Table, list[int]] = {}
        for table in sorted(self._tables, key=number):
            own = chosen.setdefault(table, [])
            deal = min((d for d in range(self._deals) if d not in own), key=lambda d: played[d])
            played[deal] += 1
            own.append(deal)
        return {table: sorted(own) for table, own in chosen.items()}


def _quotas(field: Field, blocks: int, turn: int) -> dict[int, int]:
    quotas = {}
    for role in field.roles:
        each, odd = divmod(blocks * role.sits, len(role.places))
        for index, place in enumerate(role.places):
            quotas[place] = each + ((index - turn) % len(role.places) < odd)
    return quotas


def _pairs(field: Field) -> Iterator[tuple[int, int]]:
    """Pairs that can meet."""
    for index, role in enumerate(field.roles):
        if role.sits > 1:
            yield from combinations(role.places, 2)
        for other in field.roles[index + 1 :]:
            yield from product(role.places, other.places)


def _table(places: Iterator[int] | Sequence[int]) -> Table:
    return tuple(sorted(places))
