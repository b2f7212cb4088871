"""What all pictures of a cup share: paper, ink, text that fits, sizes, bitmaps. It knows no figure.

A picture needs no style sheet, font or script from elsewhere, and uses only what programs for papers understand too.
"""

import re
import unicodedata
from html import escape
from typing import Final

from referee.game.errors import RefereeError
from referee.replay.show import printable

FONT: Final = "Helvetica Neue, Helvetica, Arial, DejaVu Sans, sans-serif"
INK: Final = "#24272d"
QUIET: Final = "#666a72"
LINE: Final = "#e2ded3"
PAPER: Final = "#ffffff"
SIZE: Final = 14
"""Of letters, in units of the picture."""

_LEAST_TEXT: Final = 3


class PictureError(RefereeError):
    """A picture that cannot be made: nothing to show, or a library is missing."""


def document(width: float, height: float, title: str, *parts: str) -> str:
    """A whole SVG document on white paper; `title` is text for those who cannot see it."""
    box = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" font-family="{FONT}" font-size="{SIZE}" '
        f'fill="{INK}"><title>{escaped(title)}</title><rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>'
        f"{''.join(parts)}</svg>\n"
    )


def text(x: float, y: float, said: str, *, anchor: str = "start", **attributes: str) -> str:
    """A line of text whose middle line is at `y`; underscores in names of attributes stand for dashes."""
    more = "".join(f' {name.replace("_", "-")}="{escape(value)}"' for name, value in attributes.items())
    aligned = "" if anchor == "start" else f' text-anchor="{anchor}"'
    # A baseline by hand: not every program knows dominant-baseline.
    return f'<text x="{x:g}" y="{y + SIZE * 0.35:g}"{aligned}{more}>{escaped(said)}</text>'


def escaped(said: str) -> str:
    """A stranger's text as text: nothing in it is markup, and no control character is left."""
    return escape(printable(said))


def width_of(said: str, size: float = SIZE) -> float:
    """Estimated width, rather too wide than too narrow; East Asian letters take two places."""
    return size * sum(1.05 if unicodedata.east_asian_width(c) in "FW" else 0.62 for c in printable(said))


def fitting(said: str, most: float) -> str:
    """The text, or as much of its beginning as fits, with an ellipsis."""
    if width_of(said) <= most:
        return said
    while width_of(f"{said}…") > most and len(said) > _LEAST_TEXT:
        said = said[:-1]
    return f"{said.rstrip()}…"


def sized(svg: str, width: int) -> str:
    """The document at another width; the height follows, the drawing is the same."""
    head, rest = svg.split(">", 1)
    _, _, old_width, old_height = (float(each) for each in re.search(r'viewBox="([^"]+)"', head)[1].split())  # type: ignore[index]
    head = re.sub(r' (?:width|height)="[^"]*"', "", head)
    return f'{head} width="{width}" height="{width * old_height / old_width:g}">{rest}'


def png(svg: str, width: int = 1600) -> bytes:
    """The same as a bitmap, `width` pixels wide.

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
