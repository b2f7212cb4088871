import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.editions import BOARDS, editions, load_edition
from referee.game import Board, slug

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

FIRST = {"usa": "usa", "europe": "europe", "london": "london", "amsterdam": "amsterdam", "new-york": "new-york"}
"""An edition of each board."""


def _board(name: str) -> Board:
    return load_edition(FIRST[name]).board


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Denver", "denver"),
        ("Sault St. Marie", "sault-st-marie"),
        ("King's Cross", "kings-cross"),
        ("St Paul's", "st-pauls"),
        ("Elephant & Castle", "elephant-castle"),
        ("København", "kobenhavn"),
        ("Montréal", "montreal"),
        ("Oost-Indisch Huis", "oost-indisch-huis"),
        ("  A -- b..c  ", "a-bc"),
        ("Straße 12", "strasse-12"),
        ("Łódź", "lodz"),
        ("***", ""),
    ],
)
def test_slugs_of_names(name: str, text: str) -> None:
    """Lower-case ASCII; quotes and full stops dropped; every other run of marks is one hyphen."""
    assert slug(name) == text


@given(st.text())
def test_any_name_has_a_slug_or_none(name: str) -> None:
    """A slug is empty or canonical, and is its own slug."""
    text = slug(name)
    assert not text or SLUG.fullmatch(text)
    assert slug(text) == text


def test_every_board_has_an_edition_here() -> None:
    """These tests look at all boards and all editions."""
    assert {load_edition(name).board.id for name in editions()} == set(FIRST) == set(BOARDS)


@pytest.mark.parametrize("name", FIRST)
def test_city_slugs_are_unique(name: str) -> None:
    """Every city of every board has a canonical slug of its own, by which it is found."""
    board = _board(name)
    slugs = [city.slug for city in board.cities]
    assert len(set(slugs)) == len(slugs)
    assert all(SLUG.fullmatch(text) for text in slugs)
    assert [board.city(text) for text in slugs] == list(range(len(slugs)))
    assert board.city("atlantis") is None


@pytest.mark.parametrize("name", FIRST)
def test_route_texts_say_what_the_route_is(name: str) -> None:
    """A route's text has its cities in alphabetical order; parallel tracks add the colour, equal ones a number."""
    board = _board(name)
    for i, route in enumerate(board.routes):
        ends = f"{board.cities[route.a].slug}.{board.cities[route.b].slug}"
        colour = "gray" if route.colour < 0 else board.colours[route.colour]
        tracks = [r for r in board.routes if {r.a, r.b} == {route.a, route.b}]
        alike = [r for r in tracks if r.colour == route.colour]
        assert board.cities[route.a].slug < board.cities[route.b].slug
        expected = ends if len(tracks) == 1 else f"{ends}.{colour}"
        assert route.text == (expected if len(alike) == 1 else f"{expected}-{alike.index(route) + 1}")
        assert board.route(route.text) == i
        assert (route.sibling >= 0) == (len(tracks) == 2)
        assert route.sibling < 0 or board.routes[route.sibling].sibling == i
    assert len({route.text for route in board.routes}) == len(board.routes)
    assert board.route("denver.atlantis") is None


@pytest.mark.parametrize("name", editions())
def test_ticket_texts_say_what_the_ticket_is(name: str) -> None:
    """A ticket's text is its cities in alphabetical order, and no two tickets of an edition share one."""
    edition = load_edition(name)
    cities = edition.board.cities
    for ticket in edition.tickets:
        assert ticket.text == f"{cities[ticket.a].slug}.{cities[ticket.b].slug}"
        assert cities[ticket.a].slug < cities[ticket.b].slug
    assert len({ticket.text for ticket in edition.tickets}) == len(edition.tickets)
