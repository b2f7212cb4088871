"""`referee cup report --format svg|png`: plots of a cup as pictures."""

import struct
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.cli.app import run
from referee.cli.commands import form_of
from tests.report.watch.asking import commit_next, cup_store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A finished cup of two bots on two deals."""
    with cup_store(tmp_path) as store:
        commit_next(store, 4)
    return tmp_path / "cup"


@pytest.mark.parametrize("part", ["ratings", "cross-table"])
def test_a_part_is_written_as_svg(folder: Path, capsys: pytest.CaptureFixture[str], part: str) -> None:
    """The picture lies in the results folder under the part's name, and names the cup and its bots."""
    assert run(["cup", "report", str(folder), "--format", "svg", "--part", part]) == 0
    place = folder / f"{part}.svg"
    assert capsys.readouterr().out == f"written to {place}\n"
    texts = [node.text for node in ET.parse(place).iter("{http://www.w3.org/2000/svg}text")]
    assert {"Small cup", "bot-0", "bot-1"} <= set(texts)


def test_a_part_is_written_as_png(folder: Path, tmp_path: Path) -> None:
    """A bitmap has the width that was asked for."""
    pytest.importorskip("cairosvg", exc_type=(ImportError, OSError))  # type: ignore[arg-type]
    out = tmp_path / "paper.png"
    words = ["--format", "png", "--part", "ratings", "--width", "500", "-o", str(out)]
    assert run(["cup", "report", str(folder), *words]) == 0
    assert out.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", out.read_bytes()[16:20]) == (500,)


def test_the_name_of_the_file_says_what_it_is(folder: Path, tmp_path: Path) -> None:
    """Without --format a name that ends as a picture's gets one."""
    out = tmp_path / "paper.svg"
    assert run(["cup", "report", str(folder), "--part", "ratings", "-o", str(out)]) == 0
    assert ET.parse(out).getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("form", "out", "meant"),
    [
        (None, None, "html"),
        (None, "match.SVG", "svg"),
        (None, "match.png", "png"),
        (None, "match.page", "html"),
        ("svg", "match.png", "svg"),
    ],
)
def test_what_was_asked_for_goes_before_a_name(form: str | None, out: str | None, meant: str) -> None:
    """--format wins over the ending of --out, and a page is written where neither speaks of a picture."""
    assert form_of(form, Path(out) if out else None) == meant


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--format", "svg"], "--format svg is a picture of one part: add --part ratings or cross-table"),
        (["--part", "ratings"], "--part belongs to --format svg or png"),
        (["--width", "500"], "--width belongs to --format svg or png"),
        (["--format", "png", "--part", "ratings", "--every", "3"], "--every belongs to --format html"),
        (["--format", "png", "--part", "ratings", "--replays", "all"], "--replays belongs to --format html"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], words: Sequence[str], said: str
) -> None:
    """An option of the page with a picture, or of a picture with the page, is one clear error and writes nothing."""
    assert run(["cup", "report", str(folder), *words]) == 2
    assert said in capsys.readouterr().err
    assert not list(folder.glob("*.svg")) + list(folder.glob("*.png")) + list(folder.glob("*.html"))


@pytest.mark.parametrize(
    ("part", "said"), [("ratings", "there is no rating to plot"), ("cross-table", "there is no cross table yet")]
)
def test_a_cup_without_a_match_has_no_pictures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], part: str, said: str
) -> None:
    """Before the first match is committed there is nothing to draw, which is one clear error."""
    with cup_store(tmp_path):
        pass
    assert run(["cup", "report", str(tmp_path / "cup"), "--format", "svg", "--part", part]) == 2
    assert said in capsys.readouterr().err
