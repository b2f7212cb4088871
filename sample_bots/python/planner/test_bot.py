"""The bot in whole matches, and its parts on positions that are easy to judge; no referee is needed."""

from math import inf
from random import Random

import pytest
from bot import Bot

from planning.cards import wants
from planning.network import network_of
from planning.offers import hope
from planning.plans import Plan, make_plans
from planning.rivals import harms
from planning.sight import Sight, sight_of
from planning.trails import trail_hope
from planning.ways import cheapest_way, prices_of
from planning.weights import DEFAULT, STATIONS
from planning.wish import payment, wishes
from referee.botkit import Game, Match, Position
from referee.botkit.testing import play_locally
from referee.editions import load_edition
from referee.game import Deal, State, apply, decision, find_action, observe
from referee.game.claims import take


def anything(position: Position) -> int:
    """An opponent that plays any legal action."""
    return Random(position.number).choice(position.legal)


def playing(hand: dict[str, int], tickets: list[str], edition: str = "usa") -> State:
    """Seat 0's first main decision with this hand and these tickets."""
    game = Game.of(load_edition(edition), 2)
    state = game.start(Deal.from_text("planner"))
    while "keep" in game.table[decision(state).legal[0]].text:
        apply(state, find_action(state, "keep 1 2"))
    state.hands[0] = [hand.get(card, 0) for card in game.cards]
    texts = [ticket.text for ticket in game.edition.tickets]
    state.tickets[0] = tuple(texts.index(ticket) for ticket in tickets)
    state.refresh()
    return state


def seen(state: State) -> Sight:
    """What seat 0 sees."""
    return sight_of(state.game, observe(state, 0))


def planned(state: State) -> Plan:
    """Seat 0's best plan."""
    sight = seen(state)
    return make_plans(sight, prices_of(sight, DEFAULT), 40.0, DEFAULT)[0]


def link_of(state: State, text: str) -> int:
    """The link of a route, by its text."""
    return network_of(state.game).link_of[[route.text for route in state.game.edition.board.routes].index(text)]


def give(state: State, seat: int, *texts: str) -> None:
    """Routes to a seat, without cards."""
    for text in texts:
        take(state, seat, network_of(state.game).links[link_of(state, text)].tracks[0])
    state.refresh()


def test_it_beats_an_opponent_that_plays_anything() -> None:
    """It wins from either seat."""
    assert play_locally([Bot, anything], seed="one").winners == (0,)
    assert play_locally([anything, Bot], seed="one").winners == (1,)


@pytest.mark.parametrize("edition", ["usa", "europe+depots"])
def test_the_same_seed_gives_the_same_match(edition: str) -> None:
    """Its randomness comes from the bot's seed alone."""
    first, second = (play_locally([Bot, Bot, Bot], edition=edition, seed="three") for _ in range(2))
    assert first.moves == second.moves


def test_a_double_route_is_one_link() -> None:
    """The USA board has 100 routes, 22 of them beside another one."""
    network = network_of(Game.of(load_edition("usa"), 2))
    assert (len(network.links), sum(len(link.tracks) == 2 for link in network.links)) == (78, 22)


def test_the_plan_joins_the_cities_of_a_ticket() -> None:
    """Over the planned links one comes from one city to the other."""
    state = playing({}, ["denver.el-paso"])
    plan, ticket = planned(state), state.game.edition.tickets[state.tickets[0][0]]
    assert plan.done == state.tickets[0]
    costs = [0.0 if i in plan.links else inf for i in range(len(plan.costs))]
    assert cheapest_way(network_of(state.game), costs, ticket.a, ticket.b)[0] == 0


def test_the_plan_goes_round_what_others_own() -> None:
    """With two players a route of the other seat is closed, and the plan does without it."""
    state = playing({}, ["denver.el-paso"])
    lost = planned(state).links[0]
    take(state, 1, network_of(state.game).links[lost].tracks[0])
    state.refresh()
    assert lost not in planned(state).links


def test_cards_are_set_aside_once() -> None:
    """Four pink cards pay for one route of two and one of two, and then none are left."""
    state = playing({"pink": 4}, [])
    sight = seen(state)
    two = [i for i, link in enumerate(sight.network.links) if link.length == 2 and not link.narrow][:3]
    found, rest = wishes(sight, two, sight.hand)
    assert [wish.missing for wish in found] == [0, 0, 2]
    assert sum(rest) == 0


def test_a_payment_is_a_legal_claim() -> None:
    """What a complete wish pays is an action of the position."""
    state = playing({"pink": 2, "locomotive": 1}, [])
    sight = seen(state)
    ready = [wish for i in range(len(sight.network.links)) for wish in wishes(sight, [i], sight.hand)[0]]
    claims = {payment(sight, wish) for wish in ready if not wish.missing}
    assert claims
    assert claims <= set(decision(state).legal)


def test_a_draw_promises_more_to_a_large_network() -> None:
    """Without turns to build, only tickets whose cities are connected already are worth their points."""
    promises = []
    for owned in (0, (1 << 100) - 1):
        state = playing({}, [])
        state.owned[0] = owned
        plan = planned(state)
        promises.append(hope(seen(state), plan, 20, (), 0.0, DEFAULT))
    assert promises[0] < 0 < promises[1]


def test_no_way_is_no_links() -> None:
    """Where every link is shut there is no way."""
    network = network_of(Game.of(load_edition("usa"), 2))
    cost, way = cheapest_way(network, [inf] * len(network.links), 0, 1)
    assert (cost, way) == (inf, [])


@pytest.mark.parametrize(("edition", "weights"), [("usa", DEFAULT), ("london", DEFAULT), ("europe", STATIONS)])
def test_a_board_with_stations_has_weights_of_its_own(edition: str, weights: object) -> None:
    """Elsewhere the numbers that were found there stay as they are."""
    game = Game.of(load_edition(edition), 2)
    assert Bot(Match("0" * 16, game, 0, ("one", "two"), b"")).weights is weights


def test_locomotives_are_kept_for_a_ferry() -> None:
    """Two locomotives go to the ferry that must have two, though they would complete the other route (EU-05)."""
    state = playing({"green": 2, "locomotive": 2}, [], "europe")
    sight = seen(state)
    ferry, other = link_of(state, "erzurum.sevastopol"), link_of(state, "danzig.riga")
    found = {wish.link: wish for wish in wishes(sight, [other, ferry], sight.hand)[0]}
    assert (found[ferry].locomotives, found[ferry].lacking) == (2, 0)
    assert found[other].locomotives == 0


def test_a_tunnel_wants_a_card_to_spare() -> None:
    """Eight cards pay for the tunnel of eight, and a ninth of the colour is drawn for what it may cost more (EU-12)."""
    worth = {}
    for held in (8, 9):
        state = playing({"blue": held}, [], "europe")
        sight = seen(state)
        ready, _ = wishes(sight, [link_of(state, "petrograd.stockholm")], sight.hand)
        worth[held] = wants(sight, ready, sight.hand, STATIONS)[state.game.cards.index("blue")]
    assert worth[8] > worth[9] == STATIONS.spare


def test_links_in_a_row_promise_the_bonus_for_the_longest_trail() -> None:
    """Two routes that meet promise more than the same length apart; without that weight nothing is promised."""
    state = playing({}, [], "europe")
    first, next_to_it, apart = (link_of(state, text) for text in ("danzig.riga", "petrograd.riga", "brest.pamplona"))
    sight = seen(state)
    assert network_of(state.game).links[apart].length == network_of(state.game).links[next_to_it].length
    assert trail_hope(sight, [first, next_to_it], STATIONS) > trail_hope(sight, [first, apart], STATIONS) > 0
    assert trail_hope(sight, [first, next_to_it], DEFAULT) == 0


def test_a_gap_in_the_way_of_a_long_ticket_is_worth_blocking() -> None:
    """Who has built from Brest to Berlin and from Warszawa to Petrograd probably lacks the link in between."""
    state = playing({}, [], "europe")
    give(state, 1, "brest.paris", "frankfurt.paris.white", "berlin.frankfurt.black")
    give(state, 1, "warszawa.wilno", "petrograd.wilno")
    found = harms(seen(state), STATIONS)
    assert max(found, key=lambda link: found[link]) == link_of(state, "berlin.warszawa.pink")
    assert harms(seen(state), DEFAULT) == {}
    give(state, 0, "berlin.warszawa.pink")
    assert link_of(state, "berlin.warszawa.pink") not in harms(seen(state), STATIONS)
