"""A server of live pages as a process of its own."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen

from tests.cli.running import start


@contextmanager
def watching(folder: Path, *options: str) -> Iterator[tuple[Popen[str], str]]:
    """A running server of the cup in `folder / "cup"` and its HOST:PORT; it is killed if the test does not end it."""
    with start(folder, "watch", "cup", "--listen", "127.0.0.1:0", *options) as process:
        try:
            assert process.stdout
            said = process.stdout.readline()
            found = re.fullmatch(r"cup: http://(127\.0\.0\.1:\d+)/ \(Ctrl-C ends it\)\n", said)
            assert found, said
            yield process, found[1]
        finally:
            process.kill()
