"""A referee of its own process that plays a cup without bots, told where to die or what to lack: `child.py HARM ...`.

The words after the harm are a command line of `referee`.
"""

import os
import resource
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from referee.cli import running
from referee.cli.app import run
from referee.tournament.run import Plays
from referee.tournament.store import Store
from tests.tournament.cups import Player

SPARED_UNITS = 2
"""How many times a kill point lets pass."""


def _die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _at(name: str, *, after: bool = False) -> None:
    """Die when the store comes to this method for the third time."""
    original: Callable[..., Any] = getattr(Store, name)
    passed = 0

    def method(*arguments: Any) -> Any:
        nonlocal passed
        passed += 1
        if passed <= SPARED_UNITS:
            return original(*arguments)
        if after:
            original(*arguments)
        return _die()

    setattr(Store, name, method)


def _while_inserting() -> None:
    """Die inside a transaction, with the first match of a unit written and the second not."""
    original = Store._insert

    def insert(self: Store, write: Any, unit: Any, match: Any, played: Any) -> None:
        if match.id.endswith("d0001/o1"):
            _die()
        original(self, write, unit, match, played)

    Store._insert = insert  # type: ignore[method-assign]


def _small_files() -> None:
    """No file may grow beyond this: writing fails as on a broken disk, with an error of its own kind."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))


def _few_files() -> None:
    """So few files may be open that no worker's pipes fit."""
    running._worker = _real
    resource.setrlimit(resource.RLIMIT_NOFILE, (len([*Path("/proc/self/fd").iterdir()]) + 9, 4096))


HARMS: dict[str, Callable[[], None]] = {
    "none": lambda: None,
    "before-begin": lambda: _at("begin"),
    "after-begin": lambda: _at("begin", after=True),
    "before-commit": lambda: _at("commit"),
    "while-inserting": _while_inserting,
    "after-commit": lambda: _at("commit", after=True),
    "small-files": _small_files,
    "few-files": _few_files,
}


@asynccontextmanager
async def _player(_log: object) -> AsyncIterator[Plays]:
    yield Player()


_real, running._worker = running._worker, _player  # type: ignore[assignment]

if __name__ == "__main__":
    HARMS[sys.argv[1]]()
    sys.exit(run(sys.argv[2:]))
