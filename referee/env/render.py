"""A position as text for whoever trains: everything is shown, hands and tickets too. No bot ever gets it."""

from collections.abc import Iterator, Sequence

from referee.game import EMPTY, DecisionKind, Game, State, score


def position_text(state: State) -> str:
    """A line for the table, one for the row, three for each seat."""
    return "\n".join(_lines(state)) + "\n"


def _lines(state: State) -> Iterator[str]:
    game = state.game
    title = f"{game.edition.name}, {game.players} players, {state.turn} turns played"
    if state.over:
        yield f"{title}, over: {state.reason}"
    else:
        last = f", {state.turns_left} turns left" if state.turns_left >= 0 else ""
        yield f"{title}{last}; seat {state.seat} is asked {DecisionKind(state.phase).name}"
    row = " ".join("-" if card == EMPTY else game.cards[card] for card in state.row)
    yield f"row: {row}; deck {len(state.deck)}, discard {sum(state.discard)}, tickets {len(state.ticket_deck)}"
    for seat, result in enumerate(score(state)):
        facts = f"{state.trains[seat]} trains, {result.routes} points of routes, {result.score} in all if it ended here"
        yield f"seat {seat}: {facts}"
        yield f"  hand: {cards_text(game, state.hands[seat])}"
        yield f"  tickets: {_tickets(game, state.tickets[seat])}"
        if state.offers[seat]:
            yield f"  on offer: {_tickets(game, state.offers[seat])}"


def cards_text(game: Game, counts: Sequence[int]) -> str:
    """`red*2 locomotive*1`, or `nothing`."""
    return " ".join(f"{game.cards[card]}*{count}" for card, count in enumerate(counts) if count) or "nothing"


def _tickets(game: Game, tickets: Sequence[int]) -> str:
    printed = (game.edition.tickets[ticket] for ticket in tickets)
    return ", ".join(f"{ticket.text} {ticket.points}" for ticket in printed) or "none"
