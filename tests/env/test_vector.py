from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from referee.env import EnvError, Observer, RefereeVectorEnv, random_actions
from referee.game import ActionError, decision, score, state_to_text


def _step(env: RefereeVectorEnv, batch: Any, rng: np.random.Generator) -> Any:
    return env.step(random_actions(batch["action_mask"], rng))


@pytest.mark.parametrize(("edition", "players"), [("usa", 2), ("europe+depots", 4), ("amsterdam", 3)])
def test_batches_show_each_board_to_the_seat_that_is_asked(edition: str, players: int) -> None:
    """Without opponents each line is what the seat that its board asks may see and do, and lies in the space."""
    env, rng = RefereeVectorEnv(edition, players, 5), np.random.default_rng(1)
    batch, infos = env.reset(seed=1)
    for _ in range(120):
        assert env.observation_space.contains(batch)
        for board, state in enumerate(env.positions()):
            assert infos["seat"][board] == state.seat
            assert np.array_equal(batch["observation"][board], Observer(env.game).one(state, state.seat))
            assert np.flatnonzero(batch["action_mask"][board]).tolist() == decision(state).legal
        batch, _, _, _, infos = _step(env, batch, rng)


def test_the_next_step_after_an_end_deals_anew() -> None:
    """NEXT_STEP: the last observation comes with the end, and the step after it ignores the action and pays nothing."""
    env, rng = RefereeVectorEnv("london", 2, 4), np.random.default_rng(1)
    batch, _ = env.reset(seed=1)
    ended, seen = np.zeros(4, dtype=bool), 0
    while seen < 8:
        actions = random_actions(batch["action_mask"], rng)
        actions[ended] = 10**6
        batch, rewards, terminated, truncated, infos = env.step(actions)
        states = env.positions()
        for board in range(4):
            if ended[board]:
                assert (rewards[board], terminated[board], states[board].turn) == (0, False, 0)
                assert batch["action_mask"][board].any()
            if terminated[board]:
                seen += 1
                assert states[board].over
                scores = score(states[board])
                assert infos["scores"][board].tolist() == [seat.score for seat in scores]
                assert infos["ranks"][board].tolist() == [seat.rank for seat in scores]
                assert rewards[board] == infos["rewards"][board][infos["seat"][board]]
                assert not batch["action_mask"][board].any()
        assert not truncated.any()
        assert ("scores" in infos) == terminated.any()
        ended = terminated


def test_the_same_step_can_deal_anew() -> None:
    """SAME_STEP: the new match is there at once; the last observation and the results stand in the infos."""
    env = RefereeVectorEnv("london", 3, 4, autoreset_mode=AutoresetMode.SAME_STEP)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    rng, seen = np.random.default_rng(1), 0
    batch, _ = env.reset(seed=1)
    while seen < 8:
        batch, _, terminated, _, infos = _step(env, batch, rng)
        assert batch["action_mask"].any(axis=1).all()
        for board in np.flatnonzero(terminated):
            seen += 1
            assert env.positions()[board].turn == 0
            last = env.layout.read(infos["final_obs"][board]["observation"])
            assert last["question"][0] == 1
            assert len(infos["final_info"]["scores"][board]) == 3
            assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == terminated.tolist()


def test_without_autoreset_boards_are_dealt_by_hand() -> None:
    """DISABLED: an ended board refuses a step until `reset_mask` deals it anew; the other boards stay as they are."""
    env, rng = RefereeVectorEnv("london", 2, 3, autoreset_mode=AutoresetMode.DISABLED), np.random.default_rng(1)
    batch, _ = env.reset(seed=1)
    ended = np.zeros(3, dtype=bool)
    while not ended.any():
        batch, _, ended, _, _ = _step(env, batch, rng)
    with pytest.raises(EnvError, match=f"board {ended.argmax()} has ended: reset it first"):
        _step(env, batch, rng)
    before = env.positions()
    batch, _ = env.reset(options={"reset_mask": ended})
    for board, state in enumerate(env.positions()):
        assert (state_to_text(state) == state_to_text(before[board])) is not ended[board]
    _step(env, batch, rng)


def test_equal_seeds_play_equally() -> None:
    """Equal seeds and actions give equal batches, over several matches and with opponents; other seeds do not."""
    runs = []
    for seed in (7, 7, 8):
        env, rng = RefereeVectorEnv("london", 2, 3, opponents="random"), np.random.default_rng(1)
        batch, _ = env.reset(seed=seed)
        runs.append([batch["observation"]])
        for _ in range(200):
            batch, *_ = _step(env, batch, rng)
            runs[-1].append(batch["observation"])
    assert np.array_equal(runs[0], runs[1])
    assert not np.array_equal(runs[0], runs[2])


@pytest.mark.parametrize("opponents", ["random", "policy"])
def test_opponents_play_all_other_seats(opponents: str) -> None:
    """The learner is only asked for its own seat, another one in each match; opponents get their own view."""
    rng = np.random.default_rng(1)

    def policy(batch: Any) -> NDArray[np.int64]:
        assert batch["observation"].shape[1] == env.layout.size
        read = env.layout.read(batch["observation"])
        assert (read["asked"][:, 0] == 1).all()
        return random_actions(batch["action_mask"], rng)

    env = RefereeVectorEnv("london", 3, 4, opponents=policy if opponents == "policy" else "random")
    batch, infos = env.reset(seed=2)
    seats: list[set[int]] = [set() for _ in range(4)]
    for _ in range(250):
        read = env.layout.read(batch["observation"])
        playing = read["question"][:, 0] == 0
        assert (read["asked"][playing, 0] == 1).all()
        for board, seat in enumerate(infos["seat"]):
            seats[board].add(int(seat))
        batch, rewards, terminated, _, infos = _step(env, batch, rng)
        for board in np.flatnonzero(terminated).tolist():
            assert rewards[board] == infos["rewards"][board][infos["seat"][board]]
    assert seats == [{0, 1, 2}] * 4


def test_the_learner_may_keep_a_seat() -> None:
    """`seat=2` is the learner's in every match."""
    env, rng = RefereeVectorEnv("london", 4, 2, opponents="random", seat=2), np.random.default_rng(1)
    batch, infos = env.reset(seed=2)
    for _ in range(100):
        assert infos["seat"].tolist() == [2, 2]
        batch, _, _, _, infos = _step(env, batch, rng)


def test_an_illegal_action_stops_before_anything_is_played() -> None:
    """One illegal action among many is refused with its board's number, and no board has moved."""
    env, rng = RefereeVectorEnv("usa", 2, 3), np.random.default_rng(1)
    batch, _ = env.reset(seed=1)
    before = [state_to_text(state) for state in env.positions()]
    for wrong in (env.game.table.ids["draw deck"], -1, 10**6):
        actions = random_actions(batch["action_mask"], rng)
        actions[1] = wrong
        with pytest.raises(ActionError) as caught:
            env.step(actions)
        assert caught.value.__notes__ == ["It was sent for board 1 of 3."]
    assert [state_to_text(state) for state in env.positions()] == before


def test_long_matches_are_cut_off() -> None:
    """After `longest` decisions of all seats a board is truncated, paid by its position, and dealt anew."""
    env, rng = RefereeVectorEnv("usa", 2, 2, longest=12), np.random.default_rng(1)
    batch, _ = env.reset(seed=1)
    for step in range(1, 27):
        batch, _, terminated, truncated, infos = _step(env, batch, rng)
        assert not terminated.any()
        assert truncated.all() == (step in (12, 25)) == ("scores" in infos)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"seat": 2}, "seat is 2; it may be 'rotate' or 0 to 1"),
        ({"opponents": "greedy"}, "opponents are 'greedy'; they may be None"),
        ({"reward": "gold"}, "there is no reward 'gold'"),
    ],
)
def test_wrong_wishes_are_named(options: dict[str, Any], text: str) -> None:
    """An unknown seat, kind of opponents or reward is one error that says what there is."""
    with pytest.raises(EnvError, match=text):
        RefereeVectorEnv("usa", 2, 2, **options)


def test_actions_must_be_one_number_a_board() -> None:
    """Actions of another shape or type, or a step before the first deal, are refused in words."""
    env = RefereeVectorEnv("usa", 2, 3)
    with pytest.raises(EnvError, match="call reset before the first step"):
        env.step([0, 0, 0])
    env.reset(seed=1)
    with pytest.raises(EnvError, match=r"actions are 3 whole numbers, one a board, not an array of shape \(2,\)"):
        env.step([0, 0])
    with pytest.raises(EnvError, match="type float64"):
        env.step([0.0, 0.0, 0.0])


def test_returned_arrays_stay_as_they_are() -> None:
    """A batch that was handed over is not written to by later steps, and writing to it harms nothing."""
    env, rng = RefereeVectorEnv("london", 2, 3), np.random.default_rng(1)
    batch, _ = env.reset(seed=1)
    kept = {name: part.copy() for name, part in batch.items()}
    after, *_ = _step(env, batch, rng)
    for name, part in batch.items():
        assert np.array_equal(part, kept[name])
    legal = after["action_mask"].copy()
    after["action_mask"][:] = 0
    env.step(random_actions(legal, rng))


def test_every_board_is_rendered() -> None:
    """`render` gives the text of each board's position."""
    env = RefereeVectorEnv("london", 2, 3)
    env.reset(seed=1)
    texts = env.render()
    assert len(set(texts)) == 3
    assert all(text.startswith("London, 2 players, 0 turns played") for text in texts)
