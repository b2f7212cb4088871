"""Who plays the seats that the learner does not: somebody at random, or any policy, asked for many boards at once."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, final

from referee.env.observer import Observer
from referee.env.policies import Observations, Policy
from referee.game import State, apply, decision

Playable = Callable[[int], bool]
"""Whether the board with this number waits for an opponent."""


class Opponents(Protocol):
    """Plays all seats but one of each board."""

    def play(self, boards: Sequence[int], states: Sequence[State], waits: Playable) -> list[int]:
        """Play on these boards until none waits any more; gives the decisions made on each of them.

        `states` has all boards.
        """

    def seed(self, seed: int) -> None:
        """Begin the same randomness again."""


@final
class RandomOpponents:
    """Uniformly random legal actions. Looks at nothing, so it costs little more than the rules."""

    def __init__(self) -> None:
        self._dice = Random()

    def seed(self, seed: int) -> None:
        """Begin the same randomness again."""
        self._dice = Random(seed)

    def play(self, boards: Sequence[int], states: Sequence[State], waits: Playable) -> list[int]:
        """Board by board."""
        made, dice = [0] * len(boards), self._dice.random
        for place, board in enumerate(boards):
            state = states[board]
            while waits(board):
                legal = decision(state).legal
                apply(state, legal[int(dice() * len(legal))])
                made[place] += 1
        return made


@final
class PolicyOpponents:
    """A policy, asked with one batch of all boards that wait, again and again until none does."""

    def __init__(self, policy: Policy, observer: Observer) -> None:
        self._policy, self._observer = policy, observer

    def seed(self, seed: int) -> None:
        """A policy's randomness is its own."""

    def play(self, boards: Sequence[int], states: Sequence[State], waits: Playable) -> list[int]:
        """All boards together; raises ActionError if the policy chooses what is not legal."""
        made = dict.fromkeys(boards, 0)
        while waiting := [board for board in boards if waits(board)]:
            asked = [states[board] for board in waiting]
            seen = self._observer.look(waiting, asked, [state.seat for state in asked])
            batch: Observations = {"observation": seen, "action_mask": self._observer.masks(asked)}
            for board, action in zip(waiting, self._policy(batch).tolist(), strict=True):
                apply(states[board], action)
                made[board] += 1
        return list(made.values())
