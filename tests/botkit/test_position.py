import pytest

from referee.botkit import ActionKind, DecisionKind, Match, Position
from referee.editions import load_edition
from referee.game import Deal, Game, State, View, apply, decision, find_action, observe

USA = Game.of(load_edition("usa"), 2)


def position(state: State, number: int = 0, seed: bytes = bytes(32)) -> Position:
    """The open question of a state."""
    asked = decision(state)
    match = Match("0" * 16, USA, asked.seat, ("a", "b"), seed)
    return Position(match, asked.legal, lambda: observe(state, asked.seat), number=number)


def main_decision() -> State:
    """Seat 0's first main decision."""
    state = USA.start(Deal.from_text("position"))
    for _ in range(2):
        apply(state, find_action(state, "keep 1 2 3"))
    return state


def test_it_offers_the_legal_actions_as_objects() -> None:
    """Ids, actions and texts name the same things."""
    here = position(main_decision())
    assert here.kind is DecisionKind.MAIN
    assert [here.id(action) for action in here.actions] == list(here.legal)
    assert here.id("draw deck") == 1
    assert {action.kind for action in here.of_kind(ActionKind.TICKETS, ActionKind.DRAW_DECK)} == {
        ActionKind.TICKETS,
        ActionKind.DRAW_DECK,
    }


def test_a_claim_knows_its_route() -> None:
    """The route that a claim is for is one step away."""
    here = position(main_decision())
    claim = here.of_kind(ActionKind.CLAIM)[0]
    assert claim.text.startswith(f"claim {here.route(claim).text} ")


def test_the_view_is_read_once_and_only_when_needed() -> None:
    """A bot that never looks does not pay for the view."""
    state, reads = main_decision(), list[View]()

    def read() -> View:
        reads.append(observe(state, 0))
        return reads[-1]

    here = Position(position(state).match, decision(state).legal, read)
    assert here.actions
    assert not reads
    assert here.view is here.view
    assert len(reads) == 1


def test_random_numbers_depend_on_seed_and_decision_alone() -> None:
    """The same question has the same random numbers whenever it is asked; another question or seed has others."""
    state = main_decision()
    numbers = [
        position(state, n, s).rng.random() for n, s in [(4, bytes(32)), (4, bytes(32)), (5, bytes(32)), (4, b"1" * 32)]
    ]
    assert numbers[0] == numbers[1]
    assert len(set(numbers)) == 3


def test_an_unknown_text_has_no_id() -> None:
    """A text that is no action of the game is a KeyError."""
    with pytest.raises(KeyError):
        position(main_decision()).id("claim nowhere")
