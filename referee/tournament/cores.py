"""How many workers a machine bears: bots must not wait for each other, nor for the referee that times them."""

import os

from referee.tournament.config import CupConfig


def cores() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def usual_workers(config: CupConfig, count: int) -> int:
    """Workers for so many cores: one each.

    Where clocks are meant seriously, with one match in flight, a core is left for the referee, which does the timing.
    """
    return max(1, count - (config.in_flight == 1))


def crowding(config: CupConfig, workers: int, count: int) -> str:
    """A warning if bots would wait for a core while their clocks run; empty if not."""
    best = usual_workers(config, count)
    if workers <= best and count > 1:
        return ""
    machine = f"{workers} worker{'s' * (workers != 1)} on {count} core{'s' * (count != 1)}"
    advice = f"use --workers {best}, or a longer decision_ms" if workers > best else "give bots a long decision_ms"
    return f"oversubscribed: {machine}: bots wait for each other while their clocks run; {advice}"
