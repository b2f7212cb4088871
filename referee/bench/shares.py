"""Where the time of whole matches goes: rules, messages, gRPC with everything around it, bots. In CPU time."""

import random
import tempfile
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time

import trio
from attrs import frozen

from referee.bench.engine import engine_speed
from referee.bench.matches import EDITION, order
from referee.editions import load_edition
from referee.game import Deal, Game, apply, decision, observe
from referee.replay import Replay
from referee.tournament.unit import play_unit
from referee.wire import observation


@frozen
class Shares:
    """Microseconds of CPU time for one decision.

    Attributes:
        engine: the rules. wire: what a seat sees, as bytes. grpc: all else of the referee's process: gRPC, the tasks of
        the matches, clocks, recording. bots: their processes, from start to end.
    """

    engine: float
    wire: float
    grpc: float
    bots: float


def shares(in_flight: int, matches: int, seconds: float) -> Shares:
    """Play matches between two random bots; rules and messages are measured alone, for so many seconds each."""
    game = Game.of(load_edition(EDITION), 2)
    engine = 1e6 / engine_speed(game, seconds).decisions_per_s
    wire = _wire_us(game, seconds)
    own, bots = process_time(), _children_s()
    with tempfile.TemporaryDirectory(prefix="referee-bench-") as folder:
        played = trio.run(play_unit, order(in_flight, matches, folder), lambda _: None)
    own, bots = process_time() - own, _children_s() - bots
    each = 1e6 / sum(Replay.from_text(one.replay).decisions for one in played)
    return Shares(engine, wire, own * each - engine - wire, bots * each)


def _wire_us(game: Game, seconds: float) -> float:
    """What a question costs beyond the rules: the view of its seat, the message and its bytes."""
    spent, asked = 0.0, 0
    while spent < seconds:
        dice, state = random.Random(asked), game.start(Deal.from_text(f"wire/{asked}"))
        while legal := decision(state).legal:
            began = process_time()
            observation(observe(state, state.seat)).SerializeToString()
            spent += process_time() - began
            asked += 1
            apply(state, dice.choice(legal))
    return 1e6 * spent / asked


def _children_s() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
