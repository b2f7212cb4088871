"""Environments for learning over the engine in this process: no bots, no clocks, no wire. Needs the extra `rl`."""

from referee.env.errors import EnvError, MissingExtraError

try:
    import gymnasium as _gymnasium
    import numpy as _numpy
    import pettingzoo as _pettingzoo
except ImportError as error:
    raise MissingExtraError(error.name or "a library") from None

from referee.env.aec import RefereeEnv
from referee.env.layout import Layout, Segment
from referee.env.observer import Observer
from referee.env.policies import Policy, random_actions
from referee.env.rewards import REWARDS
from referee.env.vector import RefereeVectorEnv

__all__ = [
    "REWARDS",
    "EnvError",
    "Layout",
    "MissingExtraError",
    "Observer",
    "Policy",
    "RefereeEnv",
    "RefereeVectorEnv",
    "Segment",
    "random_actions",
]
