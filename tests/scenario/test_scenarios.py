import tomllib
from functools import cache
from pathlib import Path

import pytest

from referee.game import Code
from referee.scenario import Result, run_files

FOLDER = Path(__file__).resolve().parents[1] / "scenarios"


def _cases() -> list[tuple[str, int]]:
    files = sorted(FOLDER.glob("*.toml"))
    texts = [(file.name, file.read_text(encoding="utf-8")) for file in files]
    return [(name, number) for name, text in texts for number in range(len(tomllib.loads(text)["scenario"]))]


@cache
def _results(file: str) -> list[Result]:
    return list(run_files([FOLDER / file]))


@pytest.mark.parametrize(("file", "number"), _cases())
def test_a_scenario_holds(file: str, number: int) -> None:
    """What the scenario says about the rules is what the engine does."""
    result = _results(file)[number]
    assert result.ok, "\n".join(result.lines())


def test_every_scenario_cites_its_rules_and_has_a_name_of_its_own() -> None:
    """Each scenario names the rules that it shows, and no two of a file have the same name."""
    for file in {file for file, _ in _cases()}:
        results = _results(file)
        assert all(result.rules for result in results)
        assert len({result.name for result in results}) == len(results)


def test_the_core_has_many_scenarios() -> None:
    """At least eighty scenarios of the USA board stand beside the drawing ones."""
    assert sum(file != "core_draws.toml" for file, _ in _cases()) >= 80


def test_every_error_code_of_the_core_occurs() -> None:
    """Every way in which the core refuses an action has a scenario."""
    texts = "".join(file.read_text(encoding="utf-8") for file in FOLDER.glob("*.toml"))
    elsewhere = {  # codes that only modules, other editions or wire answers can give
        *("UNKNOWN_CITY", "CITY_OCCUPIED", "NO_STATION_LEFT", "NO_DEPOT_LEFT", "TOO_FEW_LOCOMOTIVES"),
        *("KEEP_TOO_MANY", "NOT_OFFERED", "WAREHOUSE_EMPTY", "ILLEGAL_ACTION"),
    }
    assert [code for code in Code if f'error = "{code}"' not in texts and code not in elsewhere] == []
