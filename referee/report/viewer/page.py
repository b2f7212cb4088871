"""The replay page: one HTML file with map, match, style and script inside, and a policy that lets nothing else in."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

from referee.game import SPECTATOR, Game
from referee.replay import Replay, ReplayCode, ReplayError
from referee.replay.show import printable
from referee.report.viewer.cut import cut
from referee.report.viewer.drawing import board_svg, plan_of
from referee.report.viewer.match import NAME, match_facts, packed

_FOLDER: Final = Path(__file__).parent


def replay_page(replay: Replay, game: Game, *, as_seat: int | None = None, warning: str = "") -> str:
    """The page as text. `as_seat` None holds everything; a seat or -1 holds only what that seat or a spectator knew.

    `warning` stands above the match: what is wrong with a replay that could not be verified.

    Raises:
        ReplayError: NO_SUCH_SEAT, or the replay is of another game.
    """
    if as_seat is not None and not SPECTATOR <= as_seat < game.players:
        facts = f"there is no seat {as_seat}; seats go from 0 to {game.players - 1}"
        raise ReplayError(ReplayCode.NO_SUCH_SEAT, facts)
    facts_ = match_facts(replay, game, as_seat, warning)
    facts_["layout"] = plan_of(game.edition).places.kind
    style, script = _style(), _script()
    names = ", ".join(cut(printable(name), NAME) for name in replay.header.seats)
    values = {
        "SCRIPT_HASH": _hash(script),
        "STYLE_HASH": _hash(style),
        "TITLE": escape(f"{game.edition.name}: {names}"),
        "HEADING": escape(game.edition.name),
        "STYLE": style,
        "MAP": board_svg(game.edition, titled=False),
        "DATA": packed(facts_),
        "SCRIPT": script,
    }
    page = _file("page.html")
    for key, value in values.items():
        before, found, after = page.partition(f"@{key}@")
        assert found, key
        page = before + value + after
    return page


@cache
def _file(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


@cache
def _style() -> str:
    return _file("map.css") + _file("viewer.css")


@cache
def _script() -> str:
    """Without indentation and comment lines: the page is sent around, its source is here."""
    lines = (line.strip() for line in _file("viewer.js").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _hash(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
