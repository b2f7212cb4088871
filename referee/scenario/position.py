"""From `[setup]` to a state of the engine. Plays nothing and expects nothing."""

from collections.abc import Sequence
from itertools import chain

from referee.game import EMPTY, Deal, Game, PositionError, State
from referee.game.claims import take
from referee.game.supply import stabilise
from referee.scenario.errors import ScenarioError
from referee.scenario.names import Names
from referee.scenario.schema import Setup

_SUPPLY = ("deck", "discard", "row", "hands")
_NOT_AT_START = ("to_move", "discard", "row", "hands", "tickets", "turns_left", "score_now", "warehouses")
_MODULE_KEYS = {
    "stations": "stations",
    "depots": "depots",
    "depots_left": "depots",
    "warehouses": "depots",
    "merchandise": "merchandise",
}


def position(game: Game, names: Names, setup: Setup, seed: str) -> State:
    """The position that a setup describes, STABILISE done.

    Raises:
        ScenarioError: it names something that the edition lacks, or more cards than exist.
    """
    deal = Deal.from_text(seed)
    start = setup.phase == "start"
    state = _start(game, names, setup, deal) if start else _middle(game, names, setup, deal)
    _set_board(state, names, setup)
    _arrange_modules(state, names, setup)
    stabilise(state, [])
    state.refresh()
    return state


def _start(game: Game, names: Names, setup: Setup, deal: Deal) -> State:
    for key in sorted(setup.model_fields_set & set(_NOT_AT_START)):
        raise ScenarioError(f"setup.{key}", 'phase = "start" deals it, so it cannot be given')
    counts = game.edition.card_counts()
    deck = deal.cards(counts, 0) if setup.deck is None else names.card_list("setup.deck", setup.deck)
    _check_counts(game, deck)
    ordinary = _ticket_order(names, setup.ticket_deck, "ticket_deck", deal, long=False)
    long = _ticket_order(names, setup.long_ticket_deck, "long_ticket_deck", deal, long=True)
    return game.start_from(deal, deck, ordinary, long)


def _ticket_order(names: Names, words: list[str] | None, key: str, deal: Deal, *, long: bool) -> list[int]:
    """A ticket deck to deal from: the given order, or the whole set in seed order."""
    tickets = names.game.edition.tickets
    if words is None:
        return deal.tickets([i for i, ticket in enumerate(tickets) if ticket.long == long], long=long)
    place = f"setup.{key}"
    given = names.ticket_list(place, words)
    for ticket in given:
        if tickets[ticket].long != long:
            is_long = "a" if tickets[ticket].long else "no"
            raise ScenarioError(place, f"{tickets[ticket].text} is {is_long} long ticket")
    _check_once(names, place, given)
    return given


def _middle(game: Game, names: Names, setup: Setup, deal: Deal) -> State:
    if setup.long_ticket_deck is not None:
        raise ScenarioError("setup.long_ticket_deck", 'only a scenario with phase = "start" deals long tickets')
    state = State.blank(game, deal)
    state.seat = names.seat("setup.to_move", setup.to_move or 0)
    if setup.turns_left is not None:
        if setup.turns_left > game.players:
            raise ScenarioError("setup.turns_left", f"a last round has at most {game.players} turns")
        state.turns_left = setup.turns_left
    _set_cards(state, names, setup)
    _set_tickets(state, names, setup)
    return state


def _set_cards(state: State, names: Names, setup: Setup) -> None:
    kinds = len(state.game.cards)
    deck = names.card_list("setup.deck", setup.deck or [])
    discard = names.card_list("setup.discard", setup.discard or [])
    row = names.card_list("setup.row", setup.row or [])
    hands = _per_seat(names, "hands", setup.hands)
    stored = _per_seat(names, "warehouses", setup.warehouses)
    named = [*deck, *discard, *row, *chain.from_iterable(hands + stored)]
    _check_counts(state.game, named)
    if all(getattr(setup, key) is None for key in _SUPPLY):
        _deal_cards(state, named)
        return
    if len(row) > len(state.row):
        raise ScenarioError("setup.row", f"{len(row)} cards for {len(state.row)} places")
    state.deck = deck[::-1]
    state.discard = _counted(discard, kinds)
    state.row = row + [EMPTY] * (len(state.row) - len(row))
    state.hands = [_counted(hand, kinds) for hand in hands]


def _per_seat(names: Names, key: str, lists: list[list[str]] | None) -> list[list[int]]:
    if lists is None:
        return [[] for _ in range(names.game.players)]
    place = f"setup.{key}"
    return [names.card_list(f"{place}[{i}]", words) for i, words in enumerate(names.by_seat(place, lists))]


def _deal_cards(state: State, named: Sequence[int]) -> None:
    """As in play, from the cards that the setup does not name (C-01, C-07)."""
    kinds = len(state.game.cards)
    taken = _counted(named, kinds)
    rest = [count - used for count, used in zip(state.game.edition.card_counts(), taken, strict=True)]
    state.deck = state.deal.cards(rest, 0)[::-1]
    size = state.game.edition.numbers.start_hand
    state.hands = [_counted([state.deck.pop() for _ in range(size)], kinds) for _ in state.hands]


def _counted(cards: Sequence[int], kinds: int) -> list[int]:
    return [cards.count(kind) for kind in range(kinds)]


def _check_counts(game: Game, cards: Sequence[int]) -> None:
    counts = game.edition.card_counts()
    for card, named in enumerate(_counted(cards, len(counts))):
        if named > counts[card]:
            facts = f"{named} {game.cards[card]} cards are named, edition {game.edition.id} has {counts[card]}"
            raise ScenarioError("setup", facts)


def _set_tickets(state: State, names: Names, setup: Setup) -> None:
    if setup.tickets is not None:
        lists = names.by_seat("setup.tickets", setup.tickets)
        state.tickets = [tuple(names.ticket_list(f"setup.tickets[{i}]", words)) for i, words in enumerate(lists)]
    held = [ticket for tickets in state.tickets for ticket in tickets]
    _check_once(names, "setup.tickets", held)
    order = _ticket_order(names, setup.ticket_deck, "ticket_deck", state.deal, long=False)
    if setup.ticket_deck is None:
        order = [ticket for ticket in order if ticket not in held]
    _check_once(names, "setup.ticket_deck", held + order)
    state.ticket_deck = tuple(order)


def _check_once(names: Names, place: str, tickets: Sequence[int]) -> None:
    for ticket in tickets:
        if tickets.count(ticket) > 1:
            raise ScenarioError(place, f"ticket {names.game.edition.tickets[ticket].text} is named twice")


def _set_board(state: State, names: Names, setup: Setup) -> None:
    for word, owner in setup.routes.items():
        place = f"setup.routes.{word}"
        seat, route = names.seat(place, owner), names.route("setup.routes", word)
        sibling = state.game.edition.board.routes[route].sibling
        if sibling >= 0 and state.owner(sibling) == seat:
            raise ScenarioError(place, f"seat {seat} owns the other track too, which no game allows (C-37)")
        take(state, seat, route)
    if setup.trains is not None:
        state.trains = list(names.by_seat("setup.trains", setup.trains))
    full = state.game.edition.numbers.trains
    for seat, trains in enumerate(state.trains):
        if trains < 0:
            raise ScenarioError("setup.routes", f"seat {seat} would need {full - trains} trains and has {full}")
        if trains > full:
            raise ScenarioError("setup.trains", f"seat {seat} has {trains} trains, the stock is {full}")


def _arrange_modules(state: State, names: Names, setup: Setup) -> None:
    """Each module puts its own pieces on the board; it is asked even if nothing is given, for its defaults."""
    given = _module_values(names, setup)
    for key in given:
        if _MODULE_KEYS[key] not in state.game.edition.modules:
            facts = f"edition {state.game.edition.id} is played without {_MODULE_KEYS[key]}"
            raise ScenarioError(f"setup.{key}", facts)
    for module in state.game.modules:
        try:
            module.arrange(state, given)
        except PositionError as error:
            raise ScenarioError(f"setup.{module.name}", str(error)) from error


def _module_values(names: Names, setup: Setup) -> dict[str, list[list[int]] | list[int]]:
    values: dict[str, list[list[int]] | list[int]] = {}
    for key in ("stations", "depots"):
        lists = getattr(setup, key)
        if lists is not None:
            place = f"setup.{key}"
            values[key] = [names.city_list(f"{place}[{i}]", w) for i, w in enumerate(names.by_seat(place, lists))]
    if setup.warehouses is not None:
        values["warehouses"] = _per_seat(names, "warehouses", setup.warehouses)
    for key in ("depots_left", "merchandise"):
        counts = getattr(setup, key)
        if counts is not None:
            values[key] = list(names.by_seat(f"setup.{key}", counts))
    return values
