"""One position as a picture for papers: SVG that stands alone. It makes no bitmap; `report.pictures` does."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from referee.game import SPECTATOR, Game, State, observe
from referee.replay import Replay, ReplayCode, ReplayError, states
from referee.report.sheet import SERIES
from referee.report.viewer.drawing import Position, board_svg

_WHO: Final = re.compile(r'<text class="who"(.*?</text>)')
_NAMES: Final = re.compile(r'<g class="labels"(.*?</g>)')
_LETTERS: Final = """
.who:not(.halo),.labels:not(.halo) text{stroke:none}
"""


def picture(replay: Replay, game: Game, step: int | None = None) -> str:
    """The board after `step` decisions, or at the end, as an SVG document in light colours.

    Raises:
        ReplayError: the engine cannot follow the replay, or there is no such step.
    """
    wanted = replay.decisions if step is None else step
    if not 0 <= wanted <= replay.decisions:
        facts = f"there is no step {wanted}; steps go from 0 to {replay.decisions}"
        raise ReplayError(ReplayCode.NO_SUCH_STEP, facts)
    last: State | None = None
    for played, state, _ in states(replay, game):
        if played > wanted:
            break
        last = state.copy()
    assert last is not None
    return outlined(board_svg(game.edition, position_of(last), style=light_style()))


def outlined(svg: str) -> str:
    """The same with the outlines of letters as letters of their own, below: not every program knows paint-order."""
    svg = _WHO.sub(r'<text class="who halo"\1<text class="who"\1', svg)
    return _NAMES.sub(r'<g class="labels halo"\1<g class="labels"\1', svg)


def position_of(state: State) -> Position:
    """What stands on the board."""
    view = observe(state, SPECTATOR)
    stations = {city: seat for city, seat in enumerate(view.stations) if seat >= 0}
    depots = {city: seat for city, seat in enumerate(view.depots) if seat >= 0}
    return Position(view.owners, stations, depots, [seat.warehouse for seat in view.seats])


@cache
def light_style() -> str:
    """The map's style sheet with every variable replaced by its light colour, for programs that know no variables."""
    text = SERIES + (Path(__file__).parent / "map.css").read_text(encoding="utf-8")
    light = dict(re.findall(r"(--[\w-]+):light-dark\(([^,]+),", text))
    rules = re.sub(r":root\{[^}]*\}", "", text).strip()
    return re.sub(r"var\((--[\w-]+)\)", lambda found: light[found[1]], rules + _LETTERS)
