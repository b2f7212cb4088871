"""Step 3: draw the cards that the wanted routes lack, and save for long routes when the tickets are done."""

from collections.abc import Iterable

from step1 import drawn
from step2 import claimed, needed, route_costs

from referee.botkit import Action, ActionKind, DecisionKind, Position, run

LONG = 4
"""Spaces from which a route is worth saving for."""


def choose(position: Position) -> Action:
    """Every card and every turn serves a route that is wanted."""
    if position.kind == DecisionKind.KEEP_TICKETS:
        return min(position.actions, key=lambda action: action.keep.bit_count())
    wanted = needed(position, position.view.tickets) or long_routes(position)
    return claimed(position, wanted) or card(position, wanted) or drawn(position)


def long_routes(position: Position) -> set[int]:
    """The long routes that can still be claimed; all of them once the trains run out or the last round is on."""
    view, costs = position.view, route_costs(position)
    trains = view.seats[view.seat].trains
    least = LONG if trains >= LONG and view.turns_left < 0 else 1
    routes = enumerate(position.game.edition.board.routes)
    return {i for i, route in routes if 0 < costs[i] <= trains + 1 and route.length >= least}


def card(position: Position, wanted: Iterable[int]) -> Action | None:
    """The open card that a wanted route lacks, that with fewest missing first; None if no open card helps."""
    hand, routes = position.view.hand, position.game.edition.board.routes
    draws = {action.card: action for action in position.of_kind(ActionKind.DRAW_CARD)}
    best, fewest = None, 99
    for index in wanted:
        route = routes[index]
        colour = route.colour if route.colour >= 0 else max(range(len(hand) - 1), key=lambda c: hand[c])
        missing = route.length - hand[colour] - hand[-1]
        if colour in draws and 0 < missing < fewest:
            best, fewest = draws[colour], missing
    return best


if __name__ == "__main__":
    run(choose, name="step3")
