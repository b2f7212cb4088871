"""The example, a slice of it: it learns in a few updates what takes it from even to clearly better than random."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "examples" / "learn_in_a_minute.py"


def _share_won(updates: int) -> float:
    """Percent of the matches won after so many updates, as the example prints it."""
    command = [sys.executable, str(FILE), "--updates", str(updates), "--seconds", "1e9", "--matches", "200"]
    # One thread: the threads of a linear algebra library wait busily for each other on a machine that is in use.
    alone = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=alone)
    found = re.fullmatch(
        r"london, 2 players: won ([0-9.]+)% of 200 matches against random, mean margin [+-][0-9.]+\n", done.stdout
    )
    assert found, done.stdout + done.stderr
    return float(found[1])


@pytest.mark.slow
def test_a_few_updates_beat_random() -> None:
    """An untrained policy is even with random play; after some updates it wins clearly more than half."""
    assert 35 < _share_won(0) < 65 < _share_won(15)


def test_chances_know_the_mask() -> None:
    """The policy never chooses what is illegal, and its chances sum to 1."""
    spec = importlib.util.spec_from_file_location("learn_in_a_minute", FILE)
    assert spec
    assert spec.loader
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    policy = example.LinearPolicy(3, 4)
    policy.weights[:] = np.arange(16).reshape(4, 4)
    masks = np.array([[1, 0, 1, 0], [0, 1, 0, 0]], dtype=np.int8)
    chances = policy.chances(np.ones((2, 3), dtype=np.float32), masks)
    assert chances.sum(axis=1) == pytest.approx([1, 1])
    assert (chances[masks == 0] == 0).all()
    drawn = {tuple(policy({"observation": np.zeros((2, 3)), "action_mask": masks})) for _ in range(50)}
    assert {line[1] for line in drawn} == {1}
