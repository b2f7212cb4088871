"""Runs scenario files: reads each, builds the position, plays the steps and gathers what differs. Prints nothing."""

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from attrs import field, frozen

from referee.editions import BoardFileError, EditionError, load_edition
from referee.game import ActionError, BoardError, Code, Game, State, apply, find_action, state_to_text
from referee.scenario.errors import ScenarioError
from referee.scenario.expect import Difference, check_names, differences, legality
from referee.scenario.names import Names
from referee.scenario.position import position
from referee.scenario.schema import Scenario, Step, scenario_of


@frozen
class Result:
    """How one scenario went.

    Attributes:
        file: as it was given. number: place in the file, from 1; 0 if the file itself cannot be read.
        name, rules: of the scenario, as far as they could be read.
        fault: what is wrong with the scenario itself, "" if nothing is. differences: what the engine did otherwise.
    """

    file: str
    number: int
    name: str = ""
    rules: tuple[str, ...] = ()
    fault: str = ""
    differences: tuple[Difference, ...] = field(default=())

    @property
    def ok(self) -> bool:
        """Whether everything was as expected."""
        return not (self.fault or self.differences)

    def lines(self) -> list[str]:
        """`ok   FILE: NAME`, or `FAIL FILE: NAME` and an indented line for each thing that was wrong."""
        name = self.name or (f"scenario {self.number}" if self.number else "")
        title = f"{'ok  ' if self.ok else 'FAIL'} {self.file}{': ' if name else ''}{name}"
        return [title, *(f"     {line}" for line in (self.fault, *map(str, self.differences)) if line)]

    def to_json(self) -> dict[str, Any]:
        """The same as plain values, for `--json`."""
        return {
            "file": self.file,
            "number": self.number,
            "name": self.name,
            "rules": list(self.rules),
            "ok": self.ok,
            "fault": self.fault,
            "differences": [{"place": d.place, "expected": d.expected, "found": d.found} for d in self.differences],
        }


def run_files(paths: Iterable[str | Path]) -> Iterator[Result]:
    """Run every scenario of these files, in order; a file that cannot be read gives one failed result."""
    for path in paths:
        try:
            tables = _tables(Path(path))
        except ScenarioError as error:
            yield Result(str(path), 0, fault=str(error))
            continue
        for number, table in enumerate(tables, 1):
            yield _result(Path(path), number, table)


def _tables(path: Path) -> list[dict[str, Any]]:
    """The scenarios of a file, unchecked: one at the top level, or many as `[[scenario]]`."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ScenarioError("", f"cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ScenarioError("", f"is not TOML: {error}") from error
    if not content:
        raise ScenarioError("", "holds no scenario")
    many = content.pop("scenario", None)
    if many is None:
        return [content]
    if content:
        raise ScenarioError("", f"key {min(content)!r} stands beside [[scenario]]; a file holds one form or the other")
    if not isinstance(many, list) or not all(isinstance(table, dict) for table in many):
        raise ScenarioError("", "scenario must be written [[scenario]]")
    if not many:
        raise ScenarioError("", "holds no scenario")
    return many


def _result(path: Path, number: int, table: dict[str, Any]) -> Result:
    name, rules = table.get("name"), table.get("rules")
    title = name if isinstance(name, str) else ""
    cited = tuple(map(str, rules)) if isinstance(rules, list) else ()
    try:
        found = run_scenario(scenario_of(table), path.parent)
    except ScenarioError as error:
        return Result(str(path), number, title, cited, fault=str(error))
    return Result(str(path), number, title, cited, differences=tuple(found))


def run_scenario(scenario: Scenario, base: Path | None = None) -> list[Difference]:
    """Everything in which the engine differs from the scenario. A board file is relative to `base`.

    Raises:
        ScenarioError: the scenario itself is wrong.
    """
    names = Names(_game(scenario, base))
    _check_steps(names, scenario)
    check_names(names, scenario.expect)
    state = position(names.game, names, scenario.setup, scenario.seed)
    for number, step in enumerate(scenario.step, 1):
        found = _play(state, f"step {number}", names, step)
        if found:
            return found
    return list(differences(names, scenario.expect, state, score_now=scenario.setup.score_now))


def _game(scenario: Scenario, base: Path | None) -> Game:
    try:
        edition = load_edition(scenario.edition, base)
    except EditionError as error:
        raise ScenarioError("edition", str(error)) from error
    except BoardFileError as error:
        raise ScenarioError("edition", f"{error.path} cannot be played: {'; '.join(error.mistakes)}") from error
    try:
        return Game.of(edition, scenario.players)
    except BoardError as error:
        raise ScenarioError("players", str(error)) from error


def _check_steps(names: Names, scenario: Scenario) -> None:
    if scenario.setup.score_now and scenario.step:
        raise ScenarioError("step 1", "a scenario with score_now has no steps")
    for number, step in enumerate(scenario.step, 1):
        names.check_texts(f"step {number}: legal", step.legal)
        names.check_texts(f"step {number}: illegal", step.illegal)
        if step.seat is not None:
            names.seat(f"step {number}: seat", step.seat)
        if step.error != Code.UNPARSABLE:
            names.check_texts(f"step {number}: do", [step.do])


def _play(state: State, place: str, names: Names, step: Step) -> list[Difference]:
    asked = -1 if state.over else state.seat
    if step.seat is not None and step.seat != asked:
        return [Difference(f"{place}: seat", str(step.seat), "nobody asked" if asked < 0 else str(asked))]
    found = list(legality(f"{place}: legal", state, step.legal, wanted=True))
    found += legality(f"{place}: illegal", state, step.illegal, wanted=False)
    return found + _do(state, f"{place} ({step.do!r})", names, step)


def _do(state: State, place: str, names: Names, step: Step) -> list[Difference]:
    before = state_to_text(state)
    try:
        action = find_action(state, step.do)
    except ActionError as error:
        if step.error is None:
            return [Difference(place, "it to be legal", f"{error.code}: {error.facts}")]
        if error.code != step.error:
            return [Difference(place, step.error, f"{error.code}: {error.facts}")]
        return _unchanged(state, place, names, step, before)
    if step.error is not None:
        return [Difference(place, step.error, "it legal")]
    apply(state, action)
    return []


def _unchanged(state: State, place: str, names: Names, step: Step, before: str) -> list[Difference]:
    """A refused action changes nothing, whether it came as text or as the id that the text has."""
    action = names.game.table.ids.get(step.do)
    if action is not None:
        try:
            apply(state, action)
        except ActionError as error:
            if error.code != step.error:
                return [Difference(f"{place} as an id", str(step.error), error.code)]
    if state_to_text(state) != before:
        return [Difference(place, "nothing to change", "another position")]
    return []
