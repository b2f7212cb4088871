"""Environments for learning over the engine in this process: no bots, no clocks, no wire. Needs the extra `rl`."""

from referee.env.errors import EnvError, MissingExtraError

try:
    from referee.env.aec import RefereeEnv
    from referee.env.layout import Layout, Segment
    from referee.env.observer import Observer
    from referee.env.policies import Policy, random_actions
    from referee.env.rewards import REWARDS
    from referee.env.vector import RefereeVectorEnv
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] in {"gymnasium", "numpy", "pettingzoo"}:
        raise MissingExtraError(str(error.name)) from None
    raise

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
