from typing import Any

import pytest

from referee.game import DecisionKind, apply, decision, default_action, forfeit, score
from referee.game.events import Forfeited, GameOver, LastRound, Passed
from tests.game.places import do, place

RICH: dict[str, Any] = {"hands": [["pink"] * 4, [], []], "deck": ["green"] * 9, "row": ["red"] * 5}


def test_one_seat_left_ends_the_match() -> None:
    """With at most one seat left the match is over at once, for the reason of the forfeit."""
    state = place(players=3)
    assert forfeit(state, [2]) == (Forfeited(2),)
    assert decision(state).kind == DecisionKind.MAIN
    assert forfeit(state, [0]) == (Forfeited(0), GameOver("forfeit"))
    assert state.over
    assert (state.reason, decision(state)) == ("forfeit", (-1, DecisionKind.OVER, []))
    assert [line.rank for line in score(state)] == [2, 1, 3]


def test_all_leaving_together_share_the_first_place() -> None:
    """Seats that leave together are equal, even when nobody stays."""
    state = place(players=4)
    forfeit(state, {3, 1, 0, 2})
    assert [(line.rank, line.forfeited) for line in score(state)] == [(1, True)] * 4


def test_earlier_is_below_later() -> None:
    """Whoever left earlier ranks below whoever left later, whatever the points; together they share."""
    state = place(players=5, routes={"denver.omaha": 0, "calgary.helena": 1})
    forfeit(state, [0])
    forfeit(state, [1, 3])
    assert [line.rank for line in score(state)] == [5, 3, 1, 3, 1]
    assert [line.score for line in score(state)][:2] == [17, 17]


def test_leaving_twice_changes_nothing() -> None:
    """A seat that is out already keeps the place it has."""
    state = place(players=4)
    forfeit(state, [1])
    assert forfeit(state, [1]) == ()
    assert forfeit(state, [1, 2]) == (Forfeited(2),)
    assert state.out == [-1, 0, 1, -1]
    assert [line.rank for line in score(state)] == [1, 4, 3, 1]


def test_after_the_end_nobody_can_leave() -> None:
    """A match that is over cannot be forfeited any more."""
    state = place(players=3)
    forfeit(state, [0, 1])
    assert forfeit(state, [2]) == ()
    assert state.out == [0, 0, -1]


@pytest.mark.parametrize("seat", [-1, 3])
def test_only_seats_of_the_match_can_leave(seat: int) -> None:
    """A seat that does not exist cannot forfeit."""
    state = place(players=3)
    with pytest.raises(ValueError, match=f"no seat {seat}"):
        forfeit(state, [0, seat])
    assert state.out == [-1] * 3


def test_the_seat_passes_and_its_routes_stay() -> None:
    """The others play on around a seat that is out; its routes stay taken and its trains start no last round (E-43)."""
    state = place(players=3, **RICH, routes={"denver.omaha": 1})
    forfeit(state, [1])
    do(state, "draw deck", "draw deck")
    assert [state.game.table[a].text for a in decision(state).legal] == ["pass"]
    assert do(state, "pass") == (Passed(1),)
    assert state.seat == 2
    assert state.owner(state.game.edition.board.route("denver.omaha") or -1) == 1


def test_an_open_second_card_is_answered_by_the_default() -> None:
    """A seat that leaves between two cards is still asked for the second one, then never again."""
    state = place(players=3, **RICH)
    do(state, "draw deck")
    forfeit(state, [0])
    assert decision(state).kind == DecisionKind.SECOND_CARD
    apply(state, default_action(state))
    assert (state.seat, decision(state).kind) == (1, DecisionKind.MAIN)


def test_an_open_ticket_question_is_answered_by_the_default() -> None:
    """A seat that leaves while it looks at tickets keeps the fewest, the first ones."""
    state = place(players=3, phase="start")
    first = state.offers[0][:2]
    forfeit(state, [0])
    assert state.game.table[default_action(state)].text == "keep 1 2"
    apply(state, default_action(state))
    assert (state.tickets[0], state.seat) == (first, 1)


def test_an_open_tunnel_is_declined() -> None:
    """A seat that leaves at the question of a tunnel gets its cards back by declining."""
    state = place("europe", 3, hands=[["red"] * 4, [], []], row=["green"] * 5, deck=["red"] * 3 + ["white"])
    do(state, "claim barcelona.pamplona red*2")
    forfeit(state, [0])
    assert state.game.table[default_action(state)].text == "decline"
    apply(state, default_action(state))
    assert sum(state.hands[0]) == 4


def test_a_round_of_passes_with_seats_out_ends_the_match() -> None:
    """Passes of those who are out count towards the round in which everybody passes (E-23)."""
    state = place(players=3, hands=[["red"], [], []], deck=[], ticket_deck=[], trains=[3, 3, 3], routes={})
    forfeit(state, [1])
    state.open = [0, 0, 0]
    state.refresh()
    do(state, "pass", "pass")
    assert do(state, "pass")[-1] == GameOver("all_passed")


def test_the_last_round_counts_those_who_are_out() -> None:
    """Each seat has one turn of the last round, the seats that are out pass theirs (C-51)."""
    state = place(players=3, **RICH, trains=[4, 45, 45])
    forfeit(state, [2])
    events = do(state, "claim denver.omaha pink*4")
    assert events[-1] == LastRound(0, 3)
    do(state, "draw deck", "draw deck", "pass", "draw deck")
    assert do(state, "draw deck")[-1] == GameOver("last_round")
