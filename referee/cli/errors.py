"""The command line's branch of the error tree: what only it can meet.

RefereeError
+-- InputError            something that an argument names cannot be read
+-- OutputError           a file that an option names cannot be written
"""

from pathlib import Path

from referee.game.errors import RefereeError


class InputError(RefereeError):
    """Something that an argument names cannot be read; `source` is the argument."""

    def __init__(self, source: str, text: str) -> None:
        self.source = source
        super().__init__(f"{source} {text}")


class OutputError(RefereeError):
    """A file that an option names cannot be written."""

    def __init__(self, path: Path, error: OSError) -> None:
        self.path = path
        super().__init__(f"{path} cannot be written: {error.strerror}")
