"""Frozen facts of the board files, counted from the TOML itself and not through the code that reads it."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from referee.resources import resource

BOARDS = ("amsterdam", "europe", "london", "new-york", "usa")


def _board(name: str) -> dict[str, Any]:
    return tomllib.loads(resource("maps", f"{name}.toml").read_text(encoding="utf-8"))


def _pairs(board: dict[str, Any]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted(route["cities"])) for route in board["routes"])


@pytest.mark.parametrize(
    ("name", "cities", "routes", "spaces", "doubles"),
    [
        ("amsterdam", 17, 45, 89, 13),
        ("europe", 47, 101, 300, 11),
        ("london", 17, 44, 95, 9),
        ("new-york", 15, 41, 84, 11),
        ("usa", 36, 100, 309, 22),
    ],
)
def test_board_totals(name: str, cities: int, routes: int, spaces: int, doubles: int) -> None:
    """Cities, routes, spaces and double routes of each board have their frozen totals."""
    board = _board(name)
    pairs = _pairs(board)
    assert len(board["cities"]) == cities
    assert (len(board["routes"]), sum(route["length"] for route in board["routes"])) == (routes, spaces)
    assert sum(count == 2 for count in pairs.values()) == doubles
    assert max(pairs.values()) == 2


@pytest.mark.parametrize(
    ("name", "group", "tickets", "points"),
    [
        ("amsterdam", "published", 4, 18),
        ("amsterdam", "stand_in", 20, 108),
        ("europe", "original", 46, 444),
        ("europe", "1912", 55, 643),
        ("london", "published", 20, 108),
        ("new-york", "published", 18, 92),
        ("usa", "original", 30, 349),
        ("usa", "1910", 35, 391),
        ("usa", "mystery_train", 4, 19),
    ],
)
def test_ticket_totals(name: str, group: str, tickets: int, points: int) -> None:
    """Each ticket group has its frozen number of tickets and sum of points."""
    listed = _board(name)["tickets"][group]
    assert (len(listed), sum(ticket["points"] for ticket in listed)) == (tickets, points)


@pytest.mark.parametrize(
    ("name", "each"), [("europe", 8), ("usa", 7)], ids=["eight of each colour", "seven of each colour"]
)
def test_colours_are_even(name: str, each: int) -> None:
    """Every colour of the big boards has the same number of routes."""
    board = _board(name)
    colours = Counter(route["colour"] for route in board["routes"] if route["colour"] != "gray")
    assert colours == dict.fromkeys(board["numbers"]["colours"], each)


@pytest.mark.parametrize("name", BOARDS)
def test_names_and_lengths_are_known(name: str) -> None:
    """Routes and tickets name cities of the board, tickets join two of them, and every length has points."""
    board = _board(name)
    cities = {city["name"] for city in board["cities"]}
    tickets = [ticket for group in board["tickets"].values() for ticket in group]
    for line in (*board["routes"], *tickets):
        assert len(set(line["cities"]) & cities) == 2, line
    assert {str(route["length"]) for route in board["routes"]} <= set(board["route_points"])
    assert all(len({*pair}) == 2 for pair in _pairs(board))


def test_big_city_sets_have_their_size() -> None:
    """The Big Cities marks give 35 tickets on the USA board and 45 on the European one (T-05, V-14, E-72)."""
    for name, count in (("usa", 35), ("europe", 45)):
        groups = _board(name)["tickets"].values()
        assert sum(ticket.get("big_city", False) for group in groups for ticket in group) == count


def test_four_values_are_lowered_in_the_reprint() -> None:
    """Four originals are worth less in the 1910 box (T-02), and no other ticket has a second value."""
    lowered = {
        "-".join(ticket["cities"]): (ticket["points"], ticket["points_reprint"])
        for group in _board("usa")["tickets"].values()
        for ticket in group
        if "points_reprint" in ticket
    }
    assert lowered == {
        "Los Angeles-Miami": (20, 19),
        "Los Angeles-New York": (21, 20),
        "Sault St. Marie-Oklahoma City": (9, 8),
        "Seattle-New York": (22, 20),
    }


def test_amsterdam_has_a_merchandise_card_for_each_cart_route() -> None:
    """Sixteen routes carry carts and the supply has sixteen cards (A-03, E-48)."""
    board = _board("amsterdam")
    assert sum(route.get("cart", False) for route in board["routes"]) == board["merchandise"]["supply"] == 16


@pytest.mark.parametrize("name", BOARDS)
def test_no_line_of_a_board_is_unsourced(name: str) -> None:
    """Every board says where its facts come from and how far its cities, routes and tickets can be trusted."""
    board = _board(name)
    words = {"two sources", "single source", "reconstructed", "invented"}
    assert board["sources"]
    assert {"cities", "routes", "tickets", "coordinates"} <= set(board["provenance"])
    assert set(board["provenance"].values()) <= words
    assert Path(f"{board['id']}.toml").stem == name
