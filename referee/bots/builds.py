"""Runs the `build` command of a bot's folder before the bot's first start. Starts no bot and knows no language."""

import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from referee.bots.errors import BuildError
from referee.bots.spec import BotSpec, program_of

_LAST_LINES: Final = 12
"""How much of what the tools said is shown."""


def build(spec: BotSpec) -> None:
    """Run the bot's `build` in its folder, if it has one. Whether anything is stale is the tool's matter.

    Two commands at once do not build in one folder together.

    Raises:
        BuildError: the build's program is missing, it failed, or it left no program to run.

    """
    if not spec.build:
        return
    with _held(spec.cwd):
        status, said = _run(spec)
    if status:
        raise BuildError(spec.spec, spec.cwd, shlex.join(spec.build), f"ended with status {status}", said)
    if program_of(spec.argv, spec.cwd) is None:
        raise BuildError(spec.spec, spec.cwd, shlex.join(spec.build), f"left no program {spec.argv[0]} to run", said)


def _run(spec: BotSpec) -> tuple[int, tuple[str, ...]]:
    program = program_of(spec.build, spec.cwd)
    if program is None:
        raise BuildError(spec.spec, spec.cwd, shlex.join(spec.build), f"there is no program {spec.build[0]}", ())
    done = subprocess.run(
        [program, *spec.build[1:]],
        cwd=spec.cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.returncode, tuple(done.stdout.decode("utf-8", "replace").rstrip().splitlines()[-_LAST_LINES:])


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    with (folder / "bot.toml").open("rb") as file:
        if sys.platform != "win32":  # which has no such lock
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
