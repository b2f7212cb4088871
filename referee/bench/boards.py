"""Speed of the rules on every edition, each beside `usa` at the same time, and of the search for the longest trail."""

from collections.abc import Iterator
from time import process_time
from typing import Final

from attrs import frozen

from referee.bench.engine import EngineSpeed, engine_speed
from referee.bench.networks import HARD, Edges
from referee.editions import editions, load_edition
from referee.game import Game
from referee.game.trail import longest_trail

YARDSTICK: Final = "usa"
SAMPLE: Final = ("europe+depots", "london")
"""What a quick run measures beside `usa`: the largest table of actions and a small board."""

_REPEATS: Final = 3


@frozen
class BoardSpeed:
    """Speed of one edition with one number of players; to_usa: its decisions a second for each of `usa`."""

    edition: str
    players: int
    speed: EngineSpeed
    to_usa: float


def board_speeds(seconds: float, *, quick: bool) -> Iterator[BoardSpeed]:
    """Every other edition, alone and with depots, with its fewest and most players; so many seconds for each."""
    every = [name for each in editions() for name in (each, f"{each}+depots") if name != YARDSTICK]
    for name in SAMPLE if quick else every:
        for players in load_edition(name).players:
            yield _beside_usa(name, players, seconds)


def _beside_usa(name: str, players: int, seconds: float) -> BoardSpeed:
    """Measured in turns with `usa`: other work on the machine slows both."""
    games = [Game.of(load_edition(each), players) for each in (name, YARDSTICK)]
    turns = [[engine_speed(game, seconds / _REPEATS) for game in games] for _ in range(_REPEATS)]
    ratios = sorted(own.decisions_per_s / usa.decisions_per_s for own, usa in turns)
    best = max((own for own, _ in turns), key=lambda speed: speed.decisions_per_s)
    return BoardSpeed(name, players, best, ratios[_REPEATS // 2])


@frozen
class TrailSpeed:
    """Milliseconds of CPU time to find the longest trail of a network with so many pieces."""

    name: str
    pieces: int
    length: int
    ms: float


def trail_speeds() -> Iterator[TrailSpeed]:
    """The hard networks, the best of a few runs each."""
    for name, edges in HARD.items():
        best = min(_seconds(edges) for _ in range(2 * _REPEATS))
        yield TrailSpeed(name, sum(length for _, _, length in edges), longest_trail(edges), 1000 * best)


def _seconds(edges: Edges) -> float:
    began = process_time()
    longest_trail(edges)
    return process_time() - began
