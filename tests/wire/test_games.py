import json
from enum import IntEnum
from hashlib import sha256
from typing import Any

import pytest
from attrs import evolve

from referee.editions import editions, load_edition
from referee.game import ActionKind, DecisionKind, Game
from referee.v1 import game_pb2 as pb
from referee.wire import WireError, description, game_digest, game_from_message, game_message
from tests.conftest import Golden
from tests.wire.positions import game_of

MEBIBYTE = 1024 * 1024


def all_games() -> list[Game]:
    """Every edition with its fewest and its most players."""
    found = (load_edition(name) for name in editions())
    return [Game.of(edition, players) for edition in found for players in edition.players]


def copied(game: Game) -> pb.Game:
    """The game's message as a bot receives it, free to be changed."""
    return pb.Game.FromString(game_message(game).SerializeToString())


@pytest.mark.parametrize("game", all_games(), ids=lambda game: f"{game.edition.id}-{game.players}")
def test_a_bot_rebuilds_the_game_from_its_message(game: Game) -> None:
    """Without any board file it gets an equal action table and edition, and the same digest from its own copy."""
    rebuilt = game_from_message(copied(game))
    assert rebuilt.table == game.table
    of_this_table = {n: row for n, row in game.edition.merchandise_points.items() if n == game.players}
    assert rebuilt.edition == evolve(game.edition, merchandise_points=of_this_table)
    assert game_digest(rebuilt) == game_digest(game)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: f"{game.edition.id}-{game.players}")
def test_a_description_fits_in_one_message(game: Game) -> None:
    """The referee sends at most 1 MiB at once."""
    assert game_message(game).ByteSize() < MEBIBYTE // 2


def test_digests_are_stable(golden: Golden) -> None:
    """A digest changes only when a description does: bots and replays are keyed by it."""
    games = [game_of("usa", players) for players in (2, 3, 4, 5)]
    lines = [f"{game.edition.id} {game.players} {game_digest(game)}\n" for game in games]
    golden.check("wire/game-digests.txt", "".join(lines))


def test_the_digest_is_that_of_the_sorted_compact_json_form() -> None:
    """Anyone can compute it from the description as text."""
    message = game_message(game_of("usa", 2))
    text = json.dumps(description(message), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert message.game_digest == sha256(text.encode()).hexdigest()


def test_a_description_speaks_plain_words() -> None:
    """Enum values have no prefix in JSON, and the digest is not part of what it is made over."""
    plain = description(game_message(game_of("europe", 2)))
    assert "game_digest" not in plain
    assert plain["modules"] == ["ferries", "tunnels", "stations"]
    assert plain["actions"][1] == {"id": 1, "kind": "draw_deck", "text": "draw deck"}
    assert plain["tie_breaks"] == ["completed_tickets", "fewest_stations", "longest_trail"]


def test_players_are_part_of_the_description() -> None:
    """Double routes close or not, and seats have their own actions: each number of players is a game of its own."""
    assert game_digest(game_of("usa", 3)) != game_digest(game_of("usa", 4))


def test_another_action_table_is_refused() -> None:
    """A kit that would number the actions differently says so and does not play nonsense."""
    message = copied(game_of("usa", 2))
    message.actions[40].text = "claim atlanta.nowhere pink*1"
    with pytest.raises(WireError, match=r"action 40 is 'claim atlanta.nowhere pink\*1' there"):
        game_from_message(message)


def test_a_longer_action_table_is_refused() -> None:
    """Actions of a rule that this kit does not know are noticed."""
    message = copied(game_of("usa", 2))
    message.actions.add(text="teleport")
    with pytest.raises(WireError, match="1105 actions, not 1104"):
        game_from_message(message)


def test_a_description_that_makes_no_sense_is_refused() -> None:
    """It is the game that cannot be built that is reported, not a Python error."""
    message = copied(game_of("usa", 2))
    del message.route_points[:]
    with pytest.raises(WireError, match="game 'usa' cannot be built"):
        game_from_message(message)


@pytest.mark.parametrize(
    ("ours", "theirs", "unset"),
    [(ActionKind, pb.ActionKind, "UNSPECIFIED"), (DecisionKind, pb.DecisionKind, "OVER")],
    ids=["action", "decision"],
)
def test_kinds_have_the_same_numbers(ours: type[IntEnum], theirs: Any, unset: str) -> None:
    """A kind crosses the wire as it is."""
    prefix = f"{'ACTION' if ours is ActionKind else 'DECISION'}_KIND_"
    wire = {name.removeprefix(prefix): number for name, number in theirs.items() if number}
    assert wire == {kind.name: kind.value for kind in ours if kind.name != unset}
