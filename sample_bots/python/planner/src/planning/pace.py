"""How many turns are left, by the trains and hands of all seats. Knows no plan."""

from planning.sight import Sight
from planning.weights import Weights


def turns_to_end(sight: Sight, seat: int, weights: Weights) -> float:
    """Turns until a seat has placed its trains, if it neither rests nor takes tickets."""
    trains = max(0, sight.trains[seat] - sight.game.end_trigger)
    cards = max(0.0, trains - 0.8 * sight.hands[seat])
    return cards / weights.pace + trains / weights.reach


def turns_left(sight: Sight, weights: Weights) -> float:
    """Own turns to come, this one included, until another seat can end the match."""
    if sight.rounds == 1:
        return 1.0
    others = [seat for seat in range(sight.game.players) if seat != sight.seat]
    return 2.0 + min([turns_to_end(sight, seat, weights) for seat in others])
