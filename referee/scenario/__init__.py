"""Scenario files: positions, actions and what must follow, as data. A leaf: nothing imports it but the command line."""

from referee.scenario.errors import ScenarioError
from referee.scenario.expect import Difference
from referee.scenario.runner import Result, run_files, run_scenario
from referee.scenario.schema import Scenario, scenario_of

__all__ = ["Difference", "Result", "Scenario", "ScenarioError", "run_files", "run_scenario", "scenario_of"]
