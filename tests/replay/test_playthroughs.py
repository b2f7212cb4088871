from collections.abc import Callable, Iterator

import pytest

from referee.editions import editions, load_edition
from referee.game import Deal, DecisionKind, Game, State, apply, decision, score, state_to_text
from referee.replay import event_text
from tests.conftest import Golden
from tests.replay.playing import choose
from tests.replay.varied import varied

MANY, HEAD = 40, 5
"""A row that is replaced again and again tells so much that only its beginning and end are kept (E-02)."""


def playthrough(game: Game, seed: str, policy: Callable[[State], int], every: int) -> Iterator[str]:
    """A whole match: each question with its number of legal answers, each action and event, positions now and then."""
    state = game.start(Deal.from_text(seed))
    yield f"{game.edition.id}, {game.players} players, seed {seed!r}"
    number = 0
    while not state.over:
        if number % every == 0:
            yield from _position(state)
        yield from played(state, number, policy(state))
        number += 1
    yield from _position(state)
    yield from scored(state)


def played(state: State, number: int, action: int) -> Iterator[str]:
    """Play one action: who was asked what, the answer, and what happened."""
    asked, game = decision(state), state.game
    kind = DecisionKind(asked.kind).name
    yield f"{number:3} seat {asked.seat} {kind} of {len(asked.legal)}: {game.table[action].text} ({action})"
    told = [f"      {event_text(game, event)}" for event in apply(state, action)]
    if len(told) > MANY:
        told[HEAD:-HEAD] = [f"      ... and {len(told) - 2 * HEAD} more"]
    yield from told


def scored(state: State) -> Iterator[str]:
    """The score of each seat."""
    for seat, result in enumerate(score(state)):
        yield f"seat {seat}: {result}"


def _position(state: State) -> Iterator[str]:
    yield "---"
    yield from (line for line in state_to_text(state).splitlines() if not line.startswith("deal"))
    yield "---"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_match_plays_as_it_did(golden: Golden, players: int) -> None:
    """A match from a fixed seed with a fixed policy gives the same positions, choices, events and scores as ever."""
    game = Game.of(load_edition("usa"), players)
    text = "\n".join(playthrough(game, f"playthrough {players}", choose, 25)) + "\n"
    golden.check(f"playthroughs/usa-{players}p.txt", text)


def _others() -> Iterator[tuple[str, int]]:
    """Every edition with the fewest and the most seats, and one edition of each board with depots as well."""
    boards: set[str] = set()
    for name in editions():
        edition = load_edition(name)
        names = [name] if edition.board.id in boards else [name, f"{name}+depots"]
        boards.add(edition.board.id)
        yield from ((one, players) for one in names for players in edition.players if one != "usa")


@pytest.mark.parametrize(("name", "players"), list(_others()))
def test_every_edition_plays_as_it_did(golden: Golden, name: str, players: int) -> None:
    """A match of each edition in which a bit of everything happens goes as ever."""
    game = Game.of(load_edition(name), players)
    seed = f"{name} {players}"
    text = "\n".join(playthrough(game, seed, varied(seed), 100)) + "\n"
    golden.check(f"playthroughs/{name}-{players}p.txt", text)
