from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from referee.game import ActionKind, DecisionKind, State, apply, decision, default_action, forfeit, score
from referee.game.events import Forfeited, GameOver, LastRound, Passed
from tests.property.play import LONGEST, Match, choose, matches, moments, play, runs
from tests.property.recount import check_cards


@runs(40)
@given(matches())
def test_every_match_ends_once_and_for_a_reason(match: Match) -> None:
    """The last round has exactly one turn for each seat, the one that caused it last; or all have passed in a row."""
    state = match.start()
    told = [event for _, _, events in play(match, state) for event in events]
    over = [event for event in told if isinstance(event, GameOver)]
    assert over == [told[-1]]
    rounds = [event for event in told if isinstance(event, LastRound)]
    if over[0].reason == "last_round":
        assert len(rounds) == 1
        assert state.turns_left == 0
        assert state.seat == rounds[0].seat
    else:
        assert over[0].reason == "all_passed"
        assert state.passes == match.players


@runs(25)
@given(matches())
def test_turns_go_round(match: Match) -> None:
    """After the start the seats take turns in order, each one action long (C-10, C-11)."""
    turns = [(before.turn, before.seat) for before, _, _ in play(match) if before.stage == len(before.game.stages)]
    for (turn, seat), (later, other) in pairwise(turns):
        assert later - turn in (0, 1)
        assert other == (seat + later - turn) % match.players
    assert turns[0] == (0, 0)


@runs(25)
@given(matches())
def test_defaults_lead_to_the_end(match: Match) -> None:
    """From any position the default actions alone are legal and end the match or go round with draws until dry."""
    for state in moments(match, 1):
        for _ in range(400):
            if state.over:
                break
            action = default_action(state)
            assert action in decision(state).legal
            apply(state, action)
        check_cards(state)


def _finish(state: State, rng: Random, manner: str) -> set[int]:
    """Play on, seats that are out by their default actions; the seats that passed though they were not out."""
    for _ in range(LONGEST):
        if state.over:
            return set()
        seat, out = state.seat, state.out[state.seat] >= 0
        if out and state.phase == DecisionKind.MAIN:
            assert [state.game.table[a].text for a in decision(state).legal] == ["pass"]
        events = apply(state, default_action(state) if out else choose(state, rng, manner))
        if out and state.phase == DecisionKind.MAIN:
            assert not any(isinstance(e, LastRound) and e.seat == seat and e.turns_left < 0 for e in events)
    raise AssertionError("the match does not end")


@runs(30)
@given(matches(), st.data())
def test_seats_that_are_out_only_pass(match: Match, data: st.DataObject) -> None:
    """A forfeit leaves routes and tickets, the seat only passes from then on, and the match ends with one seat left."""
    rng = match.rng()
    for state in moments(match, 1):
        if state.over:
            assert forfeit(state, [0]) == ()
            continue
        first = data.draw(st.sets(st.integers(0, match.players - 1), min_size=1, max_size=match.players))
        owned, tickets = state.owned[:], state.tickets[:]
        events = forfeit(state, first)
        assert [e for e in events if isinstance(e, Forfeited)] == [Forfeited(seat) for seat in sorted(first)]
        assert (state.owned, state.tickets) == (owned, tickets)
        assert state.over == (match.players - len(first) <= 1)
        assert (GameOver("forfeit") in events) == state.over
        assert forfeit(state, first) == ()
        _finish(state, rng, match.manner)
        check_cards(state)


@runs(30)
@given(matches(), st.data())
def test_those_who_left_rank_below(match: Match, data: st.DataObject) -> None:
    """Seats that stayed rank first, then those that left, the earliest last; those that left together share a place."""
    for state in moments(match, 1):
        if state.over:
            continue
        order = data.draw(st.permutations(range(match.players)))
        cuts = sorted(data.draw(st.sets(st.integers(1, match.players), max_size=2)))
        groups = [order[a:b] for a, b in pairwise([0, *cuts])]
        for number, group in enumerate(groups):
            left = state.out.count(-1)
            forfeit(state, group)
            assert {state.out[seat] for seat in group} == {number if left > 1 else -1}
        lines = score(state)
        for one, line in enumerate(lines):
            for other, beside in enumerate(lines):
                if state.out[one] >= 0 and state.out[other] >= 0:
                    assert (line.rank < beside.rank) == (state.out[one] > state.out[other])
                if state.out[one] < 0 <= state.out[other]:
                    assert line.rank < beside.rank
            assert line.forfeited == (state.out[one] >= 0)


@runs(20)
@given(matches())
def test_a_pass_is_forced(match: Match) -> None:
    """Nobody passes while something else is legal, and the passes in a row are counted (C-12, E-22)."""
    for before, action, events in play(match):
        passed = [event for event in events if isinstance(event, Passed)]
        if before.game.table[action].text == "pass":
            kinds = {before.game.table[a].kind for a in decision(before).legal}
            assert kinds <= {ActionKind.PASS, ActionKind.DEPOT}
            assert passed == [Passed(before.seat)]
        else:
            assert passed == []
