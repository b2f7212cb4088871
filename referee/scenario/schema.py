"""The shape of a scenario (docs/scenarios.md), strict: unknown keys are mistakes. Whether names exist is names.py's."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from referee.game import Code
from referee.game.modules.depots import RESERVE
from referee.scenario.errors import ScenarioError, suggestion

Count = Annotated[int, Field(ge=0)]
Words = list[str]


class _Table(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Setup(_Table):
    """`[setup]`: the position, before STABILISE runs once."""

    to_move: Count | None = None
    deck: Words | None = None
    discard: Words | None = None
    row: Words | None = None
    hands: list[Words] | None = None
    tickets: list[Words] | None = None
    ticket_deck: Words | None = None
    long_ticket_deck: Words | None = None
    routes: dict[str, Count] = {}
    trains: list[Count] | None = None
    turns_left: Annotated[int, Field(ge=1)] | None = None
    phase: Literal["start"] | None = None
    score_now: bool = False
    stations: list[Words] | None = None
    depots: list[Words] | None = None
    depots_left: list[Annotated[int, Field(ge=0, le=RESERVE)]] | None = None
    warehouses: list[Words] | None = None
    merchandise: list[Count] | None = None


class Step(_Table):
    """One `[[step]]`: who is asked, what is legal, what is then done and whether it is refused."""

    do: str
    seat: Count | None = None
    legal: Words = []
    illegal: Words = []
    error: str | None = None


class Final(_Table):
    """`[expect.final]`: the scores."""

    scores: list[int] | None = None
    ranks: list[int] | None = None
    routes: list[int] | None = None
    tickets: list[int] | None = None
    completed: list[int] | None = None
    bonuses: list[dict[str, int]] | None = None


class Expect(_Table):
    """`[expect]`: what holds after the last step."""

    to_move: int | None = None
    hands: list[Words] | None = None
    row: Words | None = None
    deck_size: Count | None = None
    discard_size: Count | None = None
    trains: list[int] | None = None
    points: list[int] | None = None
    tickets: list[Words] | None = None
    ticket_deck: Words | None = None
    stations_left: list[int] | None = None
    depots_left: list[int] | None = None
    warehouses: list[int] | None = None
    merchandise: list[int] | None = None
    legal: Words = []
    illegal: Words = []
    over: bool | None = None
    final: Final | None = None


class Scenario(_Table):
    """A whole scenario."""

    name: str
    edition: str
    players: int
    rules: Words = []
    seed: str = ""
    setup: Setup = Setup()
    step: list[Step] = []
    expect: Expect = Expect()


_TABLES: dict[str, type[_Table]] = {"setup": Setup, "step": Step, "expect": Expect, "final": Final}


def scenario_of(table: dict[str, Any]) -> Scenario:
    """The scenario that a TOML table holds.

    Raises:
        ScenarioError: a key is unknown, missing or of the wrong type; one error names them all.
    """
    try:
        scenario = Scenario.model_validate(table)
    except ValidationError as error:
        mistakes = [_mistake(e["type"], e["loc"], e["msg"]) for e in error.errors()]
        if len(mistakes) == 1:
            raise mistakes[0] from error
        raise ScenarioError("", "; ".join(str(mistake) for mistake in mistakes)) from error
    _check_codes(scenario)
    return scenario


def _mistake(kind: str, place: Sequence[int | str], message: str) -> ScenarioError:
    if kind != "extra_forbidden":
        return ScenarioError(place_text(place), message)
    table = next((_TABLES[part] for part in reversed(place[:-1]) if part in _TABLES), Scenario)
    key = str(place[-1])
    return ScenarioError(place_text(place[:-1]), f"unknown key {key!r}{suggestion(key, table.model_fields)}")


def place_text(place: Sequence[int | str]) -> str:
    """`setup.hands[0]`, `step 2: do`, `expect.final.ranks`."""
    text = ""
    for i, part in enumerate(place):
        if isinstance(part, int):
            text += f" {part + 1}" if place[i - 1] == "step" else f"[{part}]"
        elif text.startswith("step"):
            text += f": {part}"
        else:
            text += f".{part}" if text else part
    return text


def _check_codes(scenario: Scenario) -> None:
    for number, step in enumerate(scenario.step):
        if step.error is not None and step.error not in Code.__members__:
            facts = f"unknown error code {step.error!r}{suggestion(step.error, Code.__members__)}"
            raise ScenarioError(place_text(("step", number, "error")), facts)
