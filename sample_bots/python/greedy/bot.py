"""Connects its tickets by the cheapest ways, draws the cards that these need, then fills up with long routes.

Plays every edition. It thinks about one decision at a time and remembers nothing: all that it needs is in the view.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from math import ceil, inf

from attrs import evolve, frozen

from referee.botkit import Action, ActionKind, DecisionKind, Game, Position, View, run

HOP = 1.0
"""What claiming a route costs besides its trains, in trains: a turn of its own."""

CAUTION = 0.6
"""Points that a train must bring to be worth it when tickets are chosen."""

NEW_TICKETS_FROM = 14
"""Trains that everybody must have left before more tickets are a good idea."""

WORTH_A_DEPOT = 3
"""Cards in a warehouse that are worth a depot of the reserve."""


@frozen
class Link:
    """Two neighbouring cities and the tracks between them: one, or the two of a double route."""

    a: int
    b: int
    length: int
    tracks: tuple[int, ...]


@frozen
class Network:
    """The board as links, and for each city the links that meet there with the city at their other end."""

    links: tuple[Link, ...]
    at: tuple[tuple[tuple[int, int], ...], ...]


@frozen
class Plan:
    """The links still to claim for some tickets.

    Attributes:
        costs: of every link, 0 for those that are owned or planned. links: planned. trains: their total length.
        lost: tickets that cannot be completed any more.
    """

    costs: tuple[float, ...]
    links: frozenset[int] = frozenset()
    trains: int = 0
    lost: tuple[int, ...] = ()


@lru_cache(maxsize=16)
def network_of(game: Game) -> Network:
    """The links of a board. Parallel tracks have one length, so a way never cares which of them it takes."""
    tracks: dict[tuple[int, int, int], list[int]] = {}
    for i, route in enumerate(game.edition.board.routes):
        tracks.setdefault((route.a, route.b, i if route.sibling < 0 else min(i, route.sibling)), []).append(i)
    routes = game.edition.board.routes
    links = tuple(Link(a, b, routes[ids[0]].length, tuple(ids)) for (a, b, _), ids in tracks.items())
    at: list[list[tuple[int, int]]] = [[] for _ in game.edition.board.cities]
    for i, link in enumerate(links):
        at[link.a].append((i, link.b))
        at[link.b].append((i, link.a))
    return Network(links, tuple(tuple(neighbours) for neighbours in at))


# Ways and plans


def open_tracks(game: Game, view: View, link: Link) -> tuple[int, ...]:
    """The tracks of a link that this seat may still claim (C-37, C-38)."""
    owners = [view.owners[track] for track in link.tracks]
    shut = view.seat in owners or (game.players <= game.edition.numbers.double_closed_up_to and max(owners) >= 0)
    return () if shut else tuple(track for track in link.tracks if view.owners[track] < 0)


def link_costs(game: Game, view: View) -> list[float]:
    """By link: 0 where this seat owns a track, its trains and a bit where it can claim one, else infinite."""
    trains = view.seats[view.seat].trains
    costs: list[float] = []
    for link in network_of(game).links:
        if view.seat in [view.owners[track] for track in link.tracks]:
            costs.append(0.0)
        else:
            free = link.length <= trains and open_tracks(game, view, link)
            costs.append(link.length + HOP if free else inf)
    return costs


def cheapest_way(network: Network, costs: Sequence[float], start: int, goal: int) -> list[int] | None:
    """The links of the cheapest way between two cities (Dijkstra); None where there is no way."""
    best = {start: 0.0}
    came: dict[int, tuple[int, int]] = {}
    queue = [(0.0, start)]
    while queue:
        cost, city = heappop(queue)
        if city == goal:
            break
        if cost > best[city]:
            continue
        for link, other in network.at[city]:
            total = cost + costs[link]
            if total < best.get(other, inf):
                best[other], came[other] = total, (link, city)
                heappush(queue, (total, other))
    else:
        return None
    way = []
    while goal != start:
        link, goal = came[goal]
        way.append(link)
    return way


def plan_for(game: Game, view: View, tickets: Iterable[int]) -> Plan:
    """Ways for all these tickets, the most valuable first; a link planned for one is free for the next."""
    facts = game.edition.tickets
    plan = Plan(tuple(link_costs(game, view)))
    for ticket in sorted(tickets, key=lambda t: -facts[t].points):
        plan = plan_with(game, view, plan, ticket)
    return plan


def plan_with(game: Game, view: View, plan: Plan, ticket: int) -> Plan:
    """The plan with one more ticket, which is given up if its way needs more trains than are left."""
    network, facts = network_of(game), game.edition.tickets[ticket]
    way = cheapest_way(network, plan.costs, facts.a, facts.b)
    new = frozenset(link for link in way or () if plan.costs[link] > 0)
    trains = plan.trains + sum(network.links[link].length for link in new)
    if way is None or trains > view.seats[view.seat].trains:
        return evolve(plan, lost=(*plan.lost, ticket))
    costs = tuple(0.0 if link in new else cost for link, cost in enumerate(plan.costs)) if new else plan.costs
    return evolve(plan, costs=costs, links=plan.links | new, trains=trains)


# What to claim, and which cards that takes


@frozen
class Wish:
    """A link to claim.

    Attributes:
        link: which. claim: how to pay for it now, None while cards are missing. colour, missing: of the cards to draw.
    """

    link: int
    claim: Action | None
    colour: int
    missing: int

    @property
    def turns(self) -> int:
        """Own turns until it is claimed, if every card drawn fits."""
        return 1 + ceil(self.missing / 2)


def payable(position: Position) -> dict[int, Action]:
    """By track, the claim to pay with now: fewest locomotives, then the colour held most."""
    hand = position.view.hand
    best: dict[int, tuple[tuple[int, int], Action]] = {}
    for claim in position.of_kind(ActionKind.CLAIM):
        price = claim.locomotives, -hand[claim.colour]
        if claim.route not in best or price < best[claim.route][0]:
            best[claim.route] = price, claim
    return {track: claim for track, (_, claim) in best.items()}


def wishes(position: Position, links: Iterable[int]) -> list[Wish]:
    """The links with what each still takes. Cards are set aside for one after the other, the nearest to done first."""
    game, view = position.game, position.view
    network, claims, hand = network_of(game), payable(position), list(view.hand)
    found, waiting = [], set(links)
    while waiting:
        options = [
            (missing, -network.links[link].length, link, track, colour)
            for link in waiting
            for track in open_tracks(game, view, network.links[link])
            for missing, colour in [missing_cards(game, hand, track)]
        ]
        if not options:
            break
        missing, _, link, track, colour = min(options)
        found.append(Wish(link, claims.get(track), colour, missing))
        length = network.links[link].length
        spent = min(hand[colour], length)
        hand[colour] -= spent
        hand[-1] -= min(hand[-1], length - spent)
        waiting.remove(link)
    return found


def missing_cards(game: Game, hand: Sequence[int], track: int) -> tuple[int, int]:
    """How many cards a track still takes, and of which colour: its own, or the one held most."""
    route = game.edition.board.routes[track]
    colours = range(len(hand) - 1) if route.colour < 0 else (route.colour,)
    colour = max(colours, key=lambda c: hand[c])
    coloured = min(hand[colour], route.length - route.locomotives)
    return max(0, route.length - coloured - hand[-1]), colour


def goals(position: Position) -> list[Wish]:
    """What this seat works for: the links of its tickets, or the link with most points a turn when these are done."""
    game, view = position.game, position.view
    planned = plan_for(game, view, view.tickets).links
    if planned:
        return wishes(position, planned)
    points, links = game.edition.route_points, network_of(game).links
    free = [i for i, cost in enumerate(link_costs(game, view)) if 0 < cost < inf]
    options = [wish for link in free for wish in wishes(position, [link]) if wish.turns <= turns_left(view)]
    return sorted(options, key=lambda wish: -points[links[wish.link].length] / wish.turns)[:1]


def turns_left(view: View) -> int:
    """Own turns that surely come, this one included: one in the last round; before it no claim takes over 6 trains."""
    if view.turns_left >= 0:
        return 1
    return 2 + max(0, min(seat.trains for seat in view.seats) - 3) // 6


# Decisions


def keep_tickets(position: Position) -> Action:
    """The part of the offer that brings most: points of tickets that fit, less those that do not, less the trains."""
    game, view = position.game, position.view
    facts = game.edition.tickets
    plans: dict[tuple[int, ...], Plan] = {(): plan_for(game, view, view.tickets)}

    def plan_keeping(tickets: tuple[int, ...]) -> Plan:
        # Most parts of an offer differ in the last ticket only.
        if tickets not in plans:
            plans[tickets] = plan_with(game, view, plan_keeping(tickets[:-1]), tickets[-1])
        return plans[tickets]

    def value(keep: Action) -> tuple[float, int]:
        kept = [ticket for i, ticket in enumerate(view.offer) if keep.keep >> i & 1]
        plan = plan_keeping(tuple(sorted(kept, key=lambda t: -facts[t].points)))
        won = sum(facts[ticket].points for ticket in kept)
        return won - 2 * sum(facts[ticket].points for ticket in plan.lost) - CAUTION * plan.trains, keep.keep

    return max(position.actions, key=value)


def main_action(position: Position) -> Action:
    """Claim what the plan can pay for, else draw for it; without a plan take tickets early and long routes late."""
    view = position.view
    if view.turns_left >= 0:
        return last_action(position)
    wanted = goals(position)
    ready = [wish for wish in wanted if wish.claim is not None]
    if ready:
        links = network_of(position.game).links
        best = max(ready, key=lambda wish: (links[wish.link].length, -len(links[wish.link].tracks)))
        return best.claim or position.actions[0]
    return new_tickets(position) or draw(position, wanted) or last_action(position)


def last_action(position: Position) -> Action:
    """The claim that brings most now, a completed ticket counted twice: it is won and not lost."""
    game, view = position.game, position.view
    links, routes = network_of(game).links, game.edition.board.routes
    worth = {track: game.edition.route_points[routes[track].length] for track in payable(position)}
    for ticket in view.tickets:
        plan = plan_for(game, view, [ticket])
        if len(plan.links) == 1:
            for track in links[min(plan.links)].tracks:
                if track in worth:
                    worth[track] += 2 * game.edition.tickets[ticket].points
    if worth:
        return payable(position)[max(worth, key=lambda track: worth[track])]
    return draw(position, []) or position.actions[0]


def new_tickets(position: Position) -> Action | None:
    """More tickets, while every seat has trains enough to finish some and no own ticket is open."""
    game, view = position.game, position.view
    early = min(seat.trains for seat in view.seats) >= NEW_TICKETS_FROM
    open_plan = plan_for(game, view, view.tickets).links
    tickets = position.of_kind(ActionKind.TICKETS)
    return tickets[0] if tickets and early and not open_plan else None


def draw(position: Position, wanted: Sequence[Wish]) -> Action | None:
    """A face-up card that is missing for the wish nearest to done, else the top of the deck; None if there is none."""
    for deposit in position.of_kind(ActionKind.DEPOSIT):
        if deposit.seat == position.seat:
            return deposit
    draws = position.of_kind(ActionKind.DRAW_DECK, ActionKind.DRAW_CARD)
    by_card = {action.card: action for action in draws}
    open_wishes = sorted((wish for wish in wanted if wish.missing), key=lambda wish: wish.missing)
    locomotive = len(position.game.cards) - 1
    if open_wishes and open_wishes[0].missing == 1 and locomotive in by_card and open_wishes[0].colour not in by_card:
        return by_card[locomotive]
    for wish in open_wishes:
        if wish.colour in by_card:
            return by_card[wish.colour]
    return draws[0] if draws else None


def draw_card(position: Position) -> Action:
    """A card of a draw that has begun."""
    return draw(position, goals(position)) or position.actions[0]


def tunnel(position: Position) -> Action:
    """The extra cards with the fewest locomotives, if they can be paid."""
    return min(position.of_kind(ActionKind.PAY), key=lambda pay: pay.locomotives, default=position.actions[0])


def pick(position: Position) -> Action:
    """The fuller warehouse, unless so little lies there that the depot is better kept for the end."""
    seats = position.view.seats
    picks = [p for p in position.of_kind(ActionKind.PICK) if seats[p.seat].warehouse >= WORTH_A_DEPOT]
    none = position.of_kind(ActionKind.PICK_NONE)
    return max(picks, key=lambda p: seats[p.seat].warehouse, default=none[0])


def first_depot(position: Position) -> Action:
    """The city where most links of the plan meet: this seat will claim there."""
    game, view = position.game, position.view
    links = network_of(game).links
    planned = plan_for(game, view, view.tickets).links
    ends = [city for link in planned for city in (links[link].a, links[link].b)]
    return max(position.actions, key=lambda depot: ends.count(depot.city))


def no_depot(position: Position) -> Action:
    """Depots in reserve score at the end, and pay for picks until then."""
    return position.of_kind(ActionKind.DEPOT_NONE)[0]


CHOICES: Mapping[DecisionKind, Callable[[Position], Action]] = {
    DecisionKind.KEEP_TICKETS: keep_tickets,
    DecisionKind.MAIN: main_action,
    DecisionKind.FIRST_CARD: draw_card,
    DecisionKind.SECOND_CARD: draw_card,
    DecisionKind.TUNNEL: tunnel,
    DecisionKind.PICK: pick,
    DecisionKind.START_DEPOT: first_depot,
    DecisionKind.PLACE_DEPOT: no_depot,
}


def choose(position: Position) -> Action:
    """The action to play."""
    return CHOICES[position.kind](position)


if __name__ == "__main__":
    run(choose, name="greedy", version="1", max_in_flight=256)
