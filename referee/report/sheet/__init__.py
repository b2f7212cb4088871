"""A sheet: one HTML file with style, script and data inside, under a policy that lets nothing else in.

It opens from disk with the network off. What a sheet shows is its maker's: `viewer` a match, `page` a cup.
"""

import json
import zlib
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, Final

_FOLDER: Final = Path(__file__).parent


def _file(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


SERIES: Final = _file("series.css")
"""The five colours that the colour-blind can tell apart, as style."""


def sheet(title: str, body: str, style: str, script: str, content: Mapping[str, Any], *, asks: bool = False) -> str:
    """The file as text.

    `title` is text; `body` is HTML without anything of a stranger's; `style` and `script` come after the ones that
    all sheets share; the script finds `content` with `unpacked`. With `asks` it may ask the server that
    it came from, which a file from disk has not.
    """
    style, script = _file("base.css") + style, _lean(_file("base.js") + script)
    values = {
        "SCRIPT_HASH": _hash(script),
        "STYLE_HASH": _hash(style),
        "ASKS": " connect-src 'self';" if asks else "",
        "TITLE": escape(title),
        "STYLE": style,
        "BODY": body,
        "DATA": packed(content),
        "SCRIPT": script,
    }
    # One after the other: a value that looks like a mark of an earlier place stays what it is.
    done, rest = "", _file("frame.html")
    for key, value in values.items():
        before, found, rest = rest.partition(f"@{key}@")
        assert found, key
        done += before + value
    return done + rest


def packed(content: Mapping[str, Any]) -> str:
    """Compact JSON as gzip in base64. Every `<` is escaped, though base64 has none: no reader need think of it."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b64encode(packer.compress(text.encode(errors="replace")) + packer.flush()).decode()


def _lean(script: str) -> str:
    """Without indentation and comment lines: the page is sent around, its source is here."""
    lines = (line.strip() for line in script.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _hash(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
