"""One position as a picture for papers: SVG that stands alone, or PNG if the extra is installed."""

import re
from functools import cache
from pathlib import Path

from referee.game import SPECTATOR, Game, RefereeError, State, observe
from referee.replay import Replay, ReplayCode, ReplayError, states
from referee.report.sheet import SERIES
from referee.report.viewer.drawing import Position, board_svg


class PictureError(RefereeError):
    """A picture that cannot be made on this machine."""


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
    return board_svg(game.edition, position_of(last), style=light_style())


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
    return re.sub(r"var\((--[\w-]+)\)", lambda found: light[found[1]], rules)


def png(svg: str, width: int = 1600) -> bytes:
    """The same as a bitmap.

    Raises:
        PictureError: the library that draws it is not installed.
    """
    try:
        import cairosvg  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except (ImportError, OSError):
        raise PictureError(
            "--format png needs cairosvg, which is not installed: pip install 'ticket-referee[pictures]'"
        ) from None
    return bytes(cairosvg.svg2png(bytestring=svg.encode(), output_width=width))
