"""Whole plans judged: what a seat builds, what that brings, how long it takes and what others may do to it."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from attrs import evolve, frozen

from planning.fill import Timing, fillers, worths
from planning.pace import turns_left
from planning.plans import Plan, losses, make_plans
from planning.rivals import harms
from planning.sight import Sight
from planning.trails import trail_hope
from planning.ways import prices_of
from planning.weights import Weights
from planning.wish import Wish, wishes


@frozen(eq=False)
class Thought:
    """What the planner thinks about one position.

    Attributes:
        turns: own turns to come. plan: for the tickets. loss: by link of the plan, what losing it would cost.
        wished: the links of the plan and those that fill up, with the cards for them. value: of all this, in points.
        timing: how long it takes. harms: by open link, what others lose if this seat takes it.
    """

    sight: Sight
    turns: float
    plan: Plan
    loss: Mapping[int, float]
    wished: Sequence[Wish]
    value: float
    timing: Timing
    harms: Mapping[int, float]


def think(sight: Sight, rng: Random, weights: Weights, before: Plan | None = None) -> Thought:
    """The plan for a position: of many, the one that brings most with all trains that are left."""
    return think_all(sight, rng, weights, before)[0]


def think_all(sight: Sight, rng: Random, weights: Weights, before: Plan | None = None) -> list[Thought]:
    """Many plans for a position, the best one first.

    Costs of links only approximate what a whole plan takes, so plans are also made with costs that are shaken, and
    with those of the last turn's plan, `before`, made cheap.
    """
    turns, prices = turns_left(sight, weights), prices_of(sight, weights)
    harm = harms(sight, weights)
    found: dict[frozenset[int], Plan] = {}
    for costs in _costs(rng, sight, before, weights):
        for plan in make_plans(sight, prices, turns, weights, costs)[: weights.plans]:
            found.setdefault(frozenset(plan.links + plan.borrowed), plan)
    thoughts = [_thought(sight, turns, plan, harm, weights) for plan in found.values()]
    best = max(thoughts, key=lambda thought: thought.value)
    for _ in range(weights.detours):
        dearer = _bottleneck(best, weights)
        if not dearer:
            break
        plan = make_plans(sight, prices, turns, weights, dearer)[0]
        other = _thought(sight, turns, plan, harm, weights)
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
    for _ in range(weights.shaken):
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


def _thought(sight: Sight, turns: float, plan: Plan, harm: Mapping[int, float], weights: Weights) -> Thought:
    thought = Thought(sight, turns, plan, losses(sight, plan), (), 0.0, Timing(len(sight.hand), weights), harm)
    return wished(thought, weights)


def wished(thought: Thought, weights: Weights) -> Thought:
    """The thought with the links of the plan, the most needed first, those that fill up, and what all that is worth."""
    plain = _filled(thought, weights.trail, weights)
    if not weights.express:
        return plain
    return max(plain, _filled(thought, weights.chase, weights), key=lambda filled: filled.value)


def _filled(thought: Thought, trail: float, weights: Weights) -> Thought:
    """The thought with links that fill up, chosen with so many points for each end at the own network."""
    sight, plan = thought.sight, thought.plan
    links = sorted(plan.links, key=lambda i: (-danger(thought, i, weights), i))
    first, rest = wishes(sight, links, sight.hand)
    facts = sight.network.links
    timing = Timing(len(sight.hand), weights)
    for wish in first:
        timing.add(facts[wish.link], wish)
    built = [i for i, mine in enumerate(sight.mine) if mine]
    touched = {city for i in [*built, *links] for city in (facts[i].a, facts[i].b)}
    room = sight.own_trains - plan.trains, max(thought.turns, timing.turns() + 2)
    worth = worths(sight, {*built, *links}, touched, trail, weights)
    worth.update({i: worth[i] + points for i, points in thought.harms.items() if i in worth})
    found = first + fillers(sight, timing, worth, rest, room, weights)
    for _ in plan.borrowed:
        timing.station(sight.next_station)
    tickets = sight.game.edition.tickets
    value = sum([facts[wish.link].points for wish in found]) - weights.rush * timing.turns()
    value += 2 * weights.chance * sum([tickets[ticket].points for ticket in plan.done])
    value -= weights.risk * sum([danger(thought, i, weights) for i in links])
    value += sum([thought.harms.get(wish.link, 0.0) for wish in found])
    value += trail_hope(sight, [wish.link for wish in found], weights)
    value -= len(plan.borrowed) * sight.game.edition.numbers.station_points
    return evolve(thought, wished=found, value=value, timing=timing)


def danger(thought: Thought, link: int, weights: Weights) -> float:
    """Points that the plan loses on average if a link is not claimed now."""
    sight = thought.sight
    facts = sight.network.links[link]
    chance = 0.0
    for seat, touched in sight.touched.items():
        if sight.trains[seat] >= facts.length <= sight.hands[seat]:
            ends = (touched >> facts.a & 1) + (touched >> facts.b & 1)
            chance += weights.rival + weights.rival_end * ends
    if len(sight.open[link]) > 1 and not sight.network.shut:
        chance *= weights.second_track
    return chance * thought.loss.get(link, facts.points / 2)
