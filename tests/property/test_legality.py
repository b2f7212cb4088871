import itertools
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game import ActionError, Code, apply, decision, default_action, find_action, observe, state_to_text
from referee.game.engine import Decision
from tests.property.boards import GAMES, INVENTED
from tests.property.oracle import legal_texts
from tests.property.play import Match, matches, moments, positions, runs

SMALL = [game for game in GAMES if game[0] in INVENTED]
LARGE = [game for game in GAMES if game[0] not in INVENTED]


def _agree(match: Match) -> None:
    for state in positions(match):
        asked = decision(state)
        table = state.game.table
        texts = [table[action].text for action in asked.legal]
        assert asked.legal == sorted(set(asked.legal))
        assert set(texts) == legal_texts(state)
        assert state.legal_mask() == sum(1 << action for action in asked.legal)
        assert bool(texts) != state.over
        assert state.over or default_action(state) in asked.legal
        assert (asked.seat, asked.kind) == (-1 if state.over else state.seat, state.phase)


@runs(40)
@given(matches(SMALL))
def test_small_boards_allow_what_the_rules_allow(match: Match) -> None:
    """On invented boards the list, the mask and the rules' own text give the same actions at every step."""
    _agree(match)


@runs(12)
@given(matches(LARGE))
def test_printed_boards_allow_what_the_rules_allow(match: Match) -> None:
    """On printed boards the list, the mask and the rules' own text give the same actions at every step."""
    _agree(match)


def _is_not_in(legal: set[int], action: int) -> bool:
    return action not in legal


@runs(20)
@given(matches(), st.data())
def test_an_illegal_id_changes_nothing(match: Match, data: st.DataObject) -> None:
    """Every id that is not legal is refused with a code other than that of unparsable text, and the state stays."""
    for state in moments(match, 2):
        legal = set(decision(state).legal)
        size = len(state.game.table)
        tried = data.draw(st.lists(st.integers(-3, size + 3).filter(partial(_is_not_in, legal)), max_size=8))
        before, views = state_to_text(state), [observe(state, seat) for seat in range(-1, state.game.players)]
        for action in tried:
            with pytest.raises(ActionError) as caught:
                apply(state, action)
            assert caught.value.code not in (Code.UNPARSABLE, Code.UNKNOWN_ROUTE, Code.UNKNOWN_CITY)
            assert (caught.value.code == Code.ILLEGAL_ACTION) == (not 0 <= action < size)
            assert set(caught.value.nearest) <= {state.game.table[a].text for a in legal}
        assert state_to_text(state) == before
        assert [observe(state, seat) for seat in range(-1, state.game.players)] == views
        assert decision(state) == Decision(-1 if state.over else state.seat, decision(state).kind, sorted(legal))


WORDS = ["draw", "deck", "claim", "keep", "1", "2", "0", "none", "tickets", "pass", "station", "pay", "decline", "pick"]
CARDS = ["red*1", "red*0", "locomotive*1", "locomotive", "red", "gray"]
NAMES = ["ash.birch.red", "ash.birch", "birch.ash", "deposit", "depot", "-1"]


@runs(60)
@given(
    matches(SMALL),
    st.one_of(st.text(max_size=30), st.lists(st.sampled_from(WORDS + CARDS + NAMES), max_size=5).map(" ".join)),
)
def test_a_text_is_legal_or_refused(match: Match, text: str) -> None:
    """Any text either names a legal action or is refused with a code, and looking it up changes nothing."""
    for state in moments(match, 1):
        before = state_to_text(state)
        legal = legal_texts(state)
        if text in legal:
            assert state.game.table[find_action(state, text)].text == text
        else:
            with pytest.raises(ActionError) as caught:
                find_action(state, text)
            assert (caught.value.action, bool(caught.value.facts)) == (text, True)
            assert caught.value.code != Code.ILLEGAL_ACTION
        assert state_to_text(state) == before


@runs(15)
@given(matches(), st.integers(0, 2**32))
def test_every_refusal_has_a_reason(match: Match, seed: int) -> None:
    """The explanation of a refusal never falls through all checks: each illegal action breaks a named rule."""
    rng = Random(seed)
    for state in moments(match, 1):
        table, legal = state.game.table, set(decision(state).legal)
        illegal = [action for action in range(len(table)) if action not in legal]
        for action in rng.sample(illegal, min(15, len(illegal))):
            with pytest.raises(ActionError) as caught:
                find_action(state, table[action].text)
            assert caught.value.code not in (Code.ILLEGAL_ACTION, Code.UNPARSABLE)
            assert caught.value.rule


def test_oracle_and_engine_meet_all_questions() -> None:
    """The manners of play reach every kind of question that the playable modules ask."""
    deep = [Match("deep", 3, seed, "anything") for seed in range(4)]
    kinds = {decision(state).kind.name for state in itertools.chain.from_iterable(map(positions, deep))}
    assert kinds == {"KEEP_TICKETS", "MAIN", "SECOND_CARD", "TUNNEL", "OVER"}
