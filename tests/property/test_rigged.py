from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game import ActionKind, Deal, Game, State, apply
from referee.game.modules.depots import RESERVE
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
    return [card for card in deck if card != wild]


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
    "locomotives never": _no_wild,
    "colour by colour": _sorted,
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


def most_decisions(game: Game, declined: int) -> int:
    """A bound of the decisions of a match in which so many tunnels are declined, which alone can be done for ever.

    A draw puts a card into a hand at least, and cards leave hands for routes, tunnels and stations only, so draws are
    no more than all cards and all that is ever paid. Routes, tickets and stations run out, and passes stand between
    other actions and placements, fewer in a row than there are seats. No turn has more than five questions beside its
    placements: a tunnel, what it costs more, two warehouses, and no depot.
    """
    edition, numbers, seats = game.edition, game.edition.numbers, game.players
    claims = min(len(edition.board.routes), seats * numbers.trains)
    stations = seats * numbers.stations
    paid = seats * numbers.trains + claims * numbers.reveal + stations * (numbers.stations + 1) // 2
    actions = sum(edition.card_counts()) + paid + claims + len(edition.tickets) + stations + declined
    placements = seats * RESERVE if "depots" in edition.modules else 0
    passes = seats * (actions + placements + 1)
    return seats * len(game.stages) + 5 * (actions + passes) + placements


def _to_the_end(state: State, rng: Random, manner: str) -> Iterator[State]:
    """The match after each decision, which ends within the bound."""
    declined = decisions = 0
    yield state
    while not state.over:
        action = choose(state, rng, manner)
        declined += state.game.table[action].kind == ActionKind.DECLINE
        apply(state, action)
        decisions += 1
        assert decisions <= most_decisions(state.game, declined)
        yield state


_GAMES = st.sampled_from([(name, players) for name, edition in EDITIONS.items() for players in edition.players])


@pytest.mark.parametrize("order", ORDERS)
@runs(8)
@given(_GAMES, st.integers(0, 2**32), st.sampled_from(sorted(MANNERS)))
def test_rigged_decks_end(order: str, game: tuple[str, int], seed: int, manner: str) -> None:
    """Whatever the order of the deck, all invariants hold at each step, the match ends in time, its scores add up."""
    state = _rigged(*game, order, seed, None)
    counts = state.game.edition.card_counts()
    if order == "locomotives never":
        counts = (*counts[:-1], 0)
    for after in _to_the_end(state, Random(seed), manner):
        check_cards(after, counts)
        check_pieces(after)
        check_tickets(after)
    assert _lines(state) == recounted(state)


@runs(15)
@given(
    _GAMES,
    st.integers(0, 3),
    st.integers(0, 2**32),
    st.sampled_from(["hoarder", "collector"]),
)
def test_nearly_empty_ticket_decks_end(game: tuple[str, int], tickets: int, seed: int, manner: str) -> None:
    """With hardly a ticket left, and with seats that only draw cards or tickets, every match ends in time (C-41)."""
    state = _rigged(*game, "colour by colour", seed, tickets)
    for after in _to_the_end(state, Random(seed), manner):
        check_cards(after)
        check_pieces(after)
