"""Learns to beat random play in a minute on one core, with numpy alone: a linear softmax policy and REINFORCE.

Run it with `python examples/learn_in_a_minute.py`. It shows how the environment is used and stays small on purpose; it
is no strong player.
"""

import argparse
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.env import RefereeVectorEnv

Array = NDArray[Any]


class LinearPolicy:
    """A preference for each action that is linear in the observation; illegal actions have none."""

    def __init__(self, inputs: int, actions: int, seed: int = 0) -> None:
        self.weights: Array = np.zeros((inputs + 1, actions), dtype=np.float32)
        self._steps: Array = np.zeros_like(self.weights)
        self._rng = np.random.default_rng(seed)

    def chances(self, seen: Array, masks: Array) -> Array:
        """By line and action; lines sum to 1 where anything is legal."""
        preferences = np.where(masks > 0, with_one(seen) @ self.weights, -1e9)
        likely: Array = np.exp(preferences - preferences.max(axis=1, keepdims=True)) * (masks > 0)
        likely /= np.maximum(likely.sum(axis=1, keepdims=True), 1e-9)
        return likely

    def __call__(self, batch: Any) -> Array:
        """Actions drawn by their chances: a `Policy` as the environments take it."""
        chances = self.chances(batch["observation"], batch["action_mask"]).cumsum(axis=1)
        drawn: Array = (chances <= self._rng.random((len(chances), 1)) * chances[:, -1:]).sum(axis=1)
        np.minimum(drawn, chances.shape[1] - 1, out=drawn)
        return drawn

    def learn(self, seen: Array, masks: Array, actions: Array, worth: Array, rate: float) -> None:
        """One step up the gradient of the expected reward; each weight's step is scaled by its past ones (RMSProp)."""
        towards = -self.chances(seen, masks)
        towards[np.arange(len(actions)), actions] += 1
        gradient = with_one(seen).T @ (towards * worth[:, None]).astype(np.float32) / len(actions)
        self._steps = 0.95 * self._steps + 0.05 * gradient**2
        self.weights += rate * gradient / (np.sqrt(self._steps) + 1e-6)


def with_one(seen: Array) -> Array:
    """The observations with a constant input."""
    return np.hstack([seen, np.ones((len(seen), 1), dtype=np.float32)])


class Matches:
    """Plays on and hands over the decisions of matches that have ended, each with its match's reward."""

    def __init__(self, env: RefereeVectorEnv, seed: int) -> None:
        self._env = env
        self._batch, _ = env.reset(seed=seed)
        self._running: list[list[tuple[Array, Array, int]]] = [[] for _ in range(env.num_envs)]
        self._over = np.zeros(env.num_envs, dtype=bool)

    def play(self, policy: LinearPolicy, decisions: int) -> tuple[Array, Array, Array, Array]:
        """Observations, masks, actions and rewards of at least so many decisions."""
        done: list[tuple[Array, Array, int, float]] = []
        while len(done) < decisions:
            seen, masks, actions = self._batch["observation"], self._batch["action_mask"], policy(self._batch)
            for board in np.flatnonzero(~self._over):
                self._running[board].append((seen[board], masks[board], int(actions[board])))
            self._batch, rewards, terminated, truncated, _ = self._env.step(actions)
            self._over = terminated | truncated
            for board in np.flatnonzero(self._over):
                done += [(*decision, float(rewards[board])) for decision in self._running[board]]
                self._running[board] = []
        columns = list(zip(*done, strict=True))
        return np.stack(columns[0]), np.stack(columns[1]), np.array(columns[2]), np.array(columns[3])


def train(edition: str, players: int, seconds: float, *, updates: int = 1_000_000, seed: int = 1) -> LinearPolicy:
    """A policy after so many seconds of wall time, or so many updates if they are done before."""
    env = RefereeVectorEnv(edition, players, 64, opponents="random")
    policy = LinearPolicy(env.layout.size, len(env.game.table), seed)
    matches, began, baseline = Matches(env, seed), monotonic(), 0.0
    for _ in range(updates):
        seen, masks, actions, rewards = matches.play(policy, 4000)
        baseline += 0.2 * (rewards.mean() - baseline)
        worth = (rewards - baseline) / (rewards.std() + 1e-6)
        policy.learn(seen, masks, actions, worth, rate=0.003)
        if monotonic() - began > seconds:
            break
    return policy


def measure(policy: LinearPolicy, edition: str, players: int, matches: int, seed: int = 99) -> tuple[float, float]:
    """Share of matches won (ties shared) and mean margin in points against random play, in new deals."""
    env = RefereeVectorEnv(edition, players, 64, opponents="random")
    batch, _ = env.reset(seed=seed)
    wins: list[float] = []
    margins: list[float] = []
    while len(margins) < matches:
        batch, rewards, terminated, _, infos = env.step(policy(batch))
        for board in np.flatnonzero(terminated):
            first = infos["ranks"][board] == 1
            wins.append(float(first[infos["seat"][board]]) / first.sum())
            margins.append(rewards[board] * 100)
    return float(np.mean(wins)), float(np.mean(margins))


def main() -> None:
    """Train, then tell how it does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edition", default="london")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=50.0, help="stop learning after so long")
    parser.add_argument("--updates", type=int, default=1_000_000, help="stop learning after so many steps")
    parser.add_argument("--matches", type=int, default=1000, help="matches of the test")
    options = parser.parse_args()
    policy = train(options.edition, options.players, options.seconds, updates=options.updates)
    wins, margin = measure(policy, options.edition, options.players, options.matches)
    table = f"{options.edition}, {options.players} players"
    print(f"{table}: won {wins:.1%} of {options.matches} matches against random, mean margin {margin:+.1f}")


if __name__ == "__main__":
    main()
