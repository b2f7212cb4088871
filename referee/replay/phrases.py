"""Events, cards and tickets in words, for people. One phrase an event; what an event hides stays hidden."""

from collections.abc import Sequence

from referee.game import Event, Game
from referee.game import events as ev
from referee.game.actions import Payment


def event_text(game: Game, event: Event) -> str:
    """What happened, as one phrase without a full stop."""
    return _cards_event(game, event) or _tickets_event(game, event) or _module_event(game, event) or _turn_event(event)


def cards_text(game: Game, counts: Sequence[int]) -> str:
    """`red*2 blue*1`, or `none`."""
    return " ".join(f"{game.cards[card]}*{count}" for card, count in enumerate(counts) if count) or "none"


def number(count: int, noun: str) -> str:
    """`1 ticket`, `2 tickets`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def row_text(game: Game, row: Sequence[int]) -> str:
    """The row slot by slot, `-` for an empty one."""
    return " ".join("-" if card < 0 else game.cards[card] for card in row)


def tickets_text(game: Game, tickets: Sequence[int]) -> str:
    """`boston.miami (12), denver.el-paso (4)`, or `none`."""
    known = game.edition.tickets
    return ", ".join(f"{known[ticket].text} ({known[ticket].points})" for ticket in tickets) or "none"


def _payment(game: Game, colour: int, colour_cards: int, locomotives: int) -> str:
    return Payment(colour, colour_cards, locomotives).text(game.cards)


def _cards_event(game: Game, event: Event) -> str:
    match event:
        case ev.CardDrawn(seat, card, blind):
            name = "a card" if card is None else game.cards[card]
            return f"seat {seat} takes {name} from the {'deck' if blind else 'row'}"
        case ev.RowFilled(_, card):
            return f"{game.cards[card]} is turned up"
        case ev.RowReset(cards):
            return f"the whole row is discarded: {row_text(game, cards)}"
        case ev.DeckShuffled(_, size):
            return f"the discard, {number(size, 'card')}, becomes the deck"
        case ev.RouteClaimed(seat, route, colour, colour_cards, locomotives, points):
            paid = _payment(game, colour, colour_cards, locomotives)
            return f"seat {seat} claims {game.edition.board.routes[route].text} for {paid}: {number(points, 'point')}"
    return ""


def _tickets_event(game: Game, event: Event) -> str:
    match event:
        case ev.TicketsOffered(seat, count, tickets):
            return f"seat {seat} looks at {number(count, 'ticket')}{_named(game, tickets)}"
        case ev.TicketsKept(seat, kept, refused, tickets):
            return f"seat {seat} keeps {kept} of {number(kept + refused, 'ticket')}{_named(game, tickets)}"
    return ""


def _named(game: Game, tickets: tuple[int, ...] | None) -> str:
    return "" if tickets is None else f": {tickets_text(game, tickets)}"


def _module_event(game: Game, event: Event) -> str:
    board = game.edition.board
    match event:
        case ev.TunnelRevealed(seat, route, colour, colour_cards, locomotives, revealed, extra):
            paid, shown = _payment(game, colour, colour_cards, locomotives), row_text(game, revealed) or "nothing"
            return f"seat {seat} lays {paid} for {board.routes[route].text}, {shown} is revealed: {extra} more due"
        case ev.TunnelPaid(seat, colour, colour_cards, locomotives):
            return f"seat {seat} adds {_payment(game, colour, colour_cards, locomotives)}"
        case ev.TunnelDeclined(seat, route):
            return f"seat {seat} gives up {board.routes[route].text}"
        case ev.StationBuilt(seat, city, colour, colour_cards, locomotives):
            paid = _payment(game, colour, colour_cards, locomotives)
            return f"seat {seat} builds a station in {board.cities[city].slug} for {paid}"
        case ev.DepotPlaced(seat, city):
            return f"seat {seat} places a depot in {board.cities[city].slug}"
        case ev.CardDeposited(seat, warehouse):
            return f"seat {seat} puts the top card into the warehouse of seat {warehouse}"
        case ev.WarehousePicked(seat, warehouse, size, cards):
            which = "" if cards is None else f": {cards_text(game, cards)}"
            return f"seat {seat} empties the warehouse of seat {warehouse}, {number(size, 'card')}{which}"
        case ev.WarehousesEmptied(_, size):
            return f"all warehouses, {number(size, 'card')}, become the deck"
        case ev.MerchandiseTaken(seat, route):
            return f"seat {seat} takes a merchandise card for {board.routes[route].text}"
    return ""


def _turn_event(event: Event) -> str:
    match event:
        case ev.Passed(seat):
            return f"seat {seat} passes"
        case ev.LastRound(seat, turns_left):
            return f"seat {seat} has few trains left: {number(turns_left, 'more turn')}"
        case ev.Forfeited(seat):
            return f"seat {seat} forfeits"
        case ev.GameOver(reason):
            return f"the match ends ({reason})"
    return type(event).__name__
