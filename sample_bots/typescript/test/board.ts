// A small board and positions on it, for the tests.
import { Position } from "../src/kit/position.js";
import { protocol, type Decision, type Game, type PlayResponse } from "../src/kit/protocol.js";

const definition = protocol.RefereeService.service.Play;

/** A message as it arrives: through the wire's bytes and back, with every default filled in. */
export function arrived(message: object): PlayResponse {
  return definition.responseDeserialize(definition.responseSerialize(message));
}

// Cities a, b, c, d in a row, joined by red routes of 2, and the long way round from a to d.
const ROUTES = [
  { text: "a.b", cityA: 0, cityB: 1, length: 2, colour: 0, points: 2 },
  { text: "b.c", cityA: 1, cityB: 2, length: 2, colour: 0, points: 2 },
  { text: "c.d", cityA: 2, cityB: 3, length: 2, colour: 0, points: 2 },
  { text: "a.d", cityA: 0, cityB: 3, length: 6, points: 15 },
];
const TICKETS = [
  { text: "a.d", cityA: 0, cityB: 3, points: 9 },
  { text: "a.b", cityA: 0, cityB: 1, points: 4 },
  { text: "b.c", cityA: 1, cityB: 2, points: 4 },
];
const ACTIONS = [
  { kind: "ACTION_KIND_PASS", text: "pass" },
  { kind: "ACTION_KIND_DRAW_DECK", text: "draw deck" },
  { kind: "ACTION_KIND_DRAW_CARD", text: "draw red", card: 0 },
  { kind: "ACTION_KIND_DRAW_CARD", text: "draw blue", card: 1 },
  { kind: "ACTION_KIND_TICKETS", text: "tickets" },
  ...[1, 2, 3, 4, 5, 6, 7].map((keepMask) => ({ kind: "ACTION_KIND_KEEP", text: `keep ${keepMask}`, keepMask })),
  { kind: "ACTION_KIND_CLAIM", text: "claim a.b red*2", route: 0, colour: 0, colourCards: 2, locomotives: 0 },
  { kind: "ACTION_KIND_CLAIM", text: "claim a.b locomotive*2", route: 0, colourCards: 0, locomotives: 2 },
  { kind: "ACTION_KIND_STATION", text: "station d red*1", city: 3, colour: 0, colourCards: 1, locomotives: 0 },
].map((action, id) => ({ ...action, id }));

const GAME = {
  gameDigest: "d".repeat(64),
  edition: "square",
  players: 2,
  cards: ["red", "blue", "locomotive"].map((name) => ({ name, count: 12, locomotive: name === "locomotive" })),
  cities: ["a", "b", "c", "d"].map((slug) => ({ slug, name: slug })),
  routes: ROUTES,
  tickets: TICKETS,
  numbers: { trains: 20, doubleClosed: true },
  bonuses: [{ kind: "BONUS_KIND_STATIONS", points: 4 }],
  actions: ACTIONS,
};

/** The game's description. */
export const game = arrived({ game: GAME }).game as Game;

/** The start of a match on the board. */
export const start = {
  matchId: "0".repeat(16),
  gameDigest: GAME.gameDigest,
  seat: 0,
  names: ["us", "them"],
  botSeed: Buffer.alloc(32, 7),
};

/** What a test sets in an observation. */
interface Facts {
  readonly hand?: number[];
  readonly tickets?: number[];
  readonly offer?: number[];
  readonly owners?: number[];
  readonly trains?: [number, number];
  readonly turnsLeft?: number;
}

/** A question to seat 0, as the referee sends it. */
export function question(kind: string, legal: readonly string[], facts: Facts = {}, number = 0): object {
  const seats = (facts.trains ?? [20, 20]).map((trains) => ({ trains }));
  const observation = {
    seat: 0,
    kind: `DECISION_KIND_${kind}`,
    hand: facts.hand ?? [0, 0, 0],
    tickets: facts.tickets ?? [],
    offer: facts.offer ? { tickets: facts.offer, keepMinimum: 1, keepMaximum: 3 } : null,
    routeOwners: facts.owners ?? ROUTES.map(() => -1),
    turnsLeft: facts.turnsLeft,
    seats,
  };
  const ids = legal.map((text) => ACTIONS.findIndex((action) => action.text === text));
  return { matchId: start.matchId, number, legal: ids, observation };
}

/** The same as what a bot's function gets. */
export function position(kind: string, legal: readonly string[], facts: Facts = {}): Position {
  const decisions = arrived({ decisions: { decisions: [question(kind, legal, facts)] } }).decisions;
  const match = { id: start.matchId, game, seat: 0, names: start.names, seed: start.botSeed };
  return new Position(match, decisions?.decisions[0] as Decision);
}
