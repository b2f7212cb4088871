import tomllib
from collections.abc import Iterator
from functools import cache

import pytest

from referee.editions import editions, load_edition
from referee.game import Deal, Game, State, apply, decision
from tests.conftest import GOLDEN, Golden
from tests.perft.slow import Slow
from tests.property.boards import EDITION, INVENTED, NUMBERS, built, tiny_file
from tests.replay.varied import varied

DEEPEST, WIDEST = 4, 8_000
"""Depth of the counts, and the number of sequences beyond which they go no deeper."""

SEED = "perft"

FROZEN = "perft/counts.toml"

HEAD = f"""# Perft: how many different sequences of 1, 2, 3, ... actions are legal.
# "usa 5 100" is the position of edition usa with 5 seats after 100 decisions of a fixed policy, seed {SEED!r}.
# Written by pytest --rewrite-golden.
"""

INVENTED_BOARDS = ("tiny", "wild", "scarce", "deep")


def sequences(state: State, depth: int) -> int:
    """The number of legal sequences of so many actions."""
    legal = decision(state).legal
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = state.copy()
        apply(after, action)
        total += sequences(after, depth - 1)
    return total


def counts(state: State) -> list[int]:
    """The numbers of sequences by depth, as deep as is affordable."""
    found = [sequences(state, 1)]
    while len(found) < DEEPEST and 0 < found[-1] <= WIDEST:
        found.append(sequences(state, len(found) + 1))
    return found


def reached(game: Game, after: int) -> State:
    """The position after so many decisions of a fixed policy."""
    state, policy = game.start(Deal.from_text(SEED)), varied(SEED)
    for _ in range(after):
        apply(state, policy(state))
    return state


def _games() -> Iterator[tuple[Game, int]]:
    """Every edition, fewest and most seats; one of each board with depots; the invented boards; a step for each."""
    printed: dict[str, str] = {}
    for name in editions():
        printed.setdefault(load_edition(name).board.id, name)
    for name in [*editions(), *(f"{name}+depots" for name in printed.values())]:
        yield from ((Game.of(load_edition(name), players), 10 * players) for players in load_edition(name).players)
    yield from ((Game.of(INVENTED[name], 2), 6) for name in INVENTED_BOARDS)


@cache
def _cases() -> dict[str, tuple[Game, int]]:
    """By name, the games and the numbers of decisions after which their positions are counted."""
    return {
        f"{game.edition.id} {game.players} {after}": (game, after)
        for game, step in _games()
        for after in (0, step, 2 * step)
    }


@pytest.mark.slow
def test_the_counts_are_as_ever(golden: Golden) -> None:
    """From fixed positions of every edition the number of legal sequences is what it always was."""
    lines = [f'"{name}" = {counts(reached(game, after))}' for name, (game, after) in _cases().items()]
    golden.check(FROZEN, "\n".join([HEAD, *lines, ""]))


def test_the_frozen_counts_go_deep() -> None:
    """Most frozen positions are counted to depth 3 or 4, all to depth 2, and none is at an end."""
    frozen = tomllib.loads((GOLDEN / FROZEN).read_text(encoding="utf-8"))
    depths = [len(found) for found in frozen.values()]
    assert frozen.keys() == _cases().keys()
    assert min(depths) >= 2
    assert sum(depth >= 3 for depth in depths) > 0.8 * len(depths)
    assert all(found[0] > 0 for found in frozen.values())


def _slow_sequences(match: Slow, depth: int) -> int:
    legal = match.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for text in legal:
        after = match.copy()
        after.play(text)
        total += _slow_sequences(after, depth - 1)
    return total


WILD_NUMBERS = NUMBERS | {"cards_per_colour": 3, "locomotives": 12, "trains": 6, "start_hand": 1}
SCARCE_NUMBERS = NUMBERS | {"locomotives": 3, "trains": 20}


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", ["one", "two", "three"])
@pytest.mark.parametrize("numbers", [NUMBERS, WILD_NUMBERS, SCARCE_NUMBERS], ids=["tiny", "wild", "scarce"])
def test_a_slow_engine_counts_the_same(numbers: dict[str, object], seed: str, players: int) -> None:
    """All along a match on a small board a second engine, written in words, allows the same and counts the same.

    C-10, C-20, C-22, C-23, C-25, C-27, C-30 to C-39, C-40 to C-42, C-50 to C-52, E-01 to E-10, E-22, E-23.
    """
    board = tiny_file(numbers=numbers, editions=[EDITION])
    game, deal, policy = Game.of(built(board), players), Deal.from_text(seed), varied(seed)
    state, slow = game.start(deal), Slow(board, players, deal)
    for number in range(1000):
        texts = [game.table[action].text for action in decision(state).legal]
        assert sorted(texts) == sorted(slow.legal())
        if number % 20 == 0:
            assert sequences(state, 3) == _slow_sequences(slow, 3)
        if state.over:
            break
        action = policy(state)
        slow.play(game.table[action].text)
        apply(state, action)
    assert state.over
    assert slow.legal() == []
