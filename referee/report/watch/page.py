"""The page of a running cup: one document that asks its server for facts and for news of them."""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent


@cache
def live_page() -> str:
    """The page as text; it is the same for every cup."""
    style, script = ((_FOLDER / name).read_text(encoding="utf-8") for name in ("live.css", "live.js"))
    page = (_FOLDER / "live.html").read_text(encoding="utf-8")
    return page.replace("@STYLE@", style).replace("@SCRIPT@", script)


@cache
def policy_of(page: str) -> str:
    """A policy that admits the page's own scripts and styles, by their hashes, and questions to its own server."""
    scripts = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    parts = {
        "default-src": ["'none'"],
        "script-src": map(_source, scripts),
        "style-src": map(_source, styles),
        "connect-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
        "frame-ancestors": ["'none'"],
        "require-trusted-types-for": ["'script'"],
    }
    return "; ".join(f"{name} {' '.join(values)}" for name, values in parts.items())


def _source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
