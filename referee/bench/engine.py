"""Speed of the rules alone: complete random games with every check and event, and copies of a position. CPU time."""

import random
from collections.abc import Callable
from itertools import count
from time import process_time

from attrs import frozen

from referee.game import Deal, Game, State, apply, decision


@frozen
class EngineSpeed:
    """Games and decisions a second of CPU time, the legal list built before each decision.

    From the deal to the end of the game; the final score, which costs about as much as 20 decisions, is not in it.
    """

    games_per_s: float
    decisions_per_s: float


def engine_speed(game: Game, seconds: float) -> EngineSpeed:
    """Play random games for about so many seconds of CPU time."""
    random_game(game, "warm-up")
    games = decisions = 0
    began = process_time()
    while (spent := process_time() - began) < seconds or not games:
        decisions += random_game(game, f"bench/{games}")
        games += 1
    return EngineSpeed(games / spent, decisions / spent)


def random_game(game: Game, seed: str) -> int:
    """Play one game by uniformly random legal actions; gives its number of decisions."""
    dice = random.Random(seed).random
    state = game.start(Deal.from_text(seed))
    for number in count():
        legal = decision(state).legal
        if not legal:
            return number
        apply(state, legal[int(dice() * len(legal))])
    raise AssertionError("a count has no end")


def copy_us(game: Game, seconds: float) -> float:
    """Microseconds of CPU time for a copy of a position in the middle of a game."""
    state = middle(game)
    return 1e6 / _rate(state.copy, seconds)


def middle(game: Game) -> State:
    """A position about half-way through a random game."""
    dice = random.Random("middle").random
    half = random_game(game, "middle") // 2
    state = game.start(Deal.from_text("middle"))
    for _ in range(half):
        legal = decision(state).legal
        apply(state, legal[int(dice() * len(legal))])
    return state


def _rate(action: Callable[[], object], seconds: float) -> float:
    """Calls a second of CPU time: the best of five, because everything else on the machine only slows it."""
    times = 1000
    best = 0.0
    for _ in range(5):
        while True:
            began = process_time()
            for _ in range(times):
                action()
            spent = process_time() - began
            if spent >= seconds / 5:
                break
            times *= 2
        best = max(best, times / spent)
    return best
