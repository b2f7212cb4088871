"""A game from the description that a replay carries: it comes from a stranger, so it is measured before it is built.

Who verifies by it proves the play, and not that the board is anybody's but the stranger's.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from referee.game import Game
from referee.game.actions import OFFER
from referee.game.deal import LARGEST_DECK
from referee.v1 import game_pb2 as pb
from referee.wire.description import message_from_text
from referee.wire.errors import WireError
from referee.wire.games import game_from_message, game_message

_LISTS: Final = {"cards": 16, "cities": 64, "districts": 64, "routes": 512, "tickets": 256, "start_offers": 8}
_NUMBERS: Final = {"trains": 1000, "row_size": 20, "stations": 10, "tunnel_cards": 10, "draw_tickets": OFFER}
_LONGEST_ROUTE: Final = 20


@lru_cache(maxsize=16)
def game_from_text(text: str) -> Game:
    """The game that the JSON form of a description says.

    Raises:
        WireError: it describes no game that this version can play.

    """
    message = message_from_text(text)
    for facts in (*_too_much(message), *_nowhere(message)):
        raise WireError(f"game {message.edition[:64]!r} cannot be played: {facts}")
    game = game_from_message(message)
    if game_message(game) != message:
        raise WireError(f"game {message.edition!r} is not what its description says")
    return game


def _too_much(message: pb.Game) -> Iterator[str]:
    """More of anything than a board file may ask for; each more costs time and space."""
    sizes = {name: len(getattr(message, name)) for name in _LISTS}
    sizes |= {name: getattr(message.numbers, name) for name in _NUMBERS}
    for name, most in (_LISTS | _NUMBERS).items():
        if sizes[name] > most:
            yield f"{sizes[name]} for {name}; allowed: {most}"
    if sum(card.count for card in message.cards) > LARGEST_DECK:
        yield f"it has more than {LARGEST_DECK} cards"
    if any(offer.long_tickets + offer.other_tickets > OFFER for offer in message.start_offers):
        yield f"it offers more than {OFFER} tickets at once"
    if any(not 1 <= route.length <= _LONGEST_ROUTE for route in message.routes):
        yield f"it has a route that is not 1 to {_LONGEST_ROUTE} long"


def _nowhere(message: pb.Game) -> Iterator[str]:
    """Indices that point at nothing."""
    cities, colours, routes = len(message.cities), len(message.cards) - 1, len(message.routes)
    lines: list[pb.Route | pb.Ticket] = [*message.routes, *message.tickets]
    for line in lines:
        if line.city_a == line.city_b or max(line.city_a, line.city_b) >= cities:
            yield f"{line.text[:64]!r} does not join two of its cities"
    for number, route in enumerate(message.routes):
        if route.colour >= max(colours, 1):
            yield f"route {route.text[:64]!r} has no colour of its cards"
        if route.HasField("sibling") and not _siblings(message, number, route.sibling, routes):
            yield f"route {route.text[:64]!r} is no track of a double route"
    if any(city >= cities for district in message.districts for city in district.cities):
        yield "a district has a city that does not exist"
    if any(city.HasField("district") and city.district >= len(message.districts) for city in message.cities):
        yield "a city is in a district that does not exist"


def _siblings(message: pb.Game, number: int, other: int, routes: int) -> bool:
    return other < routes and message.routes[other].HasField("sibling") and message.routes[other].sibling == number
