from random import Random

from hypothesis import given
from hypothesis import strategies as st

from referee.game import apply, decision, score, state_from_text, state_to_text
from tests.property.play import Match, choose, matches, moments, play_on, runs


@runs(25)
@given(matches(), st.integers(0, 2**32))
def test_playing_a_copy_leaves_the_original(match: Match, seed: int) -> None:
    """A copy has the same text, and playing it to the end changes nothing of the state that it was taken from."""
    for state in moments(match, 1):
        before, asked, history, seen = state_to_text(state), decision(state), state.history, state.seen[:]
        copy = state.copy()
        assert state_to_text(copy) == before
        assert decision(copy) == asked
        play_on(copy, Random(seed))
        assert (state_to_text(state), decision(state)) == (before, asked)
        assert state.history is history
        assert all(old is new for old, new in zip(seen, state.seen, strict=True))


@runs(25)
@given(matches(), st.integers(0, 2**32))
def test_a_state_reads_back_from_its_text(match: Match, seed: int) -> None:
    """A state's text reads back to a state of equal text, which then plays on step by step as the original does."""
    for state in moments(match, 1):
        text = state_to_text(state)
        back = state_from_text(state.game, text)
        assert state_to_text(back) == text
        rng = Random(seed)
        while not state.over:
            assert decision(back) == decision(state)
            action = choose(state, rng, match.manner)
            assert apply(back, action) == apply(state, action)
        assert state_to_text(back) == state_to_text(state)
        assert score(back) == score(state)
