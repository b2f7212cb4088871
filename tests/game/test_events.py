import pytest

from referee.game import SPECTATOR, Event, State, forfeit, observe, seen_by
from referee.game.events import (
    CardDeposited,
    CardDrawn,
    DeckShuffled,
    Forfeited,
    GameOver,
    LastRound,
    Passed,
    RouteClaimed,
    RowFilled,
    RowReset,
    TicketsKept,
    TicketsOffered,
    WarehousePicked,
)
from tests.game.places import do, place

SECRET = [
    (CardDrawn(1, 3, True), CardDrawn(1, None, True)),
    (TicketsOffered(1, 2, (4, 5)), TicketsOffered(1, 2, None)),
    (TicketsKept(1, 1, 1, (4,)), TicketsKept(1, 1, 1, None)),
    (WarehousePicked(1, 0, 2, (1, 1)), WarehousePicked(1, 0, 2, None)),
]
PUBLIC = [
    CardDrawn(1, 3, False),
    RowFilled(1, 2),
    RowReset((1, 1, 1, 2, 3)),
    DeckShuffled(1, 9),
    RouteClaimed(1, 5, -1, 0, 3, 4),
    Passed(1),
    LastRound(1, 2),
    Forfeited(1),
    GameOver("forfeit"),
    CardDeposited(1, 0),
]


@pytest.mark.parametrize(("event", "public"), SECRET, ids=[type(event).__name__ for event, _ in SECRET])
def test_secrets_are_for_their_owner(event: Event, public: Event) -> None:
    """The owner sees a secret event whole; every other seat and a spectator see that it happened and no more."""
    assert seen_by(event, 1) == event
    for other in (0, 2, SPECTATOR, None):
        assert seen_by(event, other) == public


@pytest.mark.parametrize("event", PUBLIC, ids=[type(event).__name__ for event in PUBLIC])
def test_what_everybody_sees(event: Event) -> None:
    """Events without a secret look the same to everybody."""
    assert {seen_by(event, seat) for seat in (0, 1, 2, SPECTATOR, None)} == {event}


def _kinds(state: State, seat: int) -> list[str]:
    return [type(event).__name__ for event in observe(state, seat).events]


def test_a_view_tells_what_happened_since_the_last_answer() -> None:
    """A seat hears its own last action first, then all that the others did, and nothing twice."""
    state = place(deck=["red"] * 12, row=["blue"] * 5, hands=[["pink"] * 4, ["green"] * 4])
    do(state, "draw deck")
    assert _kinds(state, 0) == ["CardDrawn"]
    do(state, "draw blue")
    assert _kinds(state, 0) == ["CardDrawn", "RowFilled"]
    assert _kinds(state, 1) == ["CardDrawn", "CardDrawn", "RowFilled"]
    do(state, "claim calgary.helena green*4")
    assert _kinds(state, 0) == ["CardDrawn", "RowFilled", "RouteClaimed"]
    assert _kinds(state, 1) == ["RouteClaimed"]
    do(state, "claim denver.omaha pink*4")
    assert _kinds(state, 0) == ["RouteClaimed"]
    assert _kinds(state, 1) == ["RouteClaimed", "RouteClaimed"]


def test_a_spectator_hears_the_last_action() -> None:
    """A spectator's view has the events of the last action alone."""
    state = place(deck=["red"] * 12, row=["blue"] * 5, hands=[["pink"] * 4, ["green"] * 4])
    do(state, "draw deck", "draw blue")
    assert observe(state, SPECTATOR).events == (CardDrawn(0, 1, False), RowFilled(0, 7))


def test_the_first_view_tells_the_deal() -> None:
    """At the first question a seat hears of the row and of every offer, and which tickets are its own."""
    state = place(players=3, phase="start")
    for seat in range(3):
        offers = [event for event in observe(state, seat).events if isinstance(event, TicketsOffered)]
        assert [offer.tickets for offer in offers] == [state.offers[s] if s == seat else None for s in range(3)]
        assert _kinds(state, seat)[:5] == ["RowFilled"] * 5


def test_forfeits_are_told() -> None:
    """A forfeit between two decisions is among the events of everybody's next view."""
    state = place(players=3)
    do(state, "draw deck", "draw deck")
    assert forfeit(state, [1]) == (Forfeited(1),)
    assert all(Forfeited(1) in observe(state, seat).events for seat in (SPECTATOR, 0, 1, 2))
    do(state, "pass")
    assert observe(state, 2).events[-2:] == (Forfeited(1), Passed(1))
    assert observe(state, 1).events == (Passed(1),)


def test_the_owner_sees_its_cards_and_tickets() -> None:
    """A blind draw and a keep are whole in the owner's view and hidden in all others."""
    state = place(deck=["red", "blue", "green"], hands=[[], []], row=["pink"] * 5)
    do(state, "draw deck")
    red = state.game.cards.index("red")
    assert observe(state, 0).events[-1] == CardDrawn(0, red, True)
    assert observe(state, 1).events[-1] == observe(state, SPECTATOR).events[-1] == CardDrawn(0, None, True)
    do(state, "draw deck", "tickets", "keep 1")
    assert observe(state, 1).events[-1] == TicketsKept(1, 1, 2, state.tickets[1])
    assert observe(state, 0).events[-1] == observe(state, SPECTATOR).events[-1] == TicketsKept(1, 1, 2, None)
