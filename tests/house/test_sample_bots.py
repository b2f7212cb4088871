import subprocess
import sys
from pathlib import Path

import pytest

PYTHON_BOTS = Path(__file__).resolve().parents[2] / "sample_bots" / "python"
BOTS = sorted(file.parent.name for file in PYTHON_BOTS.glob("*/bot.toml"))


@pytest.mark.slow
@pytest.mark.parametrize("bot", BOTS)
def test_the_tests_of_a_sample_bot_pass(bot: str) -> None:
    """Each Python sample bot passes its own tests, run as its README says, in a process of its own."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(PYTHON_BOTS / bot)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_built_in_bots_are_sample_bots() -> None:
    """The built-in names have a folder each among the samples."""
    assert {"greedy", "random"} <= set(BOTS)
