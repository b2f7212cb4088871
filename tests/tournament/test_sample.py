from collections import Counter
from itertools import combinations, product

import pytest

from referee.tournament.sample import Field, Role, number, sample, shares


def _robin(bots: int, players: int) -> Field:
    return Field((Role(tuple(range(bots)), players),))


def _gauntlet(challengers: int, bots: int, players: int) -> Field:
    return Field((Role(tuple(range(challengers)), 1), Role(tuple(range(challengers, bots)), players - 1)))


FIELDS = {
    **{f"{k} of {n}": _robin(n, k) for n, k in ((2, 2), (5, 2), (8, 2), (6, 3), (7, 3), (6, 4), (8, 4), (7, 5))},
    **{f"1 of {c}, {k - 1} of {n - c}": _gauntlet(c, n, k) for c, n, k in ((1, 5, 2), (2, 7, 2), (3, 8, 3), (2, 7, 4))},
}


def _between(counts: list[int]) -> int:
    return max(counts) - min(counts) if counts else 0


def _pairs(field: Field) -> list[list[tuple[int, int]]]:
    """The pairs of each kind that can meet."""
    inside = [list(combinations(role.places, 2)) for role in field.roles if role.sits > 1]
    return inside + [list(product(one.places, other.places)) for one, other in combinations(field.roles, 2)]


@pytest.mark.parametrize("deals", [1, 4])
@pytest.mark.parametrize("name", FIELDS)
def test_samples_are_balanced(name: str, deals: int) -> None:
    """Of any number of blocks, bots of a role play as many within one, as do deals; pairs are as near as they can."""
    field = FIELDS[name]
    whole, apart = field.count * deals, max(role.sits for role in field.roles)
    for blocks in sorted(
        {1, 2, whole // 3, whole // 2, whole // 2 + 1, 2 * whole // 3, whole - 1} & {*range(1, whole + 1)}
    ):
        chosen = sample(field, deals, blocks, before=blocks)
        assert sum(map(len, chosen.values())) == blocks
        assert all(len({*own}) == len(own) and {*own} <= {*range(deals)} for own in chosen.values())
        played = Counter(place for table, own in chosen.items() for place in table for _ in own)
        met = Counter(pair for table, own in chosen.items() for pair in combinations(table, 2) for _ in own)
        dealt = Counter(deal for own in chosen.values() for deal in own)
        assert all(_between([played[place] for place in role.places]) <= 1 for role in field.roles)
        assert _between([dealt[deal] for deal in range(deals)]) <= 1
        assert all(_between([met[pair] for pair in kind]) <= min(3, apart) for kind in _pairs(field))


def test_every_table_counts_once() -> None:
    """A sample of everything is everything, and tables are numbered from 0 without gaps."""
    field = _robin(6, 3)
    chosen = sample(field, 2, field.count * 2)
    assert [number(table) for table in field.tables()] == list(range(20))
    assert {table: list(own) for table, own in chosen.items()} == {table: [0, 1] for table in field.tables()}


def test_numbers_stay_when_bots_come() -> None:
    """Tables without new bots come first, so their numbers stay; in a gauntlet a number is that of the round robin."""
    assert _robin(7, 3).tables()[:20] == _robin(6, 3).tables()
    assert {number(table) for table in _gauntlet(2, 6, 3).tables()} < {*range(20)}


def test_large_fields_are_sampled_without_listing_them() -> None:
    """Of 200 bots at tables of five, two and a half thousand million tables, a few hundred blocks come at once."""
    chosen = sample(_robin(200, 5), 10, 300)
    played = Counter(place for table, own in chosen.items() for place in table for _ in own)
    assert {*played.values()} == {7, 8}


@pytest.mark.parametrize(
    ("most", "costs", "caps", "blocks"),
    [
        (10, [2], [100], [5]),
        (11, [2, 3], [100, 100], [2, 2]),
        (12, [2, 3], [100, 100], [3, 2]),
        (100, [2, 3], [4, 100], [4, 30]),
        (1000, [2, 3], [4, 7], [4, 7]),
    ],
)
def test_groups_share_the_matches(most: int, costs: list[int], caps: list[int], blocks: list[int]) -> None:
    """Groups get equally many blocks as far as they have so many; what is left over goes where it fits."""
    assert shares(most, costs, caps) == blocks
