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
        FileNotFoundError: neither has it; the text names both places.

    """
    places = (_PACKAGE / "_share", _PACKAGE.parent)
    for place in places:
        path = place.joinpath(*parts)
        if path.exists():
            return path
    wanted = "/".join(parts)
    looked = " and ".join(str(place) for place in places)
    raise FileNotFoundError(f"shipped file {wanted} is missing: looked in {looked}; reinstall ticket-referee")
