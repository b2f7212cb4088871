"""The tables and the code of docs/learning.md are those of the program."""

import re
from pathlib import Path

import pytest

from referee.editions import load_edition
from referee.env import Layout, Observer
from referee.game import Game
from tests.conftest import Golden

PAGE = Path(__file__).resolve().parents[2] / "docs" / "learning.md"


def _layout(edition: str, players: int) -> Layout:
    return Observer(Game.of(load_edition(edition), players)).layout


def _extras() -> Layout:
    """Segments that the optional rules add to those of `usa`."""
    usual = {segment.name for segment in _layout("usa", 2).segments}
    return Layout(tuple(s for s in _layout("europe+depots", 2).segments if s.name not in usual))


@pytest.mark.parametrize("name", ["layout", "extras"])
def test_the_tables_of_the_page_are_up_to_date(name: str, golden: Golden) -> None:
    """The segments stand in the page as the program has them; `--rewrite-golden` writes them there."""
    layout, page = _layout("usa", 2) if name == "layout" else _extras(), PAGE.read_text(encoding="utf-8")
    table = layout.table() if name == "layout" else re.sub(r"(?m)^\|[^|]*\|", "|", layout.table())
    found = re.fullmatch(rf"(.*<!-- {name} [^>]*-->\n)(.*)(<!-- end of {name} -->\n.*)", page, re.DOTALL)
    assert found
    if golden.rewrite:
        PAGE.write_text(found[1] + table + found[3], encoding="utf-8")
    else:
        assert found[2] == table


def test_the_code_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The Python examples run one after the other, as somebody would paste them."""
    place: dict[str, object] = {}
    for source in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        exec(source, place)
    assert capsys.readouterr().out.startswith("London, 2 players")
