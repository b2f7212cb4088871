"""Bots that remember: a process meets no deal twice, and kills do not change what it remembers."""

import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from referee.tournament.cup_file import Cup, load_cup
from referee.tournament.orders import UnitOrder, order_of
from referee.tournament.results import Played
from referee.tournament.schedule import schedule
from referee.tournament.secret import Secret
from referee.tournament.unit import play_unit

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
CUP = """
name = "Memory"
editions = ["london"]
seats = 2
deals = 4
process = "{process}"
seed = "memory"
[clock]
decision_ms = 60000
"""
BOT = "[[bots]]\nname = \"{name}\"\nspec = '''{spec}'''\nenv = {{ PYTHONPATH = '''{root}''' }}\n"


def _cup(folder: Path, process: str) -> Cup:
    spec = f"{sys.executable} {ROOT / 'tests' / 'tournament' / 'rememberer.py'}"
    text = CUP.format(process=process) + "".join(BOT.format(name=name, spec=spec, root=ROOT) for name in ("ann", "ben"))
    (folder / "cup.toml").write_text(text, encoding="utf-8")
    return load_cup(folder / "cup.toml")


def _orders(folder: Path, process: str) -> list[UnitOrder]:
    cup, secret = _cup(folder, process), Secret("memory")
    return [order_of(unit, cup, secret, folder / "logs") for unit in schedule(cup.config, secret).units]


async def _played(order: UnitOrder) -> list[Played]:
    return await play_unit(order, lambda _: None)


def _faults(played: list[Played]) -> list[str]:
    return [fault.code for each in played for seat in each.result.seats for fault in seat.faults]


async def test_no_process_meets_a_deal_twice(tmp_path: Path) -> None:
    """Over all units of a cup on common deals, a bot that watches out for rows that it knows sees none."""
    orders = _orders(tmp_path, "per-unit")
    deals = [match.deal for order in orders for match in order.matches]
    assert (len(deals), len({*deals})) == (8, 4)
    for order in orders:
        assert _faults(await _played(order)) == []


async def test_the_watchful_bot_is_watchful(tmp_path: Path) -> None:
    """Were a deal played twice in a unit, that bot would know it: a unit made so on purpose ends with its exit."""
    first, second = _orders(tmp_path, "per-unit")
    twice = evolve(first, matches=(first.matches[0], second.matches[0]))
    assert "CRASHED" in _faults(await _played(twice))


async def test_memory_lasts_for_a_unit(tmp_path: Path) -> None:
    """A bot that plays otherwise after each match shows what it remembers: a unit, or with per-match nothing."""
    (first, second, *_), (unit, _) = _orders(tmp_path, "per-match"), _orders(tmp_path, "per-unit")
    alone = {each.result.id: each.result.digest for order in (first, second) for each in await _played(order)}
    together = {each.result.id: each.result.digest for each in await _played(unit)}
    opening = unit.matches[0].id
    assert alone[opening] == together[opening]
    later = _orders(tmp_path, "per-match")[2]
    (fresh,) = await _played(later)
    assert fresh.result.digest != together[later.matches[0].id]


@pytest.mark.parametrize("process", ["per-unit", "per-match"])
def test_kills_change_nothing(process: str) -> None:
    """A cup killed at random moments ends as an undisturbed one, with bots that remember, and leaves no process."""
    command = [sys.executable, str(ROOT / "tools" / "kill_cup.py"), "--kills", "3", "--bots", "2", "--deals", "2"]
    command += ["--workers", "2", "--unit", "2", "--process", process]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 kills over" in done.stdout
