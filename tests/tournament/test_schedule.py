from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from referee.tournament.balance import Spread, balances
from referee.tournament.schedule import field_of, is_complete, orders, schedule
from referee.tournament.secret import Secret
from tests.tournament.cups import small_cup

SECRET = Secret("a text")


def test_every_table_plays_every_deal_in_every_rotation(tmp_path: Path) -> None:
    """A round robin of four bots at tables of two and three: every set of bots, every deal, every rotation, once."""
    config = small_cup(tmp_path, bots=4, seats="[2, 3]", deals=3).config
    matches = schedule(config, SECRET).matches
    assert len(matches) == len({match.id for match in matches}) == 6 * 3 * 2 + 4 * 3 * 3
    met = Counter((frozenset(match.seats), match.deal) for match in matches)
    names = [bot.name for bot in config.bots]
    expected = {(frozenset(bots), deal): k for k in (2, 3) for bots in combinations(names, k) for deal in range(3)}
    assert met == expected


def test_rotations_give_each_bot_each_seat(tmp_path: Path) -> None:
    """Over the rotations of one deal at one table every bot sits on every seat exactly once."""
    matches = schedule(small_cup(tmp_path, bots=4, seats="4", deals=1).config, SECRET).matches
    sat = Counter((bot, seat) for match in matches for seat, bot in enumerate(match.seats))
    assert set(sat.values()) == {1}
    assert len(sat) == 16


def test_neighbours_vary(tmp_path: Path) -> None:
    """The base order is drawn anew for each deal, so over many deals a bot follows each rival."""
    matches = schedule(small_cup(tmp_path, bots=4, seats="4", deals=40).config, SECRET).matches
    after = Counter(m.seats[(m.seats.index("bot-0") + 1) % 4] for m in matches)
    assert set(after) == {"bot-1", "bot-2", "bot-3"}
    assert min(after.values()) > 20


def test_all_orders(tmp_path: Path) -> None:
    """`rotation = "all"` plays every deal in k! seat orders."""
    config = small_cup(tmp_path, seats="3", deals=1, keys='rotation = "all"').config
    assert len(orders(config, 3)) == 6
    assert len({match.seats for match in schedule(config, SECRET).matches}) == 6


def test_no_unit_sees_a_deal_twice(tmp_path: Path) -> None:
    """A unit is one table in one seat order with different deals, at most `deals_per_unit` of them."""
    config = small_cup(tmp_path, bots=4, seats="[2, 4]", deals=7, keys="deals_per_unit = 3").config
    for unit in schedule(config, SECRET).units:
        assert len({match.deal for match in unit.matches}) == len(unit.matches) <= 3
        assert len({frozenset(match.seats) for match in unit.matches}) == 1
        assert len({match.id.rpartition("/")[2] for match in unit.matches}) == 1


def test_units_of_a_block_finish_its_deals(tmp_path: Path) -> None:
    """All units of the first deals come before any unit of later deals, so that replays can be shown early."""
    config = small_cup(tmp_path, bots=4, seats="[2, 3]", deals=4, keys="deals_per_unit = 2").config
    firsts = [min(match.deal for match in unit.matches) for unit in schedule(config, SECRET).units]
    assert firsts == sorted(firsts)


def test_per_match_units_hold_one_match(tmp_path: Path) -> None:
    """With `process = "per-match"` each match is a unit of its own."""
    units = schedule(small_cup(tmp_path, keys='process = "per-match"').config, SECRET).units
    assert {len(unit.matches) for unit in units} == {1}


def test_own_deals(tmp_path: Path) -> None:
    """With `common_deals = false` no two matches of the cup share a deal."""
    config = small_cup(tmp_path, bots=4, seats="[2, 3]", deals=3, keys="common_deals = false").config
    matches = schedule(config, SECRET).matches
    assert len({match.deal for match in matches}) == len(matches)


def test_ids_say_what_a_match_is(tmp_path: Path) -> None:
    """A match id names edition, players, table, deal and seat order."""
    config = small_cup(tmp_path, bots=4, seats="2", deals=2).config
    ids = {match.id: match for match in schedule(config, SECRET).matches}
    last = ids["usa-2p/t0005/d0001/o1"]
    places = field_of(config, 2).tables()[5]
    assert (set(last.seats), last.deal) == ({f"bot-{place}" for place in places}, 1)


@pytest.mark.parametrize("keys", ["", "common_deals = false", 'process = "per-match"', 'rotation = "all"'])
def test_bots_at_the_end_change_nothing_before(tmp_path: Path, keys: str) -> None:
    """With bots added at the end of the file every unit stays as it was: ids, deals, seats and order of its matches."""
    few = small_cup(tmp_path, bots=4, seats="[2, 3]", deals=3, keys=keys).config
    many = small_cup(tmp_path, bots=6, seats="[2, 3]", deals=3, keys=keys).config
    before, after = schedule(few, SECRET), schedule(many, SECRET)
    assert {*before.units} < {*after.units}
    old = {bot.name for bot in few.bots}
    assert not any(old.issuperset(match.seats) for unit in {*after.units} - {*before.units} for match in unit.matches)


def test_a_gauntlet_has_one_challenger_a_table(tmp_path: Path) -> None:
    """Each table of a gauntlet seats one challenger with bots of the field, and each such table plays."""
    keys = 'format = "gauntlet"\nchallengers = ["bot-1", "bot-4"]'
    config = small_cup(tmp_path, bots=5, seats="[2, 3]", deals=1, keys=keys).config
    tables = Counter(frozenset(match.seats) for match in schedule(config, SECRET).matches)
    field = ["bot-0", "bot-2", "bot-3"]
    expected = {
        frozenset((challenger, *others)): k
        for challenger in ("bot-1", "bot-4")
        for k in (2, 3)
        for others in combinations(field, k - 1)
    }
    assert tables == expected
    assert not is_complete(config)


def test_what_is_complete(tmp_path: Path) -> None:
    """A round robin is complete unless `max_matches` leaves something out."""
    assert is_complete(small_cup(tmp_path).config)
    assert is_complete(small_cup(tmp_path, keys="max_matches = 12").config)
    assert not is_complete(small_cup(tmp_path, keys="max_matches = 11").config)


def test_a_sample_holds_whole_blocks(tmp_path: Path) -> None:
    """`max_matches` plays at most so many matches, each chosen deal of a table in all its seat orders."""
    keys = "max_matches = 200\ndeals_per_unit = 2"
    config = small_cup(tmp_path, bots=6, seats="[2, 3]", deals=9, keys=keys).config
    units = schedule(config, SECRET).units
    matches = [match for unit in units for match in unit.matches]
    blocks = Counter((match.id.rpartition("/")[0], match.players) for match in matches)
    assert 195 <= len(matches) <= 200
    assert all(count == players for (_, players), count in blocks.items())
    assert max(len(unit.matches) for unit in units) == 2
    assert len({unit.id for unit in units}) == len(units)


def test_a_sample_is_balanced_over_several_editions(tmp_path: Path) -> None:
    """Bots are within one block of each other in each group, and over all groups of one size together."""
    config = small_cup(tmp_path, bots=7, seats="3", deals=9, keys="max_matches = 100").config
    config = config.model_copy(update={"editions": ["usa", "europe", "london"]})
    matches = schedule(config, SECRET).matches
    total = Counter(bot for match in matches for bot in match.seats)
    for balance in balances(config, matches):
        own = Spread.of(balance.matches.values())
        assert own.high - own.low <= 3
        assert all(len({*seats}) == 1 for seats in balance.seats.values())
    assert max(total.values()) - min(total.values()) <= 3


def test_balance_counts_what_is_played(tmp_path: Path) -> None:
    """Matches, seats and pairs are counted over the schedule; challengers do not meet and are no unmet pair."""
    keys = 'format = "gauntlet"\nchallengers = ["bot-0", "bot-1"]'
    config = small_cup(tmp_path, bots=4, deals=3, keys=keys).config
    (balance,) = balances(config, schedule(config, SECRET).matches)
    assert balance.tables == 4
    assert balance.matches == {f"bot-{n}": 12 for n in range(4)}
    assert balance.seats == {f"bot-{n}": (6, 6) for n in range(4)}
    assert {*balance.pairs.values()} == {6}
    assert ("bot-0", "bot-1") not in balance.pairs
    assert balance.unmet == []


def test_the_schedule_is_pure(tmp_path: Path) -> None:
    """Equal cups with equal secrets have equal schedules; another secret seats the bots otherwise."""
    config = small_cup(tmp_path, bots=4, seats="4", deals=10).config
    assert schedule(config, Secret("a text")) == schedule(config, SECRET)
    assert schedule(config, Secret("another")) != schedule(config, SECRET)


def test_deals_follow_from_the_text_alone() -> None:
    """Master, commitment, deals, bot seeds and opaque ids are the fixed functions of the secret text (test vectors)."""
    secret = Secret("referee")
    assert secret.commitment == "cac7a6cf13c1d3ef84ac3560a365f28baaa8fa9512d1e71ff89b5e2660746dcf"
    assert secret.deal(3).hex() == "5ac65eaef3fb1d52c063cbf4d243a34a28fe1996d7f97fec2d13cb76a4c7a21b"
    assert (
        secret.bot_seed("usa-2p/t0000/d0003/o1", 1).hex()
        == "b0aa7d304b922e17378acb813d74bf7f97538fae7b9e07f7d18e88dc15a69b74"
    )
    assert secret.opaque("usa-2p/t0000/d0003/o1") == "b03b40239860003a"


def test_fresh_secrets_cannot_be_guessed() -> None:
    """A fresh text has 64 hex digits and never comes twice."""
    one, two = Secret.fresh().text, Secret.fresh().text
    assert one != two
    assert (len(one), int(one, 16) >= 0) == (64, True)
