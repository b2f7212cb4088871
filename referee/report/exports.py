"""Replays as files: complete in themselves with the game's description, without the second section unless it is
wanted.
"""

import json
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from attrs import evolve, frozen

from referee.editions import load_edition
from referee.game import Game
from referee.replay.record import Replay
from referee.tournament.errors import StoreError
from referee.tournament.records import Records
from referee.wire import description, game_digest, game_message


@frozen
class Written:
    """What an export did: how many files it wrote into which folder, and how many it held back."""

    folder: Path
    count: int
    withheld: int


def full_text(replay: Replay, *, timing: bool) -> str:
    """The text form of a replay with the description of its game, as far as this referee knows that very game."""
    digest, text = _description(replay.header.edition, replay.header.players)
    whole = evolve(replay, description=text) if digest == replay.header.game_digest else replay
    return whole.to_text(timing=timing)


@cache
def _description(edition: str, players: int) -> tuple[str, str]:
    """Digest and text of a game's description; the digest is that of this very text."""
    game = Game.of(load_edition(edition), players)
    text = json.dumps(description(game_message(game)), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return game_digest(game), text


def export_replays(records: Records, pattern: str, folder: Path, *, timing: bool) -> Written:
    """Write the replays whose match id fits the pattern, each under its id; those of unfinished deals are withheld.

    Raises:
        StoreError: the folder cannot be written.

    """
    visible = frozenset(records.open_matches())
    chosen = [match_id for match_id in sorted(records.done()) if fnmatchcase(match_id, pattern)]
    shown = [match_id for match_id in chosen if match_id in visible]
    for match_id in shown:
        text = full_text(Replay.from_text(records.sealed_replay(match_id)), timing=timing)
        _write(folder / f"{match_id}.replay", text)
    return Written(folder, len(shown), len(chosen) - len(shown))


def _write(path: Path, text: str) -> None:
    """Whole or not at all: a file that is being replaced stays as it was until the new one is complete."""
    draft = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise StoreError(path, f"cannot be written: {error.strerror}") from None
