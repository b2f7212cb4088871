// The bot: draws tickets early and often, and connects them all with one cheap network. Plays every edition.
// It thinks about one decision at a time and remembers nothing: all that it needs is in the view.
import { Network, type Plan } from "./network.js";
import { at, type Position } from "./kit/position.js";
import type { Action, DecisionKind } from "./kit/protocol.js";

/** Points that a train must bring to be worth it when tickets are chosen. */
const CAUTION = 0.5;

/** Share of the trains that the plan takes before enough tickets are hoarded. */
const FULL = 0.6;

/** Trains, as a share of the stock, that everybody must have left before more tickets are a good idea. */
const TIME_LEFT = 0.5;

/** Cards in a warehouse that are worth a depot of the reserve. */
const WORTH_A_DEPOT = 3;

/** What a claim is for: the route, its payment if it can be paid now, the cards that are missing and their colour. */
interface Wish {
  readonly route: number;
  readonly claim: Action | undefined;
  readonly missing: number;
  readonly colour: number;
}

const CHOICES: { readonly [kind in DecisionKind]?: (position: Position) => Action } = {
  DECISION_KIND_KEEP_TICKETS: keepTickets,
  DECISION_KIND_MAIN: mainAction,
  DECISION_KIND_FIRST_CARD: (position) => draw(position, goals(position)) ?? anything(position),
  DECISION_KIND_SECOND_CARD: (position) => draw(position, goals(position)) ?? anything(position),
  DECISION_KIND_TUNNEL: (position) => cheapest(position.ofKind("ACTION_KIND_PAY")) ?? anything(position),
  DECISION_KIND_PICK: pick,
  DECISION_KIND_START_DEPOT: startDepot,
  // Depots in reserve score at the end, and pay for picks until then.
  DECISION_KIND_PLACE_DEPOT: (position) => position.ofKind("ACTION_KIND_DEPOT_NONE")[0] ?? anything(position),
};

/** The action to play. */
export function choose(position: Position): Action {
  return (CHOICES[position.kind] ?? anything)(position);
}

function anything(position: Position): Action {
  return at(position.actions, 0);
}

function mine(position: Position): Network {
  return new Network(position.game, position.view, position.seat);
}

// Tickets

/** The part of the offer that brings most: points that fit, less twice the lost ones, less the trains. */
export function keepTickets(position: Position): Action {
  const network = mine(position);
  return best(position.actions, (keep) => {
    const kept = (position.view.offer?.tickets ?? []).filter((_, i) => ((keep.keepMask ?? 0) >> i) & 1);
    const plan = network.plan([...position.view.tickets, ...kept]);
    return pointsOf(position, plan.won) - pointsOf(position, plan.lost) - CAUTION * plan.trains;
  });
}

function pointsOf(position: Position, tickets: readonly number[]): number {
  return tickets.reduce((sum, ticket) => sum + at(position.game.tickets, ticket).points, 0);
}

/** More tickets, while the plan leaves trains to spare and nobody is near the end. */
function hoard(position: Position, plan: Plan): Action | undefined {
  const stock = position.game.numbers?.trains ?? 0;
  const early = Math.min(...position.view.seats.map((seat) => seat.trains)) >= TIME_LEFT * stock;
  const room = stock - position.trains + plan.trains < FULL * stock;
  return early && room ? position.ofKind("ACTION_KIND_TICKETS")[0] : undefined;
}

// The turn

/** Tickets first, then what the plan can pay for, then cards for it; in the last round whatever brings most. */
export function mainAction(position: Position): Action {
  const plan = mine(position).plan(position.view.tickets);
  position.note({
    text: `${plan.won.length} tickets planned or done, ${plan.lost.length} lost, ${plan.trains} trains to go`,
  });
  if (position.view.turnsLeft !== undefined) return lastAction(position);
  const more = hoard(position, plan);
  if (more) return more;
  const wishes = goals(position);
  const ready = wishes.filter((wish) => wish.claim);
  if (ready.length > 0)
    return best(ready, (wish) => at(position.game.routes, wish.route).length).claim ?? anything(position);
  return rescue(position) ?? draw(position, wishes) ?? lastAction(position);
}

/** What the seat works for: the routes of its plan, or one route with most points a turn when these are all claimed. */
function goals(position: Position): Wish[] {
  const network = mine(position);
  const planned = [...network.plan(position.view.tickets).routes].map((route) => wish(position, network.tracks(route)));
  if (planned.length > 0) return planned;
  const free = network.costs.flatMap((cost, route) => (cost > 0 && cost < Infinity ? [wish(position, [route])] : []));
  const worth = (w: Wish): number => at(position.game.routes, w.route).points / (1 + Math.ceil(w.missing / 2));
  return free.length > 0 ? [best(free, worth)] : [];
}

/** The track that is nearest to being paid for. */
function wish(position: Position, tracks: readonly number[]): Wish {
  const options = tracks.map((route) => {
    const claim = cheapest(position.ofKind("ACTION_KIND_CLAIM").filter((action) => action.route === route));
    return { route, claim, ...missing(position, route) };
  });
  return best(options, (option) => -option.missing);
}

/** How many cards a route still takes, and of which colour: its own, or the one held most. */
function missing(position: Position, index: number): { missing: number; colour: number } {
  const route = at(position.game.routes, index);
  const { hand } = position.view;
  const locomotive = hand.length - 1;
  const colours = route.colour === undefined ? [...hand.keys()].slice(0, locomotive) : [route.colour];
  const colour = best(colours, (c) => at(hand, c));
  const coloured = Math.min(at(hand, colour), route.length - route.ferryLocomotives);
  return { missing: Math.max(0, route.length - coloured - at(hand, locomotive)), colour };
}

/** A face-up card that is missing for the wish nearest to done, else the top of the deck. */
function draw(position: Position, wishes: readonly Wish[]): Action | undefined {
  const deposit = position.ofKind("ACTION_KIND_DEPOSIT").find((action) => action.seat === position.seat);
  if (deposit) return deposit;
  const draws = position.ofKind("ACTION_KIND_DRAW_CARD");
  const open = wishes.filter((wish) => wish.missing > 0).sort((a, b) => a.missing - b.missing);
  const suited = open.map((wish) => draws.find((action) => action.card === wish.colour)).find((action) => action);
  const wild = draws.find((action) => action.card === position.game.cards.length - 1);
  if (wild && open[0]?.missing === 1 && suited?.card !== open[0].colour) return wild;
  return suited ?? position.ofKind("ACTION_KIND_DRAW_DECK")[0] ?? draws[0];
}

/** The claim that brings most now, a ticket that it completes counted twice: it is won and not lost. */
function lastAction(position: Position): Action {
  const network = mine(position);
  const open = position.view.tickets.filter((ticket) => !network.connected(at(position.game.tickets, ticket)));
  const claims = position.ofKind("ACTION_KIND_CLAIM");
  const worth = (claim: Action): number => {
    const won = open.filter((ticket) => network.connected(at(position.game.tickets, ticket), [claim.route ?? -1]));
    return position.route(claim).points + 2 * pointsOf(position, won) - (claim.locomotives ?? 0) / 100;
  };
  return rescue(position) ?? (claims.length > 0 ? best(claims, worth) : (draw(position, []) ?? otherAction(position)));
}

/** What is left when there is nothing to claim or draw. */
function otherAction(position: Position): Action {
  const order = ["ACTION_KIND_PASS", "ACTION_KIND_TICKETS", "ACTION_KIND_STATION"] as const;
  return order.flatMap((kind) => position.ofKind(kind))[0] ?? anything(position);
}

/** A station that completes tickets which no claim can complete, if they are worth more than the station. */
function rescue(position: Position): Action | undefined {
  const stations = position.ofKind("ACTION_KIND_STATION");
  if (stations.length === 0) return undefined;
  const network = mine(position);
  const over = position.view.turnsLeft !== undefined;
  const { lost, won } = network.plan(position.view.tickets);
  const unfinished = over ? won.filter((ticket) => !network.connected(at(position.game.tickets, ticket))) : [];
  const price = position.game.bonuses.find((bonus) => bonus.kind === "BONUS_KIND_STATIONS")?.points ?? 0;
  const gain = (station: Action): number =>
    2 * pointsOf(position, saved(position, network, station, [...lost, ...unfinished]));
  const found = best(stations, (station) => gain(station) - cards(station) / 10);
  return gain(found) > price ? found : undefined;
}

/** The tickets that borrowing one route at the station's city would complete. */
function saved(position: Position, network: Network, station: Action, tickets: readonly number[]): number[] {
  const lendable = position.game.routes.flatMap(({ cityA, cityB }, route) => {
    const owner = at(position.view.routeOwners, route);
    return owner >= 0 && owner !== position.seat && [cityA, cityB].includes(station.city ?? -1) ? [route] : [];
  });
  const each = lendable.map((route) =>
    tickets.filter((ticket) => network.connected(at(position.game.tickets, ticket), [route])),
  );
  return each.length > 0 ? best(each, (won) => pointsOf(position, won)) : [];
}

// Payments, warehouses and depots

function cards(payment: Action): number {
  return (payment.colourCards ?? 0) + (payment.locomotives ?? 0);
}

/** The payment with the fewest locomotives, and then with the fewest cards. */
function cheapest(payments: readonly Action[]): Action | undefined {
  return payments.length > 0
    ? best(payments, (payment) => -100 * (payment.locomotives ?? 0) - cards(payment))
    : undefined;
}

/** The fullest warehouse, unless so little lies there that the depot is better kept for the end. */
function pick(position: Position): Action {
  const size = (action: Action): number => at(position.view.seats, action.seat ?? -1).warehouseSize;
  const picks = position.ofKind("ACTION_KIND_PICK").filter((action) => size(action) >= WORTH_A_DEPOT);
  return picks.length > 0 ? best(picks, size) : (position.ofKind("ACTION_KIND_PICK_NONE")[0] ?? anything(position));
}

/** The city where most routes of the plan meet: this seat will claim there. */
function startDepot(position: Position): Action {
  const planned = [...mine(position).plan(position.view.tickets).routes].map((route) =>
    at(position.game.routes, route),
  );
  return best(position.actions, ({ city }) => planned.filter((r) => r.cityA === city || r.cityB === city).length);
}

/** The element of highest worth, the first of equal ones. */
function best<T>(list: readonly T[], worth: (element: T) => number): T {
  let found = at(list, 0);
  let highest = worth(found);
  for (const element of list.slice(1)) {
    const value = worth(element);
    if (value > highest) [found, highest] = [element, value];
  }
  return found;
}
