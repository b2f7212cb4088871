import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given

from referee.game import State, score, state_to_text
from tests.property.play import Match, matches, play, runs

ROOT = Path(__file__).resolve().parents[2]
FEW = [Match("usa", 2, 1, "builder"), Match("europe", 5, 2, "anything"), Match("europe-mega", 3, 3, "collector")]


def digest(match: Match) -> str:
    """A hash over every position, action and event of a match, and over its scores."""
    state: State = match.start()
    told = hashlib.sha256(state_to_text(state).encode())
    for before, action, events in play(match, state):
        told.update(f"{state_to_text(before)}\n{action}\n{events!r}\n".encode())
    told.update(f"{state_to_text(state)}\n{score(state)!r}".encode())
    return told.hexdigest()


@runs(15)
@given(matches())
def test_equal_deals_and_actions_give_equal_matches(match: Match) -> None:
    """The same deal and the same actions give the same positions and events, byte for byte."""
    assert digest(match) == digest(match)


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", ["0", "1", "4711"])
def test_matches_do_not_depend_on_the_hash_seed(hash_seed: str) -> None:
    """Another process with another PYTHONHASHSEED plays the same matches, byte for byte."""
    program = "from tests.property.test_determinism import FEW, digest; print(*map(digest, FEW))"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == [digest(match) for match in FEW]
