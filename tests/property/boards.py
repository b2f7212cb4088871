"""Small invented boards, on which rare things happen often, and the games that every property is tried on."""

from typing import Any

from attrs import evolve

from referee.editions import editions, load_edition
from referee.editions.build import Builder
from referee.editions.check import mistakes_of
from referee.editions.schema import BoardFile
from referee.game import Edition, Game

NUMBERS = {
    "trains": 8,
    "colours": ["red", "blue"],
    "cards_per_colour": 6,
    "locomotives": 4,
    "start_hand": 2,
    "row": 5,
    "reset_at": 3,
    "double_closed_up_to": 2,
    "end_trigger": 2,
}

EDITION = {
    "id": "tiny",
    "name": "Tiny",
    "tickets": [{"group": "all"}],
    "start": [{"deal": 1, "keep": 1}],
    "unkept_start": "bottom",
    "draw": {"deal": 3, "keep": 1},
    "bonuses": {"longest_trail": 10},
    "tie_break": ["completed_tickets", "longest_trail"],
    "modules": [],
}


def route(a: str, b: str, length: int, colour: str = "gray", **marks: Any) -> dict[str, Any]:
    """A line of `routes`."""
    return {"cities": [a, b], "length": length, "colour": colour, **marks}


def ticket(a: str, b: str, points: int, **marks: Any) -> dict[str, Any]:
    """A line of a group of tickets."""
    return {"cities": [a, b], "points": points, **marks}


def tiny_file(**changes: Any) -> dict[str, Any]:
    """A board of five cities with doubles of all sorts and hardly more tickets than the start deals."""
    return {
        "id": "tiny",
        "name": "Tiny",
        "players": [2, 5],
        "numbers": NUMBERS,
        "route_points": {"1": 1, "2": 2, "3": 4},
        "cities": [{"name": name} for name in ("Ash", "Birch", "Cedar", "Elm", "Fir")],
        "routes": [
            route("Ash", "Birch", 1, "red"),
            route("Ash", "Birch", 1, "blue"),
            route("Birch", "Cedar", 2),
            route("Birch", "Cedar", 2),
            route("Cedar", "Ash", 3),
            route("Cedar", "Elm", 2, "blue"),
            route("Elm", "Fir", 1),
            route("Fir", "Birch", 3, "red"),
            route("Elm", "Ash", 2, "red"),
        ],
        "tickets": {
            "all": [
                ticket("Ash", "Elm", 4),
                ticket("Fir", "Ash", 6),
                ticket("Cedar", "Fir", 3),
                ticket("Birch", "Elm", 5),
                ticket("Birch", "Fir", 2),
                ticket("Ash", "Cedar", 3),
            ]
        },
        "editions": [EDITION],
        **changes,
    }


def built(content: dict[str, Any]) -> Edition:
    """The first edition of a board given as the content of its file."""
    file = BoardFile.model_validate(content)
    assert mistakes_of(file) == []
    return Builder(file).editions()[0]


def _tiny() -> Edition:
    return built(tiny_file())


def _wild() -> Edition:
    """More locomotives than anything else: rows reset until none is left to reset with (E-01, E-02)."""
    numbers = NUMBERS | {"cards_per_colour": 3, "locomotives": 12, "trains": 6, "start_hand": 1}
    return built(tiny_file(id="wild", numbers=numbers, editions=[EDITION | {"id": "wild"}]))


def _scarce() -> Edition:
    """So few cards that deck and discard run dry, and seats have to pass (E-05 to E-10, E-22, E-23)."""
    numbers = NUMBERS | {"cards_per_colour": 6, "locomotives": 3, "trains": 20, "start_hand": 2}
    edition = EDITION | {"id": "scarce", "draw": {"deal": 2, "keep": 1}}
    return built(tiny_file(id="scarce", numbers=numbers, editions=[edition]))


def _deep() -> Edition:
    """Tunnels, ferries and stations everywhere, with few cards and long tickets."""
    numbers = NUMBERS | {"cards_per_colour": 8, "locomotives": 6, "trains": 9}
    routes = [
        route("Ash", "Birch", 1, "red", tunnel=True),
        route("Ash", "Birch", 1, "blue", tunnel=True),
        route("Birch", "Cedar", 2, tunnel=True),
        route("Cedar", "Ash", 3, "blue", tunnel=True),
        route("Cedar", "Elm", 2, ferry=1),
        route("Elm", "Fir", 3, ferry=2),
        route("Fir", "Birch", 3, tunnel=True),
        route("Elm", "Ash", 2, "red"),
    ]
    tickets = [
        ticket("Ash", "Fir", 9, long=True),
        ticket("Birch", "Elm", 9, long=True),
        ticket("Cedar", "Fir", 9, long=True),
        ticket("Elm", "Fir", 8, long=True),
        ticket("Birch", "Fir", 8, long=True),
        ticket("Ash", "Elm", 4),
        ticket("Cedar", "Ash", 3),
        ticket("Birch", "Cedar", 2),
        ticket("Ash", "Birch", 1),
        ticket("Cedar", "Elm", 2),
    ]
    edition = EDITION | {
        "id": "deep",
        "start": [{"deal_long": 1, "deal": 1, "keep": 1}],
        "unkept_start": "out",
        "modules": ["ferries", "tunnels", "stations"],
        "tie_break": ["completed_tickets", "fewest_stations", "longest_trail"],
    }
    return built(
        tiny_file(
            id="deep",
            numbers=numbers,
            routes=routes,
            tickets={"all": tickets},
            tunnels={"reveal": 3},
            stations={"each": 3, "unbuilt_points": 4},
            editions=[edition],
        )
    )


def _with_depots(edition: Edition) -> Edition:
    bonuses = {**edition.bonuses, "depots": 10}
    return evolve(edition, id=f"{edition.id}+depots", modules=(*edition.modules, "depots"), bonuses=bonuses)


_BOARDS = (_tiny(), _wild(), _scarce(), _deep())
INVENTED = {edition.id: edition for edition in (*_BOARDS, *map(_with_depots, _BOARDS))}
PRINTED = {name: load_edition(name) for each in editions() for name in (each, f"{each}+depots")}
EDITIONS = {**INVENTED, **PRINTED}

GAMES = [(name, players) for name, e in EDITIONS.items() for players in range(e.players[0], e.players[1] + 1)]
"""Every edition with every number of players."""


def game_of(name: str, players: int) -> Game:
    """A game of `GAMES`."""
    return Game.of(EDITIONS[name], players)
