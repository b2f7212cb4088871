"""The bot in whole matches, played in this process without a referee."""

import random

from bot import choose

from referee.botkit import Position
from referee.botkit.testing import play_locally


def anything(position: Position) -> int:
    """An opponent that plays any legal action."""
    return random.Random(position.number).choice(position.legal)


def test_it_beats_an_opponent_that_plays_anything() -> None:
    """It wins from either seat."""
    assert play_locally([choose, anything], seed="one").winners == (0,)
    assert play_locally([anything, choose], seed="one").winners == (1,)


def test_it_completes_tickets() -> None:
    """Two of them together complete most of what they keep."""
    scores = play_locally([choose, choose], seed="two").scores
    assert all(score.completed >= 2 and score.tickets > 0 for score in scores)


def test_the_same_seed_gives_the_same_match() -> None:
    """Nothing but the position decides."""
    first, second = (play_locally([choose, choose, choose], seed="three") for _ in range(2))
    assert first.moves == second.moves
