import json
import random

import pytest

from referee.bench.boards import SAMPLE, board_speeds, trail_speeds
from referee.bench.engine import copy_us, engine_speed, middle, random_game
from referee.bench.measure import table
from referee.bench.networks import HARD, PIECES
from referee.cli.app import run
from referee.editions import editions, load_edition
from referee.game import Deal, Game, apply, decision, state_to_text
from referee.tournament.cores import cores


def _numbers(value: object) -> list[float]:
    if isinstance(value, dict):
        return [number for each in value.values() for number in _numbers(each)]
    assert isinstance(value, int | float)
    return [value]


@pytest.mark.slow
def test_bench_keeps_its_contract(capsys: pytest.CaptureFixture[str]) -> None:
    """`referee bench --json` prints the promised keys, each a positive number, and nothing else on stdout."""
    assert run(["bench", "--json", "--quick"]) == 0
    speeds = json.loads(capsys.readouterr().out)
    assert {"yardstick", "engine", "copy_us", "grpc_floor", "match", "shares", "verify", "trails"} < set(speeds)
    assert speeds["processes"] == {"1": 1, "64": cores()}
    assert list(speeds["shares"]) == ["engine", "wire", "grpc", "bots"]
    assert set(speeds["verify"]) == {"decisions_per_s", "to_playouts"}
    assert list(speeds["engine"]) == ["usa", *SAMPLE]
    assert list(speeds["engine"]["london"]) == ["2", "4"]
    assert set(speeds["engine"]["london"]["4"]) == {"games_per_s", "decisions_per_s", "to_usa"}
    assert list(speeds["engine"]["usa"]) == ["2", "3", "4", "5"]
    assert {key for counts in speeds["engine"]["usa"].values() for key in counts} == {"games_per_s", "decisions_per_s"}
    assert list(speeds["match"]) == ["1", "64"]
    assert min(_numbers(speeds)) > 0
    assert f"{speeds['copy_us']:.2f} µs" in table(speeds)


def test_random_games_are_whole_games() -> None:
    """What is measured is a complete game: played again decision by decision it ends after the same number."""
    game = Game.of(load_edition("usa"), 3)
    dice, state, count = random.Random("a"), game.start(Deal.from_text("a")), 0
    while legal := decision(state).legal:
        apply(state, legal[int(dice.random() * len(legal))])
        count += 1
    assert state.over
    assert random_game(game, "a") == count


def test_the_copied_position_is_in_the_middle() -> None:
    """Copies are measured on a position with routes claimed and the match not over; the copy is equal."""
    state = middle(Game.of(load_edition("usa"), 2))
    assert not state.over
    assert any(state.owned)
    assert state_to_text(state.copy()) == state_to_text(state)


def test_speeds_are_rates() -> None:
    """Decisions a second are games a second times the decisions of a game, and a copy takes some time."""
    game = Game.of(load_edition("usa"), 2)
    speed = engine_speed(game, 0.01)
    assert speed.decisions_per_s > speed.games_per_s * 50
    assert copy_us(game, 0.01) > 0


@pytest.mark.slow
def test_every_edition_is_measured() -> None:
    """A whole run measures all editions but `usa`, alone and with depots, with the fewest and the most players."""
    speeds = list(board_speeds(0.001, quick=False))
    wanted = [
        (name, players)
        for each in editions()
        for name in (each, f"{each}+depots")
        for players in load_edition(name).players
        if name != "usa"
    ]
    assert [(each.edition, each.players) for each in speeds] == wanted
    assert all(each.to_usa > 0 for each in speeds)


def test_trails_are_measured_on_hard_networks() -> None:
    """Each hard network is one that a seat can have, and its trail is found."""
    for trail in trail_speeds():
        assert trail.name in HARD
        assert PIECES - 7 <= trail.pieces <= PIECES
        assert 0 < trail.length <= trail.pieces
        assert trail.ms > 0
