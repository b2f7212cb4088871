from referee.game import Refused, State, observe
from tests.game.places import do, place, ticket_texts

DECK = ["boston.miami", "dallas.new-york", "calgary.phoenix", "denver.el-paso", "chicago.santa-fe", "seattle.new-york"]
A, B, C, D, E = DECK[:5]


def _position(deck: list[str], players: int = 2) -> State:
    return place(players=players, ticket_deck=deck)


def _refused(state: State, seat: int) -> list[tuple[str, int, int]]:
    tickets = state.game.edition.tickets
    return [(tickets[r.ticket].text, r.position, r.drawn_by) for r in observe(state, seat).refused]


def test_refused_tickets_lie_at_the_bottom_in_draw_order() -> None:
    """What a seat refuses lies below the rest in draw order, and the seat knows where (E-31)."""
    state = _position([A, B, C, D, E])
    do(state, "tickets", "keep 2")
    assert ticket_texts(state, state.ticket_deck) == [D, E, A, C]
    assert _refused(state, 0) == [(A, 2, -1), (C, 3, -1)]
    assert _refused(state, 1) == []
    assert [seat.refused for seat in observe(state, 1).seats] == [2, 0]


def test_positions_move_up_as_others_draw() -> None:
    """A refused ticket comes nearer to the top with each ticket drawn above it."""
    state = _position([A, B, C, D, E])
    do(state, "tickets", "keep 2", "tickets")
    assert ticket_texts(state, state.offers[1]) == [D, E, A]
    assert _refused(state, 0) == [(A, -1, 1), (C, 0, -1)]
    do(state, "keep 1 2")
    assert ticket_texts(state, state.ticket_deck) == [C, A]
    assert _refused(state, 0) == [(A, -1, 1), (C, 0, -1)]
    assert _refused(state, 1) == [(A, 1, -1)]


def test_nobody_learns_whether_the_drawer_kept_it() -> None:
    """After another seat was offered the ticket, its view is the same whether it was kept or put back (E-32)."""
    views = []
    for kept in ("keep 1 2", "keep 1 3"):
        state = _position([A, B, C, D, E])
        do(state, "tickets", "keep 2", "tickets", kept)
        views.append(observe(state, 0))
    assert views[0] == views[1]


def test_a_refused_ticket_can_come_back() -> None:
    """A seat that draws its own refused ticket again has it in the offer and no more among the refused (E-32)."""
    state = _position([A, B, C])
    do(state, "tickets", "keep 1", "draw deck", "draw deck", "tickets")
    assert ticket_texts(state, state.offers[0]) == [B, C]
    assert _refused(state, 0) == []
    do(state, "keep 2")
    assert _refused(state, 0) == [(B, 0, -1)]
    assert observe(state, 0).seats[0].refused == 3


def test_the_first_drawer_is_remembered() -> None:
    """A ticket that wandered on unseen stays with the seat that was seen to draw it."""
    state = _position([A, B], players=3)
    do(state, "tickets", "keep 2")
    assert _refused(state, 0) == [(A, 0, -1)]
    do(state, "tickets")
    assert _refused(state, 0) == [(A, -1, 1)]
    do(state, "keep 1")
    assert _refused(state, 0) == [(A, -1, 1)]
    state = _position([A, B, C], players=3)
    do(state, "tickets", "keep 3", "tickets", "keep 2", "tickets")
    assert ticket_texts(state, state.offers[2]) == [A]
    assert _refused(state, 0) == [(A, -1, 1), (B, -1, 1)]
    assert _refused(state, 1) == [(A, -1, 2)]


def test_refused_start_tickets_of_usa_go_under_the_deck() -> None:
    """Start tickets that were not kept lie under the deck in turn order (C-04, C-07)."""
    state = place(players=2, phase="start")
    first, second = state.offers
    do(state, "keep 1 2", "keep 2 3")
    assert state.ticket_deck[-2:] == (first[2], second[0])
    assert observe(state, 0).refused == (Refused(first[2], 24, -1),)
    assert observe(state, 1).refused == (Refused(second[0], 25, -1),)


def test_refused_start_tickets_of_europe_leave_the_game() -> None:
    """European start tickets that were not kept are in no deck, and their owner knows it (C-04, EU-02)."""
    state = place("europe", phase="start")
    offer = state.offers[0]
    do(state, "keep 2 3")
    assert set(observe(state, 0).refused) == {Refused(offer[0], -1, -1), Refused(offer[3], -1, -1)}
    assert not {offer[0], offer[3]} & {*state.ticket_deck, *state.long_deck}


def test_a_kept_ticket_never_leaves() -> None:
    """Tickets once kept stay, in the order in which they were kept (C-43)."""
    state = _position([A, B, C, D, E])
    do(state, "tickets", "keep 1 3", "draw deck", "draw deck", "tickets", "keep 2")
    assert ticket_texts(state, state.tickets[0]) == [A, C, E]
