import pytest

from referee.editions import BOARDS, EditionError, editions, load_edition
from referee.game import Edition
from tests.conftest import Golden

TICKETS = {
    # rules 2.2: long tickets, other tickets, start offers as (long, other, keep, keep with a long one), drawn, kept.
    "usa": (0, 30, [(0, 3, 2, 2)], 3, 1),
    "usa-69": (0, 69, [(0, 3, 2, 2)], 3, 1),
    "usa-1910": (0, 35, [(0, 3, 2, 2)], 3, 1),
    "usa-mega": (0, 69, [(0, 5, 3, 3)], 4, 1),
    "usa-big-cities": (0, 35, [(0, 4, 2, 2)], 4, 1),
    "london": (0, 20, [(0, 2, 1, 1)], 2, 1),
    "amsterdam": (0, 24, [(0, 2, 1, 1)], 2, 1),
    "new-york": (0, 18, [(0, 2, 1, 1)], 2, 1),
    "europe": (6, 40, [(1, 3, 2, 2)], 3, 1),
    "europe-expanded": (6, 59, [(1, 3, 2, 2)], 3, 1),
    "europe-mega": (12, 89, [(2, 0, 0, 0), (0, 5, 3, 2)], 3, 1),
    "europe-big-cities": (0, 45, [(0, 5, 2, 2)], 4, 1),
}

NUMBERS = {
    # rules 2.1: players, trains, colours, cards each, locomotives, start hand, one track up to.
    "usa": ((2, 5), 45, 8, 12, 14, 4, 3),
    "europe": ((2, 5), 45, 8, 12, 14, 4, 3),
    "london": ((2, 4), 17, 6, 6, 8, 2, 2),
    "amsterdam": ((2, 4), 16, 6, 6, 8, 2, 2),
    "new-york": ((2, 4), 15, 6, 6, 8, 2, 2),
}


def test_all_editions_are_there() -> None:
    """Every edition of the rules can be played, board by board."""
    assert list(editions()) == sorted(TICKETS, key=lambda name: (_board_order(name), editions().index(name)))
    assert set(editions()) == set(TICKETS)


def _board_order(name: str) -> int:
    return BOARDS.index(load_edition(name).board.id)


@pytest.mark.parametrize("name", TICKETS)
def test_ticket_sets_have_the_numbers_of_the_rules(name: str) -> None:
    """Deck sizes, start offers and draws are those of rules 2.2."""
    edition = load_edition(name)
    long = sum(ticket.long for ticket in edition.tickets)
    offers = [(o.long, o.other, o.keep_min_without_long, o.keep_min) for o in edition.start_offers]
    n = edition.numbers
    assert (long, len(edition.tickets) - long, offers, n.draw_tickets, n.keep_tickets) == TICKETS[name]
    assert n.returned_at_start == (not name.startswith("europe"))


def test_the_long_choice_of_mega_europe_is_none_or_one() -> None:
    """Of two long tickets none or one may be kept (V-11), of the five any number from the least on (V-12)."""
    first, second = load_edition("europe-mega").start_offers
    assert (first.keep_min, first.keep_max) == (0, 1)
    assert second.keep_max == 5


@pytest.mark.parametrize("name", TICKETS)
def test_components_have_the_numbers_of_the_rules(name: str) -> None:
    """Pieces, cards and limits are those of rules 2.1."""
    edition = load_edition(name)
    n = edition.numbers
    found = (
        edition.players,
        n.trains,
        len(edition.board.colours),
        n.cards_per_colour,
        n.locomotives,
        n.start_hand,
        n.double_closed_up_to,
    )
    assert found == NUMBERS[edition.board.id]
    assert (n.row, n.reset_at, n.end_trigger) == (5, 3, 2)
    assert sum(edition.card_counts()) == (110 if n.trains == 45 else 44)


def _facts(edition: Edition) -> str:
    board = edition.board
    colours = {name: [0, 0] for name in (*board.colours, "gray")}
    for route in board.routes:
        of_colour = colours["gray" if route.colour < 0 else board.colours[route.colour]]
        of_colour[0] += 1
        of_colour[1] += route.length
    points = sum(edition.route_points[route.length] for route in board.routes)
    doubles = sum(route.sibling >= 0 for route in board.routes) // 2
    marks = {
        "tunnels": sum(route.tunnel for route in board.routes),
        "ferries": sum(route.locomotives > 0 for route in board.routes),
        "carts": sum(route.cart for route in board.routes),
        "attractions": sum(city.attraction for city in board.cities),
        "districts": len(edition.districts),
    }
    lines = [
        f"{edition.id}: {edition.name}",
        f"  {len(board.cities)} cities, {len(board.routes)} routes, {sum(r.length for r in board.routes)} spaces",
        f"  {points} points, {doubles} doubles",
        "  " + ", ".join(f"{name} {count} of {length}" for name, (count, length) in colours.items()),
        "  " + ", ".join(f"{count} {mark}" for mark, count in marks.items()),
        f"  {len(edition.tickets)} tickets worth {sum(t.points for t in edition.tickets)}",
        f"  bonuses {dict(edition.bonuses)}, ties by {', '.join(edition.tie_break)}",
        f"  modules {', '.join(edition.modules)}",
    ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def test_boards_have_their_frozen_totals(golden: Golden) -> None:
    """Cities, routes, spaces, points, colours, marks and tickets of every edition are as they were reviewed."""
    golden.check("editions/totals.txt", "".join(_facts(load_edition(name)) for name in editions()))


@pytest.mark.parametrize("name", ["usa", "usa-69", "usa-1910", "usa-mega", "usa-big-cities"])
def test_four_values_are_lowered_in_the_sets_of_1910(name: str) -> None:
    """The 2004 box has the values of 2004, every set made from the 1910 cards the reprinted ones (T-02, E-73)."""
    values = {
        "los-angeles.miami": (20, 19),
        "los-angeles.new-york": (21, 20),
        "oklahoma-city.sault-st-marie": (9, 8),
        "new-york.seattle": (22, 20),
    }
    found = {t.text: t.points for t in load_edition(name).tickets if t.text in values}
    assert found == {text: values[text][name != "usa"] for text in found}
    assert len(found) == {"usa-1910": 0, "usa-big-cities": 3}.get(name, 4)


def test_what_is_inferred_or_invented_is_a_note() -> None:
    """Amsterdam's stand-ins and the points that its picture hides are told; where cities are drawn is no matter."""
    notes = {name: load_edition(name).caveats for name in editions()}
    assert notes.pop("amsterdam") == (
        "20 of the 24 tickets are stand-ins, invented (tickets.stand_in)",
        "reconstructed: route_points_4",
    )
    assert not any(notes.values())


def test_the_suffix_adds_depots() -> None:
    """Every edition can be played with Warehouses & Depots, which change nothing else of it."""
    for name in editions():
        plain, added = load_edition(name), load_edition(f"{name}+depots")
        assert added.id == f"{name}+depots"
        assert set(added.modules) - set(plain.modules) == {"depots"}
        assert (added.board, added.tickets, added.numbers) == (plain.board, plain.tickets, plain.numbers)
    assert load_edition("usa") is load_edition("usa")


@pytest.mark.parametrize(
    ("wanted", "hint"),
    [
        ("uas", "did you mean 'usa'?"),
        ("europa", "did you mean 'europe'?"),
        ("usa-megga", "did you mean 'usa-mega'?"),
        ("usa+depot", "did you mean 'usa+depots'?"),
        ("usa+tunnels", "usa+depots"),
        ("usa+", "did you mean"),
        ("USA", "Known: usa, "),
        ("newyork", "did you mean 'new-york'?"),
        ("", "Known: usa, "),
        ("+depots", "Known: usa, "),
        ("../usa", "did you mean 'usa'?"),
    ],
)
def test_unknown_editions_are_refused_with_what_is_known(wanted: str, hint: str) -> None:
    """An unknown id is named, with the nearest known one and all that are known."""
    with pytest.raises(EditionError) as caught:
        load_edition(wanted)
    assert caught.value.wanted == wanted
    assert str(caught.value).startswith(f"unknown edition {wanted!r}")
    assert hint in str(caught.value)
    assert set(editions()) <= set(caught.value.known)
