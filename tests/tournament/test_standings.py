from fractions import Fraction

from referee.tournament.ratings import withdrawn
from referee.tournament.results import FaultLine, MatchResult, SeatResult, shares
from referee.tournament.standings import overall, rated
from tests.tournament.cups import seat


def _match(*seats: SeatResult, match_id: str = "m") -> MatchResult:
    return MatchResult(match_id, "digest", seats)


def test_first_places_share_the_point() -> None:
    """Points of a match are 1/n to each of n firsts, and a shared first place is no win."""
    result = _match(seat("a", 1), seat("b", 1), seat("c", 1), seat("d", 4))
    assert shares(result) == (Fraction(1, 3),) * 3 + (Fraction(0),)
    rows = {row.bot: row for row in overall("abcd", [result, _match(seat("a", 1), seat("d", 2))]).rows}
    assert (rows["a"].points, rows["a"].wins, rows["b"].wins) == (Fraction(4, 3), 1, 0)


def test_rank_is_by_points_per_match() -> None:
    """A bot with fewer matches and a better yield ranks above one with more points; equal yields share the rank."""
    results = [
        _match(seat("a", 1), seat("b", 2)),
        _match(seat("a", 2), seat("c", 1)),
        _match(seat("d", 1), seat("b", 2)),
    ]
    rows = overall("abcd", results).rows
    assert [(row.rank, row.bot) for row in rows] == [(1, "c"), (1, "d"), (3, "a"), (4, "b")]


def test_a_forfeit_is_no_played_result() -> None:
    """A forfeited match counts as a match, gives no point, is left out of the mean score and stands apart."""
    fault = FaultLine("CRASHED", 7, "the process exited with status 1")
    results = [
        _match(seat("a", 1, 100), seat("b", 2, 40, forfeit=True, faults=[fault])),
        _match(seat("a", 2, 60), seat("b", 1, 80)),
    ]
    row = next(row for row in overall("ab", results).rows if row.bot == "b")
    assert (row.matches, row.points, row.wins, row.mean_score, row.forfeits) == (2, Fraction(1), 1, 80.0, 1)
    assert row.faults == {"CRASHED": 1}


def test_nobody_wins_where_all_were_put_out() -> None:
    """Bots that were all put out at once share the first place and get no point for it."""
    result = _match(seat("a", 1, forfeit=True), seat("b", 1, forfeit=True))
    assert shares(result) == (Fraction(0), Fraction(0))


def test_strikes_are_counted_without_a_forfeit() -> None:
    """Faults that cost a strike only are counted by code and leave the result a played one."""
    late = FaultLine("TIMEOUT", 3, "1020 ms")
    row = overall("ab", [_match(seat("a", 1, faults=[late, late]), seat("b", 2))]).rows[0]
    assert (row.faults, row.forfeits, row.points) == ({"TIMEOUT": 2}, 0, Fraction(1))


def test_rows_keep_the_contract() -> None:
    """A row's JSON has the promised keys; ratings are null until there are any, and an unplayed bot has no mean."""
    row = overall(["a"], []).rows[0].to_json()
    assert row == {
        "rank": 1,
        "bot": "a",
        "matches": 0,
        "points": 0.0,
        "wins": 0,
        "mean_score": None,
        "elo": None,
        "elo_low": None,
        "elo_high": None,
        "points_low": None,
        "points_high": None,
        "rank_best": None,
        "rank_worst": None,
        "superiority": None,
        "withdrawn": False,
        "forfeits": 0,
        "faults": {},
    }


def test_a_withdrawn_bot_keeps_its_record_and_leaves_the_ratings() -> None:
    """A bot that never started has its row and its faults, but no rating, and nobody's rating gains from it."""
    broken = FaultLine("START_FAILURE", 0, "exited with 1 before it said Hello")
    results = []
    for d in range(4):
        results += [
            (d, _match(seat("a", 1 + d % 2), seat("b", 2 - d % 2), match_id=f"m{d}x")),
            (d, _match(seat("a", 1), seat("c", 2, forfeit=True, faults=[broken]), match_id=f"m{d}y")),
            (d, _match(seat("b", 1), seat("c", 2, forfeit=True, faults=[broken]), match_id=f"m{d}z")),
        ]
    played = [result for _, result in results]
    rows = {row.bot: row for row in rated(overall("abc", played), results, withdrawn(played)).rows}
    assert rows["c"].faults == {"START_FAILURE": 8}
    assert rows["c"].rating is None
    assert [bot for bot, row in rows.items() if row.withdrawn] == ["c"]
    assert rows["a"].rating is not None
    assert rows["a"].rating.elo.value == 0
    assert rows["a"].to_json()["rank_worst"] == 2


def test_a_sample_is_ranked_by_elo() -> None:
    """Where the bots met different fields, the stronger opponent counts: rank follows the rating, not the points."""
    pairs = [("a", "b"), ("a", "b"), ("a", "b"), ("b", "a"), ("c", "d"), ("c", "d"), ("b", "c"), ("b", "c")]
    results = [(i, _match(seat(won, 1), seat(lost, 2), match_id=f"m{i}")) for i, (won, lost) in enumerate(pairs)]
    table = overall("abcd", [result for _, result in results])
    assert [row.bot for row in rated(table, results, frozenset(), by_elo=True).rows][:2] == ["a", "b"]
