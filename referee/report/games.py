"""The game that a replay was played on: the referee's own, that of a board file, or the one that the replay describes.

It judges no play.
"""

from pathlib import Path

from attrs import frozen

from referee.editions import EditionError, edition_of, load_board_file, plain
from referee.game import Edition, Game
from referee.game.errors import RefereeError
from referee.replay.record import Replay
from referee.wire import game_digest, game_from_text


class UnknownBoardError(RefereeError):
    """A replay of an edition that the referee does not have, without a description of its game."""


@frozen
class GameFound:
    """The game of a replay. board: where it is from if not from the referee's own boards, "" if it is."""

    game: Game
    board: str = ""


def game_of(replay: Replay, board: Path | None = None) -> GameFound:
    """The game to play a replay again with; `board` is a board file to be used instead of the referee's own.

    A replay that carries the description of its game (the reader has held it against the header) needs no file.

    Raises:
        RefereeError: there is none, or the board file or the description cannot be played.

    """
    header = replay.header
    if board is not None:
        return GameFound(Game.of(_in_file(header.edition, board), header.players), str(board))
    own = _own(header.edition)
    if own is not None:
        game = Game.of(own, header.players)
        if not replay.description or header.game_digest in ("", game_digest(game)):
            return GameFound(game)
    if replay.description:
        return GameFound(game_from_text(replay.description), "the replay's own description")
    raise UnknownBoardError(
        f"the replay is of edition {header.edition!r}, which is none of this referee's, and carries no description "
        f"of its game; name its board file: --board FILE.toml"
    )


def _own(edition_id: str) -> Edition | None:
    try:
        return edition_of(edition_id, {})
    except EditionError:
        return None


def _in_file(edition_id: str, board: Path) -> Edition:
    for edition in load_board_file(board):
        if edition.id == plain(edition_id):
            return edition_of(edition_id, {edition.id: board.read_text(encoding="utf-8")})
    raise UnknownBoardError(f"{board} has no edition {plain(edition_id)!r}, of which the replay is")
