import pytest

from referee.botkit import Action, KitError, Position
from referee.botkit.testing import play_locally
from referee.editions import EditionError


def anything(position: Position) -> Action:
    """Any legal action, by the bot's seed."""
    return position.rng.choice(position.actions)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bots_play_a_whole_match_in_this_process(players: int) -> None:
    """Scores come by seat, and the moves are those of the final state."""
    played = play_locally([anything] * players, seed="local")
    assert played.final.over
    assert len(played.scores) == players
    assert {seat for seat, _ in played.moves} == set(range(players))
    assert all(played.scores[seat].rank == 1 for seat in played.winners)


def test_the_seed_decides_the_match() -> None:
    """Equal seeds give equal matches, other seeds others."""
    first, same, other = (play_locally([anything, anything], seed=seed).moves for seed in ("a", "a", "b"))
    assert first == same != other


def test_an_illegal_action_names_seat_decision_and_rule() -> None:
    """A unit test shows the author what was wrong, with legal actions near it."""
    with pytest.raises(KitError, match=r"seat 0, decision 0 of usa with seed 'local': WRONG_DECISION.*'draw deck'"):
        play_locally([lambda _: "draw deck", anything])


def test_an_unknown_edition_is_an_error() -> None:
    """The edition's own error reaches the author."""
    with pytest.raises(EditionError, match=r"unknown edition .us.; did you mean .usa."):
        play_locally([anything, anything], edition="us")
