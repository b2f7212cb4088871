"""One match as a PettingZoo environment in which agents act one after another. Plays; trains nothing."""

from typing import Any, final

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv

from referee.env.errors import EnvError
from referee.env.matches import LONGEST, deal_of, game_of, observation_space
from referee.env.observer import Observer
from referee.env.render import position_text
from referee.env.rewards import reward_named
from referee.game import Edition, State, apply, score

Observation = dict[str, NDArray[Any]]


@final
class RefereeEnv(AECEnv[str, Any, int], EzPickle):  # type: ignore[misc]  # PettingZoo has no types
    """A match; agent `seat_0` sits in seat 0, and who is asked acts.

    An observation is `{"observation": float32, "action_mask": int8}`. The mask has a 1 for each action that is legal
    for the agent now, all 0 for those that are not asked. Whoever is asked may be asked again: no round robin.

    `game` is the compiled edition, `layout` says what stands where in an observation.

    Args:
        edition: an id such as `usa` or `london+depots`, or an Edition. players: number of seats.
        reward: one of `REWARDS`. longest: decisions after which a match is cut off (truncated).
        render_mode: None or `ansi`; `render` gives text in either case.

    Raises:
        RefereeError: no such edition, number of players or reward; in `step`, an action that is not legal.
    """

    def __init__(
        self,
        edition: str | Edition = "usa",
        players: int = 2,
        *,
        reward: str = "margin",
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, edition, players, reward=reward, longest=longest, render_mode=render_mode)
        super().__init__()
        self.game = game_of(edition, players)
        self.metadata = {"name": f"referee_{self.game.edition.id}_v1", "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observer = Observer(self.game)
        self.layout = self._observer.layout
        self._reward, self._longest = reward_named(reward), longest
        self.observation_spaces = {a: observation_space(self._observer) for a in self.possible_agents}
        self.action_spaces = {a: Discrete(self._observer.actions) for a in self.possible_agents}
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """A Dict of the two arrays, the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Discrete: the ids of the action table."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new match. Equal seeds give equal matches; without one the next deal follows from the last seed.

        `options={"deal": "any text"}` plays the deal of `referee play --seed "any text"`.
        """
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._state = self.game.start(deal_of(self._rng, options or {}))
        self._decisions = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._state.seat]
        self._skip_agent_selection = None

    @property
    def position(self) -> State:
        """The true position, secrets included; a copy, to look at or to search in."""
        return self._state.copy()

    def observe(self, agent: str) -> Observation:
        """What the agent's seat may know now, and what is legal if it is the one that is asked."""
        seat, state = self._seats[agent], self._state
        mask = self._observer.masks([state])[0]
        if seat != state.seat:
            mask = np.zeros_like(mask)
        return {"observation": self._observer.one(state, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is asked; None for one whose match is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise EnvError(f"{agent} is asked: None is only for agents whose match is over")
        apply(self._state, int(action))
        self._decisions += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._state.over or self._decisions >= self._longest:
            self._finish()
        self.agent_selection = self.possible_agents[self._state.seat]
        self._accumulate_rewards()

    def _finish(self) -> None:
        scores = score(self._state)
        self.rewards = dict(zip(self.agents, self._reward(scores), strict=True))
        self.terminations = dict.fromkeys(self.agents, self._state.over)
        self.truncations = dict.fromkeys(self.agents, not self._state.over)
        for agent, result in zip(self.agents, scores, strict=True):
            self.infos[agent] = {"score": result.score, "rank": result.rank}

    def render(self) -> str:
        """The whole position as text."""
        return position_text(self._state)

    def close(self) -> None:
        """Nothing is held open."""
