import json
from random import Random
from typing import Any

import pytest

from referee.editions import editions, load_edition
from referee.game import Deal, Game, apply, decision
from referee.wire import WireError, description_text, game_digest, game_from_text, game_message


def _text(name: str, players: int) -> str:
    return description_text(game_message(Game.of(load_edition(name), players)))


@pytest.mark.parametrize("name", editions())
def test_a_description_is_enough_to_play(name: str) -> None:
    """The game built from the text of its description has the same description, with depots and without."""
    for edition in (load_edition(name), load_edition(f"{name}+depots")):
        for players in edition.players:
            text = _text(edition.id, players)
            game = game_from_text(text)
            assert description_text(game_message(game)) == text
            assert game_digest(game) == game_digest(Game.of(edition, players))


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if path != ("actions",) or key % 40 == 0:
                found += _places(inner, (*path, key))
    return found


def _spoilt(data: Any, path: tuple[Any, ...], rng: Random) -> str:
    copy = json.loads(json.dumps(data))
    place = copy
    for step in path[:-1]:
        place = place[step]
    worse: list[Any] = [-1, 0, 1, 7, 63, 10**9, 2**31 - 1, 2**40, 0.5, True, None, "", "x", [], {}, [1], {"a": 1}, [{}]]
    if rng.random() < 0.2:
        del place[path[-1]]
    else:
        place[path[-1]] = rng.choice(worse)
    return json.dumps(copy, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["amsterdam+depots", "london"])
def test_no_forged_description_ends_in_a_traceback(name: str) -> None:
    """A description with anything changed is refused in plain words, or its game can be played."""
    rng, data = Random(name), json.loads(_text(name, 3))
    places = _places(data)
    for path in rng.sample(places, min(len(places), 1500)):
        text = _spoilt(data, path, rng)
        try:
            game = game_from_text(text)
        except WireError:
            continue
        state = game.start(Deal.from_text("forged"))
        for _ in range(60):
            if legal := decision(state).legal:
                apply(state, rng.choice(legal))


@pytest.mark.parametrize(
    ("change", "facts"),
    [
        ({"numbers": {"trains": 10**9}}, "1000000000 for trains; allowed: 1000"),
        ({"cards": [{"name": "red", "count": 600}]}, "it has more than 512 cards"),
        ({"sparkle": 1}, "cannot be read: 'sparkle'"),
        (
            {"routes": [{"city_a": 1, "city_b": 77, "length": 1, "points": 1, "text": "a.b"}]},
            "'a.b' does not join two of its cities",
        ),
    ],
)
def test_what_cannot_be_played_is_said(change: dict[str, Any], facts: str) -> None:
    """A description that asks for too much, or that points nowhere, is refused before anything is built."""
    data = json.loads(_text("london", 2)) | change
    with pytest.raises(WireError, match=facts):
        game_from_text(json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False))
