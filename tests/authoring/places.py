"""Where the bad bots of these tests are, and how they are started."""

import sys
from pathlib import Path

from referee.bots import BotSpec

ODD = Path(__file__).parent / "bots" / "odd.py"
ABUSE = Path(__file__).parents[1] / "abuse" / "bots"
ROOT = Path(__file__).parents[2]


def odd(habit: str, in_flight: int = 1) -> BotSpec:
    """A bot of this folder."""
    return BotSpec(habit, (sys.executable, str(ODD), habit), ODD.parent, {"PYTHONPATH": str(ROOT)}, (), in_flight)


def abuse(script: str, deed: str) -> BotSpec:
    """A bot of tests/abuse."""
    return BotSpec(script, (sys.executable, str(ABUSE / f"{script}.py"), deed), ABUSE)
