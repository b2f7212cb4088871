"""A cup whose clock says `reconnect`: a bot that loses its stream comes back, or not, as the file says."""

import sys
from pathlib import Path

import pytest

from referee.tournament.cup_file import load_cup
from referee.tournament.orders import order_of
from referee.tournament.results import Played
from referee.tournament.schedule import schedule
from referee.tournament.secret import Secret
from referee.tournament.unit import play_unit

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
BOTS = ROOT / "tests" / "abuse" / "bots"
CUP = """
name = "Lost and found"
editions = ["usa"]
seats = 2
deals = 1
seed = "lost"
[clock]
decision_ms = 20000
reconnect = "{reconnect}"
"""
BOT = "[[bots]]\nname = \"{name}\"\nspec = '''{spec}'''\nenv = {{ PYTHONPATH = '''{root}''' }}\n"


async def _played(folder: Path, first: str, reconnect: str) -> list[Played]:
    """Both seat orders of a deal, by the first bot and an honest one that is otherwise the same."""
    specs = {"first": f"{sys.executable} {BOTS / first}", "other": f"{sys.executable} {BOTS / 'honest.py'}"}
    bots = "".join(BOT.format(name=name, spec=spec, root=ROOT) for name, spec in specs.items())
    (folder / "cup.toml").write_text(CUP.format(reconnect=reconnect) + bots, encoding="utf-8")
    cup, secret = load_cup(folder / "cup.toml"), Secret("lost")
    units = [order_of(unit, cup, secret, folder / "logs") for unit in schedule(cup.config, secret).units]
    return [each for unit in units for each in await play_unit(unit, lambda _: None)]


async def test_a_bot_comes_back_in_a_cup(tmp_path: Path) -> None:
    """With `once` a lost stream changes nothing: no fault, and the replays of a bot that never lost it."""
    back = await _played(tmp_path, "comeback.py", "once")
    calm = await _played(tmp_path, "honest.py", "once")
    assert [each.result for each in back] == [each.result for each in calm]
    assert not any(seat.faults for each in back for seat in each.result.seats)


async def test_a_bot_stays_away_by_default(tmp_path: Path) -> None:
    """With `never` a lost stream is a crash of that bot in that match."""
    gone = await _played(tmp_path, "comeback.py", "never")
    codes = {seat.bot: [fault.code for fault in seat.faults] for each in gone for seat in each.result.seats}
    assert codes == {"first": ["CRASHED"], "other": []}
