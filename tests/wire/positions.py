"""Positions of random matches, for tests that need many different views."""

import random

from referee.editions import load_edition
from referee.game import Deal, Game, State, apply, decision

TABLES = [("usa", 2), ("usa", 4), ("usa", 5), ("usa-mega", 3), ("europe", 2), ("europe-mega", 5)]
"""Editions and players that between them show every field of a view that can be played today."""


def game_of(edition: str, players: int) -> Game:
    """The compiled game of an edition's id."""
    return Game.of(load_edition(edition), players)


def position(game: Game, seed: str, decisions: int) -> State:
    """The state after so many random decisions, or at the end of the match if that comes first."""
    state, rng = game.start(Deal.from_text(seed)), random.Random(seed)
    for _ in range(decisions):
        if state.over:
            break
        apply(state, rng.choice(decision(state).legal))
    return state
