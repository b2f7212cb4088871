"""The fairness figures: seats, luck of the deal, company, on simulated cups whose truth is known."""

from itertools import combinations
from math import exp
from random import Random

import pytest
from scipy import stats

from referee.tournament.fairness import company, luck_of_the_deal, normal_score, seat_effects
from referee.tournament.ratings import over_deals
from referee.tournament.results import MatchResult, SeatResult


def _seat(bot: str, rank: int, score: int = 0) -> SeatResult:
    return SeatResult(bot, rank, score, 0, 0, 0, {}, forfeit=False)


def _cup(random: Random, deals: int, help_from: float = 0.0, bots: int = 5) -> list[tuple[int, MatchResult]]:
    """A round robin of tables of three in all rotations; `b1` helps `b0` by so much strength when they meet."""
    strength = {f"b{i}": random.gauss(0, 0.5) for i in range(bots)}
    played = []
    for table in combinations(sorted(strength), 3):
        for number in range(deals * 3):
            helped = help_from if {"b0", "b1"} <= set(table) else 0.0
            weight = {bot: exp(strength[bot] + helped * (bot == "b0")) for bot in table}
            order: list[str] = []
            while len(order) < 3:
                left = [bot for bot in table if bot not in order]
                order += random.choices(left, [weight[bot] for bot in left])
            seats = tuple(_seat(bot, place + 1) for place, bot in enumerate(order))
            played.append((number // 3, MatchResult(f"{'-'.join(table)}/{number:04}", "", seats)))
    return played


@pytest.mark.slow
def test_chance_alone_rarely_looks_like_collusion() -> None:
    """Of cups without any, at most about one in twenty lists a pair."""
    cups = 150
    alarms = sum(any(pair.suspicious for pair in company(_cup(Random(f"fair {i}"), 20))) for i in range(cups))
    assert alarms / cups <= 0.08


@pytest.mark.slow
def test_a_bot_that_helps_another_is_found() -> None:
    """Where one bot regularly gains by another's company, the two are listed, and nobody stands before them."""
    found = company(_cup(Random("help"), 60, help_from=1.0))
    first = found[0]
    assert {first.bot, first.other} == {"b0", "b1"}
    assert first.suspicious
    assert any(pair.bot == "b0" and pair.other == "b1" and pair.surplus > 0 for pair in found[:2])


def test_a_bot_that_never_wins_is_not_suspicious() -> None:
    """Where one bot loses every match there is no spread in its points, and none of its pairs is listed."""
    bots = ("ahead", "even", "level", "last")
    dice = Random("last")
    results = []
    for deal in range(20):
        for table in combinations(bots, 3):
            order = sorted(table, key=lambda bot: (bot == "last", dice.random()))
            seats = tuple(_seat(bot, rank) for rank, bot in enumerate(order, 1))
            results.append((deal, MatchResult(f"{deal}/{'-'.join(table)}", "", seats)))
    assert [pair for pair in company(results) if pair.suspicious] == []


def test_two_at_a_table_say_nothing_of_company() -> None:
    """At tables of two, and with few deals, no pair is judged."""
    two = [(deal, MatchResult(f"m{deal}", "", (_seat("a", 1), _seat("b", 2)))) for deal in range(40)]
    assert company(two) == ()
    assert company(_cup(Random(1), 3)) == ()


def test_a_seat_that_always_wins_is_seen() -> None:
    """The first seat's surplus is what it wins over its share, with bars; the others pay for it."""
    results = []
    for deal in range(30):
        for turn in range(2):
            bots = ("a", "b") if turn else ("b", "a")
            first = 1 if (deal + turn) % 5 else 2
            results.append(
                (deal, MatchResult(f"m{deal}{turn}", "", (_seat(bots[0], first), _seat(bots[1], 3 - first))))
            )
    first_seat, second_seat = seat_effects(results)[2]
    assert first_seat.surplus.value == pytest.approx(0.3)
    assert second_seat.surplus.value == pytest.approx(-0.3)
    assert first_seat.surplus.low is not None
    assert first_seat.surplus.low > 0


def test_one_deal_gives_no_bars() -> None:
    """Without a second deal a mean has no bounds."""
    assert over_deals([[1.0, 2.0]]).low is None
    assert over_deals([]).value == 0


@pytest.mark.parametrize("share", [0.0, 0.5, 0.9])
def test_the_luck_of_the_deal_is_measured(share: float) -> None:
    """A score that is the deal's part plus noise has the deal's share of the variance explained by the deal."""
    random, results = Random(f"deals {share}"), []
    for deal in range(1000):
        luck = random.gauss(0, 30 * share**0.5)
        for turn in range(2):
            score = round(100 + luck + random.gauss(0, 30 * (1 - share) ** 0.5))
            results.append((deal, MatchResult(f"m{deal}{turn}", "", (_seat("a", 1, score), _seat("b", 2, score)))))
    measured = luck_of_the_deal(results)
    assert measured is not None
    assert measured == pytest.approx(share, abs=0.1)
    assert luck_of_the_deal(results[:1]) is None


@pytest.mark.parametrize(("t", "freedom"), [(2.5, 9), (-3.1, 19), (4.0, 30)])
def test_the_normal_deviate_is_as_rare(t: float, freedom: int) -> None:
    """The approximation has the tail of Student's t within 2 %."""
    assert stats.norm.sf(abs(normal_score(t, freedom))) == pytest.approx(stats.t.sf(abs(t), freedom), rel=0.02)
