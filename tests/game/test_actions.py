from collections import Counter

import pytest

from referee.editions import editions, load_edition
from referee.game import BoardError, Game
from tests.conftest import Golden

SUFFIXED = [f"{name}{suffix}" for name in editions() for suffix in ("", "+depots")]


def test_the_table_of_usa_begins_as_documented(golden: Golden) -> None:
    """The first ids of the USA table, with the last ones of its core and of its modules, are frozen for ever."""
    lines = []
    for name in ("usa", "europe", "usa+depots"):
        table = Game.of(load_edition(name), 3).table
        lines += [f"{name}, 3 players: {len(table)} actions"]
        shown = (
            [*range(55), *range(len(table) - 20, len(table))] if name == "usa" else range(len(table) - 170, len(table))
        )
        lines += [f"{action} {table[action].text}" for action in shown]
    golden.check("game/actions.txt", "".join(f"{line}\n" for line in lines))


def test_the_number_of_actions_is_frozen(golden: Golden) -> None:
    """Each edition and number of players has its frozen number of actions of each kind: old replays depend on it."""
    lines = []
    for name in SUFFIXED:
        edition = load_edition(name)
        for players in range(edition.players[0], edition.players[1] + 1):
            table = Game.of(edition, players).table
            kinds = Counter(action.kind.name.lower() for action in table.actions)
            lines.append(f"{name} {players}: {len(table)} " + " ".join(f"{k}={n}" for k, n in kinds.items()))
    golden.check("game/action-counts.txt", "".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize(
    ("edition", "players"), [("usa", 1), ("usa", 6), ("europe", 0), ("london", 5), ("new-york", 1)]
)
def test_impossible_player_numbers_are_refused(edition: str, players: int) -> None:
    """An edition names the numbers of players that it takes when another one is wanted."""
    low, high = load_edition(edition).players
    with pytest.raises(BoardError, match=f"edition {edition} takes {low} to {high} players, not {players}"):
        Game.of(load_edition(edition), players)
