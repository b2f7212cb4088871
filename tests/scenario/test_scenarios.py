import tomllib
from functools import cache
from pathlib import Path

import pytest

from referee.editions import editions
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


def test_there_are_many_scenarios() -> None:
    """At least three hundred scenarios, and every edition has some."""
    assert len(_cases()) >= 300
    played = {
        scenario["edition"].partition("+")[0]
        for file in FOLDER.glob("*.toml")
        for scenario in tomllib.loads(file.read_text(encoding="utf-8"))["scenario"]
    }
    assert played == {edition.partition("+")[0] for edition in editions()}


def test_every_error_code_occurs() -> None:
    """Every way in which an action given as text is refused has a scenario."""
    texts = "".join(file.read_text(encoding="utf-8") for file in FOLDER.glob("*.toml"))
    assert [code for code in Code if f'error = "{code}"' not in texts] == [Code.ILLEGAL_ACTION]  # wire answers only
