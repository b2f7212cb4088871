from random import Random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game import Deal, View, apply, decision, determinize, find_action, forfeit, observe
from tests.property.boards import game_of
from tests.property.play import Match, matches, moments, play_on, positions, runs
from tests.property.recount import check_cards, check_pieces


def _rebuilt(view: View) -> View:
    """The same view, built from its public fields alone."""
    return View(**{field.name: getattr(view, field.name) for field in attrs.fields(View)})


@runs(40)
@given(matches(), st.integers(0, 2**32))
def test_an_imagined_state_looks_the_same(match: Match, seed: int) -> None:
    """A state made from a seat's view alone gives that view and that legal list again, and holds all invariants."""
    for state in moments(match, 2):
        for seat in range(state.game.players):
            view = _rebuilt(observe(state, seat))
            imagined = determinize(state.game, view, Random(seed))
            assert observe(imagined, seat) == view
            check_cards(imagined)
            check_pieces(imagined)
            held = [*imagined.tickets, *imagined.offers, imagined.ticket_deck]
            assert len(flat := [t for tickets in held for t in tickets]) == len(set(flat))
            if seat == view.to_move:
                assert decision(imagined) == decision(state)


@runs(15)
@given(matches(), st.integers(0, 2**32))
def test_an_imagined_state_plays_on(match: Match, seed: int) -> None:
    """A state made from a view plays on to its end with every card and train in one place."""
    for state in moments(match, 1):
        view = observe(state, state.seat)
        imagined = determinize(state.game, view, Random(seed))
        play_on(imagined, Random(seed))
        assert imagined.over
        check_cards(imagined)
        check_pieces(imagined)


@runs(15)
@given(matches(), st.integers(0, 2**32))
def test_the_same_randomness_imagines_the_same(match: Match, seed: int) -> None:
    """The imagined state follows from view and random numbers; other numbers imagine other cards."""
    for state in moments(match, 1):
        view = observe(state, state.seat)
        one, same = (determinize(state.game, view, Random(seed)) for _ in range(2))
        assert (one.deck, one.hands, one.tickets, one.deal) == (same.deck, same.hands, same.tickets, same.deal)
        if len(one.deck) > 20:
            others = [determinize(state.game, view, Random(seed + i)) for i in range(1, 4)]
            assert any(other.deck != one.deck for other in others)
            assert all(other.deal != one.deal for other in others)


LONG = [("europe-mega", 2), ("europe-mega", 5), ("europe", 3), ("europe-expanded", 2), ("deep", 5)]


@runs(15)
@given(matches(LONG), st.integers(0, 2**32))
def test_imagined_tickets_can_have_been_dealt(match: Match, seed: int) -> None:
    """The others hold long tickets as they may have kept them, and none lies in the deck (EU-01, V-11)."""
    most = 1 if match.edition != "europe-mega" else 2
    for state in moments(match, 3):
        long = {i for i, ticket in enumerate(state.game.edition.tickets) if ticket.long}
        for seat in range(state.game.players):
            imagined = determinize(state.game, observe(state, seat), Random(seed))
            assert not long & {*imagined.ticket_deck}
            for other in range(state.game.players):
                assert len(long & {*imagined.tickets[other]}) <= 1
                assert len(long & {*imagined.offers[other]}) <= most
                assert len(imagined.offers[other]) == len(state.offers[other])
                if match.edition == "europe-mega" and state.stage == 0:
                    assert {*imagined.tickets[other], *imagined.offers[other]} <= long


def test_others_are_imagined_with_long_tickets_too() -> None:
    """A seat that may hold a long ticket is imagined now with one and now without."""
    state = next(s for s in positions(Match("europe", 2, 1, "anything")) if s.stage)
    view = observe(state, 0)
    long = {i for i, ticket in enumerate(state.game.edition.tickets) if ticket.long}
    held = {bool(long & {*determinize(state.game, view, Random(seed)).tickets[1]}) for seed in range(40)}
    assert held == {False, True}


@pytest.mark.parametrize("name", ["usa", "europe-mega", "deep"])
def test_a_match_that_ended_at_the_start_can_be_imagined(name: str) -> None:
    """A match that forfeits ended before the first turn has views to imagine states from like any other."""
    state = Match(name, 3, 1, "anything").start()
    forfeit(state, [0, 2])
    view = observe(state, 1)
    assert observe(determinize(state.game, view, Random(1)), 1) == view


def test_a_refused_ticket_that_nobody_put_back_is_where_it_was_drawn() -> None:
    """A ticket refused by the seat and drawn by one that has refused none is imagined in the drawer's hands (E-32)."""
    game = game_of("usa", 2)
    state = game.start(Deal.from_text("1"))
    apply(state, find_action(state, "keep 1 2"))
    (refused,) = state.refused[0]
    apply(state, find_action(state, "keep 1 2 3"))
    state.ticket_deck = state.ticket_deck[-1:]
    apply(state, find_action(state, "draw deck"))
    apply(state, find_action(state, "draw deck"))
    apply(state, find_action(state, "tickets"))
    for seed in range(20):
        imagined = determinize(game, observe(state, 0), Random(seed))
        assert refused[0] in imagined.offers[1] + imagined.tickets[1]
    apply(state, find_action(state, "keep 1"))
    for seed in range(20):
        assert refused[0] in determinize(game, observe(state, 0), Random(seed)).tickets[1]
