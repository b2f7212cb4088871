from hypothesis import given

from referee.game import SPECTATOR, State, observe, seen_by
from tests.property.follower import Follower
from tests.property.play import Match, matches, play, runs


def _compare(follower: Follower, state: State) -> None:
    view = observe(state, follower.seat)
    if follower.seat != SPECTATOR:
        assert tuple(follower.hand) == view.hand
    assert (tuple(follower.row), tuple(follower.discard)) == (view.row, view.discard)
    assert (follower.deck_size, follower.ticket_deck_size) == (view.deck_size, view.ticket_deck_size)
    assert tuple(follower.owners) == view.owners
    assert tuple(public.view() for public in follower.seats) == view.seats


@runs(30)
@given(matches())
def test_the_events_that_a_seat_sees_tell_all_that_it_may_know(match: Match) -> None:
    """Whoever follows a seat's events from the start hands on knows at each step what its observation says."""
    state = match.start()
    dealt = [tuple(hand) for hand in state.hands]
    followers = [Follower.sit_down(match.game, seat, dealt[seat]) for seat in range(-1, match.players)]
    first = state.history
    assert first is not None
    for follower in followers:
        for event in first[0]:
            follower.see(seen_by(event, follower.seat))
        _compare(follower, state)
    for _, _, events in play(match, state):
        for follower in followers:
            for event in events:
                follower.see(seen_by(event, follower.seat))
            _compare(follower, state)


@runs(15)
@given(matches())
def test_each_seat_hears_everything_once(match: Match) -> None:
    """A seat's view has the events from its last answer on, that answer's own first, as the seat may see them."""
    state = match.start()
    heard = [list(observe(state, seat).events) for seat in range(match.players)]
    for before, _, events in play(match, state):
        for seat in range(match.players):
            earlier = [] if seat == before.seat else heard[seat]
            heard[seat] = earlier + [seen_by(event, seat) for event in events]
            assert list(observe(state, seat).events) == heard[seat]
