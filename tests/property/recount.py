"""Facts recounted from first principles: where the cards are, and what a finished match is worth."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from referee.game import EMPTY, Route, State
from tests.property.oracle import base, has_depots, lines, station_cities

TIE_BREAK = {
    "usa": ("completed", "trail"),
    "usa-69": ("completed", "trail"),
    "usa-1910": ("completed",),
    "usa-mega": ("completed", "trail"),
    "usa-big-cities": ("completed",),
    "europe": ("completed", "stations", "trail"),
    "europe-expanded": ("completed", "stations", "trail"),
    "europe-mega": ("completed", "stations", "trail"),
    "europe-big-cities": ("completed", "stations", "trail"),
    "london": ("completed",),
    "amsterdam": ("completed",),
    "new-york": ("completed",),
    "tiny": ("completed", "trail"),
    "wild": ("completed", "trail"),
    "scarce": ("completed", "trail"),
    "deep": ("completed", "stations", "trail"),
}
"""rules 2.4 by hand."""

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 8: 21}
"""rules 2.3."""


def check_cards(state: State, counts: Sequence[int] = ()) -> None:
    """The invariants of STABILISE: every card in one place (b, c), no hole in the row while cards are left (a).

    `counts` are the cards by kind of a match that was dealt from fewer than the edition has.
    """
    game = state.game
    found = Counter(state.deck)
    found.update(card for card in state.row if card != EMPTY)
    for pile in (state.discard, *state.hands):
        assert min(pile) >= 0, pile
        found.update(dict(enumerate(pile)))
    for part in state.parts:
        found.update(card % len(game.cards) for card in part.cards())
    assert [found[kind] for kind in range(len(game.cards))] == list(counts or game.edition.card_counts())
    if EMPTY in state.row:
        assert not state.deck
        assert not any(state.discard)
    if not state.deck:
        assert not any(state.discard)


def check_tickets(state: State) -> None:
    """No ticket is in two places, and none is lost where nothing leaves the game."""
    places = [*state.tickets, *state.offers, state.ticket_deck, state.long_deck]
    held = [ticket for tickets in places for ticket in tickets]
    assert len(held) == len(set(held))
    if state.game.edition.numbers.returned_at_start:
        assert len(held) == len(state.game.edition.tickets)


def check_pieces(state: State) -> None:
    """Trains are the stock less the lengths of the routes, points their sum; no route has two owners."""
    taken = 0
    for seat, mask in enumerate(state.owned):
        assert not taken & mask
        taken |= mask
        own = routes_of(state, seat)
        assert state.trains[seat] == state.game.edition.numbers.trains - sum(route.length for route in own)
        assert state.trains[seat] >= 0
        assert state.points[seat] == sum(POINTS[route.length] for route in own)
        assert len({(route.a, route.b) for route in own}) == len(own), "both tracks of a double route (C-37)"


def routes_of(state: State, seat: int) -> list[Route]:
    """The routes that a seat owns."""
    return [route for i, route in enumerate(state.game.edition.board.routes) if state.owned[seat] >> i & 1]


def joined(routes: Iterable[Route], start: int, goal: int) -> bool:
    """Whether these routes lead from one city to the other (C-61)."""
    near = defaultdict(set)
    for route in routes:
        near[route.a].add(route.b)
        near[route.b].add(route.a)
    reached, fresh = {start}, [start]
    while fresh:
        for city in near[fresh.pop()] - reached:
            reached.add(city)
            fresh.append(city)
    return goal in reached


def longest_walk(routes: list[Route]) -> int:
    """The longest trail, by trying every walk from every city (C-63); equal ways on are tried once."""
    best = 0
    seen = set()
    todo = [(city, 0, 0) for city in {c for route in routes for c in (route.a, route.b)}]
    while todo:
        city, used, length = todo.pop()
        best = max(best, length)
        for i, route in enumerate(routes):
            if not used >> i & 1 and city in (route.a, route.b):
                step = (route.a + route.b - city, used | 1 << i)
                if step not in seen:
                    seen.add(step)
                    todo.append((*step, length + route.length))
    return best


def completed(state: State, seat: int) -> list[int]:
    """Completed tickets under the best assignment of stations to foreign routes (EU-34 to EU-39)."""
    tickets = [state.game.edition.tickets[t] for t in state.tickets[seat]]
    own = routes_of(state, seat)
    best: list[int] = []
    for borrowed in product(*_borrowable(state, seat)):
        network = own + [route for route in borrowed if route]
        done = [ticket.points for ticket in tickets if joined(network, ticket.a, ticket.b)]
        best = max(best, done, key=lambda values: (sum(values), len(values)))
    return best


def _borrowable(state: State, seat: int) -> Iterator[list[Route | None]]:
    foreign = [r for other in range(state.game.players) if other != seat for r in routes_of(state, other)]
    for slug in station_cities(state)[seat]:
        city = state.game.edition.board.city(slug)
        yield [None, *[route for route in foreign if city in (route.a, route.b)]]


def recounted(state: State) -> list[dict[str, Any]]:
    """Score lines by seat: what `score` must say."""
    seats, bonuses = range(state.game.players), state.game.edition.bonuses
    done = [completed(state, seat) for seat in seats]
    walks = [longest_walk(routes_of(state, seat)) if "longest_trail" in bonuses else 0 for seat in seats]
    counts = [len(values) for values in done]
    table: list[dict[str, Any]] = []
    keys: list[tuple[int, ...]] = []
    for seat in seats:
        given: dict[str, int] = {}
        if walks[seat] and walks[seat] == max(walks):
            given["longest_trail"] = 10
        if "globetrotter" in bonuses and counts[seat] and counts[seat] == max(counts):
            given["globetrotter"] = 15
        given |= {name: points for name, points in _module_bonuses(state, seat) if points}
        built = len(station_cities(state)[seat])
        if "stations" in state.game.edition.modules and built < 3:
            given["stations"] = 4 * (3 - built)
        tickets = 2 * sum(done[seat]) - sum(state.game.edition.tickets[t].points for t in state.tickets[seat])
        routes = sum(POINTS[route.length] for route in routes_of(state, seat))
        total = routes + tickets + sum(given.values())
        line = {"score": total, "routes": routes, "tickets": tickets, "completed": counts[seat], "bonuses": given}
        table.append(line)
        chain = {"completed": counts[seat], "stations": -built, "trail": int("longest_trail" in given)}
        keys.append(_key(state, seat, total, chain))
    for seat in seats:
        table[seat]["rank"] = 1 + sum(key > keys[seat] for key in keys)
    return table


MERCHANDISE = {2: [8, 4], 3: [8, 5, 2], 4: [8, 6, 4, 2]}
"""A-06."""


def _module_bonuses(state: State, seat: int) -> Iterator[tuple[str, int]]:
    """Districts, attractions, merchandise and reserve depots (L-05 to L-07, N-04, A-06 to A-08, W-50)."""
    edition, own = state.game.edition, routes_of(state, seat)
    if "districts" in edition.modules:
        members = defaultdict(set)
        for i, city in enumerate(edition.board.cities):
            members[city.district].add(i)
        members.pop(0, None)
        whole = [all(joined(own, min(cities), city) for city in cities) for cities in members.values()]
        yield "districts", sum(number for number, complete in zip(members, whole, strict=True) if complete)
    if "attractions" in edition.modules:
        touched = {city for route in own for city in (route.a, route.b)}
        yield "attractions", sum(edition.board.cities[city].attraction for city in touched)
    if "merchandise" in edition.modules:
        carts = [sum(route.cart for route in routes_of(state, s)) for s in range(state.game.players)]
        place = sum(count > carts[seat] for count in carts)
        yield "merchandise", MERCHANDISE[state.game.players][place] if carts[seat] else 0
    if has_depots(state):
        reserve = [int(count) for count in lines(state)["reserve"]]
        yield "depots", 10 if reserve[seat] and reserve[seat] == max(reserve) else 0


def _key(state: State, seat: int, total: int, chain: dict[str, int]) -> tuple[int, ...]:
    if state.out[seat] >= 0:
        return (0, state.out[seat])
    return (1, total, *[chain[step] for step in TIE_BREAK[base(state)]])
