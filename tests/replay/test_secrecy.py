from collections.abc import Callable

import pytest
from attrs import evolve

from referee.game import Game, State, View, observe
from referee.replay import Leak, Replay, first_leak, secrecy
from tests.replay.playing import play

Spoil = Callable[[State, int, View], View]


def _hand_of_the_next(state: State, seat: int, view: View) -> View:
    """Somebody's hand shows as known cards."""
    other = (seat + 1) % state.game.players
    seats = list(view.seats)
    seats[other] = evolve(seats[other], known=tuple(state.hands[other]))
    return evolve(view, seats=tuple(seats))


def _top_card(state: State, seat: int, view: View) -> View:
    return evolve(view, passes=state.deck[-1]) if state.deck and seat == 1 else view


def _true_events(state: State, seat: int, view: View) -> View:
    return evolve(view, events=state.history[0]) if state.history else view


@pytest.fixture
def match() -> tuple[Game, Replay]:
    """A match with warehouses and tunnels, so that everything that can be hidden is."""
    return play(3, "secrets", "europe+depots")


def test_a_sound_match_has_no_leak(match: tuple[Game, Replay]) -> None:
    """No view of any seat or spectator depends on what is hidden from it."""
    game, replay = match
    assert first_leak(replay, game) is None


@pytest.mark.parametrize(
    ("spoil", "seat", "field"),
    [
        (_hand_of_the_next, -1, "seats[0].known["),
        (_top_card, 1, "passes"),
        (_true_events, -1, "events["),
    ],
)
def test_a_leak_is_named(
    match: tuple[Game, Replay], monkeypatch: pytest.MonkeyPatch, spoil: Spoil, seat: int, field: str
) -> None:
    """A view that shows a hand, the top card or a blind draw is found, with decision, seat and field."""
    monkeypatch.setattr(secrecy, "observe", lambda state, at: spoil(state, at, observe(state, at)))
    game, replay = match
    leak = first_leak(replay, game)
    assert isinstance(leak, Leak)
    assert (leak.seat, leak.decision < 60) == (seat, True)
    assert leak.field.startswith(field)
    assert str(leak).endswith(f"from field {leak.field} of its view")


def test_a_legal_list_that_tells_is_a_leak(match: tuple[Game, Replay], monkeypatch: pytest.MonkeyPatch) -> None:
    """Legal actions that depend on a hidden card are a leak of their own."""

    def telling(state: State) -> list[int]:
        return state.deck[-1:]

    monkeypatch.setattr(secrecy, "decision", telling)
    game, replay = match
    leak = first_leak(replay, game)
    assert leak is not None
    assert (leak.field, leak.seat >= 0) == ("legal", True)
