"""What is legal, worked out slowly from the rules' text and the facts of a position; no mask of the engine is read."""

from collections.abc import Iterator
from itertools import combinations

from referee.game import DecisionKind, Event, State
from referee.game.events import RouteClaimed

KEEP_AT_START = {
    "usa": [(2, 3)],
    "usa-69": [(2, 3)],
    "usa-1910": [(2, 3)],
    "usa-mega": [(3, 5)],
    "usa-big-cities": [(2, 4)],
    "europe": [(2, 4)],
    "europe-expanded": [(2, 4)],
    "europe-mega": [(0, 1), (3, 5)],
    "europe-big-cities": [(2, 5)],
    "london": [(1, 2)],
    "amsterdam": [(1, 2)],
    "new-york": [(1, 2)],
    "tiny": [(1, 1)],
    "wild": [(1, 1)],
    "scarce": [(1, 1)],
    "deep": [(1, 2)],
}
"""rules 2.2 by hand: least and greatest number kept of each start offer, for a seat without a long ticket (V-12)."""

CLOSED_UP_TO = dict.fromkeys(("london", "amsterdam", "new-york", "tiny", "wild", "scarce", "deep"), 2)
"""rules 2.1; USA and Europe 3."""

STATIONS = 3


def legal_texts(state: State) -> set[str]:
    """The texts of all legal actions of the seat that is asked."""
    match DecisionKind(state.phase):
        case DecisionKind.OVER:
            return set()
        case DecisionKind.KEEP_TICKETS:
            return set(_keeps(state))
        case DecisionKind.SECOND_CARD:
            return set(_draws(state)) - {"draw locomotive"}
        case DecisionKind.TUNNEL:
            return set(_tunnel_answers(state))
        case DecisionKind.MAIN:
            return {"pass"} if state.out[state.seat] >= 0 else _turn(state)
        case DecisionKind.FIRST_CARD:
            return set(_draws(state))
        case DecisionKind.PLACE_DEPOT:
            return {"depot none", *_placements(state, reserve=True)}
        case DecisionKind.START_DEPOT:
            return set(_placements(state, reserve=False))
        case DecisionKind.PICK:
            return {"pick none", *_picks(state)}


def base(state: State) -> str:
    """The edition's id without `+depots`, which changes none of the numbers here."""
    return state.game.edition.id.partition("+")[0]


def lines(state: State) -> dict[str, list[str]]:
    """What the modules keep, as words, read from the text form of their parts."""
    return {key: value.split() for part in state.parts for key, value in part.write(state.game)}


def has_depots(state: State) -> bool:
    """Whether Warehouses & Depots are played with."""
    return "depots" in state.game.edition.modules


def _turn(state: State) -> set[str]:
    """A pass only where nothing but a free placement is possible (C-12, E-22, E-83)."""
    return (set(_main(state)) or {"pass"}) | set(_placements(state, reserve=True))


def _placements(state: State, *, reserve: bool) -> Iterator[str]:
    """W-05, W-07, W-30."""
    if not has_depots(state) or (reserve and lines(state)["reserve"][state.seat] == "0"):
        return
    for city in state.game.edition.board.cities:
        if not any(city.slug in cities for cities in station_cities(state) + depot_cities(state)):
            yield f"depot {city.slug}"


def _picks(state: State) -> Iterator[str]:
    """Filled warehouses of those with a depot at an end of the route claimed last (W-20 to W-26)."""
    kept = lines(state)
    if kept["reserve"][state.seat] == "0":
        return
    claimed = next(e for batch in told(state) for e in reversed(batch) if isinstance(e, RouteClaimed))
    board = state.game.edition.board
    ends = {board.cities[city].slug for city in (board.routes[claimed.route].a, board.routes[claimed.route].b)}
    for seat, cities in enumerate(depot_cities(state)):
        if ends & set(cities) and any(count != "0" for count in kept[f"warehouse.{seat}"]):
            yield f"pick {seat}"


def told(state: State) -> Iterator[tuple[Event, ...]]:
    """All that has happened, the newest first."""
    cell = state.history
    while cell is not None:
        yield cell[0]
        cell = cell[1]


def _main(state: State) -> Iterator[str]:
    if has_depots(state) and state.deck:
        yield from (f"deposit {seat}" for seat in range(state.game.players))  # W-10
    else:
        yield from _draws(state)
    yield from _claims(state)
    yield from _stations(state)
    if state.ticket_deck:
        yield "tickets"


def _draws(state: State) -> Iterator[str]:
    if state.deck:
        yield "draw deck"
    for card in state.row:
        if card >= 0:
            yield f"draw {state.game.cards[card]}"


def _keeps(state: State) -> Iterator[str]:
    places = range(1, len(state.offers[state.seat]) + 1)
    least, most = _limits(state)
    for count in range(min(least, len(places)), min(most, len(places)) + 1):
        for kept in combinations(places, count):
            yield "keep " + (" ".join(map(str, kept)) or "none")


def _limits(state: State) -> tuple[int, int]:
    name, tickets = base(state), state.game.edition.tickets
    stages = KEEP_AT_START[name]
    if state.stage >= len(stages):
        return 1, len(state.offers[state.seat])  # C-40
    least, most = stages[state.stage]
    long = any(tickets[t].long for t in state.tickets[state.seat])
    return (2, most) if name == "europe-mega" and state.stage == 1 and long else (least, most)


def _payments(state: State, count: int, colour: str | None, least_wild: int = 0) -> Iterator[str]:
    """Exact payments from the hand: any number of locomotives, the others of one colour (C-32 to C-34, EU-05)."""
    hand = dict(zip(state.game.cards, state.hands[state.seat], strict=True))
    wild = hand.pop("locomotive")
    for wilds in range(least_wild, count + 1):
        if wilds > wild:
            return
        if wilds == count:
            yield f"locomotive*{wilds}"
            continue
        for name, held in hand.items():
            if colour in (None, name) and held >= count - wilds:
                yield f"{name}*{count - wilds}" + (f" locomotive*{wilds}" if wilds else "")


def _claims(state: State) -> Iterator[str]:
    board, seat = state.game.edition.board, state.seat
    owners = {r: s for s, mask in enumerate(state.owned) for r in range(len(board.routes)) if mask >> r & 1}
    one_track = state.game.players <= CLOSED_UP_TO.get(base(state), 3)
    for index, route in enumerate(board.routes):
        others = [
            owners[r]
            for r, other in enumerate(board.routes)
            if r != index and {other.a, other.b} == {route.a, route.b} and r in owners
        ]
        closed = bool(others) and (one_track or seat in others)  # C-37 to C-39
        if index in owners or closed or state.trains[seat] < route.length:
            continue
        colour = None if route.colour < 0 else board.colours[route.colour]
        for payment in _payments(state, route.length, colour, route.locomotives):
            yield f"claim {route.text} {payment}"


def _stations(state: State) -> Iterator[str]:
    if "stations" not in state.game.edition.modules:
        return
    built = station_cities(state)
    number = len(built[state.seat]) + 1
    if number > STATIONS:
        return
    for city in state.game.edition.board.cities:
        if not any(city.slug in cities for cities in built + depot_cities(state)):
            for payment in _payments(state, number, None):
                yield f"station {city.slug} {payment}"


def station_cities(state: State) -> list[list[str]]:
    """By seat, the cities of its stations."""
    kept = lines(state)
    return [kept.get(f"stations.{seat}", []) for seat in range(state.game.players)]


def depot_cities(state: State) -> list[list[str]]:
    """By seat, the cities of its depots."""
    kept = lines(state)
    return [kept.get(f"depots.{seat}", []) for seat in range(state.game.players)]


def _tunnel_answers(state: State) -> Iterator[str]:
    """EU-12 to EU-15: cards of the laid-down colour or locomotives, the latter alone after locomotives alone."""
    _, colour, colour_cards, _, _, *shown = lines(state)["tunnel"]
    wild_only = colour_cards == "0"
    due = sum(card == "locomotive" or (card == colour and not wild_only) for card in shown)
    yield "decline"
    least_wild = due if wild_only else 0
    for payment in _payments(state, due, None if wild_only else colour, least_wild):
        yield f"pay {payment}"
