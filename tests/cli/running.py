"""Runs the command line as a process of its own, the way that a person does."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
REFEREE = (sys.executable, "-m", "referee")


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """The command line with these arguments in a working folder, its outputs as pipes."""
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "HOME": str(folder), "LANG": "C.UTF-8"}
    return subprocess.Popen(
        [*REFEREE, *arguments], cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def referee(folder: Path, *arguments: str, status: int = 0) -> str:
    """Standard output of a command line that ends with this status."""
    with start(folder, *arguments) as process:
        out, err = process.communicate(timeout=120)
    assert process.returncode == status, out + err
    return out


def facts(folder: Path, *arguments: str) -> Any:
    """What a command line prints as JSON."""
    return json.loads(referee(folder, *arguments, "--json"))
