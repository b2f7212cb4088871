"""Replays as files: complete in themselves with the game's description, without the second section unless it is
wanted.
"""

from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path

from attrs import evolve, frozen

from referee.editions import EditionError, edition_of
from referee.game import Game
from referee.replay.record import Replay
from referee.report.drafts import draft_of
from referee.tournament.errors import StoreError
from referee.tournament.records import Records
from referee.wire import description_text, game_digest, game_message


@frozen
class Written:
    """What an export did: how many files it wrote into which folder, and how many it held back."""

    folder: Path
    count: int
    withheld: int


def full_text(replay: Replay, game: Game | None = None, *, timing: bool) -> str:
    """The text form of a replay with the description of its game: of `game`, else of the referee's own edition.

    If that is not the very game that was played, the replay keeps what description it has.
    """
    game = game or _own(replay)
    described = game is not None and game_digest(game) == replay.header.game_digest
    whole = evolve(replay, description=_description(game)) if game is not None and described else replay
    return whole.to_text(timing=timing)


def _own(replay: Replay) -> Game | None:
    try:
        return Game.of(edition_of(replay.header.edition, {}), replay.header.players)
    except EditionError:
        return None


@lru_cache(maxsize=16)
def _description(game: Game) -> str:
    return description_text(game_message(game))


def export_replays(records: Records, pattern: str, folder: Path, *, timing: bool) -> Written:
    """Write the replays whose match id fits the pattern, each under its id; those of unfinished deals are withheld.

    Raises:
        StoreError: the folder cannot be written.

    """
    visible = frozenset(records.open_matches())
    chosen = [match_id for match_id in sorted(records.done()) if fnmatchcase(match_id, pattern)]
    shown = [match_id for match_id in chosen if match_id in visible]
    for match_id in shown:
        replay = Replay.from_text(records.sealed_replay(match_id))
        text = full_text(replay, records.game(records.match(match_id)), timing=timing)
        _write(folder / f"{match_id}.replay", text)
    return Written(folder, len(shown), len(chosen) - len(shown))


def _write(path: Path, text: str) -> None:
    """Whole or not at all: a file that is being replaced stays as it was until the new one is complete."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft_of(path) as draft:
            draft.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StoreError(path, f"cannot be written: {error.strerror}") from None
