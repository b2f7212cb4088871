from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game import Deal, State, apply
from tests.property.boards import EDITIONS, game_of
from tests.property.play import MANNERS, choose, runs
from tests.property.recount import check_cards, check_pieces, check_tickets, recounted
from tests.property.test_scores import _lines

Order = Callable[[list[int], int, Random], list[int]]


def _wild_first(deck: list[int], wild: int, _rng: Random) -> list[int]:
    return sorted(deck, key=lambda card: card != wild)


def _wild_last(deck: list[int], wild: int, _rng: Random) -> list[int]:
    return sorted(deck, key=lambda card: card == wild)


def _no_wild(deck: list[int], wild: int, _rng: Random) -> list[int]:
    """The locomotives are never met: they lie below everything else that is left when the match is over."""
    return sorted(deck, key=lambda card: (card == wild, card))


def _sorted(deck: list[int], _wild: int, _rng: Random) -> list[int]:
    return sorted(deck)


def _three_in_each_row(deck: list[int], wild: int, rng: Random) -> list[int]:
    """As many offending rows as there are locomotives."""
    coloured = [card for card in deck if card != wild]
    rng.shuffle(coloured)
    order: list[int] = []
    for _ in range((len(deck) - len(coloured)) // 3):
        order += [wild, wild, wild, coloured.pop(), coloured.pop()] if len(coloured) > 1 else [wild] * 3
    left = len(deck) - len(order) - len(coloured)
    return order + coloured + [wild] * left


ORDERS: dict[str, Order] = {
    "locomotives first": _wild_first,
    "locomotives last": _wild_last,
    "colour by colour": _no_wild,
    "sorted": _sorted,
    "rows of three": _three_in_each_row,
}


def _rigged(name: str, players: int, order: str, seed: int, tickets: int | None) -> State:
    game, rng = game_of(name, players), Random(seed)
    counts = game.edition.card_counts()
    deck = [card for card, count in enumerate(counts) for _ in range(count)]
    rng.shuffle(deck)
    deal = Deal.from_text(str(seed))
    long = [i for i, ticket in enumerate(game.edition.tickets) if ticket.long]
    other = [i for i, ticket in enumerate(game.edition.tickets) if not ticket.long]
    rng.shuffle(other)
    dealt = players * sum(offer.other for offer in game.edition.start_offers)
    keep = len(other) if tickets is None else dealt + tickets
    return game.start_from(deal, ORDERS[order](deck, game.locomotive, rng), other[:keep], long)


_GAMES = st.sampled_from([(name, players) for name, edition in EDITIONS.items() for players in edition.players])


@pytest.mark.parametrize("order", ORDERS)
@runs(8)
@given(_GAMES, st.integers(0, 2**32), st.sampled_from(sorted(MANNERS)))
def test_rigged_decks_end(order: str, game: tuple[str, int], seed: int, manner: str) -> None:
    """Whatever the order of the deck, all invariants hold at each step, the match ends and its scores add up."""
    state = _rigged(*game, order, seed, None)
    rng = Random(seed)
    for _ in range(20_000):
        check_cards(state)
        check_pieces(state)
        check_tickets(state)
        if state.over:
            break
        apply(state, choose(state, rng, manner))
    assert _lines(state) == recounted(state)


@runs(15)
@given(
    _GAMES,
    st.integers(0, 3),
    st.integers(0, 2**32),
    st.sampled_from(["hoarder", "collector"]),
)
def test_nearly_empty_ticket_decks_end(game: tuple[str, int], tickets: int, seed: int, manner: str) -> None:
    """With hardly a ticket left, and with seats that only draw cards or tickets, every match ends in order (C-41)."""
    state = _rigged(*game, "sorted", seed, tickets)
    rng = Random(seed)
    for _ in range(20_000):
        check_cards(state)
        check_pieces(state)
        if state.over:
            break
        apply(state, choose(state, rng, manner))
    assert state.over
