"""Another state that one seat cannot tell from the given one: everything hidden from it is dealt again."""

from random import Random

from referee.game import SPECTATOR, Deal, State
from referee.game.events import CardDrawn, Event, TicketsKept, TicketsOffered, WarehousePicked
from referee.game.modules.depots import Yard
from referee.game.state import History


def scrambled(state: State, seat: int, rng: Random) -> State:
    """Hidden cards and tickets change places, blind draws in the past were other cards, later shuffles will differ."""
    other = state.copy()
    other.deal = Deal(rng.randbytes(32))
    _cards(other, seat, rng)
    _tickets(other, seat, rng)
    _past(other, seat, rng)
    other.refresh()
    return other


def _hidden_seats(state: State, seat: int) -> list[int]:
    return [s for s in range(state.game.players) if s != seat]


def _cards(state: State, seat: int, rng: Random) -> None:
    """The deck and what nobody knows of the others' hands."""
    pool = state.deck[:]
    sizes = {}
    for other in _hidden_seats(state, seat):
        hidden = [held - known for held, known in zip(state.hands[other], state.known[other], strict=True)]
        assert min(hidden) >= 0, "more is known of a hand than is in it"
        pool += [card for card, count in enumerate(hidden) for _ in range(count)]
        sizes[other] = sum(hidden)
    for warehouse in _warehouses(state):
        pool += [card for card, count in enumerate(warehouse) for _ in range(count)]
    rng.shuffle(pool)
    for other, size in sizes.items():
        state.hands[other] = state.known[other][:]
        for _ in range(size):
            state.hands[other][pool.pop()] += 1
    for warehouse in _warehouses(state):
        size = sum(warehouse)
        warehouse[:] = [0] * len(warehouse)
        for _ in range(size):
            warehouse[pool.pop()] += 1
    state.deck = pool


def _warehouses(state: State) -> list[list[int]]:
    """Cards by kind, which not even the owner may see (W-13)."""
    return next((part.warehouses for part in state.parts if isinstance(part, Yard)), [])


def _tickets(state: State, seat: int, rng: Random) -> None:
    """All tickets but the seat's own and those refused by it that nobody has seen since."""
    own = [] if seat == SPECTATOR else [*state.tickets[seat], *state.offers[seat]]
    placed = [] if seat == SPECTATOR else [ticket for ticket, by in state.refused[seat] if by < 0]
    pool = [t for t in range(len(state.game.edition.tickets)) if t not in {*own, *placed}]
    rng.shuffle(pool)
    for other in _hidden_seats(state, seat):
        state.tickets[other] = tuple(pool.pop() for _ in state.tickets[other])
        state.offers[other] = tuple(pool.pop() for _ in state.offers[other])
        state.refused[other] = tuple((rng.randrange(len(state.game.edition.tickets)), -1) for _ in state.refused[other])
    state.ticket_deck = tuple(ticket if ticket in placed else pool.pop() for ticket in state.ticket_deck)
    state.long_deck = tuple(pool.pop() for _ in state.long_deck)


def _past(state: State, seat: int, rng: Random) -> None:
    """The history with other secrets; chains that were one stay one."""
    cells: list[History] = [None]
    cell = state.history
    chain = []
    while cell is not None:
        chain.append(cell)
        cell = cell[1]
    new = {id(None): cells[0]}
    before: History = None
    for old in reversed(chain):
        before = (tuple(_retold(event, state, seat, rng) for event in old[0]), before)
        new[id(old)] = before
    state.history = before
    state.seen = [new[id(cell)] for cell in state.seen]


def _retold(event: Event, state: State, seat: int, rng: Random) -> Event:
    if event[0] == seat:
        return event
    match event:
        case CardDrawn(blind=True):
            return event._replace(card=rng.randrange(len(state.game.cards)))
        case TicketsOffered(tickets=tuple()) | TicketsKept(tickets=tuple()):
            tickets = range(len(state.game.edition.tickets))
            return event._replace(tickets=tuple(rng.sample(tickets, len(event.tickets or ()))))
        case WarehousePicked(cards=tuple()):
            return event._replace(cards=tuple(rng.randrange(4) for _ in event.cards or ()))
    return event
