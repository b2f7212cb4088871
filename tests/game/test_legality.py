from typing import Any

import pytest
from attrs import field, frozen

from referee.game import ActionError, ActionKind, Code, State, apply, decision, find_action, forfeit, state_to_text
from referee.game.legality import check_payment
from tests.conftest import Golden
from tests.game.places import do, place


@frozen
class Case:
    """A refused text: code and rule, the position, what is played first."""

    code: str
    rule: str
    text: str
    setup: dict[str, Any] = field(factory=dict)
    first: tuple[str, ...] = ()
    edition: str = "usa"
    players: int = 2


Position = dict[str, Any]

GREEN: Position = {"row": ["green"] * 5, "deck": ["white"] * 5}
RICH: Position = GREEN | {"hands": [["pink"] * 5 + ["red"] * 5 + ["blue"] * 3 + ["locomotive"] * 2, ["red"] * 5]}
ROW: Position = {"deck": ["green"] * 3, "row": ["locomotive", "red", "red", "blue", "pink"], "hands": [[], []]}
BARE: Position = {"deck": [], "row": ["red"], "hands": [["red"], []]}
START: Position = {"phase": "start"}
SHOWN = ["red", "locomotive", "white", "white"]
TUNNEL: Position = GREEN | {"hands": [["red"] * 4 + ["blue"] * 2, []], "deck": SHOWN}
WILD: Position = GREEN | {"hands": [["locomotive"] * 3 + ["red"] * 2, []], "deck": SHOWN}
LAID = ("claim barcelona.pamplona red*2",)
BUILT: Position = GREEN | {"hands": [["red"] * 4, []]}

CASES = [
    Case("UNPARSABLE", "", "draw  red", ROW),
    Case("UNPARSABLE", "", "draw mauve", ROW),
    Case("UNPARSABLE", "", "keep 2 1", START),
    Case("UNPARSABLE", "", "claim denver.omaha locomotive*1 pink*3", RICH),
    Case("UNPARSABLE", "", "deposit 2", RICH),
    Case("WRONG_DECISION", "C-11", "draw deck", START),
    Case("WRONG_DECISION", "C-11", "tickets", ROW, ("draw red",)),
    Case("WRONG_DECISION", "C-11", "station denver red*1", RICH),
    Case("WRONG_DECISION", "C-11", "pass", ROW, ("draw red",)),
    Case("WRONG_DECISION", "C-11", "decline", RICH),
    Case("WRONG_DECISION", "C-11", "draw green", RICH, (), "usa+depots"),
    Case("PASS_NOT_FORCED", "C-12", "pass", ROW),
    Case("UNKNOWN_ROUTE", "C-31", "claim omaha.denver pink*4", RICH),
    Case("UNKNOWN_ROUTE", "C-31", "claim denver.kansas-city black*4", RICH),
    Case("ROUTE_TAKEN", "C-31", "claim denver.omaha pink*4", RICH | {"routes": {"denver.omaha": 1}}),
    Case("ROUTE_TAKEN", "C-31", "claim denver.omaha pink*4", RICH | {"routes": {"denver.omaha": 0}}),
    Case("DOUBLE_OWNED", "C-37", "claim dallas.houston.gray-2 red*1", RICH | {"routes": {"dallas.houston.gray-1": 0}}),
    Case("DOUBLE_CLOSED", "C-38", "claim dallas.houston.gray-2 red*1", RICH | {"routes": {"dallas.houston.gray-1": 1}}),
    Case("NOT_ENOUGH_TRAINS", "C-35", "claim denver.omaha pink*4", RICH | {"trains": [3, 45]}),
    Case("CARDS_NOT_IN_HAND", "C-32", "claim denver.omaha pink*2 locomotive*3", RICH),
    Case("CARDS_NOT_IN_HAND", "C-32", "claim denver.omaha blue*4", RICH),
    Case("WRONG_COUNT", "C-32", "claim denver.omaha pink*3", RICH),
    Case("WRONG_COUNT", "C-32", "claim denver.omaha pink*4 locomotive*1", RICH),
    Case("MIXED_COLOURS", "C-33", "claim denver.santa-fe pink*1 red*1", RICH),
    Case("WRONG_COLOUR", "C-33", "claim denver.omaha red*4", RICH),
    Case("NOTHING_TO_DRAW", "C-28", "draw deck", BARE),
    Case("NOT_IN_ROW", "C-20", "draw green", ROW),
    Case("SECOND_CARD_LOCOMOTIVE", "C-23", "draw locomotive", ROW, ("draw red",)),
    Case("TICKET_DECK_EMPTY", "C-42", "tickets", ROW | {"ticket_deck": []}),
    Case("KEEP_UNKNOWN", "C-03", "keep 1 4", START),
    Case("KEEP_TOO_FEW", "C-03", "keep 2", START),
    Case("KEEP_TOO_FEW", "C-40", "keep none", ROW, ("tickets",)),
    Case("KEEP_TOO_MANY", "V-11", "keep 1 2", START, (), "europe-mega"),
    Case("TOO_FEW_LOCOMOTIVES", "EU-05", "claim athina.brindisi red*4", RICH, (), "europe"),
    Case("CARDS_NOT_IN_HAND", "EU-15", "pay locomotive*1", TUNNEL, LAID, "europe"),
    Case("WRONG_COUNT", "EU-15", "pay red*1", TUNNEL, LAID, "europe"),
    Case("WRONG_COLOUR", "EU-15", "pay blue*2", TUNNEL, LAID, "europe"),
    Case("WRONG_COLOUR", "EU-15", "pay red*1", WILD, ("claim barcelona.pamplona locomotive*2",), "europe"),
    Case("WRONG_DECISION", "C-11", "draw deck", TUNNEL, LAID, "europe"),
    Case("UNKNOWN_CITY", "EU-30", "station denver red*1", BUILT, (), "europe"),
    Case("CITY_OCCUPIED", "EU-30", "station roma red*1", BUILT | {"stations": [[], ["roma"]]}, (), "europe"),
    Case(
        "NO_STATION_LEFT",
        "EU-30",
        "station essen red*4",
        BUILT | {"stations": [["roma", "wien", "paris"], []]},
        (),
        "europe",
    ),
    Case("CITY_OCCUPIED", "W-07", "station roma red*1", BUILT | {"depots": [[], ["roma"]]}, (), "europe+depots"),
    Case("WRONG_COUNT", "EU-31", "station wien red*1", BUILT | {"stations": [["roma"], []]}, (), "europe"),
    Case("WRONG_COUNT", "EU-31", "station wien red*2", BUILT, (), "europe"),
    Case("CARDS_NOT_IN_HAND", "EU-31", "station wien blue*1", BUILT, (), "europe"),
    Case("UNKNOWN_CITY", "W-30", "depot roma", BUILT, (), "usa+depots"),
    Case("CITY_OCCUPIED", "W-05", "depot denver", BUILT | {"depots": [[], ["denver"]]}, (), "usa+depots"),
    Case("CITY_OCCUPIED", "W-07", "depot roma", BUILT | {"stations": [[], ["roma"]]}, (), "europe+depots"),
    Case("NO_DEPOT_LEFT", "W-30", "depot denver", BUILT | {"depots_left": [0, 4]}, (), "usa+depots"),
    Case(
        "NOT_OFFERED",
        "W-20",
        "pick 0",
        RICH | {"depots": [[], ["denver"]], "warehouses": [["red"], ["red"]]},
        ("claim denver.omaha pink*4",),
        "usa+depots",
    ),
    Case(
        "WAREHOUSE_EMPTY",
        "W-25",
        "pick 0",
        RICH | {"depots": [["omaha"], ["denver"]], "warehouses": [[], ["red"]]},
        ("claim denver.omaha pink*4",),
        "usa+depots",
    ),
]


def _refused(case: Case) -> tuple[State, ActionError]:
    state = place(case.edition, case.players, **case.setup)
    do(state, *case.first)
    before = state_to_text(state)
    with pytest.raises(ActionError) as caught:
        find_action(state, case.text)
    assert state_to_text(state) == before
    return state, caught.value


@pytest.mark.parametrize("case", CASES, ids=[f"{case.code}: {case.text}" for case in CASES])
def test_a_refusal_names_code_rule_facts_and_what_is_near(case: Case) -> None:
    """The first check that fails gives code and rule; facts say the figures; the nearest actions are legal ones."""
    state, error = _refused(case)
    assert (error.code, error.rule, error.action) == (case.code, case.rule, case.text)
    assert error.facts
    legal = [state.game.table[action].text for action in decision(state).legal]
    assert 0 < len(error.nearest) <= 5
    assert set(error.nearest) <= set(legal)
    assert len(error.nearest) == min(5, len(legal))


def test_refusals_read_well(golden: Golden) -> None:
    """The whole text of each refusal is as it was reviewed."""
    golden.check("game/refusals.txt", "".join(f"{_refused(case)[1]}\n" for case in CASES))


def test_every_code_has_a_case() -> None:
    """No code is left without a test; only ids outside the table have no reason of their own."""
    assert {case.code for case in CASES} | {"ILLEGAL_ACTION"} == {code.value for code in Code}


@pytest.mark.parametrize("case", [case for case in CASES if case.code != "UNPARSABLE"], ids=lambda case: case.text)
def test_an_id_is_refused_as_its_text_is(case: Case) -> None:
    """Playing the id of an illegal action gives the same error as asking for its text."""
    state, error = _refused(case)
    action = state.game.table.ids.get(case.text)
    if action is None:
        assert error.code not in ("ROUTE_TAKEN", "DOUBLE_OWNED", "DOUBLE_CLOSED", "NOT_ENOUGH_TRAINS")
        return
    with pytest.raises(ActionError) as caught:
        apply(state, action)
    assert str(caught.value) == str(error)


@pytest.mark.parametrize("action", [-1, -2, 1104, 10**9, 2**64])
def test_ids_outside_the_table_are_illegal(action: int) -> None:
    """An id that no action has is an illegal action, and the error names the range."""
    with pytest.raises(ActionError, match=r"there is no action -?\d+; ids go from 0 to 1103") as caught:
        apply(place(), action)
    assert (caught.value.code, caught.value.rule) == (Code.ILLEGAL_ACTION, "")


def test_after_the_end_everything_is_the_wrong_decision() -> None:
    """A match that is over refuses every action and has none to offer instead."""
    state = place()
    forfeit(state, [1])
    for text in ("draw deck", "pass", "tickets", "keep 1"):
        with pytest.raises(ActionError) as caught:
            find_action(state, text)
        assert (caught.value.code, caught.value.rule, caught.value.nearest) == (Code.WRONG_DECISION, "C-51", ())


def test_a_seat_that_is_out_is_told_so() -> None:
    """A seat that has forfeited can only pass, and an attempt at anything else says why."""
    state = place(players=3)
    forfeit(state, [0])
    with pytest.raises(ActionError, match="seat 0 has forfeited and can only pass") as caught:
        find_action(state, "draw deck")
    assert (caught.value.code, caught.value.nearest) == (Code.WRONG_DECISION, ("pass",))


def test_the_first_failing_check_wins() -> None:
    """A claim that breaks all rules is refused for one after the other, in their order, as each is met."""
    text = "claim dallas.houston.gray-2 red*2 blue*1"
    steps: list[tuple[str, Position]] = [
        ("ROUTE_TAKEN", {"routes": {"dallas.houston.gray-1": 0, "dallas.houston.gray-2": 1}, "trains": [0, 9]}),
        ("DOUBLE_OWNED", {"routes": {"dallas.houston.gray-1": 0}, "trains": [0, 9]}),
        ("DOUBLE_CLOSED", {"routes": {"dallas.houston.gray-1": 1}, "trains": [0, 9]}),
        ("NOT_ENOUGH_TRAINS", {"trains": [0, 9]}),
        ("CARDS_NOT_IN_HAND", {}),
        ("WRONG_COUNT", {"hands": [["red", "red", "blue"], []]}),
    ]
    for code, setup in steps:
        with pytest.raises(ActionError) as caught:
            find_action(place(**(GREEN | {"hands": [[], []]} | setup)), text)
        assert caught.value.code == code


def test_payment_checks_run_in_their_order() -> None:
    """Not in hand, wrong count, mixed colours, wrong colour, too few locomotives: the first that fails is told."""
    state = place(hands=[["red"] * 3 + ["blue"] * 3 + ["locomotive"], []])
    red, blue, wild = (state.game.cards.index(name) for name in ("red", "blue", "locomotive"))
    order = [
        ("CARDS_NOT_IN_HAND", ((red, 9), (blue, 1))),
        ("WRONG_COUNT", ((red, 2), (blue, 2))),
        ("MIXED_COLOURS", ((red, 2), (blue, 1))),
        ("WRONG_COLOUR", ((red, 3),)),
        ("TOO_FEW_LOCOMOTIVES", ((blue, 2), (wild, 1))),
    ]
    for code, cards in order:
        finding = check_payment(state, cards, 3, blue, 2)
        assert finding is not None
        assert finding[0] == code
    assert check_payment(state, ((blue, 2), (wild, 1)), 3, blue, 1) is None


def test_near_actions_look_like_the_wanted_one() -> None:
    """The nearest action to a misspelt text is the one that was meant."""
    state = place(**RICH)
    with pytest.raises(ActionError) as caught:
        find_action(state, "claim denver.omaha pnk*4")
    assert caught.value.nearest[0] == "claim denver.omaha pink*4"
    kinds = {state.game.table[state.game.table.ids[text]].kind for text in caught.value.nearest}
    assert kinds == {ActionKind.CLAIM}
