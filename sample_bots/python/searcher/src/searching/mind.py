"""The searcher as a bot of the kit: the planner's choice, unless playouts show a better one within the time."""

import time
from collections.abc import Callable
from random import Random

from planning.mind import Planner
from referee.botkit import DecisionKind, Match, Position
from searching.candidates import candidates
from searching.compare import best_of
from searching.guess import guess
from searching.memory import Memory
from searching.signs import signs_of

MOST = 0.2
"""Seconds for a decision at most, and when no clock runs: its strength is measured at this."""

MARGIN = 0.03
"""Seconds that stay unused at the end of a decision's time: one round of playouts, and the way to the referee."""

SHARE = 0.75
"""Part of the time left that a decision uses at most; on a busy machine the last round may take as long again."""

SEARCHED = (DecisionKind.KEEP_TICKETS, DecisionKind.MAIN, DecisionKind.FIRST_CARD, DecisionKind.SECOND_CARD)


class Searcher:
    """The bot in one match."""

    now: Callable[[], float] = staticmethod(time.monotonic)

    guesses: int = 0
    """Guesses that each decision looks at, whatever time that takes; 0 for as many as the time allows."""

    def __init__(self, match: Match) -> None:
        self._planner = Planner(match)
        self._memory = Memory()

    def choose(self, position: Position) -> int:
        """The id of the action to play."""
        started = self.now()
        if len(position.legal) == 1:
            return position.legal[0]
        if position.kind not in SEARCHED or position.view.turns_left >= 0:
            return self._planner.choose(position)
        weights = self._planner.weights
        found = self._memory.weigh(candidates(position, self._memory.plan, weights))
        best, surprise = found[0], 0.0
        if len(found) > 1:
            rng, signs = Random(position.rng.random()), signs_of(position.game, position.view)
            best, surprise = best_of(
                found,
                lambda: guess(position.game, position.view, signs, rng, weights),
                self._budget(position.time_left, started),
            )
        self._memory.keep(best.thought.plan, surprise)
        return best.action

    def _budget(self, left: float | None, started: float) -> Callable[[], bool]:
        """What says before each guess whether there is room for it."""
        if self.guesses:
            numbers = iter(range(self.guesses))
            return lambda: next(numbers, None) is not None
        limit = MOST if left is None else min(MOST, SHARE * left - MARGIN)
        return lambda: self.now() - started < limit
