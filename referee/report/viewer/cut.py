"""Cuts long texts of strangers, so that one remark cannot fill a page."""

from typing import Final

LONGEST: Final = 1500
"""Characters of one remark or fault text that a page shows."""


def cut(text: str, longest: int = LONGEST) -> str:
    """The text, or its beginning and how much is left out."""
    if len(text) <= longest:
        return text
    return f"{text[:longest]} … ({len(text) - longest} more characters)"
