from itertools import pairwise

import pytest

from referee.game import ActionKind, Game
from referee.game.text import read
from tests.property.boards import EDITIONS, GAMES, game_of

ORDER = [
    ActionKind.PASS,
    ActionKind.DRAW_DECK,
    ActionKind.DRAW_CARD,
    ActionKind.TICKETS,
    ActionKind.KEEP,
    ActionKind.CLAIM,
    ActionKind.PAY,
    ActionKind.DECLINE,
    ActionKind.STATION,
    ActionKind.DEPOT,
    ActionKind.DEPOT_NONE,
    ActionKind.PICK_NONE,
    ActionKind.DEPOSIT,
    ActionKind.PICK,
]
"""The documented order: core actions, then those of the modules in their order."""


@pytest.mark.parametrize("name", EDITIONS)
def test_each_text_reads_back(name: str) -> None:
    """Every action's text is unique, leads to its id and says what the action's fields say."""
    game = game_of(name, 2)
    assert len(game.table.ids) == len(game.table)
    for action_id, action in enumerate(game.table.actions):
        assert game.table.ids[action.text] == action_id
        said = read(game, action.text)
        assert said is not None
        assert said.kind == action.kind
        assert said.card == action.card
        assert said.keep == tuple(i + 1 for i in range(5) if action.keep >> i & 1)
        colour = ((action.colour, action.colour_cards),) if action.colour_cards else ()
        wild = ((game.locomotive, action.locomotives),) if action.locomotives else ()
        assert said.cards == colour + wild
        named = action.kind in (ActionKind.CLAIM, ActionKind.STATION, ActionKind.DEPOT)
        assert said.name == (action.text.split(" ")[1] if named else "")
        assert said.seat == action.seat
    for action in game.table.actions:
        if action.kind == ActionKind.CLAIM:
            assert game.edition.board.routes[action.route].text == action.text.split(" ")[1]
        if action.kind in (ActionKind.STATION, ActionKind.DEPOT):
            assert game.edition.board.cities[action.city].slug == action.text.split(" ")[1]


@pytest.mark.parametrize("name", EDITIONS)
def test_the_table_is_in_its_documented_order(name: str) -> None:
    """Kinds follow each other in the documented order; keeps are binary numbers; claims go by route, colour, count."""
    game = game_of(name, 2)
    actions = game.table.actions
    assert [actions[i].kind for i in range(2)] == [ActionKind.PASS, ActionKind.DRAW_DECK]
    assert all(ORDER.index(a.kind) <= ORDER.index(b.kind) for a, b in pairwise(a for a in actions if a.seat < 0))
    assert [a.seat >= 0 for a in actions] == sorted(a.seat >= 0 for a in actions)
    assert [a.card for a in actions if a.kind == ActionKind.DRAW_CARD] == list(range(len(game.cards)))
    assert [a.keep for a in actions if a.kind == ActionKind.KEEP] == list(range(32))
    for kind in (ActionKind.CLAIM, ActionKind.STATION, ActionKind.PAY):
        paid = [
            (a.route, a.city, a.colour_cards + a.locomotives, a.colour % len(game.cards), a.locomotives)
            for a in actions
            if a.kind == kind
        ]
        assert paid == sorted(paid)


@pytest.mark.parametrize("name", EDITIONS)
def test_fewer_players_have_the_beginning_of_the_table(name: str) -> None:
    """The tables of different player numbers agree as far as the shorter one goes."""
    tables = [game_of(name, players).table.actions for other, players in GAMES if other == name]
    for fewer, more in pairwise(tables):
        assert more[: len(fewer)] == fewer


@pytest.mark.parametrize("name", [name for name in EDITIONS if f"{name}+depots" in EDITIONS])
def test_depots_only_add_actions(name: str) -> None:
    """The table of an edition is the beginning of its table with Warehouses & Depots."""
    table = game_of(name, 2).table.actions
    assert game_of(f"{name}+depots", 2).table.actions[: len(table)] == table


def test_games_are_compiled_once() -> None:
    """Asking twice for the same edition and number of players gives the same game."""
    assert Game.of(EDITIONS["usa"], 3) is Game.of(EDITIONS["usa"], 3) is not Game.of(EDITIONS["usa"], 4)
