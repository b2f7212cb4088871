// What a bot's function gets: one question, what the seat may know, and what helps to answer. Chooses nothing.
import { createHash } from "node:crypto";
import type { Action, ActionKind, Decision, DecisionKind, Game, Notes, Observation, Route } from "./protocol.js";

/** One match of this bot. */
export interface Match {
  /** 16 hex digits. */
  readonly id: string;
  readonly game: Game;
  /** The bot's own seat, 0-based. */
  readonly seat: number;
  /** Names by seat. */
  readonly names: readonly string[];
  /** 32 bytes for the bot's own random numbers. */
  readonly seed: Uint8Array;
}

/** One decision of one seat. */
export class Position {
  /** All that the seat may know. */
  readonly view: Observation;
  /** The legal actions, ids ascending; never empty. */
  readonly actions: readonly Action[];
  readonly #deadline: number | undefined;
  #notes: Notes | undefined;
  #drawn = 0;

  constructor(
    readonly match: Match,
    readonly decision: Decision,
  ) {
    if (decision.observation === null) throw new Error(`decision ${decision.number} came without an observation`);
    this.view = decision.observation;
    this.actions = decision.legal.map((id) => at(match.game.actions, id));
    this.#deadline = decision.leftMs === undefined ? undefined : performance.now() + decision.leftMs;
  }

  /** The edition for this number of players: cities, routes, tickets, numbers, action table. */
  get game(): Game {
    return this.match.game;
  }

  /** The bot's own seat, 0-based. */
  get seat(): number {
    return this.match.seat;
  }

  /** Number of the decision in its match, all seats counted. */
  get number(): number {
    return this.decision.number;
  }

  /** What is asked. */
  get kind(): DecisionKind {
    return this.view.kind;
  }

  /** Trains that this seat has left. */
  get trains(): number {
    return at(this.view.seats, this.seat).trains;
  }

  /** The legal actions of these kinds, ids ascending. */
  ofKind(...kinds: ActionKind[]): Action[] {
    return this.actions.filter((action) => kinds.includes(action.kind));
  }

  /** The route that a claim is for. */
  route(claim: Action): Route {
    return at(this.game.routes, claim.route ?? -1);
  }

  /** Milliseconds left before the answer costs a strike, negative when late; undefined without a clock. */
  get timeLeft(): number | undefined {
    return this.#deadline === undefined ? undefined : this.#deadline - performance.now();
  }

  /** A random number from 0 to below 1. The seed and the decision alone decide the row of them. */
  random(): number {
    const text = `/${this.number}/${this.#drawn++}`;
    return createHash("sha256").update(this.match.seed).update(text).digest().readUIntBE(0, 6) / 2 ** 48;
  }

  /** Remarks on this decision for the replay; no other bot sees them. Later remarks replace earlier ones. */
  note(notes: Notes): void {
    this.#notes = notes;
  }

  /** The remarks, undefined when there are none. */
  get notes(): Notes | undefined {
    return this.#notes;
  }
}

/** The element at an index that the protocol vouches for. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`there is no entry ${index} in a list of ${list.length}`);
  return found;
}
