"""The description of a game as a message, and a game built from such a message alone: a bot needs no board files.

It says nothing about any match.
"""

from functools import lru_cache
from typing import Final

from referee.game import Action, ActionKind, Game
from referee.game.board import GRAY, Board, City, Route, Ticket
from referee.game.edition import District, Edition, Numbers, StartOffer
from referee.game.errors import BoardError
from referee.game.modules import MODULES
from referee.game.modules.depots import RESERVE
from referee.v1 import game_pb2 as pb
from referee.wire.description import description_digest
from referee.wire.errors import WireError

STARTING_DEPOTS: Final = 1
"""Depots of a seat that are placed before the first turn (W-02)."""

_PAYING: Final = (ActionKind.CLAIM, ActionKind.STATION, ActionKind.PAY)
_CITIES: Final = (ActionKind.STATION, ActionKind.DEPOT)
_SEATS: Final = (ActionKind.DEPOSIT, ActionKind.PICK)
_MODULE_NAMES: Final = frozenset(pb.Module.keys())
_RANKED: Final = ("districts", "merchandise")
"""Bonuses whose points stand elsewhere: with each district, or by rank."""


@lru_cache(maxsize=64)
def game_message(game: Game) -> pb.Game:
    """The description of a game, its digest included. The message is shared: do not change it."""
    edition, board = game.edition, game.edition.board
    message = pb.Game(
        edition=edition.id,
        name=edition.name,
        board=board.id,
        board_name=board.name,
        players=game.players,
        players_minimum=edition.players[0],
        players_maximum=edition.players[1],
        modules=sorted(pb.Module.Value(name) for name in map(_module_value, edition.modules) if name in _MODULE_NAMES),
        cards=_cards(edition),
        cities=[_city_message(city) for city in board.cities],
        districts=[pb.District(points=d.points, cities=d.cities) for d in edition.districts],
        routes=[_route_message(route, edition.route_points[route.length]) for route in board.routes],
        tickets=[
            pb.Ticket(text=t.text, city_a=t.a, city_b=t.b, points=t.points, is_long=t.long) for t in edition.tickets
        ],
        numbers=_numbers_message(game),
        start_offers=[_offer_message(offer) for offer in edition.start_offers],
        route_points=[pb.RoutePoints(length=n, points=p) for n, p in sorted(edition.route_points.items())],
        bonuses=_bonus_messages(game),
        tie_breaks=[pb.TieBreak.Value(f"TIE_BREAK_{name.upper()}") for name in edition.tie_break],
        actions=[_action_message(i, action) for i, action in enumerate(game.table.actions)],
    )
    message.game_digest = description_digest(message)
    return message


def game_digest(game: Game) -> str:
    """Names the description: 64 hex digits, equal for equal descriptions on every machine and protobuf version."""
    return game_message(game).game_digest


def _module_value(name: str) -> str:
    return f"MODULE_{name.upper()}"


def _cards(edition: Edition) -> list[pb.Card]:
    last = len(edition.cards) - 1
    counts = zip(edition.cards, edition.card_counts(), strict=True)
    return [pb.Card(name=name, count=count, locomotive=i == last) for i, (name, count) in enumerate(counts)]


def _city_message(city: City) -> pb.City:
    x, y = city.board or (None, None)
    return pb.City(
        slug=city.slug,
        name=city.name,
        latitude=city.lat,
        longitude=city.lon,
        board_x=x,
        board_y=y,
        district=city.district - 1 if city.district else None,
        attraction=city.attraction,
    )


def _route_message(route: Route, points: int) -> pb.Route:
    return pb.Route(
        text=route.text,
        city_a=route.a,
        city_b=route.b,
        length=route.length,
        colour=None if route.colour == GRAY else route.colour,
        sibling=route.sibling if route.sibling >= 0 else None,
        ferry_locomotives=route.locomotives,
        tunnel=route.tunnel,
        cart=route.cart,
        points=points,
    )


def _numbers_message(game: Game) -> pb.Numbers:
    numbers, depots = game.edition.numbers, "depots" in game.edition.modules
    return pb.Numbers(
        trains=numbers.trains,
        start_hand=numbers.start_hand,
        row_size=numbers.row,
        row_reset_locomotives=numbers.reset_at,
        end_trigger_trains=numbers.end_trigger,
        double_closed_up_to=numbers.double_closed_up_to,
        double_closed=game.players <= numbers.double_closed_up_to,
        draw_tickets=numbers.draw_tickets,
        keep_tickets=numbers.keep_tickets,
        returned_at_start=numbers.returned_at_start,
        tunnel_cards=numbers.reveal,
        stations=numbers.stations,
        reserve_depots=RESERVE if depots else 0,
        starting_depots=STARTING_DEPOTS if depots else 0,
        merchandise_cards=numbers.merchandise,
    )


def _offer_message(offer: StartOffer) -> pb.StartOffer:
    return pb.StartOffer(
        long_tickets=offer.long,
        other_tickets=offer.other,
        keep_minimum=offer.keep_min,
        keep_maximum=offer.keep_max,
        keep_minimum_without_long=offer.keep_min_without_long,
    )


def _bonus_messages(game: Game) -> list[pb.Bonus]:
    edition, numbers = game.edition, game.edition.numbers
    of_modules = {
        "stations": numbers.station_points,
        "attractions": numbers.attraction_points,
        **dict.fromkeys(_RANKED, 0),
    }
    points = {**edition.bonuses, **{name: value for name, value in of_modules.items() if name in edition.modules}}
    by_rank = {"merchandise": edition.merchandise_points.get(game.players, ())}
    return [
        pb.Bonus(kind=pb.BonusKind.Value(f"BONUS_KIND_{name.upper()}"), points=value, points_by_rank=by_rank.get(name))
        for name, value in points.items()
    ]


def _action_message(number: int, action: Action) -> pb.Action:
    kind = action.kind
    paid = kind in _PAYING
    return pb.Action(
        id=number,
        kind=kind.value,  # type: ignore[arg-type]  # the numbers are equal by test
        text=action.text,
        card=action.card if kind == ActionKind.DRAW_CARD else None,
        route=action.route if kind == ActionKind.CLAIM else None,
        colour=action.colour if paid and action.colour >= 0 else None,
        colour_cards=action.colour_cards if paid else None,
        locomotives=action.locomotives if paid else None,
        city=action.city if kind in _CITIES else None,
        seat=action.seat if kind in _SEATS else None,
        keep_mask=action.keep if kind == ActionKind.KEEP else None,
    )


def game_from_message(message: pb.Game) -> Game:
    """The game that a message describes, ready to play: on a bot's side there are no board files.

    Raises:
        WireError: this version of the project builds another action table than the message holds.

    """
    try:
        game = Game(_edition(message), message.players)
    except (BoardError, ValueError, KeyError, IndexError) as error:
        raise WireError(f"game {message.edition!r} cannot be built from its description: {error}") from error
    for i, (mine, theirs) in enumerate(zip(game.table.actions, message.actions, strict=False)):
        if mine.text != theirs.text:
            raise WireError(_strange(message, f"action {i} is {theirs.text!r} there and {mine.text!r} here"))
    if len(game.table) != len(message.actions):
        raise WireError(_strange(message, f"it has {len(message.actions)} actions, not {len(game.table)}"))
    return game


def _strange(message: pb.Game, facts: str) -> str:
    return f"game {message.edition!r} is not what this version of the kit knows: {facts}; install the referee's version"


def _edition(message: pb.Game) -> Edition:
    ranked = tuple(points for bonus in message.bonuses for points in bonus.points_by_rank)
    return Edition(
        id=message.edition,
        name=message.name,
        board=Board(
            id=message.board,
            name=message.board_name,
            colours=tuple(card.name for card in message.cards if not card.locomotive),
            cities=tuple(_city(city) for city in message.cities),
            routes=tuple(_route(route) for route in message.routes),
        ),
        players=(message.players_minimum, message.players_maximum),
        numbers=_numbers(message),
        tickets=tuple(Ticket(t.text, t.city_a, t.city_b, t.points, t.is_long) for t in message.tickets),
        start_offers=tuple(_offer(offer) for offer in message.start_offers),
        route_points={entry.length: entry.points for entry in message.route_points},
        bonuses=_bonuses(message),
        tie_break=tuple(pb.TieBreak.Name(step).removeprefix("TIE_BREAK_").lower() for step in message.tie_breaks),
        modules=_modules(message),
        districts=tuple(District(d.points, tuple(d.cities)) for d in message.districts),
        merchandise_points={message.players: ranked} if ranked else {},
    )


def _modules(message: pb.Game) -> tuple[str, ...]:
    """The modules told as such, after those that do nothing but award a bonus."""
    named = [pb.Module.Name(module).removeprefix("MODULE_").lower() for module in message.modules]
    awarded = [name for name in _bonuses(message) if name in MODULES and name not in named]
    return tuple(awarded + named)


def _bonuses(message: pb.Game) -> dict[str, int]:
    """Points by name of the bonuses that are no part of a module's own numbers."""
    points = {_bonus_name(bonus): bonus.points for bonus in message.bonuses}
    return {name: value for name, value in points.items() if name not in ("stations", "attractions", *_RANKED)}


def _bonus_name(bonus: pb.Bonus) -> str:
    return pb.BonusKind.Name(bonus.kind).removeprefix("BONUS_KIND_").lower()


def _city(message: pb.City) -> City:
    return City(
        slug=message.slug,
        name=message.name,
        lat=message.latitude if message.HasField("latitude") else None,
        lon=message.longitude if message.HasField("longitude") else None,
        board=(message.board_x, message.board_y) if message.HasField("board_x") else None,
        district=message.district + 1 if message.HasField("district") else 0,
        attraction=message.attraction,
    )


def _route(message: pb.Route) -> Route:
    return Route(
        text=message.text,
        a=message.city_a,
        b=message.city_b,
        length=message.length,
        colour=message.colour if message.HasField("colour") else GRAY,
        sibling=message.sibling if message.HasField("sibling") else -1,
        locomotives=message.ferry_locomotives,
        tunnel=message.tunnel,
        cart=message.cart,
    )


def _offer(message: pb.StartOffer) -> StartOffer:
    return StartOffer(
        long=message.long_tickets,
        other=message.other_tickets,
        keep_min=message.keep_minimum,
        keep_max=message.keep_maximum,
        keep_min_without_long=message.keep_minimum_without_long,
    )


def _numbers(message: pb.Game) -> Numbers:
    sent = message.numbers
    bonuses = {_bonus_name(bonus): bonus.points for bonus in message.bonuses}
    return Numbers(
        cards_per_colour=message.cards[0].count,
        locomotives=message.cards[-1].count,
        start_hand=sent.start_hand,
        row=sent.row_size,
        reset_at=sent.row_reset_locomotives,
        trains=sent.trains,
        end_trigger=sent.end_trigger_trains,
        double_closed_up_to=sent.double_closed_up_to,
        draw_tickets=sent.draw_tickets,
        keep_tickets=sent.keep_tickets,
        returned_at_start=sent.returned_at_start,
        stations=sent.stations,
        station_points=bonuses.get("stations", 0),
        reveal=sent.tunnel_cards,
        merchandise=sent.merchandise_cards,
        attraction_points=bonuses.get("attractions", 0),
    )
