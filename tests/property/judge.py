"""One random match held against both oracles at every step. Says what differs first, and chooses no match."""

from attrs import frozen

from referee.game import State, decision, default_action, score
from tests.property.oracle import legal_texts
from tests.property.play import Match, positions
from tests.property.recount import check_cards, check_pieces, check_tickets, recounted

COUNT_EVERY = 25
"""Decisions between two recounts of the scores: trying every walk takes its time."""


class DisagreementError(Exception):
    """Engine and oracle say different things."""


@frozen
class Verdict:
    """How a match went. difference: "" or what differed first, with the number of the decision."""

    decisions: int
    difference: str = ""


def judge(match: Match) -> Verdict:
    """Play a match to its end, or to the first difference."""
    number = -1
    try:
        for number, state in enumerate(positions(match)):
            _check_legal(state)
            _check_places(state)
            if state.over or number % COUNT_EVERY == 0:
                _check_scores(state)
    except (DisagreementError, AssertionError) as error:
        return Verdict(number, f"decision {number}: {error}")
    return Verdict(number)


def _check_legal(state: State) -> None:
    asked, table = decision(state), state.game.table
    engine, oracle = {table[action].text for action in asked.legal}, legal_texts(state)
    if engine != oracle:
        only, missing = sorted(engine - oracle)[:5], sorted(oracle - engine)[:5]
        raise DisagreementError(f"legal by the engine alone {only}, by the rules alone {missing}")
    if asked.legal != sorted(set(asked.legal)):
        raise DisagreementError("the list of legal actions is not ascending")
    if state.legal_mask() != sum(1 << action for action in asked.legal):
        raise DisagreementError("list and mask of the legal actions differ")
    if not state.over and default_action(state) not in asked.legal:
        raise DisagreementError("the default action is not legal")


def _check_places(state: State) -> None:
    check_cards(state)
    check_tickets(state)
    check_pieces(state)


def _check_scores(state: State) -> None:
    for seat, (line, wanted) in enumerate(zip(score(state), recounted(state), strict=True)):
        found = {key: getattr(line, key) for key in wanted} | {"bonuses": dict(line.bonuses)}
        if found != wanted:
            raise DisagreementError(f"seat {seat} scores {found}, recounted {wanted}")
