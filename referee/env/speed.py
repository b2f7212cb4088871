"""How fast the vector environment is: `python -m referee.env.speed usa 2`. CPU time; it measures and never judges."""

import sys
from time import process_time

import numpy as np

from referee.env.policies import random_actions
from referee.env.vector import RefereeVectorEnv


def decisions_per_s(edition: str, players: int, seconds: float, boards: int = 64) -> float:
    """Decisions a second of CPU time in self-play by random actions, observations and masks included.

    Steps that only deal a new match count as none.
    """
    env, rng = RefereeVectorEnv(edition, players, boards), np.random.default_rng(1)
    batch, _ = env.reset(seed=1)
    decisions, ended, began = 0, 0, 0.0
    # The first matches are in step with each other, which no later ones are.
    for warm_up in (True, False):
        decisions, began = 0, process_time()
        while (spent := process_time() - began) < seconds / (4 if warm_up else 1):
            batch, _, terminated, truncated, _ = env.step(random_actions(batch["action_mask"], rng))
            decisions += boards - ended
            ended = int((terminated | truncated).sum())
    return decisions / spent


if __name__ == "__main__":
    print(f"{decisions_per_s(sys.argv[1], int(sys.argv[2]), 4):,.0f} decisions/s")  # noqa: T201 - its one line
