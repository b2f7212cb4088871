"""What a match was worth to each seat, once it has ended. All rewards come at the end; nothing is paid on the way."""

from collections.abc import Callable, Mapping, Sequence

from referee.env.errors import EnvError
from referee.game import SeatScore

Reward = Callable[[Sequence[SeatScore]], list[float]]

_POINTS = 100
"""About what a good score is; it keeps rewards near 1, where learners want them."""


def margin(scores: Sequence[SeatScore]) -> list[float]:
    """Own points less the mean of the others', in hundreds. Sums to 0; says how clearly a match was won."""
    total, others = sum(score.score for score in scores), len(scores) - 1
    return [(score.score - (total - score.score) / others) / _POINTS for score in scores]


def win(scores: Sequence[SeatScore]) -> list[float]:
    """The point that a cup gives, shared by all who are first, less an equal share. Sums to 0."""
    firsts = sum(score.rank == 1 for score in scores)
    return [(1 / firsts if score.rank == 1 else 0.0) - 1 / len(scores) for score in scores]


def points(scores: Sequence[SeatScore]) -> list[float]:
    """Own points in hundreds, whatever the others have."""
    return [score.score / _POINTS for score in scores]


REWARDS: Mapping[str, Reward] = {"margin": margin, "win": win, "points": points}
"""The rewards by name."""


def reward_named(name: str) -> Reward:
    """One of `REWARDS`; raises EnvError for any other name."""
    if name not in REWARDS:
        raise EnvError(f"there is no reward {name!r}; there are: {', '.join(REWARDS)}")
    return REWARDS[name]
