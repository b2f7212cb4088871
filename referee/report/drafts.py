"""Writes a file whole or not at all. It knows nothing of what is written."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """Where to write: a file beside `path` that takes its place when the block ends, and is gone if the block fails.

    What is no ordinary file, such as /dev/stdout or a pipe, is written to as it is: it must not be replaced. A link
    stays a link.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    target = path.resolve()
    draft = target.with_name(f"{target.name}.new")
    try:
        yield draft
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
