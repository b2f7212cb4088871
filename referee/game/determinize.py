"""From one seat's view to a full state that it could be: for search bots. Uses the view and nothing else."""

from collections.abc import Iterable
from random import Random

from referee.game.actions import DecisionKind
from referee.game.claims import take
from referee.game.deal import SEED_BYTES, Deal
from referee.game.game import Game
from referee.game.state import State
from referee.game.turn import in_start
from referee.game.view import SeatView, View


def determinize(game: Game, view: View, rng: Random) -> State:
    """A random full state in which `observe(state, view.seat)` gives this view again.

    The view must be a seat's own, not a spectator's. Unseen cards and tickets are spread evenly over the places that
    they can be in; the deal of the state is new, so that later shuffles are random too.
    """
    state = State.blank(game, Deal(rng.randbytes(SEED_BYTES)))
    _copy_public(state, view)
    _spread_cards(state, view, rng)
    _spread_tickets(state, view, rng)
    state.history = (view.events, None)
    state.refresh()
    return state


def _copy_public(state: State, view: View) -> None:
    for route, seat in enumerate(view.owners):
        if seat >= 0:
            take(state, seat, route)
    state.trains = [seat.trains for seat in view.seats]
    state.points = [seat.route_points for seat in view.seats]
    state.known = [list(seat.known) for seat in view.seats]
    state.refusals = [seat.refused for seat in view.seats]
    state.out = [seat.out for seat in view.seats]
    state.row, state.discard = list(view.row), list(view.discard)
    state.phase, state.seat = view.kind, max(0, view.to_move)
    state.turn, state.turns_left, state.passes, state.stage = view.turn, view.turns_left, view.passes, view.stage
    state.asked = list(state.game.stages[view.stage].order).index(view.to_move) if in_start(state) else 0
    if view.kind == DecisionKind.OVER:
        state.reason = "last_round"


def _spread_cards(state: State, view: View, rng: Random) -> None:
    """Hidden hands, warehouses and the deck take the cards that lie nowhere in sight."""
    unseen = _unseen_cards(state, view)
    rng.shuffle(unseen)
    for seat, public in enumerate(view.seats):
        if seat == view.seat:
            state.hands[seat] = list(view.hand)
            continue
        state.hands[seat] = list(public.known)
        for _ in range(public.hand_size - sum(public.known)):
            state.hands[seat][unseen.pop()] += 1
    for module in state.game.modules:
        module.imagine(state, view, unseen)
    state.deck = [unseen.pop() for _ in range(view.deck_size)]


def _unseen_cards(state: State, view: View) -> list[int]:
    left = list(state.game.edition.card_counts())
    for card in view.row:
        if card >= 0:
            left[card] -= 1
    seen = [view.hand, view.discard, *(seat.known for i, seat in enumerate(view.seats) if i != view.seat)]
    for counts in seen:
        for card, count in enumerate(counts):
            left[card] -= count
    if view.tunnel:
        left[view.tunnel.colour] -= view.tunnel.colour_cards
        left[-1] -= view.tunnel.locomotives
        for card in view.tunnel.revealed:
            left[card] -= 1
    return [card for card, count in enumerate(left) for _ in range(count)]


def _spread_tickets(state: State, view: View, rng: Random) -> None:
    """The ticket deck, the others' tickets and their open offers; what is left over has gone out of the game."""
    edition = state.game.edition
    state.tickets[view.seat], state.offers[view.seat] = view.tickets, view.offer
    state.refused[view.seat] = tuple((r.ticket, r.drawn_by) for r in view.refused)
    placed = {r.position: r.ticket for r in view.refused if r.position >= 0}
    gone = {r.ticket for r in view.refused if r.drawn_by < 0}
    hidden = [t for t in range(len(edition.tickets)) if t not in {*view.tickets, *view.offer, *gone}]
    rng.shuffle(hidden)
    held = _Hidden(hidden, [t for t in hidden if edition.tickets[t].long])
    others = [seat for seat in range(state.game.players) if seat != view.seat]
    traced = [(r.ticket, r.drawn_by) for r in view.refused if r.drawn_by >= 0]
    room = view.ticket_deck_size - len(placed)
    for ticket, seat in traced:
        full = len(state.tickets[seat]) >= view.seats[seat].tickets
        if not full and (room <= 0 or rng.random() < 0.5):
            state.tickets[seat] += (held.take_this(ticket),)
    for seat in others:
        _fill_seat(state, view.seats[seat], seat, held)
    free = iter(held.take_other(room))
    state.ticket_deck = tuple(placed[i] if i in placed else next(free) for i in range(view.ticket_deck_size))
    state.long_deck = ()


def _fill_seat(state: State, public: SeatView, seat: int, held: "_Hidden") -> None:
    game = state.game
    if in_start(state):
        offer = game.edition.start_offers[min(state.stage, len(game.edition.start_offers) - 1)]
        if public.offer:
            long = held.take_long(min(offer.long, public.offer))
            state.offers[seat] = (*long, *held.take_other(public.offer - len(long)))
    elif public.offer:
        state.offers[seat] = tuple(held.take_other(public.offer))
    missing = public.tickets - len(state.tickets[seat])
    state.tickets[seat] += tuple(held.take_other(missing))


class _Hidden:
    """Tickets that the view does not show, shuffled; each is taken once."""

    def __init__(self, hidden: Iterable[int], long: Iterable[int]) -> None:
        self._long = list(long)
        self._other = [ticket for ticket in hidden if ticket not in set(self._long)]

    def take_this(self, ticket: int) -> int:
        self._other.remove(ticket)
        return ticket

    def take_long(self, count: int) -> list[int]:
        return [self._long.pop() for _ in range(count)]

    def take_other(self, count: int) -> list[int]:
        """Ordinary tickets, then long ones when no other are left."""
        taken = [self._other.pop() for _ in range(min(count, len(self._other)))]
        return taken + [self._long.pop() for _ in range(count - len(taken))]
