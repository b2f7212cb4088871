// Ways on the board: what a seat may still claim, the cheapest way between two cities, the cheapest network for
// tickets. It knows nothing of cards.
import { at } from "./kit/position.js";
import type { Game, Observation, Route, Ticket } from "./kit/protocol.js";

/** What claiming a route costs besides its trains: a turn. */
const TURN = 1;

/** What a tunnel or a locomotive of a ferry costs on average, in trains. */
const TROUBLE = 0.7;

/** The routes still to claim for some tickets. */
export interface Plan {
  /** Route indices. */
  readonly routes: ReadonlySet<number>;
  /** Trains that they take. */
  readonly trains: number;
  /** Tickets that the plan completes, done ones included. */
  readonly won: readonly number[];
  /** Tickets that cannot be completed any more. */
  readonly lost: readonly number[];
}

/** The cheapest way between two cities. */
interface Way {
  readonly cost: number;
  readonly routes: readonly number[];
}

/** The board as one seat sees it at one moment. */
export class Network {
  /** By route: 0 if owned by the seat, infinite if out of reach, else what it takes. */
  readonly costs: readonly number[];
  readonly #trains: number;
  readonly #at: readonly (readonly { route: number; city: number }[])[];

  constructor(
    private readonly game: Game,
    private readonly view: Observation,
    readonly seat: number,
  ) {
    this.#trains = at(view.seats, seat).trains;
    this.costs = game.routes.map((route, index) => this.#cost(route, index));
    const around: { route: number; city: number }[][] = game.cities.map(() => []);
    game.routes.forEach((route, index) => {
      at(around, route.cityA).push({ route: index, city: route.cityB });
      at(around, route.cityB).push({ route: index, city: route.cityA });
    });
    this.#at = around;
  }

  /** True when nobody owns the route and the rules of double routes leave it open to the seat (C-37, C-38). */
  open(index: number): boolean {
    const { sibling } = at(this.game.routes, index);
    if (at(this.view.routeOwners, index) >= 0) return false;
    const owner = sibling === undefined ? -1 : at(this.view.routeOwners, sibling);
    return owner < 0 || (owner !== this.seat && !this.game.numbers?.doubleClosed);
  }

  /** The route and, if it has one, its parallel track, as far as they are open. */
  tracks(index: number): number[] {
    const { sibling } = at(this.game.routes, index);
    return [index, ...(sibling === undefined ? [] : [sibling])].filter((track) => this.open(track));
  }

  /** Two cities that are joined by the seat's own routes, and by those that are lent. */
  connected(ticket: Ticket, lent: readonly number[] = []): boolean {
    const costs = this.costs.map((cost, route) => (cost === 0 || lent.includes(route) ? 0 : Infinity));
    return this.#way(costs, ticket) !== undefined;
  }

  /** A cheap network that joins these tickets, the nearest one first: its routes then serve the others for free. */
  plan(tickets: readonly number[]): Plan {
    const costs = [...this.costs];
    const waiting = new Set(tickets);
    const won: number[] = [];
    let trains = 0;
    const routes = new Set<number>();
    for (let next = this.#nearest(costs, waiting); next; next = this.#nearest(costs, waiting)) {
      waiting.delete(next.ticket);
      const added = next.way.routes.filter((route) => at(costs, route) > 0);
      const more = added.reduce((sum, route) => sum + at(this.game.routes, route).length, 0);
      if (trains + more > this.#trains) continue;
      added.forEach((route) => routes.add(route));
      added.forEach((route) => (costs[route] = 0));
      trains += more;
      won.push(next.ticket);
    }
    return { routes, trains, won, lost: tickets.filter((ticket) => !won.includes(ticket)) };
  }

  #cost(route: Route, index: number): number {
    if (at(this.view.routeOwners, index) === this.seat) return 0;
    if (route.length > this.#trains || !this.open(index)) return Infinity;
    return route.length + TURN + TROUBLE * (route.ferryLocomotives + Number(route.tunnel));
  }

  // The ticket that costs least for each of its points.
  #nearest(costs: readonly number[], waiting: ReadonlySet<number>): { ticket: number; way: Way } | undefined {
    let best: { ticket: number; way: Way; price: number } | undefined;
    for (const ticket of waiting) {
      const facts = at(this.game.tickets, ticket);
      const way = this.#way(costs, facts);
      if (!way) continue;
      const price = way.cost / facts.points;
      if (!best || price < best.price) best = { ticket, way, price };
    }
    return best;
  }

  // Dijkstra's algorithm; on boards of a few dozen cities a search for the nearest one is as fast as a heap.
  #way(costs: readonly number[], { cityA: start, cityB: goal }: Ticket): Way | undefined {
    const best = this.game.cities.map(() => Infinity);
    const came: (number | undefined)[] = [];
    const done = new Set<number>();
    best[start] = 0;
    for (;;) {
      let city = -1;
      for (let other = 0; other < best.length; other++) {
        if (!done.has(other) && at(best, other) < (city < 0 ? Infinity : at(best, city))) city = other;
      }
      if (city < 0) return undefined;
      if (city === goal) return { cost: at(best, goal), routes: this.#backwards(came, start, goal) };
      done.add(city);
      for (const { route, city: other } of at(this.#at, city)) {
        const cost = at(best, city) + at(costs, route);
        if (cost < at(best, other)) {
          best[other] = cost;
          came[other] = route;
        }
      }
    }
  }

  #backwards(came: readonly (number | undefined)[], start: number, goal: number): number[] {
    const routes: number[] = [];
    for (let city = goal; city !== start;) {
      const index = came[city] ?? -1;
      const route = at(this.game.routes, index);
      routes.push(index);
      city = route.cityA === city ? route.cityB : route.cityA;
    }
    return routes;
  }
}
