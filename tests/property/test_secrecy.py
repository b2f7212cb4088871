from random import Random

from hypothesis import given
from hypothesis import strategies as st

from referee.game import SPECTATOR, decision, observe, state_to_text
from referee.replay.scramble import scrambled
from tests.property.play import Match, matches, moments, runs


@runs(40)
@given(matches(), st.integers(0, 2**32))
def test_what_a_seat_cannot_know_does_not_show(match: Match, seed: int) -> None:
    """States that differ only in what a seat, or a spectator, cannot know give equal views and equal legal lists."""
    rng = Random(seed)
    for state in moments(match, 2):
        for seat in range(SPECTATOR, state.game.players):
            other = scrambled(state, seat, rng)
            view = observe(state, seat)
            assert observe(other, seat) == view
            assert repr(observe(other, seat)) == repr(view)
            if seat == view.to_move:
                assert decision(other) == decision(state)


@runs(10)
@given(matches(), st.integers(0, 2**32))
def test_the_scrambled_states_do_differ(match: Match, seed: int) -> None:
    """The other states of these tests are no copies: the cards to come are others as long as some are hidden."""
    rng = Random(seed)
    for state in moments(match, 1):
        other = scrambled(state, 0, rng)
        assert other.deal != state.deal
        assert state_to_text(other) != state_to_text(state)
        if len(set(state.deck)) > 1 and len(state.deck) > 20:
            assert any(scrambled(state, 0, rng).deck != state.deck for _ in range(3))


@runs(20)
@given(matches())
def test_a_spectator_holds_no_secret(match: Match) -> None:
    """A spectator's view has no hand, no ticket, no offer and no hidden card or ticket in its events."""
    for state in moments(match, 2):
        view = observe(state, SPECTATOR)
        assert (view.hand, view.tickets, view.offer, view.refused) == ((), (), (), ())
        for event in view.events:
            fields = event._asdict()
            assert not (fields.get("blind") and fields["card"] is not None)
            assert fields.get("tickets") is None


@runs(30)
@given(matches())
def test_known_cards_are_in_the_hand(match: Match) -> None:
    """What everybody knows of a hand is never more than what is in it."""
    for state in moments(match, 3):
        for known, hand in zip(state.known, state.hands, strict=True):
            assert all(0 <= k <= h for k, h in zip(known, hand, strict=True))
