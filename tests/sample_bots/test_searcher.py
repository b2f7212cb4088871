"""The searcher's strength in a smoke slice; the full measurement is `python tools/measure_bots.py searcher planner`."""

import pytest

from referee.botkit.testing import play_locally
from tests.sample_bots.samples import sample, searcher

DEALS = 16
ROUNDS = 60
BAR = 0.6
"""Share of wins. A search that always follows the planner's opinion gets half, one that picks at random a third."""


@pytest.mark.slow
def test_it_beats_the_planner_by_searching() -> None:
    """Over the same deals from both seats, with equal work on every machine, its search brings it ahead."""
    ours, planner = searcher(ROUNDS), sample("planner").Bot
    won = 0.0
    for number in range(DEALS):
        for seat, bots in enumerate(([ours, planner], [planner, ours])):
            winners = play_locally(bots, edition="london", seed=f"smoke {number}").winners
            won += (seat in winners) / len(winners)
    assert won / (2 * DEALS) >= BAR
