"""The bot in whole matches, and its guesses and playouts; no referee is needed."""

from random import Random

import bot  # noqa: F401  # its folder's modules are found once it is loaded
import pytest

from planning.weights import DEFAULT
from referee.botkit import Game, Match, Position
from referee.botkit.testing import play_locally
from referee.editions import load_edition
from referee.game import Deal, State, apply, decision, observe
from referee.game.claims import take
from searching import playout
from searching.candidates import Candidate, candidates
from searching.compare import Duel, best_of
from searching.guess import Guess, guess
from searching.memory import Memory
from searching.mind import Searcher
from searching.playout import play_out
from searching.signs import signs_of


class Brief(Searcher):
    """The searcher with one guess a decision: the same work everywhere."""

    guesses = 1


def anything(position: Position) -> int:
    """An opponent that plays any legal action."""
    return Random(position.number).choice(position.legal)


def begun(edition: str, steps: int) -> State:
    """A position after some legal actions of a match."""
    state = Game.of(load_edition(edition), 2).start(Deal.from_text("searcher"))
    for number in range(steps):
        apply(state, Random(number).choice(decision(state).legal))
    return state


def asked(state: State) -> Position:
    """The open question of a state."""
    question = decision(state)
    match = Match("0" * 16, state.game, question.seat, ("a", "b"), bytes(32))
    return Position(match, question.legal, lambda: observe(state, question.seat))


def guessed(state: State) -> Guess:
    """A guess by the seat that is to move."""
    view = observe(state, state.seat)
    return guess(state.game, view, signs_of(state.game, view), Random(2), DEFAULT)


def test_it_beats_an_opponent_that_plays_anything() -> None:
    """It wins from either seat."""
    assert play_locally([Brief, anything], edition="london", seed="one").winners == (0,)
    assert play_locally([anything, Brief], edition="london", seed="one").winners == (1,)


def test_equal_work_gives_equal_play() -> None:
    """With a number of guesses for its limit, the same seed gives the same match."""
    first, second = (play_locally([Brief, Brief], edition="london", seed="two") for _ in range(2))
    assert first.moves == second.moves


@pytest.mark.parametrize("edition", ["usa", "europe+depots", "amsterdam"])
def test_a_guess_fits_what_the_seat_sees(edition: str) -> None:
    """The seat would see in the guess what it sees in truth."""
    state = begun(edition, 30)
    view = observe(state, state.seat)
    assert observe(guess(state.game, view, signs_of(state.game, view), Random(1), DEFAULT).state, state.seat) == view


@pytest.mark.parametrize("edition", ["usa", "europe+depots", "new-york+depots"])
def test_a_playout_ends(edition: str) -> None:
    """All seats find legal actions until the match is over."""
    state = begun(edition, 20)
    found = guessed(state)
    play_out(found.state, found.drivers)
    assert found.state.over


def test_a_playout_that_nobody_ends_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many decisions of each seat the position counts as it stands, so that no decision takes for ever."""
    monkeypatch.setattr(playout, "LONGEST", 3)
    state = begun("usa+depots", 20)
    found = guessed(state)
    before = found.state.turn
    play_out(found.state, found.drivers)
    assert not found.state.over
    assert found.state.turn - before <= 3 * state.game.players


def test_the_first_candidate_is_the_best_by_plan() -> None:
    """Candidates are legal, differ, and come in the order of the planner's opinion."""
    position = asked(begun("usa", 2))
    found = candidates(position, None, DEFAULT)
    actions = [candidate.action for candidate in found]
    assert set(actions) <= set(position.legal)
    assert len(set(actions)) == len(actions)
    assert [c.prior for c in found] == sorted([c.prior for c in found], reverse=True)


def test_without_time_the_planner_decides() -> None:
    """When no guess can be played out, the first candidate is chosen."""
    found = candidates(asked(begun("usa", 2)), None, DEFAULT)
    assert best_of(found, no_guess, lambda: False) == (found[0], 0.0)


def no_guess() -> Guess:
    """It must not be asked for."""
    raise AssertionError("there is no time for a guess")


def test_belief_moves_from_the_opinion_to_the_evidence() -> None:
    """A few good results outweigh a slightly worse opinion; none leave it as it was."""
    found = candidates(asked(begun("usa", 2)), None, DEFAULT)
    duel = Duel(found[0], -2.0)
    assert duel.belief()[0] == -2.0
    duel.gains += [15.0, 9.0, 12.0, 14.0, 10.0, 12.0, 11.0, 13.0]
    mean, deviation = duel.belief()
    assert mean > deviation > 0


def test_routes_tell_of_tickets() -> None:
    """The ticket whose whole way a seat has built is the likeliest; with no routes each is as likely as the others."""
    state = begun("usa", 2)
    seat, edition = 1 - state.seat, state.game.edition
    assert set(signs_of(state.game, observe(state, state.seat))[seat]) == {1.0}
    for route, facts in enumerate(edition.board.routes):
        if facts.text in {"denver.santa-fe", "el-paso.santa-fe"}:
            take(state, seat, route)
    signs = signs_of(state.game, observe(state, state.seat))[seat]
    likeliest = [ticket.text for ticket, sign in zip(edition.tickets, signs, strict=True) if sign == max(signs)]
    assert likeliest == ["denver.el-paso"]


def test_what_playouts_said_for_a_plan_counts_on() -> None:
    """The plan that they put ahead is ahead in the next turn too; given up, it has nothing left."""
    found = candidates(asked(begun("usa", 2)), None, DEFAULT)
    first, other = found[0], next(one for one in found if not nested(one, found[0]))
    memory = Memory()
    memory.keep(other.thought.plan, 2 * (first.prior - other.prior) + 10)
    assert memory.weigh(found)[0].thought.plan.links == other.thought.plan.links
    memory.keep(first.thought.plan, 0.0)
    assert [one.prior for one in memory.weigh(found)] == [one.prior for one in found]


def nested(one: Candidate, another: Candidate) -> bool:
    """Whether one of two plans builds nothing that the other one does not."""
    a, b = set(one.thought.plan.links), set(another.thought.plan.links)
    return a <= b or b <= a
