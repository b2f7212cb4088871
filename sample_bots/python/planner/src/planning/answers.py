"""The planner's answers: what it does at a main decision, which cards it draws, which tickets it keeps."""

from collections.abc import Iterator, Sequence

from attrs import evolve

from planning.cards import deck_worth, wants
from planning.extras import deposit, station
from planning.offers import hope
from planning.sight import Sight, sight_of
from planning.thought import Thought, danger, think, wished
from planning.ways import cheapest_way
from planning.weights import Weights
from planning.wish import Wish, payment, set_aside, uncovered, wishes
from referee.botkit import Action, ActionKind, Position

MANY = 16
"""Parts of an offer up to which all are thought over."""

FEW = 6
"""Parts of a larger offer that are."""


def main_action(position: Position, thought: Thought, weights: Weights) -> int:
    """Claim what the plan can pay for, else take tickets that promise something, else draw for the plan."""
    sight = thought.sight
    if sight.rounds == 1:
        return last_action(position, thought, weights)
    claims = ready_claims(thought, weights)
    best = max(claims, key=lambda claim: _urgency(thought, claims[claim], weights), default=-1)
    asked = _station(position, thought)
    if asked < 0 and (best < 0 or _urgency(thought, claims[best], weights) <= weights.threat):
        asked = _tickets(position, thought, weights.draw, weights)
    if asked >= 0 or best >= 0:
        return asked if asked >= 0 else best
    card = draw(position, sight, thought.wished, weights)
    return card if card >= 0 else last_action(position, thought, weights)


def ready_claims(thought: Thought, weights: Weights) -> dict[int, Wish]:
    """The claims that the plan can pay for now, by action."""
    return {payment(thought.sight, wish): wish for wish in thought.wished if _ready(thought, wish, weights)}


def _ready(thought: Thought, wish: Wish, weights: Weights) -> bool:
    """Whether a wish can be claimed; a tunnel only with cards to spare, unless time is short (EU-12)."""
    hurried = thought.turns < weights.hurry
    return not wish.missing and (hurried or not uncovered(thought.sight, wish, weights.cover))


def _station(position: Position, thought: Thought) -> int:
    """A station when it is its time: everything else is built, or few turns are left."""
    plan = thought.plan
    if not plan.borrowed or (plan.links and thought.turns > len(plan.borrowed) + 2):
        return -1
    spare = list(thought.sight.hand)
    for wish in thought.wished:
        set_aside(spare, wish)
    return station(position, thought.sight, plan, spare)


def _urgency(thought: Thought, wish: Wish, weights: Weights) -> float:
    points = thought.sight.network.links[wish.link].points
    return danger(thought, wish.link, weights) + thought.harms.get(wish.link, 0.0) + 0.01 * points


def _tickets(position: Position, thought: Thought, least: float, weights: Weights) -> int:
    """The draw of tickets if it promises more than `least` points, else -1."""
    for action in position.of_kind(ActionKind.TICKETS):
        known = [*position.view.tickets, *[refused.ticket for refused in position.view.refused]]
        turns = thought.turns - 2
        if hope(thought.sight, thought.plan, position.view.ticket_deck_size, known, turns, weights) > least:
            return position.id(action)
    return -1


def draw(position: Position, sight: Sight, needed: Sequence[Wish], weights: Weights) -> int:
    """The card that the wishes need most; -1 if none can be drawn."""
    stored = deposit(position)
    if stored >= 0:
        return stored
    options = position.of_kind(ActionKind.DRAW_CARD, ActionKind.DRAW_DECK)
    if not options:
        return -1
    worth = wants(sight, needed, sight.hand, weights)
    deck = deck_worth(sight, worth)
    wild = len(worth) - 1
    value = {}
    for action in options:
        value[position.id(action)] = deck if action.card < 0 else worth[action.card]
        if action.card == wild:
            others = sorted([worth[card] for card in sight.row if 0 <= card < wild], reverse=True)
            value[position.id(action)] -= max(deck, others[1] if len(others) > 1 else 0.0)
    return max(value, key=lambda action: (value[action], action))


def last_action(position: Position, thought: Thought, weights: Weights) -> int:
    """What brings most in one turn: a claim, or tickets if those that are connected already promise more."""
    worth = {claim: points for claim, points in _claims_now(thought.sight) if claim in position.legal}
    best = max(worth, key=lambda claim: worth[claim], default=-1)
    asked = _tickets(position, thought, worth.get(best, 0.0), weights)
    if asked >= 0 or best >= 0:
        return asked if asked >= 0 else best
    options = position.of_kind(ActionKind.DEPOSIT, ActionKind.DRAW_DECK, ActionKind.DRAW_CARD)
    return position.id(options[0]) if options else position.legal[0]


def _claims_now(sight: Sight) -> Iterator[tuple[int, float]]:
    """All claims that the hand can pay, with their points; a ticket counts twice: it is won and not lost."""
    network, facts = sight.network, sight.game.edition.tickets
    costs = [0.0 if mine else 1.0 for mine in sight.mine]
    waiting = [facts[t] for t in sight.tickets if cheapest_way(network, costs, facts[t].a, facts[t].b)[0]]
    for wish in wishes_now(sight):
        costs[wish.link] = 0.0
        done = [ticket.points for ticket in waiting if not cheapest_way(network, costs, ticket.a, ticket.b)[0]]
        costs[wish.link] = 1.0
        yield payment(sight, wish), network.links[wish.link].points + 2 * sum(done)


def wishes_now(sight: Sight) -> list[Wish]:
    """What the whole hand could pay for, link by link."""
    links = [i for i, link in enumerate(sight.network.links) if sight.open[i] and link.length <= sight.own_trains]
    found = [wishes(sight, [i], sight.hand)[0][0] for i in links]
    return [wish for wish in found if not wish.missing]


def second_card(position: Position, thought: Thought, weights: Weights) -> int:
    """A card of a draw that has begun, by the plan of the turn."""
    sight = sight_of(position.game, position.view)
    now = evolve(thought, sight=sight)
    card = draw(position, sight, wished(now, weights).wished, weights)
    return card if card >= 0 else position.legal[0]


def keep(position: Position, weights: Weights) -> int:
    """The part of the offer with the best plan."""
    part, _, _ = max(parts(position, weights), key=lambda part: part[2])
    return position.id(part)


def parts(position: Position, weights: Weights) -> list[tuple[Action, Thought, float]]:
    """What may be kept, the plan with it and its worth; of many parts, those that look best at first sight."""
    found: Sequence[Action] = position.actions
    if len(found) > MANY:
        quick = evolve(weights, shaken=0, detours=0, plans=1)
        found = sorted(found, key=lambda part: -_kept(position, part, quick)[1])[:FEW]
    return [(part, *_kept(position, part, weights)) for part in found]


def _kept(position: Position, part: Action, weights: Weights) -> tuple[Thought, float]:
    """The plan with these tickets too, and its points; a completed ticket counts as won and not lost, so less these."""
    sight, facts = sight_of(position.game, position.view), position.game.edition.tickets
    kept = [ticket for i, ticket in enumerate(position.view.offer) if part.keep >> i & 1]
    thought = think(evolve(sight, tickets=(*sight.tickets, *kept)), position.rng, weights)
    return thought, thought.value - sum([facts[ticket].points for ticket in kept])
