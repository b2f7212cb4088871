import pickle
import warnings
from collections.abc import Iterator

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from referee.env import EnvError, RefereeEnv
from referee.game import ActionError, BoardError, Deal, RefereeError, decision, observe, score, state_to_text
from tests.property.boards import EDITIONS, GAMES

# PettingZoo knows environments with masks in their observations by name, and warns about all others.
KNOWN = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


@pytest.fixture(autouse=True)
def known_warnings() -> Iterator[None]:
    """Lets pass what PettingZoo says of every observation that is a dict."""
    with warnings.catch_warnings():
        for text in KNOWN:
            warnings.filterwarnings("ignore", text)
        yield


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_pettingzoo_accepts_every_game(edition: str, players: int) -> None:
    """PettingZoo's own test of environments passes for every edition and number of players."""
    api_test(RefereeEnv(EDITIONS[edition], players), num_cycles=25)


@pytest.mark.parametrize(("edition", "players"), [("usa", 2), ("europe", 4), ("london+depots", 3)])
def test_pettingzoo_accepts_a_whole_match(edition: str, players: int) -> None:
    """PettingZoo's tests of a match to its end and of equal play from equal seeds pass."""
    api_test(RefereeEnv(edition, players), num_cycles=1000)
    seed_test(lambda: RefereeEnv(edition, players), num_cycles=1000)


def _play(env: RefereeEnv, seed: int | None = None) -> dict[str, float]:
    """Play a match at random; the reward of each agent."""
    env.reset(seed=seed)
    rng, paid = np.random.default_rng(seed), dict[str, float]()
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            paid[agent] = reward
            env.step(None)
        else:
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return dict(sorted(paid.items()))


def test_rewards_come_from_the_final_score() -> None:
    """`margin` is own points less the mean of the others' in hundreds, `win` a cup's point less an equal share."""
    for reward in ("margin", "win", "points"):
        env = RefereeEnv("london", 3, reward=reward)
        paid = list(_play(env, seed=4).values())
        scores = score(env.position)
        points = [seat.score for seat in scores]
        if reward == "points":
            assert paid == [own / 100 for own in points]
        elif reward == "win":
            first = [seat.rank == 1 for seat in scores]
            assert paid == pytest.approx([won / sum(first) - 1 / 3 for won in first])
        else:
            assert paid == pytest.approx([(own - (sum(points) - own) / 2) / 100 for own in points])
            assert sum(paid) == pytest.approx(0)


def test_agents_are_asked_as_the_rules_ask() -> None:
    """The selected agent is the seat that is asked; the others see their own view and an empty mask."""
    env = RefereeEnv("europe", 3)
    env.reset(seed=1)
    for _ in range(60):
        state = env.position
        assert env.agent_selection == f"seat_{state.seat}"
        assert np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist() == decision(state).legal
        for seat in {0, 1, 2} - {state.seat}:
            seen = env.observe(f"seat_{seat}")
            assert not seen["action_mask"].any()
            assert env.layout.read(seen["observation"])["hand"].tolist() == list(observe(state, seat).hand)
        env.step(decision(state).legal[-1])


def test_a_deal_can_be_named() -> None:
    """`options={"deal": text}` plays the deal that `referee play --seed text` plays."""
    env = RefereeEnv("usa", 2)
    env.reset(options={"deal": "any text"})
    assert state_to_text(env.position) == state_to_text(env.game.start(Deal.from_text("any text")))


def test_matches_follow_from_the_seed() -> None:
    """A seed decides the first match and those after it, which are others."""
    deals = []
    for _ in range(2):
        env = RefereeEnv("london", 2)
        env.reset(seed=5)
        first = env.position.deal
        env.reset()
        deals.append((first, env.position.deal))
    assert deals[0] == deals[1]
    assert deals[0][0] != deals[0][1]


def test_an_illegal_action_changes_nothing() -> None:
    """An action that is not legal is refused with the rules' own error, and the match goes on as if it was not sent."""
    env = RefereeEnv("usa", 2)
    env.reset(seed=1)
    before = state_to_text(env.position)
    for action in (env.game.table.ids["draw deck"], -1, len(env.game.table)):
        with pytest.raises(ActionError):
            env.step(action)
    with pytest.raises(EnvError, match="seat_0 is asked: None is only for agents whose match is over"):
        env.step(None)
    assert state_to_text(env.position) == before
    env.step(decision(env.position).legal[0])


def test_long_matches_are_cut_off() -> None:
    """After `longest` decisions all agents are truncated and paid by the position as it stands."""
    env = RefereeEnv("usa", 2, longest=10)
    paid = _play(env, seed=2)
    state = env.position
    assert not state.over
    mine, theirs = (seat.score for seat in score(state))
    assert paid == {"seat_0": (mine - theirs) / 100, "seat_1": (theirs - mine) / 100}


def test_render_is_readable() -> None:
    """The text names edition, question, row, hands and tickets of all seats, and how it ended."""
    env = RefereeEnv("london", 2, render_mode="ansi")
    env.reset(seed=1)
    text, state = env.render(), env.position
    assert text.startswith("London, 2 players, 0 turns played; seat 0 is asked KEEP_TICKETS\nrow: ")
    printed = env.game.edition.tickets[state.offers[1][0]]
    assert f"{printed.text} {printed.points}" in text
    assert text.count("hand: ") == 2
    _play(env, seed=1)
    assert "over: last_round" in env.render()


def test_environments_can_be_copied_by_pickle() -> None:
    """A pickled environment comes back as a new one of the same kind, as training frameworks need it."""
    again = pickle.loads(pickle.dumps(RefereeEnv("london", 3, reward="win")))
    assert list(_play(again, seed=1)) == ["seat_0", "seat_1", "seat_2"]


@pytest.mark.parametrize(
    ("make", "kind", "text"),
    [
        (lambda: RefereeEnv("usa", 2, reward="gold"), EnvError, "there is no reward 'gold'; there are: margin, win"),
        (lambda: RefereeEnv("usa", 6), BoardError, "edition usa takes 2 to 5 players, not 6"),
        (lambda: RefereeEnv("urope", 2), RefereeError, "europe"),
    ],
)
def test_wrong_wishes_are_named(make: object, kind: type[Exception], text: str) -> None:
    """An unknown reward, number of players or edition is one error that says what there is."""
    assert callable(make)
    with pytest.raises(kind, match=text):
        make()
