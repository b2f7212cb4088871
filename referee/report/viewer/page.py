"""The replay page: map, match, style and script of one match in a sheet."""

from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from referee.game import SPECTATOR, Game
from referee.replay import Replay, ReplayCode, ReplayError
from referee.replay.show import printable
from referee.report.sheet import SERIES, sheet
from referee.report.viewer.cut import cut
from referee.report.viewer.drawing import board_svg, plan_of
from referee.report.viewer.match import NAME, match_facts

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
    names = ", ".join(cut(printable(name), NAME) for name in replay.header.seats)
    heading, map_ = escape(game.edition.name), board_svg(game.edition, titled=False)
    body = _file("page.html").replace("@HEADING@", heading).replace("@MAP@", map_)
    style = SERIES + _file("map.css") + _file("viewer.css")
    return sheet(f"{game.edition.name}: {names}", body, style, _file("viewer.js"), facts_)


@cache
def _file(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
