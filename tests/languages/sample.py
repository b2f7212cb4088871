"""One sample bot of another language: built as its `bot.toml` says, run as a process. Knows nothing of any language.

A machine without the toolchain skips its tests and says what is missing; with `CI` set that is a failure.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.bots.builds import build
from referee.bots.spec import resolve
from tests.botkit.stand import ROOT

BUILD_TIME = 1200.0
"""Seconds after which a build is given up; the first one may fetch what it needs."""


def needs(language: str, *programs: str) -> None:
    """Skips the test unless all these programs are there; with `CI` set it fails instead."""
    missing = [program for program in programs if shutil.which(program) is None]
    if not missing:
        return
    why = f"the {language} bot cannot be built: {', '.join(missing)} not found; see sample_bots/{language}/README.md"
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


def built(language: str) -> Path:
    """The folder of this language's bot, after its build."""
    folder = ROOT / "sample_bots" / language
    build(resolve(str(folder / "bot.toml")))
    return folder


def run_in(folder: Path, command: Sequence[str]) -> str:
    """Runs a command to its end and gives what it printed; if it fails, the test fails with its last lines."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=BUILD_TIME)
    said = done.stdout + done.stderr
    assert done.returncode == 0, f"{' '.join(command)} in {folder}:\n{said[-4000:]}"
    return said
