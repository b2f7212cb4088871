"""Many matches at once as one Gymnasium vector environment, in one process. Plays; trains nothing."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, final

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from referee.env.errors import EnvError
from referee.env.matches import LONGEST, deal_of, game_of, observation_space
from referee.env.observer import Observer
from referee.env.opponents import Opponents, PolicyOpponents, RandomOpponents
from referee.env.policies import Policy
from referee.env.render import position_text
from referee.env.rewards import reward_named
from referee.game import Edition, SeatScore, State, apply, score

Batch = dict[str, NDArray[Any]]
Step = tuple[Batch, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


@final
class RefereeVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` boards, each with a match of its own; every step answers one question on each.

    With `opponents` the learner has one seat a board and sees the next question to that seat. Without, it plays all
    seats of all boards: each observation is that of the seat which is asked, named in `infos["seat"]`.

    Rewards come with the last step of a match: to the learner's seat, or without opponents to the seat that acted last.
    `infos` then has, for boards that ended, `rewards`, `scores` and `ranks` of all seats; with SAME_STEP they stand in
    `infos["final_info"]`.

    `game` is the compiled edition, `layout` says what stands where in an observation.

    Args:
        edition: an id such as `usa` or `london+depots`, or an Edition. players: seats of a match. num_envs: boards.
        opponents: None, `random`, or a Policy. seat: of the learner, or `rotate` for another one in each match.
        reward: one of `REWARDS`. longest: decisions after which a match is cut off (truncated).
        autoreset_mode: as Gymnasium has it. NEXT_STEP spends a step, whose action does not matter, on each new match.
        render_mode: None or `ansi`; `render` gives text in either case.

    Raises:
        RefereeError: no such edition, number of players, seat, reward or opponents; in `step`, an action that is not
            legal, before anything was played.
    """

    def __init__(
        self,
        edition: str | Edition = "usa",
        players: int = 2,
        num_envs: int = 64,
        *,
        opponents: Policy | Literal["random"] | None = None,
        seat: int | Literal["rotate"] = "rotate",
        reward: str = "margin",
        longest: int = LONGEST,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        self.game = game_of(edition, players)
        if seat != "rotate" and seat not in range(players):
            raise EnvError(f"seat is {seat!r}; it may be 'rotate' or 0 to {players - 1}")
        self.num_envs, self.render_mode = num_envs, render_mode
        self.metadata = {"autoreset_mode": AutoresetMode(autoreset_mode), "render_modes": ["ansi"]}
        self._mode = AutoresetMode(autoreset_mode)
        self._observer = Observer(self.game, num_envs)
        self.single_observation_space = observation_space(self._observer)
        self.single_action_space = Discrete(self._observer.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._opponents = _opponents(opponents, self._observer)
        self._seat, self._reward, self._longest = seat, reward_named(reward), longest
        self.layout = self._observer.layout
        self._boards = range(num_envs)
        self._states: list[State] = []
        self._learners, self._matches, self._made = [0] * num_envs, [0] * num_envs, [0] * num_envs
        self._ended = np.zeros(num_envs, dtype=np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Batch, dict[str, Any]]:
        """Deal a new match on each board; equal seeds give equal matches on all boards from then on.

        `options={"reset_mask": bools}` deals only on the boards that it marks. `options={"deal": "any text"}` plays
        the deal of `referee play --seed "any text"` on all of them.
        """
        super().reset(seed=seed)
        options = options or {}
        boards = np.flatnonzero(options["reset_mask"]).tolist() if "reset_mask" in options else list(self._boards)
        if not self._states:
            self._states = [self.game.start(deal_of(self.np_random, options)) for _ in self._boards]
            boards = list(self._boards)
        if seed is not None:
            self._matches = [0] * self.num_envs
            if self._opponents:
                self._opponents.seed(int(self.np_random.integers(2**63)))
        self._start(boards, options)
        self._let_opponents_play(boards)
        return self._batch(), self._asked()

    def step(self, actions: Any) -> Step:
        """Answer the question of each board, and let the opponents answer theirs."""
        chosen, acted = self._checked(actions), [self._looking(board) for board in self._boards]
        fresh = np.flatnonzero(self._ended).tolist()
        alive = np.flatnonzero(~self._ended).tolist()
        for board in alive:
            apply(self._states[board], chosen[board])
            self._made[board] += 1
        self._start(fresh, {})
        self._let_opponents_play(self._boards)
        terminated = np.array([state.over for state in self._states])
        truncated = np.array([made >= self._longest for made in self._made]) & ~terminated
        self._ended = terminated | truncated
        rewards, infos = self._results(acted)
        if self._mode == AutoresetMode.SAME_STEP and infos:
            infos = self._replaced(infos)
        return self._batch(), rewards, terminated, truncated, infos | self._asked()

    def positions(self) -> list[State]:
        """The true positions, secrets included; copies, to look at or to search in."""
        return [state.copy() for state in self._states]

    def render(self) -> tuple[str, ...]:
        """The whole position of each board as text."""
        return tuple(position_text(state) for state in self._states)

    def _start(self, boards: Iterable[int], options: dict[str, Any]) -> None:
        for board in boards:
            self._states[board] = self.game.start(deal_of(self.np_random, options))
            turn = board + self._matches[board]
            self._learners[board] = turn % self.game.players if self._seat == "rotate" else self._seat
            self._matches[board] += 1
            self._made[board] = 0
            self._ended[board] = False

    def _looking(self, board: int) -> int:
        return self._learners[board] if self._opponents else self._states[board].seat

    def _let_opponents_play(self, boards: Sequence[int]) -> None:
        if self._opponents:
            made = self._opponents.play(boards, self._states, self._waits)
            for board, count in zip(boards, made, strict=True):
                self._made[board] += count

    def _waits(self, board: int) -> bool:
        state = self._states[board]
        return state.seat != self._learners[board] and not state.over

    def _checked(self, actions: Any) -> list[int]:
        """The actions as a list; nothing was played yet if one of them is refused."""
        if not self._states:
            raise EnvError("call reset before the first step")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            wanted = f"{self.num_envs} whole numbers, one a board"
            raise EnvError(f"actions are {wanted}, not an array of shape {chosen.shape} and type {chosen.dtype}")
        if self._mode == AutoresetMode.DISABLED and self._ended.any():
            board = int(self._ended.argmax())
            raise EnvError(f"board {board} has ended: reset it first, with options={{'reset_mask': ...}}")
        inside = (chosen >= 0) & (chosen < self._observer.actions)
        legal = inside & (self._masks[self._boards, np.where(inside, chosen, 0)] > 0) | self._ended
        if not legal.all():
            board = int(legal.argmin())
            self._refuse(board, int(chosen[board]))
        listed: list[int] = chosen.tolist()
        return listed

    def _refuse(self, board: int, action: int) -> None:
        """Raises the ActionError of the rules, which changes nothing."""
        try:
            apply(self._states[board], action)
        except Exception as error:
            error.add_note(f"It was sent for board {board} of {self.num_envs}.")
            raise

    def _results(self, acted: Sequence[int]) -> tuple[NDArray[np.float64], dict[str, Any]]:
        """Rewards by board, and what is told of the boards that ended."""
        rewards, infos = np.zeros(self.num_envs), dict[str, Any]()
        for board in np.flatnonzero(self._ended).tolist():
            scores = score(self._states[board])
            paid = self._reward(scores)
            rewards[board] = paid[acted[board]]
            infos = self._add_info(infos, _told(scores, paid), board)
        return rewards, infos

    def _replaced(self, infos: dict[str, Any]) -> dict[str, Any]:
        """New matches in place of those that ended, whose last observations and facts go into the infos."""
        ended = np.flatnonzero(self._ended).tolist()
        states = [self._states[board] for board in ended]
        seen = self._observer.look(ended, states, [self._looking(board) for board in ended])
        masks, over = self._observer.masks(states), self._ended.copy()
        last = np.full(self.num_envs, None, dtype=object)
        for line, board in enumerate(ended):
            last[board] = {"observation": seen[line], "action_mask": masks[line]}
        self._start(ended, {})
        self._let_opponents_play(ended)
        return {"final_obs": last, "_final_obs": over, "final_info": infos, "_final_info": over.copy()}

    def _batch(self) -> Batch:
        seen = self._observer.look(self._boards, self._states, [self._looking(board) for board in self._boards])
        self._masks = self._observer.masks(self._states)
        return {"observation": seen, "action_mask": self._masks.copy()}

    def _asked(self) -> dict[str, Any]:
        seats = np.array([self._looking(board) for board in self._boards])
        return {"seat": seats, "_seat": np.ones(self.num_envs, dtype=np.bool_)}


def _opponents(wanted: Policy | str | None, observer: Observer) -> Opponents | None:
    if wanted is None:
        return None
    if wanted == "random":
        return RandomOpponents()
    if callable(wanted):
        return PolicyOpponents(wanted, observer)
    raise EnvError(f"opponents are {wanted!r}; they may be None (play all seats), 'random', or a policy")


def _told(scores: Sequence[SeatScore], paid: Sequence[float]) -> dict[str, NDArray[Any]]:
    return {
        "rewards": np.array(paid),
        "scores": np.array([result.score for result in scores]),
        "ranks": np.array([result.rank for result in scores]),
    }
