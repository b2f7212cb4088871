"""From one seat's view to a full state that it could be: for search bots. Uses the view and nothing else."""

from collections.abc import Iterable, Sequence
from random import Random

from referee.game.actions import DecisionKind
from referee.game.claims import take
from referee.game.deal import SEED_BYTES, Deal
from referee.game.edition import StartOffer
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
    if view.kind == DecisionKind.OVER:
        state.reason = "last_round"
    elif in_start(state):
        state.asked = list(state.game.stages[view.stage].order).index(view.to_move)


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
    room = view.ticket_deck_size - len(placed)
    in_deck = _spread_traced(state, view, rng, held, room)
    others = [seat for seat in range(state.game.players) if seat != view.seat]
    for seat in others:
        _fill_offer(state, view.seats[seat], seat, held)
    _fill_kept(state, view, others, held, rng, len(in_deck) - room)
    in_deck += held.take_other(room - len(in_deck))
    rng.shuffle(in_deck)
    free = iter(in_deck)
    state.ticket_deck = tuple(placed[i] if i in placed else next(free) for i in range(view.ticket_deck_size))
    state.long_deck = ()


def _spread_traced(state: State, view: View, rng: Random, held: "_Hidden", room: int) -> list[int]:
    """Refused tickets that another seat was offered since: it looks at them, kept them, or put them back (E-32).

    Those put back are returned. A ticket for which its drawer has no place went on to somebody else.
    """
    in_deck: list[int] = []
    for refused in view.refused:
        seat = refused.drawn_by
        if seat < 0:
            continue
        public = view.seats[seat]
        places: list[str] = []
        if len(state.offers[seat]) < public.offer:
            places.append("offer")
        if len(state.tickets[seat]) < public.tickets:
            places.append("kept")
        if len(in_deck) < room and public.refused:
            places.append("deck")
        match rng.choice(places or [""]):
            case "offer":
                state.offers[seat] += (held.take_this(refused.ticket),)
            case "kept":
                state.tickets[seat] += (held.take_this(refused.ticket),)
            case "deck":
                in_deck.append(held.take_this(refused.ticket))
    return in_deck


def _fill_offer(state: State, public: SeatView, seat: int, held: "_Hidden") -> None:
    """What a seat looks at: at the start a long ticket first (C-07)."""
    offers = state.game.edition.start_offers
    if public.offer and state.stage < len(offers):
        state.offers[seat] = tuple(held.take_long(min(offers[state.stage].long, public.offer)))
    state.offers[seat] += tuple(held.take_other(public.offer - len(state.offers[seat])))


def _fill_kept(state: State, view: View, seats: list[int], held: "_Hidden", rng: Random, spare: int) -> None:
    """What these seats have kept; `spare` ordinary tickets, a negative number, are needed for the deck."""
    missing = {seat: view.seats[seat].tickets - len(state.tickets[seat]) for seat in seats}
    most = {seat: min(missing[seat], _most_long(state, view.seats[seat])) for seat in seats}
    long = {seat: min(most[seat], _kept_long(state, view.seats[seat], rng)) for seat in seats}
    spare += held.ordinary - sum(missing.values()) + sum(long.values())
    while spare < 0 and (able := [seat for seat in seats if long[seat] < most[seat]]):
        long[rng.choice(able)] += 1
        spare += 1
    for seat in seats:
        kept = held.take_long(long[seat])
        state.tickets[seat] += (*kept, *held.take_other(missing[seat] - len(kept)))


def _answered(state: State, public: SeatView) -> Sequence[StartOffer]:
    return state.game.edition.start_offers[: state.stage + (not public.offer)]


def _most_long(state: State, public: SeatView) -> int:
    """How many long tickets a seat can have kept (EU-01, V-11)."""
    return sum(min(offer.long, offer.keep_max) for offer in _answered(state, public))


def _kept_long(state: State, public: SeatView, rng: Random) -> int:
    """How many long tickets a seat has kept if all that it was offered were equally dear to it."""
    seen = public.tickets + public.refused
    dealt = sum(offer.long for offer in _answered(state, public))
    return sum(ticket < dealt for ticket in rng.sample(range(seen), public.tickets))


class _Hidden:
    """Tickets that the view does not show, shuffled; each is taken once."""

    def __init__(self, hidden: Iterable[int], long: Iterable[int]) -> None:
        self._long = list(long)
        self._other = [ticket for ticket in hidden if ticket not in set(self._long)]

    @property
    def ordinary(self) -> int:
        """Ordinary tickets that are left."""
        return len(self._other)

    def take_this(self, ticket: int) -> int:
        self._other.remove(ticket)
        return ticket

    def take_long(self, count: int) -> list[int]:
        """So many long tickets, or as many as are left."""
        return [self._long.pop() for _ in range(min(count, len(self._long)))]

    def take_other(self, count: int) -> list[int]:
        """Ordinary tickets, then long ones when no other are left."""
        taken = [self._other.pop() for _ in range(min(count, len(self._other)))]
        return taken + [self._long.pop() for _ in range(count - len(taken))]
