"""Ways to choose among legal actions for a whole batch at once. Learns nothing."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Observations = Mapping[str, NDArray[Any]]
"""A batch: `observation` and `action_mask`, a line for each board."""

Policy = Callable[[Observations], NDArray[np.int64]]
"""Gives a legal action for each line of a batch."""


def random_actions(masks: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    """A legal action for each line, each equally likely; 0 in lines without one."""
    lines, columns = masks.shape
    places = np.flatnonzero(masks.view(np.bool_))
    if not len(places):
        return np.zeros(lines, dtype=np.int64)
    starts = np.searchsorted(places, np.arange(lines + 1) * columns)
    counts = np.diff(starts)
    chosen = starts[:-1] + (rng.random(lines) * counts).astype(np.int64)
    actions: NDArray[np.int64] = np.where(counts > 0, places[np.minimum(chosen, len(places) - 1)] % columns, 0)
    return actions
