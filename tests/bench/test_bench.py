import json
import random

import pytest

from referee.bench.engine import copy_us, engine_speed, middle, random_game
from referee.bench.measure import table
from referee.cli.app import run
from referee.editions import load_edition
from referee.game import Deal, Game, apply, decision, state_to_text


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
    assert list(speeds) == ["yardstick", "engine", "copy_us", "grpc_floor", "match"]
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
