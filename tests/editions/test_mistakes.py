import tomllib
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from referee.editions import BoardFileError, load_board_file, load_edition
from referee.editions.check import MOST_ACTIONS, ways_to_pay
from referee.editions.schema import BoardFile
from referee.game import ActionKind, Deal, Game
from referee.resources import resource
from tests.editions.files import write
from tests.property.boards import EDITION, NUMBERS, route, ticket, tiny_file

GOOD = tiny_file()
ROUTES, CITIES, TICKETS = GOOD["routes"], GOOD["cities"], GOOD["tickets"]["all"]
Content = dict[str, Any]


def _edition(**changes: Any) -> Content:
    return {"editions": [EDITION | changes]}


def _numbers(**changes: Any) -> Content:
    return {"numbers": NUMBERS | changes}


def _routes(*more: Content) -> Content:
    return {"routes": [*ROUTES, *more]}


def _cities(*more: Content) -> Content:
    return {"cities": [*CITIES, *more]}


def _tickets(*more: Content) -> Content:
    return {"tickets": {"all": [*TICKETS, *more]}}


GOES = route("Fir", "Gum", 1)
TUNNEL = route("Ash", "Fir", 1, tunnel=True)
FERRY = route("Ash", "Fir", 2, ferry=1)

MISTAKES: list[tuple[Content, str]] = [
    # The shape.
    ({"colour": 1}, "colour: unknown key"),
    ({"routes": [ROUTES[0] | {"lenght": 2}, *ROUTES[1:]]}, "routes[0].lenght (Ash - Birch): unknown key; did you mean"),
    ({"routes": [{"cities": ["Ash", "Elm"], "colour": "red"}]}, "routes[0].length (Ash - Elm): Field required"),
    ({"routes": [3]}, "routes[0]: Input should be a table, not 3"),
    ({"id": "Tiny"}, "id: String should match pattern"),
    ({"players": [1, 2]}, "players[0]: Input should be greater than or equal to 2, not 1"),
    ({"players": [2, 6]}, "players[1]: Input should be less than or equal to 5, not 6"),
    ({"players": [2, 3, 4]}, "players: List should have at most 2 items"),
    (_numbers(trains="8"), "numbers.trains: Input should be a valid integer, not '8'"),
    (_numbers(trains=8.0), "numbers.trains: Input should be a valid integer, not 8.0"),
    (_numbers(trains=True), "numbers.trains: Input should be a valid integer, not True"),
    (_numbers(trains=0), "numbers.trains: Input should be greater than or equal to 1, not 0"),
    (_numbers(locomotives=-1), "numbers.locomotives: Input should be greater than or equal to 0, not -1"),
    (_numbers(colours=["Red"]), "numbers.colours[0]: String should match pattern"),
    (_numbers(row=1000), "numbers.row: Input should be less than or equal to 20, not 1000"),
    ({"route_points": {"one": 1}}, "route_points.one.[key]: String should match pattern"),
    (
        _cities({"name": "Gum", "lat": 91.0, "lon": 0.0}),
        "cities[5].lat (Gum): Input should be less than or equal to 90",
    ),
    (_cities({"name": "Gum", "x": 1.5, "y": 0.0}), "cities[5].x (Gum): Input should be less than or equal to 1"),
    (_cities(*({"name": f"City {i}"} for i in range(60))), "cities: List should have at most 64 items"),
    (
        _routes(route("Ash", "Fir", 21)),
        "routes[9].length (Ash - Fir): Input should be less than or equal to 20, not 21",
    ),
    (_tickets(ticket("Ash", "Birch", 0)), "tickets.all[6].points (Ash - Birch): Input should be greater than or equal"),
    (_edition(unkept_start="top"), "editions[0].unkept_start (Tiny): Input should be 'bottom' or 'out', not 'top'"),
    (_edition(bonuses={"longest_trial": 10}), "editions[0].bonuses.longest_trial.[key] (Tiny): Input should be"),
    (_edition(modules=["depots"]), "editions[0].modules[0] (Tiny): Input should be 'ferries', 'tunnels'"),
    (_edition(tie_break=["money"]), "editions[0].tie_break[0] (Tiny): Input should be 'completed_tickets'"),
    (_edition(start=[]), "editions[0].start (Tiny): List should have at least 1 item"),
    ({"tunnels": {"reveal": 1000}}, "tunnels.reveal: Input should be less than or equal to 10, not 1000"),
    ({"provenance": {"routes": "hearsay"}}, "provenance.routes: Input should be 'two sources'"),
    # Numbers and colours.
    (_numbers(colours=["red", "blue", "red"]), "numbers.colours: 'red' stands there 2 times"),
    (_numbers(colours=["red", "blue", "gray"]), "numbers.colours: 'gray' means something else in the text forms"),
    (_numbers(colours=["red", "blue", "locomotive"]), "numbers.colours: 'locomotive' means something else"),
    (_numbers(colours=["red", "blue", "deck"]), "numbers.colours: 'deck' means something else in the text forms"),
    (_numbers(cards_per_colour=255), "numbers: 514 cards; a deck has at most 512"),
    ({"players": [4, 2]}, "players: [4, 2] is no range"),
    # Cities.
    (_cities(CITIES[0]), "cities: 'Ash' stands there 2 times"),
    (_cities({"name": "ASH"}), "cities: 'Ash' and 'ASH' have the same slug 'ash'"),
    (_cities({"name": "'."}), 'cities: "\'." has no letter or digit for a slug'),
    (_cities({"name": "Gün"}), "cities: 'Gün' has letters outside ASCII, so it needs `ascii`"),
    (_cities({"name": "Gum", "lat": 1.0}), "cities: 'Gum' has one half of a position only"),
    (_cities({"name": "Gum", "y": 1.0}), "cities: 'Gum' has one half of a position only"),
    (_cities({"name": "Gum"}), "routes: no way from 'Ash' to 'Gum'"),
    # Routes.
    (_routes(route("Ash", "Byrch", 1)), "routes, Ash - Byrch: unknown city 'Byrch'; did you mean 'Birch'?"),
    (_routes(route("Ash", "Ash", 1)), "routes, Ash: a route needs two different cities"),
    (_routes(ROUTES[0]), "routes, Ash - Birch: 3 tracks; a double route has two"),
    (_routes(route("Cedar", "Ash", 2)), "routes, Ash - Cedar: tracks of lengths 3 and 2"),
    (_routes(route("Ash", "Fir", 1, "mauve")), "routes, Ash - Fir: colour 'mauve' is not one of red, blue, gray"),
    (_routes(route("Ash", "Fir", 4)), "routes, Ash - Fir: route_points has no points for length 4"),
    (_routes(route("Ash", "Fir", 2, ferry=3)), "routes, Ash - Fir: a ferry of length 2 cannot need 3 locomotives"),
    (_routes(route("Ash", "Fir", 2, "red", ferry=1)), "routes, Ash - Fir: a ferry is gray and no tunnel (EU-05)"),
    (_routes(FERRY | {"tunnel": True}), "routes, Ash - Fir: a ferry is gray and no tunnel (EU-05)"),
    (_numbers(trains=2), "routes, Cedar - Ash: length 3 is more than the 2 trains of a seat"),
    (
        _numbers(cards_per_colour=2, locomotives=0),
        "routes, Cedar - Ash: the deck has too few cards to pay for length 3",
    ),
    (
        _numbers(locomotives=0) | _edition(modules=["ferries"]) | _routes(FERRY),
        "routes, Ash - Fir: the deck has 0 loco",
    ),
    # Tickets.
    (
        _numbers(trains=4)
        | _cities({"name": "Gum"})
        | _routes(route("Fir", "Gum", 3))
        | _tickets(ticket("Cedar", "Gum", 1)),
        "tickets.all, Cedar - Gum: nobody could complete it: the shortest way is 6 spaces, a seat has 4 trains",
    ),
    (_tickets(ticket("Ash", "Elmo", 1)), "tickets.all, Ash - Elmo: unknown city 'Elmo'; did you mean 'Elm'?"),
    (_tickets(ticket("Ash", "Ash", 1)), "tickets.all, Ash - Ash: a ticket needs two different cities"),
    (_tickets(ticket("Elm", "Ash", 9)), "editions, tiny: ticket ash.elm is in the set 2 times"),
    (_tickets(ticket("Ash", "Birch", 9, long=True)), "editions, tiny: long tickets that no start offer deals"),
    (_edition(tickets=[{"group": "al"}]), "editions, tiny: unknown ticket group 'al'; the file has all"),
    # Modules.
    (_edition(modules=["tunnels"]) | _routes(TUNNEL), "editions, tiny: module 'tunnels' has no numbers: add a line"),
    (_routes(TUNNEL), "tunnel: marks are set, but no edition of the file has the module 'tunnels'"),
    (_routes(FERRY), "ferry: marks are set, but no edition of the file has the module 'ferries'"),
    (_routes(route("Ash", "Fir", 1, cart=True)), "cart: marks are set, but no edition of the file has the module"),
    (_cities({"name": "Gum", "attraction": True}) | _routes(GOES), "attraction: marks are set, but no edition"),
    (_cities({"name": "Gum", "district": 1}) | _routes(GOES), "district: marks are set, but no edition"),
    (
        _edition(modules=["districts"])
        | {"districts": {"points": {"1": 1}}}
        | _cities({"name": "Gum", "district": 2})
        | _routes(GOES),
        "districts.points: no points for district 2 of 'Gum'",
    ),
    (
        _edition(modules=["districts"]) | {"districts": {"points": {"1": 1}}},
        "districts.points: no city is in district 1",
    ),
    (
        _edition(modules=["merchandise"]) | {"merchandise": {"supply": 9, "points": {"2": [8], "3": [8], "4": [8]}}},
        "merchandise.points: nothing for 5 players",
    ),
    (
        _edition(modules=["stations", "stations"]) | {"stations": {"each": 1, "unbuilt_points": 1}},
        "editions, tiny, modules: 'stations' stands there 2 times",
    ),
    # Editions.
    ({"editions": [EDITION, EDITION]}, "editions: 'tiny' stands there 2 times"),
    (
        _edition(tie_break=["completed_tickets"] * 2),
        "editions, tiny, tie_break: 'completed_tickets' stands there 2 times",
    ),
    (_numbers(start_hand=3), "editions, tiny: too few cards for 5 players"),
    (_edition(start=[{"deal": 2, "keep": 1}]), "editions, tiny: 6 tickets are too few for the start of 5 players"),
    (
        _edition(start=[{"deal_long": 1, "deal": 1, "keep": 1}]),
        "editions, tiny: 0 long tickets are too few to deal 1 to each of 5 players",
    ),
    (
        _edition(start=[{"deal": 1, "keep": 2}]),
        "editions, tiny: a start offer must have keep <= keep_at_most <= tickets",
    ),
    (
        _edition(start=[{"deal": 6, "keep": 1}]),
        "editions, tiny: a start offer must have keep <= keep_at_most <= tickets",
    ),
    (_edition(draw={"deal": 2, "keep": 3}), "editions, tiny: draw must have keep <= deal <= 5"),
    (_edition(draw={"deal": 6, "keep": 1}), "editions, tiny: draw must have keep <= deal <= 5"),
]


def _mistakes(path: Path) -> tuple[str, ...]:
    with pytest.raises(BoardFileError) as caught:
        load_board_file(path)
    assert caught.value.path == path
    count = len(caught.value.mistakes)
    head, *lines = str(caught.value).splitlines()
    assert head == f"{path}: {count} mistake{'s' if count > 1 else ''}"
    assert lines == [f"  {mistake}" for mistake in caught.value.mistakes]
    return caught.value.mistakes


def test_the_file_without_mistakes_can_be_played(tmp_path: Path) -> None:
    """The file that all these mistakes are made in is a good one."""
    (edition,) = load_board_file(write(tmp_path, GOOD))
    assert not Game.of(edition, 5).start(Deal.from_text("")).over


@pytest.mark.parametrize(("changes", "mistake"), MISTAKES, ids=[mistake for _, mistake in MISTAKES])
def test_each_mistake_is_named_with_its_place(tmp_path: Path, changes: Content, mistake: str) -> None:
    """A mistake of a board file is reported with its place, what was found and what is allowed."""
    found = _mistakes(write(tmp_path, GOOD | changes))
    assert any(line.startswith(mistake) for line in found), found


def test_several_mistakes_are_told_at_once(tmp_path: Path) -> None:
    """All mistakes of the facts are in one error, in the order of the file's parts."""
    changes = _numbers(colours=["red", "blue", "deck"]) | _cities(CITIES[1]) | _tickets(ticket("Ash", "Elmo", 1))
    changes |= _routes(route("Ash", "Byrch", 1), route("Ash", "Fir", 4))
    assert _mistakes(write(tmp_path, GOOD | changes)) == (
        "numbers.colours: 'deck' means something else in the text forms",
        "cities: 'Birch' stands there 2 times",
        "routes, Ash - Byrch: unknown city 'Byrch'; did you mean 'Birch'?",
        "routes, Ash - Fir: route_points has no points for length 4",
        "tickets.all, Ash - Elmo: unknown city 'Elmo'; did you mean 'Elm'?",
    )


def test_a_wrong_name_hides_no_other_mistake(tmp_path: Path) -> None:
    """Parts that routes with unknown cities cannot all join are told, and doubled tickets beside an unknown group."""
    isles = _cities(*({"name": name} for name in ("Oak", "Pine", "Rowan")))
    groups = [{"group": "all"}, {"group": "al"}]
    changes = isles | _routes(route("Oak", "Pine", 1), route("Ash", "Rowann", 1))
    changes |= _tickets(TICKETS[0] | {"long": True}) | _edition(tickets=groups)
    assert _mistakes(write(tmp_path, GOOD | changes)) == (
        "routes, Ash - Rowann: unknown city 'Rowann'; did you mean 'Rowan'?",
        "routes: no way from 'Ash' to 'Oak', 'Pine', 'Rowan'",
        "editions, tiny: unknown ticket group 'al'; the file has all",
        "editions, tiny: long tickets that no start offer deals: nobody could ever get them",
        "editions, tiny: ticket ash.elm is in the set 2 times",
    )
    joined = _cities({"name": "Oak"}) | _routes(route("Ash", "Oack", 1))
    assert _mistakes(write(tmp_path, GOOD | joined)) == (
        "routes, Ash - Oack: unknown city 'Oack'; did you mean 'Oak'?",
    )


def test_several_mistakes_of_the_shape_are_told_at_once(tmp_path: Path) -> None:
    """Wrong types, missing and unknown keys all over the file are in one error."""
    changes = _numbers(trains="8") | {"color": 1, "routes": [{"cities": ["Ash", "Elm"], "colour": "red"}]}
    assert _mistakes(write(tmp_path, GOOD | changes)) == (
        "numbers.trains: Input should be a valid integer, not '8'",
        "routes[0].length (Ash - Elm): Field required",
        "color: unknown key; did you mean 'colour'?",
    )


def test_mistakes_of_shape_and_facts_are_told_at_once(tmp_path: Path) -> None:
    """A wrong value does not hide the mistakes of other lines, and nothing that only follows from it is told."""
    routes = [
        ROUTES[0] | {"lenght": 2},
        *ROUTES[1:5],
        ROUTES[5] | {"length": "2"},
        *ROUTES[6:],
        route("Ash", "Byrch", 1),
    ]
    changes = {"routes": routes} | _tickets(ticket("Ash", "Elmo", 1)) | _edition(draw={"deal": 2, "keep": 3})
    assert _mistakes(write(tmp_path, GOOD | changes)) == (
        "routes[0].lenght (Ash - Birch): unknown key; did you mean 'length'?",
        "routes[5].length (Cedar - Elm): Input should be a valid integer, not '2'",
        "routes, Ash - Byrch: unknown city 'Byrch'; did you mean 'Birch'?",
        "tickets.all, Ash - Elmo: unknown city 'Elmo'; did you mean 'Elm'?",
        "editions, tiny: draw must have keep <= deal <= 5",
    )


def test_a_table_of_actions_fits_one_message(tmp_path: Path) -> None:
    """A board with more ways to pay than one message can tell is refused."""
    names = [f"City {number}" for number in range(40)]
    routes = [route(a, b, 3) for a, b in combinations(names, 2)][:500]
    colours = ["red", "blue", *("abcdefghijklm")]
    changes = _numbers(colours=colours) | {"cities": [{"name": name} for name in names], "routes": routes}
    found = _mistakes(write(tmp_path, GOOD | changes))
    assert "routes: 23,000 ways to pay for routes and stations; a board may have 7,000" in found


def test_the_largest_edition_has_as_many_actions_as_counted() -> None:
    """The count behind that limit is the engine's own: Europe has the largest table."""
    europe = BoardFile.model_validate(tomllib.loads(resource("maps", "europe.toml").read_text(encoding="utf-8")))
    table = Game.of(load_edition("europe"), 5).table
    paid = sum(action.kind in (ActionKind.CLAIM, ActionKind.STATION) for action in table.actions)
    assert ways_to_pay(europe) == paid < MOST_ACTIONS


def test_the_file_is_named_as_its_board(tmp_path: Path) -> None:
    """A file that is named otherwise than its board is a mistake."""
    path = write(tmp_path, GOOD).rename(tmp_path / "small.toml")
    assert _mistakes(path) == ("id: 'tiny' is not the name of the file, small.toml",)


@pytest.mark.parametrize(
    ("content", "mistake"),
    [
        (b"id = ", "is not TOML: Invalid value (at end of document)"),
        (b'id = "\xff"', "is not TOML: 'utf-8' codec can't decode byte 0xff"),
        (b"", "id: Field required"),
        (b'id = "tiny"\nid = "tiny"', "is not TOML: Cannot overwrite a value"),
    ],
)
def test_what_is_no_board_at_all(tmp_path: Path, content: bytes, mistake: str) -> None:
    """A file that is no TOML, no text or empty is one clear error."""
    path = tmp_path / "tiny.toml"
    path.write_bytes(content)
    assert _mistakes(path)[0].startswith(mistake)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file and a folder are named with the reason."""
    assert _mistakes(tmp_path / "none.toml") == ("cannot be read: No such file or directory",)
    assert _mistakes(tmp_path) == ("cannot be read: Is a directory",)
