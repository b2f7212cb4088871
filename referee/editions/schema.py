"""The shape of a board file (docs/boards.md); unknown keys are mistakes. Whether the facts fit is build.py's part."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Positive = Annotated[int, Field(ge=1)]
Natural = Annotated[int, Field(ge=0)]
Few = Annotated[int, Field(ge=1, le=10)]
"""Each more of these makes the table of actions longer."""

Unit = Annotated[float, Field(ge=0, le=1)]
Number = Annotated[str, Field(pattern=r"^(0|[1-9][0-9]{0,3})$")]
"""A key that stands for a number, as all keys of TOML are texts."""

SlugText = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=48)]
Name = Annotated[str, Field(min_length=1, max_length=64)]


class _Table(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class NumbersTable(_Table):
    """`numbers`: rules 2.1."""

    trains: Annotated[int, Field(ge=1, le=1000)]
    colours: Annotated[list[Annotated[str, Field(pattern=r"^[a-z]{1,12}$")]], Field(min_length=1, max_length=15)]
    cards_per_colour: Positive
    locomotives: Natural
    start_hand: Natural
    row: Annotated[int, Field(ge=1, le=20)]
    reset_at: Positive
    double_closed_up_to: Natural
    end_trigger: Natural


class CityLine(_Table):
    """One line of `cities`."""

    name: Name
    ascii: str | None = None
    lat: Annotated[float, Field(ge=-90, le=90)] | None = None
    lon: Annotated[float, Field(ge=-180, le=180)] | None = None
    x: Unit | None = None
    y: Unit | None = None
    district: Positive | None = None
    attraction: bool = False


class RouteLine(_Table):
    """One line of `routes`."""

    cities: Annotated[list[str], Field(min_length=2, max_length=2)]
    length: Annotated[int, Field(ge=1, le=20)]
    colour: str
    ferry: Natural = 0
    tunnel: bool = False
    cart: bool = False


class TicketLine(_Table):
    """One line of a group of `tickets`."""

    cities: Annotated[list[str], Field(min_length=2, max_length=2)]
    points: Positive
    points_reprint: Positive | None = None
    long: bool = False
    big_city: bool = False


class TicketChoice(_Table):
    """What an edition takes of a group of tickets."""

    group: str
    only: Literal["long", "big_city", "regular"] | None = None
    values: Literal["reprint"] | None = None


class OfferLine(_Table):
    """One question about tickets before the first turn."""

    deal: Natural = 0
    deal_long: Natural = 0
    keep: Natural
    keep_at_most: Natural | None = None
    keep_with_long: Natural | None = None


class DrawLine(_Table):
    """The draw-tickets action."""

    deal: Positive
    keep: Positive


class EditionTable(_Table):
    """One of `[[editions]]`."""

    id: SlugText
    name: Name
    tickets: Annotated[list[TicketChoice], Field(min_length=1)]
    start: Annotated[list[OfferLine], Field(min_length=1)]
    unkept_start: Literal["bottom", "out"]
    draw: DrawLine
    bonuses: dict[Literal["longest_trail", "globetrotter"], Positive] = {}
    tie_break: list[Literal["completed_tickets", "fewest_stations", "longest_trail"]] = []
    modules: list[Literal["ferries", "tunnels", "stations", "districts", "merchandise", "attractions"]] = []


class TunnelNumbers(_Table):
    """`tunnels`."""

    reveal: Few


class StationNumbers(_Table):
    """`stations`."""

    each: Few
    unbuilt_points: Natural


class DistrictNumbers(_Table):
    """`districts`: points by the district's number."""

    points: dict[Number, Positive]


class MerchandiseNumbers(_Table):
    """`merchandise`: points by rank for each number of players."""

    supply: Natural
    points: dict[Number, list[Natural]]


class AttractionNumbers(_Table):
    """`attractions`."""

    points: Positive


class BoardFile(_Table):
    """A whole file."""

    id: SlugText
    name: Name
    players: Annotated[list[Annotated[int, Field(ge=2, le=5)]], Field(min_length=2, max_length=2)]
    numbers: NumbersTable
    route_points: dict[Number, Natural]
    tunnels: TunnelNumbers | None = None
    stations: StationNumbers | None = None
    districts: DistrictNumbers | None = None
    merchandise: MerchandiseNumbers | None = None
    attractions: AttractionNumbers | None = None
    provenance: dict[str, Literal["two sources", "single source", "reconstructed", "invented"]] = {}
    sources: list[str] = []
    cities: Annotated[list[CityLine], Field(min_length=2, max_length=64)]
    routes: Annotated[list[RouteLine], Field(min_length=1, max_length=512)]
    tickets: dict[str, list[TicketLine]]
    editions: Annotated[list[EditionTable], Field(min_length=1)]


def keys() -> list[str]:
    """All keys that a board file can have anywhere."""
    return sorted({name for table in _Table.__subclasses__() for name in table.model_fields})
