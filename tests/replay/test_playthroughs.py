from collections.abc import Iterator

import pytest

from referee.editions import load_edition
from referee.game import Deal, DecisionKind, Game, State, apply, decision, score, state_to_text
from referee.replay import event_text
from tests.conftest import Golden
from tests.replay.playing import choose

POSITION_EVERY = 25


def playthrough(game: Game, seed: str) -> Iterator[str]:
    """A whole match: each question with its number of legal answers, each action and event, positions now and then."""
    state = game.start(Deal.from_text(seed))
    yield f"{game.edition.id}, {game.players} players, seed {seed!r}"
    number = 0
    while not state.over:
        if number % POSITION_EVERY == 0:
            yield from _position(state)
        asked = decision(state)
        action = choose(state)
        kind = DecisionKind(asked.kind).name
        yield f"{number:3} seat {asked.seat} {kind} of {len(asked.legal)}: {game.table[action].text} ({action})"
        for event in apply(state, action):
            yield f"      {event_text(game, event)}"
        number += 1
    yield from _position(state)
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
    text = "\n".join(playthrough(game, f"playthrough {players}")) + "\n"
    golden.check(f"playthroughs/usa-{players}p.txt", text)
