"""Played matches as JSON lines for learning: one line a decision (docs/learning.md has the columns).

What a seat saw is turned into numbers by whoever calls: this room knows no environment.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TextIO

from attrs import frozen

from referee.game import Game, State, decision
from referee.replay import ReplayCode, ReplayError, states
from referee.replay.record import Replay
from referee.report.drafts import draft_of
from referee.tournament.errors import StoreError
from referee.tournament.records import Records
from referee.wire import game_digest

Look = Callable[[State], Sequence[float]]
"""What the seat that is asked sees, as numbers."""


@frozen
class Trajectories:
    """What an export did: lines and matches in the file, and matches held back."""

    path: Path
    decisions: int
    matches: int
    withheld: int


def export_trajectories(records: Records, pattern: str, path: Path, looks: Callable[[Game], Look]) -> Trajectories:
    """Write the decisions of all matches whose id fits the pattern; those of unfinished deals are withheld.

    Raises:
        StoreError: the file cannot be written. ReplayError: a match was played on another board than this referee's.

    """
    shown = [match_id for match_id in records.open_matches() if fnmatchcase(match_id, pattern)]
    chosen = sum(fnmatchcase(match_id, pattern) for match_id in records.done())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft_of(path) as draft, draft.open("w", encoding="utf-8") as file:
            decisions = _write(file, records, shown, looks)
    except OSError as error:
        raise StoreError(path, f"cannot be written: {error.strerror}") from None
    return Trajectories(path, decisions, len(shown), chosen - len(shown))


def _write(file: TextIO, records: Records, match_ids: Sequence[str], looks: Callable[[Game], Look]) -> int:
    looked: dict[Game, Look] = {}
    decisions = 0
    for match_id in match_ids:
        replay = Replay.from_text(records.sealed_replay(match_id))
        game = _game(replay, records.game(records.match(match_id)))
        if game not in looked:
            looked[game] = looks(game)
        for line in lines(match_id, replay, game, looked[game]):
            file.write(json.dumps(line, separators=(",", ":")) + "\n")
            decisions += 1
    return decisions


def _game(replay: Replay, game: Game) -> Game:
    """The game, if it is the one that was played."""
    if replay.header.game_digest not in ("", game_digest(game)):
        facts = f"the board or tickets of edition {game.edition.id} are not those that the match was played with"
        raise ReplayError(ReplayCode.OTHER_GAME, facts)
    return game


def lines(match_id: str, replay: Replay, game: Game, look: Look) -> Iterator[dict[str, Any]]:
    """The decisions of a replay in order, played again."""
    moves = list(replay.moves)
    end = {"scores": [seat.score for seat in replay.scores], "ranks": [seat.rank for seat in replay.scores]}
    for number, state in _asked(replay, game):
        move, asked = moves[number], decision(state)
        yield {
            "match": match_id,
            "edition": game.edition.id,
            "players": game.players,
            "decision": number,
            "seat": asked.seat,
            "bot": replay.header.seats[asked.seat],
            "kind": asked.kind.name,
            "observation": [int(value) if value == int(value) else value for value in look(state)],
            "legal": asked.legal,
            "action": move.action,
            "text": move.text,
            "chosen": state.out[asked.seat] < 0 and not (move.fault and move.fault.substituted),
            **end,
        }


def _asked(replay: Replay, game: Game) -> Iterator[tuple[int, State]]:
    """The position at each decision; forfeits at the same moment come before it."""
    forfeits = Counter(forfeit.number for forfeit in replay.forfeits)
    for number, state, _ in states(replay, game):
        if forfeits[number]:
            forfeits[number] -= 1
        elif not state.over and number < replay.decisions:
            yield number, state
