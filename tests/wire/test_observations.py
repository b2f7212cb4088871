import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game import SPECTATOR, determinize, forfeit, observe
from referee.v1 import game_pb2 as pb
from referee.wire import observation, view_from
from tests.wire.positions import TABLES, game_of, position

tables = st.sampled_from(TABLES)
seeds = st.integers(0, 10**6).map(str)
depths = st.integers(0, 400)


@given(tables, seeds, depths)
@settings(max_examples=150)
def test_a_view_survives_the_wire(table: tuple[str, int], seed: str, depth: int) -> None:
    """What any seat or a spectator sees comes back equal from its serialized message."""
    state = position(game_of(*table), seed, depth)
    for seat in (SPECTATOR, *range(table[1])):
        view = observe(state, seat)
        data = observation(view).SerializeToString()
        assert view_from(pb.Observation.FromString(data)) == view


@given(tables, seeds, depths, st.integers(0, 4), seeds)
@settings(max_examples=100)
def test_no_secret_passes_the_wire(table: tuple[str, int], seed: str, depth: int, seat: int, other: str) -> None:
    """Two states that differ only in what a seat cannot know give it byte-identical observations (C-45, E-45)."""
    state = position(game_of(*table), seed, depth)
    view = observe(state, seat % table[1])
    twin = determinize(state.game, view, random.Random(other))
    messages = [observation(observe(s, view.seat)).SerializeToString(deterministic=True) for s in (state, twin)]
    assert messages[0] == messages[1]


@given(seeds, depths)
@settings(max_examples=30)
def test_a_search_bot_can_sample_from_what_it_was_sent(seed: str, depth: int) -> None:
    """A state drawn from the view of a message is one that this seat could see."""
    state = position(game_of("usa", 3), seed, depth)
    view = view_from(observation(observe(state, 0)))
    assert observe(determinize(state.game, view, random.Random(seed)), 0) == view


def test_forfeits_survive_the_wire() -> None:
    """Who is out, and in which order, is told."""
    state = position(game_of("usa", 4), "forfeits", 30)
    forfeit(state, [2])
    forfeit(state, [0])
    view = observe(state, 1)
    assert [seat.out >= 0 for seat in view.seats] == [True, False, True, False]
    assert view_from(observation(view)) == view


def test_an_unknown_event_is_left_out() -> None:
    """A kit that is older than the referee plays on without the events that it does not know."""
    view = observe(position(game_of("usa", 2), "old", 40), 0)
    message = observation(view)
    message.events.add()
    assert view_from(message) == view


@pytest.mark.parametrize("seat", [0, 1])
def test_hidden_fields_are_absent(seat: int) -> None:
    """A blind draw of another seat has no card, an own one has."""
    state = position(game_of("usa", 2), "blind", 120)
    drawn = [e.card_drawn for e in observation(observe(state, seat)).events if e.HasField("card_drawn")]
    assert all(event.HasField("card") == (not event.blind or event.seat == seat) for event in drawn)
