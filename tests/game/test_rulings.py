import pytest

from referee.editions import load_edition
from referee.game import Deal, Game, State, apply, observe, score
from referee.game.events import MerchandiseTaken
from referee.scenario.names import Names
from referee.scenario.position import position
from referee.scenario.schema import Setup
from tests.property.boards import EDITION, NUMBERS, built, route, tiny_file


def _said(state: State, text: str) -> State:
    apply(state, state.game.table.ids[text])
    return state


def _with_locomotives(game: Game) -> State:
    """A main decision of seat 0, with locomotives in every hand."""
    state = game.start(Deal.from_text("rulings"))
    while state.stage < len(game.stages):
        _said(state, "keep 1 2" if game.edition.id == "usa" else "keep 1")
    for hand in state.hands:
        hand[game.locomotive] = 4
    state.refresh()
    return state


def test_an_empty_supply_gives_no_merchandise() -> None:
    """On a board with more cart routes than merchandise cards, a claim after the last card brings none (E-48, A-03)."""
    carts = [route("Ash", "Birch", 1, cart=True), route("Birch", "Cedar", 1, cart=True), route("Cedar", "Elm", 1)]
    routes = [*carts, route("Elm", "Fir", 3), route("Fir", "Ash", 3)]
    edition = EDITION | {"modules": ["merchandise"], "bonuses": {}, "tie_break": ["completed_tickets"]}
    supply = {"supply": 1, "points": {str(players): [8, 4] for players in (2, 3, 4, 5)}}
    game = Game.of(built(tiny_file(routes=routes, merchandise=supply, editions=[edition])), 2)
    state = _with_locomotives(game)
    first = apply(state, game.table.ids["claim ash.birch locomotive*1"])
    second = apply(state, game.table.ids["claim birch.cedar locomotive*1"])
    assert [event for event in first + second if isinstance(event, MerchandiseTaken)] == [MerchandiseTaken(0, 0)]
    assert [seat.merchandise for seat in observe(state, 0).seats] == [1, 0]
    assert score(state)[1].bonuses == {}


def test_the_recount_wins() -> None:
    """Final points of routes come from the routes owned, whatever the running count says (E-44, C-60)."""
    state = _said(_with_locomotives(Game.of(load_edition("usa"), 2)), "claim dallas.houston.gray-1 locomotive*1")
    state.points = [99, 99]
    assert [seat.routes for seat in score(state)] == [1, 0]


def test_finished_tickets_are_not_announced() -> None:
    """Whether a claim finishes a ticket of its seat makes no difference to what the others are told (E-34, C-45)."""
    game = Game.of(load_edition("usa"), 2)
    tickets = [ticket.text for ticket in game.edition.tickets]
    views = []
    for held in ("denver.el-paso", "boston.miami"):
        state = _with_locomotives(game)
        state.tickets[0] = (tickets.index(held),)
        for text in (
            "claim denver.santa-fe locomotive*2",
            "draw deck",
            "draw deck",
            "claim el-paso.santa-fe locomotive*2",
        ):
            _said(state, text)
        assert score(state)[0].completed == (held == "denver.el-paso")
        views.append((observe(state, 1), observe(state, -1)))
    assert views[0] == views[1]


def test_only_the_picker_sees_picked_cards() -> None:
    """What lay in a picked warehouse shows in the picker's view alone, its number in everybody's (E-94, W-13)."""
    game = Game.of(load_edition("london+depots"), 2)
    views = []
    for card in ("blue", "green"):
        row = ["black", "black", "black", "orange", "orange"]
        setup = Setup(deck=["pink", "pink"], row=row, hands=[["locomotive"], []], depots=[[], ["covent-garden"]])
        state = position(game, Names(game), setup.model_copy(update={"warehouses": [[], [card, card]]}), "")
        _said(_said(state, "claim british-museum.covent-garden.gray-1 locomotive*1"), "pick 1")
        views.append([observe(state, seat) for seat in (-1, 0, 1)])
    (spectator, picker, other), (spectator_too, picker_too, other_too) = views
    assert (spectator, other) == (spectator_too, other_too)
    assert picker.hand != picker_too.hand
    assert other.seats[0].hand_size == 2
    assert not any(other.seats[0].known)


@pytest.mark.parametrize(
    ("numbers", "row", "stays"),
    [
        ({"row": 3}, ["locomotive"] * 3, False),
        ({"row": 6}, ["locomotive"] * 3 + ["red", "red", "blue"], True),
        ({"reset_at": 1}, ["locomotive", "red", "red", "blue", "blue"], True),
        ({"reset_at": 4}, ["locomotive"] * 4 + ["red"], False),
    ],
)
def test_a_row_goes_while_a_better_one_exists(numbers: dict[str, int], row: list[str], *, stays: bool) -> None:
    """On boards with another row, locomotives stay open exactly if no row with fewer can be laid (E-01, C-25)."""
    game = Game.of(built(tiny_file(numbers=NUMBERS | numbers)), 2)
    deck = [] if stays else ["red"]
    state = position(game, Names(game), Setup(row=row, deck=deck), "")
    cards = [game.cards[card] for card in state.row]
    assert (state.shuffles == 0) == stays
    assert (cards == row) == stays
    assert stays or cards.count("locomotive") < game.reset_at
