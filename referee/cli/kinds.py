"""Kinds of option values that click has not: text that can be encoded, finite numbers, places to write to. It names no
option.
"""

from math import isfinite
from pathlib import Path
from typing import Any, final

import click


@final
class Text(click.types.StringParamType):
    """Text of which something will be computed; bytes of the command line that are not UTF-8 are none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The value itself."""
        text: str = super().convert(value, param, ctx)
        try:
            text.encode()
        except UnicodeEncodeError:
            self.fail(f"{text!r} is no text: its bytes are not UTF-8", param, ctx)
        return text


@final
class Finite(click.FloatRange):
    """A number within limits; not nan, which no limit keeps out."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number."""
        number: float = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value!r} is no finite number", param, ctx)
        return number


@final
class Place(click.Path):
    """A file or folder that will be written. `-` is none: a file of that name would surprise whoever means a pipe."""

    def __init__(self, *, file: bool = True, folder: bool = True) -> None:
        super().__init__(file_okay=file, dir_okay=folder, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        if value == "-":
            self.fail("'-' is no name here; a file or folder that is called so is ./-", param, ctx)
        return super().convert(value, param, ctx)
