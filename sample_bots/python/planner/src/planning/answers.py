"""The planner's answers to each kind of question, by its plan."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from attrs import evolve, frozen

from planning.cards import Timing, Wish, deck_worth, fillers, payment, set_aside, wants, wishes
from planning.extras import deposit, station
from planning.offers import hope
from planning.pace import turns_left
from planning.plans import Plan, losses, make_plans
from planning.sight import Sight, sight_of
from planning.ways import cheapest_way, prices_of
from planning.weights import Weights
from referee.botkit import Action, ActionKind, Position


@frozen(eq=False)
class Thought:
    """What the planner thinks about one position.

    Attributes:
        turns: own turns to come. plan: for the tickets. loss: by link of the plan, what losing it would cost.
        wished: the links of the plan and those that fill up, with the cards for them. value: of all this, in points.
        timing: how long it takes.
    """

    sight: Sight
    turns: float
    plan: Plan
    loss: Mapping[int, float]
    wished: Sequence[Wish]
    value: float
    timing: Timing


def think(sight: Sight, rng: Random, weights: Weights, before: Plan | None = None) -> Thought:
    """The plan for a position: of many, the one that brings most with all trains that are left."""
    return think_all(sight, rng, weights, before)[0]


def think_all(sight: Sight, rng: Random, weights: Weights, before: Plan | None = None) -> list[Thought]:
    """Many plans for a position, the best one first.

    Costs of links only approximate what a whole plan takes, so plans are also made with costs that are shaken, and
    with those of the last turn's plan, `before`, made cheap.
    """
    turns, prices = turns_left(sight, weights), prices_of(sight, weights)
    found: dict[frozenset[int], Plan] = {}
    for costs in _costs(rng, sight, before, weights):
        for plan in make_plans(sight, prices, turns, weights, costs)[: int(weights.plans)]:
            found.setdefault(frozenset(plan.links + plan.borrowed), plan)
    thoughts = [_thought(sight, turns, plan, weights) for plan in found.values()]
    best = max(thoughts, key=lambda thought: thought.value)
    for _ in range(int(weights.detours)):
        dearer = _bottleneck(best, weights)
        if not dearer:
            break
        other = _thought(sight, turns, make_plans(sight, prices, turns, weights, dearer)[0], weights)
        if other.value <= best.value:
            break
        thoughts.append(other)
        best = other
    return sorted(thoughts, key=lambda thought: -thought.value)


def _costs(rng: Random, sight: Sight, before: Plan | None, weights: Weights) -> Iterator[dict[int, float]]:
    """What links cost more than usual, plan by plan."""
    links = range(len(sight.network.links))
    yield {}
    if not sight.tickets:
        return
    if before is not None:
        yield {i: weights.shake for i in links if i not in before.links}
    for _ in range(int(weights.shaken)):
        yield {i: weights.shake * rng.random() for i in links}


def _bottleneck(thought: Thought, weights: Weights) -> dict[int, float]:
    """The planned links of the colour for which all others wait, with what the wait costs in points."""
    links, planned = thought.sight.network.links, set(thought.plan.links)
    needs = thought.timing.needs
    colour = max(range(len(needs) - 1), key=lambda c: needs[c])
    wait = weights.rush * thought.timing.wait()
    if wait <= 0:
        return {}
    waiting = [wish for wish in thought.wished if wish.missing and wish.colour == colour and wish.link in planned]
    return {wish.link: wait for wish in waiting if links[wish.link].narrow}


def _thought(sight: Sight, turns: float, plan: Plan, weights: Weights) -> Thought:
    thought = Thought(sight, turns, plan, losses(sight, plan), (), 0.0, Timing(len(sight.hand), weights))
    return wished(thought, weights)


def wished(thought: Thought, weights: Weights) -> Thought:
    """The links of the plan with the cards for them, the most needed first, then links for the rest; and their value."""
    sight, plan = thought.sight, thought.plan
    links = sorted(plan.links, key=lambda i: (-danger(thought, i), i))
    first, rest = wishes(sight, links, sight.hand)
    facts = sight.network.links
    timing = Timing(len(sight.hand), weights)
    for wish in first:
        timing.add(facts[wish.link], wish)
    built = [i for i, mine in enumerate(sight.mine) if mine]
    touched = {city for i in [*built, *links] for city in (facts[i].a, facts[i].b)}
    room = sight.own_trains - plan.trains, max(thought.turns, timing.turns() + 2)
    found = first + fillers(sight, timing, {*built, *links}, touched, rest, room, weights)
    for _ in plan.borrowed:
        timing.station(sight.next_station)
    tickets = sight.game.edition.tickets
    value = sum([facts[wish.link].points for wish in found]) - weights.rush * timing.turns()
    value += 2 * weights.chance * sum([tickets[ticket].points for ticket in plan.done])
    value -= weights.risk * sum([danger(thought, i) for i in links])
    value -= len(plan.borrowed) * sight.game.edition.numbers.station_points
    return evolve(thought, wished=found, value=value, timing=timing)


def danger(thought: Thought, link: int) -> float:
    """Points that the plan loses on average if a link is not claimed now."""
    sight = thought.sight
    facts = sight.network.links[link]
    chance = 0.0
    for seat, touched in sight.touched.items():
        if sight.trains[seat] >= facts.length <= sight.hands[seat]:
            ends = (touched >> facts.a & 1) + (touched >> facts.b & 1)
            chance += 0.04 + 0.08 * ends
    if len(sight.open[link]) > 1 and not sight.network.shut:
        chance *= 0.4
    return chance * thought.loss.get(link, facts.points / 2)


def main_action(position: Position, thought: Thought, weights: Weights) -> int:
    """Claim what the plan can pay for, else take tickets that promise something, else draw for the plan."""
    sight = thought.sight
    if thought.turns <= 1:
        return last_action(position, thought)
    claims = ready_claims(thought, weights)
    best = max(claims, key=lambda claim: _urgency(thought, claims[claim]), default=-1)
    asked = _station(position, thought)
    if asked < 0 and (best < 0 or _urgency(thought, claims[best]) <= weights.threat):
        asked = _tickets(position, thought, weights)
    if asked >= 0 or best >= 0:
        return asked if asked >= 0 else best
    card = draw(position, sight, thought.wished, weights)
    return card if card >= 0 else last_action(position, thought)


def ready_claims(thought: Thought, weights: Weights) -> dict[int, Wish]:
    """The claims that the plan can pay for now, by action."""
    return {payment(thought.sight, wish): wish for wish in thought.wished if _ready(thought, wish, weights)}


def _ready(thought: Thought, wish: Wish, weights: Weights) -> bool:
    """Whether a wish can be claimed; a tunnel only with cards to spare, unless time is short (EU-12)."""
    if wish.missing:
        return False
    link, hand = thought.sight.network.links[wish.link], thought.sight.hand
    if not link.tunnel or thought.turns < 4:
        return True
    beyond = hand[-1] - wish.locomotives
    if wish.coloured:
        beyond += hand[wish.colour] - wish.coloured
    return beyond >= weights.cover


def _station(position: Position, thought: Thought) -> int:
    """A station when it is its time: everything else is built, or few turns are left."""
    plan = thought.plan
    if not plan.borrowed or (plan.links and thought.turns > len(plan.borrowed) + 2):
        return -1
    spare = list(thought.sight.hand)
    for wish in thought.wished:
        set_aside(spare, wish)
    return station(position, thought.sight, plan, spare)


def _urgency(thought: Thought, wish: Wish) -> float:
    return danger(thought, wish.link) + 0.01 * thought.sight.network.links[wish.link].points


def _tickets(position: Position, thought: Thought, weights: Weights) -> int:
    if thought.plan.turns > weights.calm * thought.turns:
        return -1
    for action in position.of_kind(ActionKind.TICKETS):
        known = [*position.view.tickets, *[refused.ticket for refused in position.view.refused]]
        promise = hope(thought.sight, thought.plan, position.view.ticket_deck_size, known, thought.turns - 2, weights)
        if promise > weights.draw:
            return position.id(action)
    return -1


def draw(position: Position, sight: Sight, list_: Sequence[Wish], weights: Weights) -> int:
    """The card that the wishes need most; -1 if none can be drawn."""
    stored = deposit(position)
    if stored >= 0:
        return stored
    options = position.of_kind(ActionKind.DRAW_CARD, ActionKind.DRAW_DECK)
    if not options:
        return -1
    worth = wants(sight, list_, sight.hand, weights)
    deck = deck_worth(sight, worth)
    wild = len(worth) - 1
    value = {}
    for action in options:
        value[position.id(action)] = deck if action.card < 0 else worth[action.card]
        if action.card == wild:
            others = sorted([worth[card] for card in sight.row if 0 <= card < wild], reverse=True)
            value[position.id(action)] -= max(deck, others[1] if len(others) > 1 else 0.0)
    return max(value, key=lambda action: (value[action], action))


def last_action(position: Position, thought: Thought) -> int:
    """The claim that brings most now, a ticket that it completes counted twice: it is won and not lost."""
    sight = thought.sight
    network, facts = sight.network, sight.game.edition.tickets
    costs = [0.0 if mine else 1.0 for mine in sight.mine]
    best, most = -1, 0.0
    open_tickets = [facts[t] for t in sight.tickets if cheapest_way(network, costs, facts[t].a, facts[t].b)[0] > 0]
    for wish in wishes_now(sight):
        claim = payment(sight, wish)
        if claim not in position.legal:
            continue
        costs[wish.link] = 0.0
        worth = network.links[wish.link].points
        for ticket in open_tickets:
            if cheapest_way(network, costs, ticket.a, ticket.b)[0] == 0:
                worth += 2 * ticket.points
        costs[wish.link] = 1.0
        if worth > most:
            best, most = claim, worth
    if best >= 0:
        return best
    options = position.of_kind(ActionKind.DEPOSIT, ActionKind.DRAW_DECK, ActionKind.DRAW_CARD)
    return position.id(options[0]) if options else position.legal[0]


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
    sight, offer = sight_of(position.game, position.view), position.view.offer
    facts = position.game.edition.tickets

    def value(action: Action) -> float:
        kept = [ticket for i, ticket in enumerate(offer) if action.keep >> i & 1]
        thought = think(evolve(sight, tickets=(*sight.tickets, *kept)), position.rng, weights)
        # A plan counts a completed ticket as won and not lost; a new one is lost only if it is kept.
        return thought.value - sum([facts[ticket].points for ticket in kept])

    return position.id(max(position.actions, key=value))
