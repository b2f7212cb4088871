"""Finds files that the project ships as data: boards, protos, Python sample bots, example cups.

It only gives paths; reading and checking a file is the caller's.
"""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parent


def resource(*parts: str) -> Path:
    """Path of a shipped file or folder, such as `resource("maps", "usa.toml")`.

    The copy inside an installed package comes first, the checkout that holds the package second.

    Raises:
        FileNotFoundError: neither has it; the text names the places that were looked at.

    """
    places = [place.joinpath(*parts) for place in _places()]
    for place in places:
        if place.exists():
            return place
    looked = " and ".join(map(str, places))
    raise FileNotFoundError(f"shipped file {'/'.join(parts)} is missing: looked for {looked}; reinstall ticket-referee")


def _places() -> list[Path]:
    """The folder above an installed package belongs to other packages too, so only a checkout's counts."""
    checkout = _PACKAGE.parent
    return [_PACKAGE / "_share", *([checkout] if (checkout / "pyproject.toml").is_file() else [])]
