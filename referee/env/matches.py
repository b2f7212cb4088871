"""What both kinds of environment share: games by name, deals from a seed, the space of observations."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict

from referee.editions import load_edition
from referee.env.observer import Observer
from referee.game import SEED_BYTES, Deal, Edition, Game

LONGEST = 5000
"""Decisions after which a match is cut off; far more than any bot needs, but a policy may decline tunnels for ever."""


def game_of(edition: str | Edition, players: int) -> Game:
    """The compiled game; raises EditionError or BoardError for what does not exist."""
    return Game.of(load_edition(edition) if isinstance(edition, str) else edition, players)


def deal_of(rng: np.random.Generator, options: Mapping[str, Any]) -> Deal:
    """The deal that the options name, or the next one of the generator."""
    text = options.get("deal")
    return Deal(rng.bytes(SEED_BYTES)) if text is None else Deal.from_text(text)


def observation_space(observer: Observer) -> Dict:
    """Observation and mask of one seat, with their true bounds."""
    low = np.zeros(observer.layout.size, dtype=np.float32)
    return Dict(
        {
            "observation": Box(low, observer.layout.high, dtype=np.float32),
            "action_mask": Box(0, 1, (observer.actions,), dtype=np.int8),
        }
    )
