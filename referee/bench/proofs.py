"""Speed of proving matches from their stored replays, beside random playouts of the same games at the same time."""

import random
from collections.abc import Callable
from time import process_time
from typing import Final

from attrs import frozen

from referee.bench.engine import random_game
from referee.game import Deal, Game, apply, decision
from referee.replay import Header, Recorder, Replay, pack, unpack, verify
from referee.tournament.results import MatchResult, result_of
from referee.wire import game_digest

_GAMES: Final = 40


@frozen
class ProofSpeed:
    """Decisions a second of CPU time of one process, and the same for each decision a second of random playouts."""

    decisions_per_s: float
    to_playouts: float


def proof_speed(game: Game, seconds: float) -> ProofSpeed:
    """Prove random matches as `cup verify` does, for about so many seconds, in turns with playouts."""
    packed = [pack(_recorded(game, f"proof/{number}")) for number in range(_GAMES)]
    decisions, proving, playing = 0, 0.0, 0.0
    while proving < seconds:
        proving += _seconds(lambda: [_proved(game, replay) for replay in packed])
        playing += _seconds(lambda: [random_game(game, f"proof/{number}") for number in range(_GAMES)])
        decisions += sum(Replay.from_text(unpack(replay)).decisions for replay in packed)
    return ProofSpeed(decisions / proving, playing / proving)


def _proved(game: Game, packed: bytes) -> MatchResult:
    replay = Replay.from_text(unpack(packed))
    verify(replay, game, game_digest=game_digest(game))
    return result_of("bench", replay)


def _recorded(game: Game, seed: str) -> str:
    """The replay of the very game that `random_game` plays with this seed."""
    dice, deal = random.Random(seed).random, Deal.from_text(seed)
    names = tuple(f"bot {seat}" for seat in range(game.players))
    recorder = Recorder(Header(game.edition.id, names, deal.seed.hex(), game_digest(game), "bench"))
    state = game.start(deal)
    while legal := decision(state).legal:
        action = legal[int(dice() * len(legal))]
        recorder.decision(state, state.seat, action)
        apply(state, action)
    return recorder.finish(state).to_text(description=False)


def _seconds(action: Callable[[], object]) -> float:
    began = process_time()
    action()
    return process_time() - began
