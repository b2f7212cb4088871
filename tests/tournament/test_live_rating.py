"""The provisional rating of a running cup: who wins rises, certainty grows, a failed start says nothing."""

from referee.tournament.live_rating import LiveRating
from referee.tournament.results import FaultLine, MatchResult
from tests.tournament.cups import seat


def _match(*bots: str, broken: str = "") -> MatchResult:
    faults = [FaultLine("START_FAILURE", 0, "exited")]
    seats = [seat(bot, rank, faults=faults if bot == broken else ()) for rank, bot in enumerate(bots, 1)]
    return MatchResult("m", "", tuple(seats))


def test_who_wins_rises() -> None:
    """After the same order of finish again and again the ratings have that order, and are surer than after one."""
    once, often = LiveRating([_match("a", "b", "c")]), LiveRating([_match("a", "b", "c")] * 20)
    means = [often.skills[bot].mean for bot in "abc"]
    assert means == sorted(means, reverse=True)
    assert means[0] > once.skills["a"].mean > 25
    assert often.skills["a"].deviation < once.skills["a"].deviation


def test_a_bot_that_did_not_start_moves_nobody() -> None:
    """A win over a bot that failed to start is none."""
    live = LiveRating()
    live.add(_match("a", "b", broken="b"))
    assert live.skills == {}
