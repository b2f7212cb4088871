"""The sequential test of a duel: error rates by simulation, its bounds, its state."""

from math import log
from random import Random

import pytest

from referee.tournament.sprt import LEAST_PAIRS, Hypotheses, PairTest, Verdict, chance, variance


def played(lead: float, hypotheses: Hypotheses, random: Random) -> PairTest:
    """A duel of a bot with a true lead, its pairs anticorrelated by their deal, to its end."""
    test, win, draw = PairTest(hypotheses), chance(lead), 0.02
    while test.verdict is Verdict.OPEN:
        first = random.random()
        second = 1 - first if random.random() < 0.5 else random.random()
        halves = [2 if luck < win - draw / 2 else int(luck < win + draw / 2) for luck in (first, second)]
        test = test.with_pair(sum(halves))
    return test


@pytest.mark.slow
def test_the_error_rates_are_nominal() -> None:
    """Bots that lead by just elo0 or elo1 get the wrong verdict about as often as alpha and beta say."""
    hypotheses, runs = Hypotheses(0, 40), 3000
    wrong0 = sum(played(0, hypotheses, Random(f"0 {i}")).verdict is Verdict.STRONGER for i in range(runs))
    wrong1 = sum(played(40, hypotheses, Random(f"1 {i}")).verdict is Verdict.NOT_STRONGER for i in range(runs))
    assert 0.04 <= wrong0 / runs <= 0.06
    assert 0.04 <= wrong1 / runs <= 0.06


def test_a_clear_lead_ends_soon() -> None:
    """A bot that wins every match is called stronger as soon as may be, one that loses every match is not."""
    hypotheses = Hypotheses()
    winning = losing = PairTest(hypotheses)
    while winning.verdict is Verdict.OPEN:
        winning = winning.with_pair(4)
    while losing.verdict is Verdict.OPEN:
        losing = losing.with_pair(0)
    assert winning.verdict is Verdict.STRONGER
    assert losing.verdict is Verdict.NOT_STRONGER
    assert winning.pairs == losing.pairs == LEAST_PAIRS
    assert winning.score == 1


def test_nothing_is_said_before_the_first_pair() -> None:
    """An empty test is open, even and undecided."""
    test = PairTest(Hypotheses())
    assert (test.pairs, test.score, test.ratio, test.verdict) == (0, 0.5, 0.0, Verdict.OPEN)


def test_the_bounds_are_walds() -> None:
    """With 5 % both ways the test ends at a ratio of 19 to 1."""
    assert Hypotheses().bounds == pytest.approx((-log(19), log(19)))


def test_even_pairs_speak_for_no_lead() -> None:
    """Pairs that always end 1 to 1 move the ratio down, and more of them move it further."""
    few = PairTest(Hypotheses(), (0, 0, 10, 0, 0))
    many = PairTest(Hypotheses(), (0, 0, 100, 0, 0))
    assert many.ratio < few.ratio < 0


@pytest.mark.parametrize(
    ("elo0", "elo1", "alpha", "message"),
    [(20, 0, 0.05, "elo0 must be the smaller one"), (0, 20, 0.7, "both must lie between 0 and 0.5")],
)
def test_impossible_hypotheses_are_refused(elo0: float, elo1: float, alpha: float, message: str) -> None:
    """Hypotheses that cannot be told apart, or a coin's error rate, are refused with what is allowed."""
    with pytest.raises(ValueError, match=message):
        Hypotheses(elo0, elo1, alpha)


def test_the_variance_is_the_plain_one() -> None:
    """Weights count as repeats."""
    assert variance([0, 1, 2], [1, 0, 1]) == 1
