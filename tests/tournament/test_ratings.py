"""Ratings: oracles for the fit, coverage of the bars, independence of order, ranks and superiority."""

from collections.abc import Sequence
from math import exp, log
from random import Random

import choix
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

from referee.tournament.bradley_terry import PRIOR_GAMES, expected, fit, solve
from referee.tournament.ratings import ELO, Deal, by_deal, points_per_match, ratings, student_quantile, withdrawn
from referee.tournament.results import FaultLine, MatchResult, SeatResult


def tallies(size: int) -> st.SearchStrategy[list[list[float]]]:
    """Results of a field: up to twenty wins, ties half, of each over each."""
    halves = st.integers(0, 40).map(lambda half: half / 2)
    row = st.lists(halves, min_size=size, max_size=size)
    return st.lists(row, min_size=size, max_size=size)


def loss(strengths: Sequence[float], tally: Sequence[Sequence[float]]) -> float:
    """The negative log-likelihood, written out once more from the model's text."""
    total = 0.0
    for i, row in enumerate(tally):
        total -= PRIOR_GAMES / 2 * (log(1 / (1 + exp(-strengths[i]))) + log(1 / (1 + exp(strengths[i]))))
        total -= sum(won * log(1 / (1 + exp(strengths[j] - strengths[i]))) for j, won in enumerate(row) if j != i)
    return total


@given(st.integers(2, 6).flatmap(tallies))
def test_the_fit_is_the_maximum_that_scipy_finds(tally: list[list[float]]) -> None:
    """No other strengths make the results likelier: where a general optimiser ends, they are no likelier."""
    found = optimize.minimize(loss, [0.0] * len(tally), args=(tally,), tol=1e-10)
    strengths = fit(tally)
    shift = optimize.minimize_scalar(lambda by: loss([s + by for s in strengths], tally))
    assert shift.fun <= found.fun + 1e-7
    assert [s + shift.x for s in strengths] == pytest.approx(found.x, abs=0.02)


def test_many_games_agree_with_choix() -> None:
    """Where the prior is drowned in games, the fit is that of the library for Bradley-Terry models."""
    random = Random(5)
    truth = [0.8, 0.2, 0.0, -0.3, -0.7]
    wins = [[0.0] * 5 for _ in range(5)]
    games = []
    for _ in range(20_000):
        i, j = random.sample(range(5), 2)
        winner, loser = (i, j) if random.random() < expected(truth[i] - truth[j]) else (j, i)
        wins[winner][loser] += 1
        games.append((winner, loser))
    assert fit(wins) == pytest.approx(choix.ilsr_pairwise(5, games), abs=2e-3)


@given(st.integers(1, 6).flatmap(tallies))
def test_the_solver_solves(tally: list[list[float]]) -> None:
    """The solution of a positive definite system, multiplied back, is the right side."""
    rows = np.array(tally)
    matrix = rows @ rows.T + np.eye(len(rows))
    right = rows[0] + 1
    assert matrix @ np.array(solve(matrix.tolist(), right.tolist())) == pytest.approx(right, rel=1e-6, abs=1e-6)


def test_a_field_without_losses_has_finite_ratings() -> None:
    """The prior bounds a bot that won everything, and the next result would still move it."""
    few, many = fit([[0, 5], [0, 0]]), fit([[0, 50], [0, 0]])
    assert 0 < few[0] < many[0] < 10
    assert fit([]) == []
    assert fit([[0]]) == [0]


@pytest.mark.parametrize("freedom", [3, 5, 10, 24, 100, 1000])
def test_the_quantile_of_student(freedom: int) -> None:
    """The expansion is within half a per cent of the exact quantile."""
    assert student_quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=5e-3)


def seat(bot: str, rank: int, code: str = "") -> SeatResult:
    """A bot's result; with a code it was put out for that fault."""
    faults = (FaultLine(code, 0, "text"),) if code else ()
    return SeatResult(bot, rank, 0, 0, 0, 0, {}, bool(code), faults)


def simulated(random: Random, size: int, deals: int, shared: float = 0.7) -> tuple[list[float], list[Deal]]:
    """A field of true strengths and its matches: each pair meets twice a deal, the luck of which is largely shared."""
    strengths = [random.gauss(0, 0.6) for _ in range(size)]
    strengths = [s - sum(strengths) / size for s in strengths]
    played = []
    for _ in range(deals):
        wins: dict[tuple[str, str], int] = {}
        points: dict[str, list[float]] = {f"b{i}": [] for i in range(size)}
        for i in range(size):
            for j in range(i):
                luck = random.random()
                again = 1 - luck if random.random() < shared else random.random()
                for draw in (luck, again):
                    won = draw < expected(strengths[i] - strengths[j])
                    winner, loser = (f"b{i}", f"b{j}") if won else (f"b{j}", f"b{i}")
                    wins[winner, loser] = wins.get((winner, loser), 0) + 2
                    points[winner].append(1.0)
                    points[loser].append(0.0)
        played.append(Deal(wins, points))
    return strengths, played


@pytest.mark.slow
@pytest.mark.parametrize(("size", "deals"), [(3, 12), (4, 40), (6, 25)])
def test_the_bars_hold_the_truth(size: int, deals: int) -> None:
    """Over simulated cups whose seat orders share deals, 95 % bars hold the true rating in 93 to 97 % of cases."""
    held = asked = 0
    for run in range(800 // size):
        strengths, played = simulated(Random(f"{size} {deals} {run}"), size, deals)
        for rating in ratings([f"b{i}" for i in range(size)], played, repeats=150):
            truth, low, high = strengths[int(rating.bot[1:])] * ELO, rating.elo.low, rating.elo.high
            if low is None or high is None:
                continue  # all deals gave this bot the same: there are no bars to judge
            held += low <= truth <= high
            asked += 1
    assert asked > 700
    assert 0.93 <= held / asked <= 0.97


def test_many_deals_are_drawn_in_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals drawn together with their neighbours give the same ratings, and bars that are as wide but for chance."""
    _, played = simulated(Random("lots"), 4, 3000)
    names = [f"b{i}" for i in range(4)]
    single = ratings(names, played, repeats=300)
    monkeypatch.setattr("referee.tournament.ratings.MOST_LOTS", 500)
    together = ratings(names, played, repeats=300)
    for one, other in zip(single, together, strict=True):
        assert (one.bot, one.elo.value, one.points) == (other.bot, other.elo.value, other.points)
        assert one.elo.low is not None
        assert other.elo.low is not None
        assert one.elo.value - one.elo.low == pytest.approx(other.elo.value - other.elo.low, rel=0.2)


def test_the_order_of_play_changes_no_digit() -> None:
    """Shuffled results give the same ratings to the last digit."""
    random = Random(1)
    results = []
    for number in range(60):
        bots = random.sample(["ann", "ben", "cat", "dan"], 3)
        results.append((number % 20, MatchResult(f"m{number}", "", tuple(seat(b, r + 1) for r, b in enumerate(bots)))))
    expected_ratings = ratings(["ann", "ben", "cat", "dan"], by_deal(results), repeats=50)
    for _ in range(3):
        random.shuffle(results)
        assert ratings(["dan", "cat", "ben", "ann"], by_deal(results), repeats=50) == expected_ratings


def test_an_order_of_finish_counts_as_pairs() -> None:
    """A match of three gives a win to the better of each pair, and half a win each for a shared place."""
    deal = by_deal([(0, MatchResult("m", "", (seat("a", 1), seat("b", 2), seat("c", 2))))])[0]
    assert (deal.wins["a", "b"], deal.wins["b", "a"], deal.wins["b", "c"], deal.wins["c", "b"]) == (2, 0, 1, 1)
    assert (deal.points["a"], deal.points["b"]) == ([1.0], [0.0])


def test_ranks_stay_open_where_bars_overlap() -> None:
    """Two equal bots share the ranks 1 to 2, one that always loses is third; superiority says the same."""
    results = []
    for deal in range(40):
        order = ["a", "b", "c"] if deal % 2 else ["b", "a", "c"]
        results.append((deal, MatchResult(f"m{deal}", "", tuple(seat(b, r + 1) for r, b in enumerate(order)))))
    first, second, last = ratings(["a", "b", "c"], by_deal(results), repeats=200)
    assert {first.bot, second.bot} == {"a", "b"}
    assert [(r.best, r.worst) for r in (first, second, last)] == [(1, 2), (1, 2), (3, 3)]
    assert first.superiority == pytest.approx(0.5, abs=0.05)
    assert second.superiority is not None
    assert second.superiority > 0.99
    assert last.superiority is None


def test_one_deal_gives_no_bars() -> None:
    """Without a second deal nothing is known of the spread, so there are no bounds."""
    (winner, _) = ratings(["a", "b"], by_deal([(0, MatchResult("m", "", (seat("a", 1), seat("b", 2))))]))
    assert winner.bot == "a"
    assert winner.elo.value > 0
    assert (winner.elo.low, winner.elo.high, winner.superiority) == (None, None, None)
    assert points_per_match("a", by_deal([])).value == 0


def test_deals_that_end_alike_give_no_bars() -> None:
    """A clean sweep shows no spread, so its rating has no bounds rather than bounds without width."""
    results = [(deal, MatchResult(f"m{deal}", "", (seat("a", 1), seat("b", 2)))) for deal in range(20)]
    winner, loser = ratings(["a", "b"], by_deal(results), repeats=50)
    assert (winner.elo.low, winner.elo.high, loser.elo.low) == (None, None, None)
    assert winner.superiority == 1


def test_a_tie_in_every_deal_is_even() -> None:
    """Bots that share every deal are as likely as not to be ahead of each other, though nothing shows a spread."""
    won, lost = (MatchResult("m", "", (seat(first, 1), seat(second, 2))) for first, second in ("ab", "ba"))
    results = [(deal, match) for deal in range(4) for match in (won, lost)]
    first, second = ratings(["a", "b"], by_deal(results), repeats=50)
    assert (first.elo.low, first.superiority, second.superiority) == (None, 0.5, None)


def test_a_bot_that_never_started_is_withdrawn() -> None:
    """Only a bot that failed to start in all of its matches leaves the ratings."""
    broken = MatchResult("m0", "", (seat("a", 1), seat("b", 2, "START_FAILURE")))
    crashed = MatchResult("m1", "", (seat("a", 1), seat("c", 2, "CRASHED")))
    started = MatchResult("m2", "", (seat("a", 1), seat("b", 2)))
    assert withdrawn([broken, crashed]) == {"b"}
    assert withdrawn([broken, started]) == frozenset()
