"""The schema of a cup file: every key of it, its type, range and default. Reading a file and judging its sense is
`cup_file`'s.

Keys that later versions will honour stand here too, so that they are known; `cup_file` refuses them as "not yet".
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from referee.bots.spec import Environment

MOST_MATCHES = 1_000_000
"""Matches of one cup; more of them fit into no memory."""

DAY_MS = 86_400_000
Milliseconds = Annotated[int, Field(ge=0, le=DAY_MS)]
PositiveMilliseconds = Annotated[int, Field(ge=1, le=DAY_MS)]
Name = Annotated[
    str, Field(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f\s](?:[^\x00-\x1f\x7f]*[^\x00-\x1f\x7f\s])?$")
]
Seats = Annotated[int, Field(ge=2, le=5)]


class Table(BaseModel):
    """One table of the file: strict types, unknown keys refused, frozen once read."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class ClockTable(Table):
    """`[clock]`, in milliseconds (docs/running-a-cup.md). `match_ms` 0 is no bank; `strikes` is how many are free."""

    decision_ms: PositiveMilliseconds = 1000
    grace_ms: Milliseconds = 50
    match_ms: Milliseconds = 0
    increment_ms: Milliseconds = 0
    start_ms: PositiveMilliseconds = 10_000
    ready_ms: PositiveMilliseconds = 10_000
    strikes: Annotated[int, Field(ge=0, le=1000)] = 0
    reconnect: Literal["never", "once"] = "never"
    freeze: bool = False


class LimitsTable(Table):
    """`[limits]`: what one bot process may use. None: the file does not say."""

    memory_mb: Annotated[int, Field(ge=1)] | None = None
    processes: Annotated[int, Field(ge=1)] | None = None
    open_files: Annotated[int, Field(ge=1)] | None = None
    scratch_mb: Annotated[int, Field(ge=1)] | None = None
    log_kb: Annotated[int, Field(ge=0, le=1_048_576)] | None = None


class BotTable(Table):
    """One `[[bots]]`: a name of its own, how to start it, its environment. A remote bot has no spec: it dials in."""

    name: Name
    spec: Annotated[str, Field(min_length=1)] | None = None
    env: Environment = {}
    limits: LimitsTable = LimitsTable()
    remote: bool = False


def _one_or_many(value: Any) -> Any:
    return [value] if isinstance(value, int) and not isinstance(value, bool) else value


class CupConfig(Table):
    """A whole cup file, defaults filled in."""

    name: Name
    editions: Annotated[list[str], Field(min_length=1)]
    seats: Annotated[list[Seats], BeforeValidator(_one_or_many), Field(min_length=1)]
    format: Literal["round_robin", "gauntlet"] = "round_robin"
    challengers: list[str] = []
    deals: Annotated[int, Field(ge=1, le=1_000_000)]
    common_deals: bool = True
    rotation: Literal["rotate", "all"] = "rotate"
    max_matches: Annotated[int, Field(ge=1, le=MOST_MATCHES)] | None = None
    rated: bool | None = None
    seed: Annotated[str, Field(min_length=1)] | None = None
    anonymous: bool | None = None
    in_flight: Annotated[int, Field(ge=1, le=256)] = 1
    process: Literal["per-unit", "per-match"] = "per-unit"
    deals_per_unit: Annotated[int, Field(ge=1, le=10_000)] = 25
    isolation: Literal["auto", "process", "sandbox", "container"] = "auto"
    max_restarts: Annotated[int, Field(ge=0, le=1000)] = 3
    output: Annotated[str, Field(min_length=1)] | None = None
    clock: ClockTable = ClockTable()
    limits: LimitsTable = LimitsTable()
    bots: Annotated[list[BotTable], Field(max_length=256)]

    @property
    def is_rated(self) -> bool:
        """Whether the cup counts for ratings: not with a seed of its own, nor with several matches in flight."""
        return self.rated is not False and self.seed is None and self.in_flight == 1

    @property
    def hides_names(self) -> bool:
        """Whether bots see seat numbers instead of the others' names; the default of a rated cup."""
        return self.is_rated if self.anonymous is None else self.anonymous

    def bot(self, name: str) -> BotTable:
        """The entry of a bot by its name."""
        return next(bot for bot in self.bots if bot.name == name)
