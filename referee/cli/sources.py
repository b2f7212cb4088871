"""Where a replay comes from: a file, or a match of a cup's folder (`DIR:MATCH_ID`). It reads the text and judges
nothing. A match on a board that is not the referee's own comes with the description of its game.
"""

from pathlib import Path

from referee.cli.errors import InputError
from referee.replay import Replay, unpack
from referee.report.exports import full_text
from referee.tournament.records import read


def replay_text(source: str) -> str:
    """The text of a replay that may be shown.

    Raises:
        RefereeError: no such file or match, or a match that is withheld.

    """
    return _text(source, sealed=False)


def sealed_text(source: str) -> str:
    """The text of a replay, withheld or not: for checks that show nothing of it."""
    return _text(source, sealed=True)


def _text(source: str, *, sealed: bool) -> str:
    path = Path(source)
    folder, colon, match_id = source.partition(":")
    if colon and not path.exists() and Path(folder).is_dir():
        with read(Path(folder)) as records:
            match = records.match(match_id)
            text = records.sealed_replay(match.id) if sealed else records.replay(match.id)
            return full_text(Replay.from_text(text), records.game(match), timing=True) if records.boards else text
    try:
        return unpack(path.read_bytes())
    except IsADirectoryError:
        raise InputError(source, "is a folder; name a match of it: DIR:MATCH_ID") from None
    except OSError as error:
        raise InputError(source, f"cannot be read: {error.strerror}") from None
