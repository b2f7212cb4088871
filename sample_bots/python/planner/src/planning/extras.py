"""What the optional rules ask: extra cards of tunnels, stations, warehouses and depots."""

from collections.abc import Sequence

from planning.plans import Plan
from planning.sight import Sight
from planning.weights import Weights
from referee.botkit import Action, ActionKind, Position


def pay_tunnel(position: Position) -> int:
    """The extra cards with the fewest locomotives, if they can be paid (EU-15)."""
    pays = position.of_kind(ActionKind.PAY)
    return position.id(min(pays, key=lambda pay: pay.locomotives)) if pays else position.legal[0]


def station(position: Position, sight: Sight, plan: Plan, spare: Sequence[int]) -> int:
    """A station that borrows a link of the plan (EU-34), for cards that nothing else needs; -1 if none can be built."""
    cities = {c for i in plan.borrowed for c in (sight.network.links[i].a, sight.network.links[i].b)}
    options = [action for action in position.of_kind(ActionKind.STATION) if action.city in cities]

    def price(action: Action) -> tuple[int, int, int]:
        lacking = max(0, action.colour_cards - spare[action.colour]) if action.colour >= 0 else 0
        return action.locomotives, lacking, -spare[action.colour]

    return position.id(min(options, key=price)) if options else -1


def pick(position: Position, turns: float, weights: Weights) -> int:
    """The fullest warehouse, if its cards are worth more than a depot in reserve at the end (W-21, W-50)."""
    seats = position.view.seats
    picks = position.of_kind(ActionKind.PICK)
    best = max(picks, key=lambda action: seats[action.seat].warehouse)
    most = max([public.reserve for i, public in enumerate(seats) if i != position.seat])
    own = seats[position.seat].reserve
    price = weights.reserve if own >= most else 1.0
    worth = min(seats[best.seat].warehouse, 2 * max(0.0, turns - 3)) * weights.rush / 2
    none = position.of_kind(ActionKind.PICK_NONE)
    return position.id(best if worth > price else none[0])


def first_depot(position: Position, sight: Sight, plan: Plan) -> int:
    """The city where most links of the plan end: this seat will claim there and pick up (W-03, W-20)."""
    ends = [city for i in plan.links for city in (sight.network.links[i].a, sight.network.links[i].b)]
    return position.id(max(position.actions, key=lambda action: ends.count(action.city)))


def deposit(position: Position) -> int:
    """The own warehouse (W-10); -1 if nothing is deposited now."""
    own = [action for action in position.of_kind(ActionKind.DEPOSIT) if action.seat == position.seat]
    return position.id(own[0]) if own else -1


def no_depot(position: Position) -> int:
    """None: depots in reserve score at the end, and pay for picks until then (W-30, W-50)."""
    return position.id(position.of_kind(ActionKind.DEPOT_NONE)[0])
