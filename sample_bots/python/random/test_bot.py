"""The bot in whole matches, played in this process without a referee."""

from bot import choose

from referee.botkit.testing import play_locally


def test_it_plays_a_match_to_its_end() -> None:
    """Every answer is legal until the match is over."""
    assert play_locally([choose, choose], edition="usa", seed="one").final.over


def test_the_same_seed_gives_the_same_match() -> None:
    """All its randomness comes from the bot's seed."""
    first, second = (play_locally([choose, choose, choose], seed="two") for _ in range(2))
    assert first.moves == second.moves
