import struct
import sys
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

import pytest

from referee.report.pictures import PictureError, cross_table_svg, png, rating_plot_svg, sized
from referee.report.pictures.paper import fitting, width_of
from referee.tournament.encounters import Encounter
from referee.tournament.ratings import Interval, Rating
from referee.tournament.standings import Row, Standings

HOSTILE = '<script>alert("x")</script>&amp;\u202e\x07'


def _table(elos: Mapping[str, tuple[float, float | None, float | None] | None]) -> Standings:
    rows = []
    for rank, (bot, elo) in enumerate(elos.items(), 1):
        rating = Rating(bot, Interval(*elo), Interval(0.5, None, None), rank, rank, None) if elo else None
        rows.append(Row(rank, bot, 4, Fraction(2), 2, 50.0, 0, {}, rating))
    return Standings("", 0, tuple(rows))


def _met(bots: Sequence[str], score: float = 0.75) -> list[Encounter]:
    pairs = [(a, b) for a in bots for b in bots if a != b]
    return [Encounter(a, b, 8, 6, 0, 2, Interval(score if a < b else 1 - score, None, None), None) for a, b in pairs]


def _texts(svg: str) -> list[str]:
    return [node.text or "" for node in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_the_plot_has_each_bot_with_its_figure_and_bars() -> None:
    """A row a bot in the order of the standings, with a dot on the axis, bars if there are any, and the figure."""
    table = _table({"ann": (120.4, 40.0, 200.0), "ben": (-20.0, None, None), "cat": None})
    svg = rating_plot_svg(table, "Cup")
    texts = _texts(svg)
    assert [text for text in texts if text in ("ann", "ben", "cat")] == ["ann", "ben", "cat"]
    assert {"Cup", "+120", "−20", "0", "no rating"} <= set(texts)
    circles = [float(node.get("cx", "")) for node in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}circle")]
    assert len(circles) == 2
    assert circles[0] > circles[1]
    assert svg.count('stroke-width="1.6"') == 1


@pytest.mark.parametrize("elos", [(0.0, 0.0, 0.0), (0.001, None, None), (90_000.0, -80_000.0, 100_000.0)])
def test_any_range_fits_on_the_axis(elos: tuple[float, float | None, float | None]) -> None:
    """Whatever the figures, dots and bars lie within the picture, and the labels of the axis lie apart."""
    svg = rating_plot_svg(_table({"ann": elos}))
    root = ET.fromstring(svg)
    wide = float(root.get("width", ""))
    assert all(0 < float(node.get("cx", "")) < wide for node in root.iter("{http://www.w3.org/2000/svg}circle"))
    axis = [node for node in root.iter("{http://www.w3.org/2000/svg}text") if node.get("text-anchor") == "middle"][:-1]
    boxes = sorted((float(node.get("x", "")), width_of(node.text or "")) for node in axis)
    assert all(a[0] + a[1] / 2 < b[0] - b[1] / 2 for a, b in pairwise(boxes))


def test_the_cross_table_has_every_pair() -> None:
    """Each cell tells per cent and matches of its pair; bots that never met, or are one, have an empty one."""
    bots = ["ann", "ben", "cat"]
    met = [each for each in _met(bots) if {each.bot, each.other} != {"ben", "cat"}]
    texts = _texts(cross_table_svg(_table(dict.fromkeys(bots)), met))
    assert (texts.count("75"), texts.count("25"), texts.count("8")) == (2, 2, 4)


@pytest.mark.parametrize("score", [0.0, 0.1, 0.3, 0.5, 0.62, 0.8, 1.0])
def test_figures_can_be_read_on_their_colour(score: float) -> None:
    """Letters and the colour below them differ by a contrast of at least 4.5, as accessibility asks for."""
    root = ET.fromstring(cross_table_svg(_table(dict.fromkeys(["ann", "ben"])), _met(["ann", "ben"], score)))
    nodes = list(root)
    pairs = [
        (text.get("fill", ""), box.get("fill", ""))
        for box, text in pairwise(nodes)
        if box.tag.endswith("rect") and text.tag.endswith("text") and text.get("font-weight") == "600" and box.get("rx")
    ]
    assert len(pairs) == 2
    for one, other in pairs:
        light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (one, other)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_strangers_names_are_text() -> None:
    """Names with markup, control and direction characters make no element, and stay within their column."""
    table = _table({HOSTILE: (10.0, 0.0, 20.0), "A" * 500: (0.0, -9.0, 9.0)})
    for svg in (rating_plot_svg(table, HOSTILE), cross_table_svg(table, _met([HOSTILE, "A" * 500]), HOSTILE)):
        root = ET.fromstring(svg)
        assert not [node for node in root.iter() if node.tag.endswith("script")]
        assert any("<script>" in text for text in _texts(svg))
        assert "\u202e" not in svg
        assert "\x07" not in svg
        assert not [text for text in _texts(svg) if len(text) > 100]


def test_a_picture_stands_alone() -> None:
    """Nothing is loaded: no address but that of SVG itself, no style sheet, no script, no event."""
    table = _table({"ann": (10.0, 0.0, 20.0), "ben": (-10.0, -20.0, 0.0)})
    for svg in (rating_plot_svg(table), cross_table_svg(table, _met(["ann", "ben"]))):
        assert svg.count("http") == 1
        assert not any(sign in svg for sign in ("<script", "<style", "<image", "href", "url(", " on"))


def test_nothing_to_show_is_one_clear_error() -> None:
    """A cup without a match has neither ratings nor a cross table, and is told so."""
    with pytest.raises(PictureError, match="no rating to plot"):
        rating_plot_svg(_table({"ann": None}))
    with pytest.raises(PictureError, match="no cross table yet"):
        cross_table_svg(_table({"ann": None}), [])


def test_another_size_keeps_the_drawing() -> None:
    """A width of its own changes width and height alone, in proportion."""
    svg = rating_plot_svg(_table({"ann": (10.0, 0.0, 20.0)}))
    small = sized(svg, 360)
    before, after = ET.fromstring(svg), ET.fromstring(small)
    assert after.get("viewBox") == before.get("viewBox")
    assert float(after.get("width", "")) == 360
    assert float(after.get("height", "")) == float(before.get("height", "")) / 2
    assert svg.partition(">")[2] == small.partition(">")[2]


def test_long_names_are_cut_to_their_width() -> None:
    """A text that fits stays as it is; a longer one ends in an ellipsis within the width, in wide letters too."""
    assert fitting("ann", 100) == "ann"
    for name in ("a" * 80, "列车" * 40):
        cut = fitting(name, 100)
        assert cut.endswith("…")
        assert width_of(cut) <= 100


def test_a_bitmap_is_a_png_of_its_width() -> None:
    """The bytes are a PNG as wide as was asked for and as high as the drawing says."""
    pytest.importorskip("cairosvg", exc_type=(ImportError, OSError))  # type: ignore[arg-type]
    data = png(rating_plot_svg(_table({"ann": (10.0, 0.0, 20.0)})), 360)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (360, 73)


def test_a_bitmap_without_its_library_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without cairosvg the error says how to install it."""
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    with pytest.raises(PictureError, match="pip install 'ticket-referee\\[pictures\\]'"):
        png("<svg/>")
