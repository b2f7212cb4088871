"""Observations against the view of the same position, which says by itself what a seat may know."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from referee.env import Observer
from referee.env.matches import observation_space
from referee.game import Deal, Game, SeatView, State, View, apply, decision, forfeit, observe
from referee.game.modules import MODULES
from referee.replay.scramble import scrambled
from tests.env.ways import trains_needed
from tests.property.boards import GAMES, game_of
from tests.property.play import Match, choose, matches, moments, runs

Read = dict[str, NDArray[np.int32]]


def _ones(places: Any, size: int) -> list[int]:
    marked = set(places)
    return [int(place in marked) for place in range(size)]


def _turned(view: View, game: Game) -> list[tuple[int, SeatView]]:
    order = [(view.seat + i) % game.players for i in range(game.players)]
    return [(seat, view.seats[seat]) for seat in order]


@runs(20)
@given(matches())
def test_counts_are_those_of_the_view(match: Match) -> None:
    """Every count of the core rules is the one that the seat's view has."""
    observer = Observer(match.game)
    for state in moments(match, 2):
        for seat in range(match.game.players):
            view, read = observe(state, seat), observer.layout.read(observer.one(state, seat))
            kinds = range(len(match.game.cards))
            assert read["round"][0] == view.turn // match.game.players
            assert read["turns_left"][0] == view.turns_left + 1
            assert (read["passes"][0], read["stage"][0]) == (view.passes, view.stage)
            assert read["keep"].tolist() == [view.keep_min, view.keep_max]
            assert (read["deck"][0], read["ticket_deck"][0]) == (view.deck_size, view.ticket_deck_size)
            assert read["hand"].tolist() == list(view.hand)
            assert read["row"].tolist() == [view.row.count(card) for card in kinds]
            assert read["discard"].tolist() == list(view.discard)
            _check_seats(read, view, match.game)


def _check_seats(read: Read, view: View, game: Game) -> None:
    seats = [public for _, public in _turned(view, game)]
    assert read["seat_cards"].tolist() == [public.hand_size for public in seats]
    assert read["seat_trains"].tolist() == [public.trains for public in seats]
    assert read["seat_points"].tolist() == [public.route_points for public in seats]
    assert read["seat_tickets"].tolist() == [public.tickets for public in seats]
    assert read["seat_refused"].tolist() == [min(255, public.refused) for public in seats]
    assert read["seat_offer"].tolist() == [public.offer for public in seats]
    assert read["seat_out"].tolist() == [public.out + 1 for public in seats]
    assert read["seat_known"].tolist() == [list(public.known) for public in seats]


@runs(20)
@given(matches())
def test_marks_are_those_of_the_view(match: Match) -> None:
    """Questions, owners and refused tickets are marked as the seat's view has them."""
    game, observer = match.game, Observer(match.game)
    for state in moments(match, 2):
        for seat in range(game.players):
            view, read = observe(state, seat), observer.layout.read(observer.one(state, seat))
            order = [other for other, _ in _turned(view, game)]
            assert read["question"].tolist() == _ones([view.kind], 9)
            assert read["asked"].tolist() == [int(other == view.to_move) for other in order]
            assert read["routes"].tolist() == [[int(owner == other) for owner in view.owners] for other in order]
            untouched = [refused.ticket for refused in view.refused if refused.drawn_by < 0]
            assert read["refused"].tolist() == _ones(untouched, len(game.edition.tickets))


@runs(20)
@given(matches([game for game in GAMES if set(game_of(*game).edition.modules) & {"stations", "depots", "tunnels"}]))
def test_optional_rules_are_those_of_the_view(match: Match) -> None:
    """Stations, depots, warehouses, picks and the open tunnel are shown as the seat's view has them."""
    game, observer = match.game, Observer(match.game)
    for state in moments(match, 3):
        for seat in range(game.players):
            view, read = observe(state, seat), observer.layout.read(observer.one(state, seat))
            order, seats = zip(*_turned(view, game), strict=True)
            if "stations" in game.edition.modules:
                assert read["stations"].tolist() == [[int(o == other) for o in view.stations] for other in order]
                assert read["seat_stations"].tolist() == [public.stations_left for public in seats]
            if "depots" in game.edition.modules:
                assert read["depots"].tolist() == [[int(o == other) for o in view.depots] for other in order]
                assert read["seat_reserve"].tolist() == [public.reserve for public in seats]
                assert read["seat_warehouse"].tolist() == [public.warehouse for public in seats]
                assert read["picks"].tolist() == [int(other in view.picks) for other in order]
            if "tunnels" in game.edition.modules:
                _check_tunnel(read, view, game)


def _check_tunnel(read: Read, view: View, game: Game) -> None:
    kinds, q = range(len(game.cards)), view.tunnel
    if q is None:
        assert not any(read[name].any() for name in read if name.startswith("tunnel"))
        return
    assert read["tunnel_cards"].tolist() == [q.colour_cards, q.locomotives, q.extra]
    assert read["tunnel_revealed"].tolist() == [q.revealed.count(card) for card in kinds]
    assert read["tunnel_route"].tolist() == _ones([q.route], len(game.lengths))
    assert read["tunnel_colour"].tolist() == _ones([kinds[q.colour]], len(kinds))


@pytest.mark.parametrize("players", [2, 4])
def test_merchandise_is_counted(players: int) -> None:
    """Merchandise cards are shown by seat, beginning with the seat that looks (A-05)."""
    match = Match("amsterdam", players, 3, "builder")
    observer, counts = Observer(match.game), []
    for state in moments(match, 3):
        view, read = observe(state, 1), observer.layout.read(observer.one(state, 1))
        assert read["seat_merchandise"].tolist() == [public.merchandise for _, public in _turned(view, match.game)]
        counts.append(int(read["seat_merchandise"].sum()))
    assert max(counts) > 0


@runs(20)
@given(matches())
def test_tickets_and_free_routes_are_reckoned_right(match: Match) -> None:
    """Points, trains still needed, what is done, what is lost and what is free agree with a plain search of ways."""
    game, observer = match.game, Observer(match.game)
    for state in moments(match, 2):
        for seat in range(game.players):
            read = observer.layout.read(observer.one(state, seat))
            free, needed = trains_needed(state, seat)
            assert np.flatnonzero(read["free"]).tolist() == free
            tickets, left = game.edition.tickets, state.trains[seat]
            for ticket, printed in enumerate(tickets):
                held = ticket in state.tickets[seat]
                lost = needed[ticket] > left
                assert read["ticket_points"][ticket] == (printed.points if held else 0)
                assert read["ticket_trains"][ticket] == (needed[ticket] if held and not lost else 0)
                assert read["ticket_done"][ticket] == int(held and needed[ticket] == 0)
                assert read["ticket_lost"][ticket] == int(held and lost)
            _check_offer(read, state, seat, needed)


def _check_offer(read: Read, state: State, seat: int, needed: list[float]) -> None:
    offer = state.offers[seat]
    printed = [state.game.edition.tickets[ticket] for ticket in offer]
    empty = [0] * (5 - len(offer))
    lost = [needed[ticket] > state.trains[seat] for ticket in offer]
    assert read["offer_points"].tolist() == [ticket.points for ticket in printed] + empty
    trains = [0 if gone else needed[ticket] for ticket, gone in zip(offer, lost, strict=True)]
    assert read["offer_trains"].tolist() == trains + empty
    assert read["offer_lost"].tolist() == [int(gone) for gone in lost] + empty
    cities = len(state.game.edition.board.cities)
    ends = [_ones([ticket.a, ticket.b], cities) for ticket in printed]
    assert read["offer_cities"].tolist() == ends + [[0] * cities for _ in empty]


@runs(20)
@given(matches(), st.integers(0, 2**32))
def test_what_a_seat_cannot_know_does_not_show(match: Match, seed: int) -> None:
    """States that differ only in what a seat cannot know give equal arrays, and equal masks if it is asked."""
    rng, observer = Random(seed), Observer(match.game)
    for state in moments(match, 2):
        for seat in range(match.game.players):
            other = scrambled(state, seat, rng)
            assert np.array_equal(observer.one(state, seat), observer.one(other, seat))
            if seat == state.seat:
                assert np.array_equal(observer.masks([state]), observer.masks([other]))


@runs(20)
@given(matches())
def test_a_view_gives_the_same_observation(match: Match) -> None:
    """What a bot makes of its view is what the environments gave while it learned."""
    observer, fresh = Observer(match.game), Observer(match.game)
    for state in moments(match, 2):
        for seat in range(match.game.players):
            assert np.array_equal(observer.of_view(observe(state, seat)), fresh.one(state, seat))


@runs(20)
@given(matches())
def test_observations_lie_in_their_space(match: Match) -> None:
    """Size, type and bounds are those of the declared space, and scaling loses nothing."""
    observer = Observer(match.game)
    space = observation_space(observer)
    for state in moments(match, 2):
        seen = {"observation": observer.one(state, state.seat), "action_mask": observer.masks([state])[0]}
        assert space.contains(seen)
        counts = seen["observation"] * observer.layout.scales
        assert np.array_equal(counts, np.rint(counts))


@runs(10)
@given(matches())
def test_masks_mark_the_legal_actions(match: Match) -> None:
    """A mask has a 1 exactly for the legal actions, and nothing but 0 after the end."""
    observer = Observer(match.game)
    states = moments(match, 2)
    for state, mask in zip(states, observer.masks(states), strict=True):
        assert np.flatnonzero(mask).tolist() == decision(state).legal
        assert set(mask.tolist()) <= {0, 1}


@pytest.mark.parametrize(("edition", "players"), [("usa", 2), ("usa", 5), ("europe-mega+depots", 3), ("london", 4)])
def test_what_is_remembered_never_goes_stale(edition: str, players: int) -> None:
    """Many boards at once, played on between looks, give what a fresh look at each gives."""
    game = game_of(edition, players)
    rng, observer = Random(1), Observer(game, 6)
    states = [game.start(Deal.from_text(str(board))) for board in range(6)]
    for step in range(80):
        seats = [rng.randrange(players) for _ in states]
        boards = rng.sample(range(6), 6)
        seen = observer.look(boards, [states[b] for b in boards], [seats[b] for b in boards])
        for line, board in enumerate(boards):
            assert np.array_equal(seen[line], Observer(game).one(states[board], seats[board]))
        for board, state in enumerate(states):
            for _ in range(step % 7):
                if not state.over:
                    apply(state, choose(state, rng, "builder"))
            if state.over:
                states[board] = game.start(Deal.from_text(f"{board} {step}"))


def test_forfeits_show() -> None:
    """A seat that is out is told apart from those that play, and the earlier from the later."""
    game = game_of("usa", 4)
    observer, state = Observer(game), game.start(Deal.from_text("out"))
    forfeit(state, [2])
    forfeit(state, [0])
    assert observer.layout.read(observer.one(state, 1))["seat_out"].tolist() == [0, 1, 0, 2]


def test_counts_beyond_a_byte_stop() -> None:
    """A count above 255 is given as 255, and the others stay as they are."""
    game = game_of("usa", 2)
    observer, state = Observer(game), game.start(Deal.from_text("many"))
    state.turn, state.refusals[0] = 2000, 300
    read = observer.layout.read(observer.one(state, 0))
    assert (read["round"][0], read["seat_refused"].tolist()) == (255, [255, 0])
    assert read["hand"].tolist() == state.hands[0]


def test_every_rule_with_a_state_of_its_own_is_shown() -> None:
    """No optional rule that puts something public into play is forgotten by the observations."""
    showing = {"stations", "tunnels", "depots", "merchandise"}
    for name, module in MODULES.items():
        overrides = {hook for hook in ("public", "view") if getattr(module, hook) is not getattr(module.__base__, hook)}
        assert bool(overrides) == (name in showing), name
