from hypothesis import given
from hypothesis import strategies as st

from referee.game import State, forfeit, score
from tests.property.play import Match, matches, moments, positions, runs
from tests.property.recount import recounted


def _lines(state: State) -> list[dict[str, object]]:
    return [
        {
            "score": s.score,
            "routes": s.routes,
            "tickets": s.tickets,
            "completed": s.completed,
            "bonuses": dict(s.bonuses),
            "rank": s.rank,
        }
        for s in score(state)
    ]


@runs(40)
@given(matches())
def test_final_scores_add_up_from_first_principles(match: Match) -> None:
    """Tickets, trails, stations, bonuses and ranks recounted from routes, tickets and stations give the same scores."""
    *_, last = positions(match)
    assert _lines(last) == recounted(last)
    assert not any(line.forfeited for line in score(last))


@runs(15)
@given(matches(), st.data())
def test_scores_of_any_position_add_up(match: Match, data: st.DataObject) -> None:
    """A position in the middle of a match scores as if it ended there, with those who are out ranked below."""
    for state in moments(match, 1):
        out = data.draw(st.lists(st.integers(0, match.players - 1), max_size=match.players))
        for seat in out:
            forfeit(state, [seat])
        assert _lines(state) == recounted(state)
