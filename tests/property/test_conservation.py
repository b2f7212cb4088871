from hypothesis import given

from tests.property.play import Match, matches, positions, runs
from tests.property.recount import check_cards, check_pieces, check_tickets


@runs(60)
@given(matches())
def test_nothing_is_lost_and_nothing_is_made(match: Match) -> None:
    """At every step each card, ticket and train is in one place, and no row has a hole while cards are left."""
    for state in positions(match):
        check_cards(state)
        check_tickets(state)
        check_pieces(state)
