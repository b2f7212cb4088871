from pathlib import Path

import pytest

from referee.tournament.cores import cores, crowding, usual_workers
from tests.tournament.cups import small_cup


@pytest.mark.parametrize(("keys", "count", "workers"), [("", 8, 7), ("", 1, 1), ("in_flight = 4", 8, 8)])
def test_usual_workers(tmp_path: Path, keys: str, count: int, workers: int) -> None:
    """A worker a core, but one core stays free of bots where a clock times one match at a time."""
    assert usual_workers(small_cup(tmp_path, keys=keys).config, count) == workers


def test_a_crowded_machine_is_said(tmp_path: Path) -> None:
    """More workers than fit are warned of with the number that fits; a single core is always crowded."""
    config = small_cup(tmp_path).config
    assert crowding(config, 3, 4) == ""
    assert crowding(config, 4, 4).startswith("oversubscribed: 4 workers on 4 cores: bots wait for each other")
    assert "use --workers 3" in crowding(config, 4, 4)
    assert "give bots a long decision_ms" in crowding(config, 1, 1)


def test_there_is_a_core() -> None:
    """This process runs somewhere."""
    assert cores() >= 1
