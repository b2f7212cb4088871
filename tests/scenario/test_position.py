from typing import Any

import pytest

from referee.editions import load_edition
from referee.game import Deal, Game, State, observe
from referee.scenario.names import Names
from referee.scenario.position import position
from referee.scenario.schema import Setup


def place(edition: str = "usa", players: int = 2, seed: str = "", **setup: Any) -> State:
    """The position of a setup given as keywords."""
    game = Game.of(load_edition(edition), players)
    return position(game, Names(game), Setup(**setup), seed)


def _texts(state: State, tickets: tuple[int, ...]) -> list[str]:
    return [state.game.edition.tickets[ticket].text for ticket in tickets]


def test_nothing_given_is_dealt_as_in_play() -> None:
    """Without cards in the setup the hands, the row and the deck are those of the seed's deal, without tickets."""
    state, played = place(seed="a seed", players=3), Game.of(load_edition("usa"), 3).start(Deal.from_text("a seed"))
    assert (state.hands, state.row, state.deck) == (played.hands, played.row, played.deck)
    assert state.tickets == [(), (), ()]
    assert sorted(state.ticket_deck) == list(range(30))


def test_no_seed_is_the_empty_text() -> None:
    """A scenario without a seed is dealt from the seed of the empty text."""
    assert place().hands == place(seed="").hands != place(seed="another").hands


def test_any_given_cards_leave_out_the_rest() -> None:
    """As soon as one of deck, discard, row and hands is given, the missing ones are empty."""
    state = place(hands=[["red"], []])
    assert sum(map(sum, state.hands)) == 1
    assert (state.deck, sum(state.discard), state.row) == ([], 0, [-1] * 5)


def test_the_first_reshuffle_is_number_one() -> None:
    """A given discard is reshuffled under `cards/1` of the seed's deal."""
    state = place(seed="x", discard=["red"] * 6 + ["blue"] * 6)
    counts = [0, 6, 0, 0, 0, 0, 0, 6, 0]
    order = Deal.from_text("x").cards(counts, 1)
    assert (state.row, state.deck[::-1], state.shuffles) == (order[:5], order[5:], 1)


def test_the_ticket_deck_left_out_is_the_rest_in_seed_order() -> None:
    """The ticket deck is the whole set in the order of the deal, without what the seats hold."""
    state = place(seed="x", tickets=[["boston.miami"], ["denver.el-paso"]])
    order = _texts(state, tuple(Deal.from_text("x").tickets(range(30))))
    assert _texts(state, state.ticket_deck) == [t for t in order if t not in ("boston.miami", "denver.el-paso")]


def test_long_tickets_are_no_part_of_a_running_game() -> None:
    """In Europe the ticket deck left out has the ordinary tickets only; the long ones left with the start."""
    state = place("europe")
    assert not any(state.game.edition.tickets[ticket].long for ticket in state.ticket_deck)
    assert len(state.ticket_deck) == 40
    assert state.long_deck == ()


def test_trains_default_to_what_the_routes_leave() -> None:
    """Owned routes take their trains, give their points and join their cities."""
    state = place(routes={"denver.omaha": 1, "denver.santa-fe": 1})
    assert (state.trains, state.points) == ([45, 39], [0, 9])
    assert len(state.networks[1]) == 1


def test_given_trains_win_over_the_routes() -> None:
    """A stock that is given stands, whatever the routes took."""
    assert place(routes={"denver.omaha": 1}, trains=[0, 45]).trains == [0, 45]


def test_a_start_from_given_orders() -> None:
    """With phase = "start" deck and ticket deck are the orders to deal from, and the first question is open."""
    state = place(phase="start", deck=["red"] * 4 + ["blue"] * 9, ticket_deck=["boston.miami", "calgary.phoenix"])
    assert [hand[7] for hand in state.hands] == [4, 0]
    assert _texts(state, state.offers[0]) == ["boston.miami", "calgary.phoenix"]
    assert state.stage == 0


def test_stations_stand_where_the_setup_puts_them() -> None:
    """Stations are built without cards, and the seat's next one costs more."""
    state = place("europe", stations=[["roma", "paris"], []], hands=[["red"] * 3, ["red"]])
    assert [seat.stations_left for seat in observe(state, -1).seats] == [1, 3]


@pytest.mark.parametrize("stations", [[["roma"], ["roma"]], [["roma", "paris", "wien", "berlin"], []]])
def test_impossible_stations_are_refused(stations: list[list[str]]) -> None:
    """Two stations in a city and more stations than a seat has are the setup's fault."""
    with pytest.raises(Exception, match=r"^setup\.stations: (two pieces stand in roma|seat 0 has 4 stations)"):
        place("europe", stations=stations)


def test_more_depots_than_a_seat_has_are_refused() -> None:
    """A seat has five depots: the one of the start and four in reserve (W-02)."""
    cities = ["roma", "paris", "wien", "berlin", "essen", "riga"]
    place("europe+depots", depots=[cities[:5], []])
    with pytest.raises(Exception, match=r"^setup\.depots: seat 0 has 6 depots, there are 5 each"):
        place("europe+depots", depots=[cities, []])
