// The bot's side of a session as a value: the referee's messages go in, the bot's come out. Opens no connection.
import { Position, type Match } from "./position.js";
import type {
  Action,
  Decision,
  Decisions,
  Fault,
  Goodbye,
  MatchEnd,
  MatchStart,
  Move,
  PlayRequest,
  PlayResponse,
} from "./protocol.js";
import type { Game } from "./protocol.js";

/** A bot: a function from a position to one of its legal actions. */
export type Bot = (position: Position) => Action;

/** Most bytes of notes in one message, with room for what surrounds them. */
const NOTES_LIMIT = 15 * 1024;

/** Milliseconds of thinking after which answers leave at once: the clock runs from one answer to the next. */
const PATIENCE = 5;

/** Bytes that a weight of a route or city takes at most. */
const WEIGHT_SIZE = 12;

/** Something that ends the bot; the message says what. */
export class KitError extends Error {}

/** What a bot process knows while it is connected. */
export class Session {
  /** True once the referee has let the bot in. */
  welcomed = false;
  /** The referee's last words, undefined before. */
  goodbye: Goodbye | undefined;
  readonly #games = new Map<string, Game>();
  readonly #matches = new Map<string, Match>();

  constructor(
    private readonly bot: Bot,
    private readonly log: (line: string) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Takes in one message and gives the answers to it, each as soon as it is complete. Messages that this version does not
   * know are ignored. Throws a KitError when the session cannot go on.
   */
  *receive(message: PlayResponse): Generator<PlayRequest> {
    if (message.welcome) this.welcomed = true;
    if (message.game) this.#games.set(message.game.gameDigest, message.game);
    if (message.matchStart) yield this.#start(message.matchStart);
    if (message.decisions) yield* this.#answer(message.decisions);
    if (message.matchEnd) this.#end(message.matchEnd);
    if (message.goodbye) this.goodbye = message.goodbye;
  }

  #start(start: MatchStart): PlayRequest {
    const game = this.#games.get(start.gameDigest);
    if (!game) throw new KitError(`the referee started match ${start.matchId} of a game that it never described`);
    this.#matches.set(start.matchId, {
      id: start.matchId,
      game,
      seat: start.seat,
      names: start.names,
      seed: start.botSeed,
    });
    return { ready: { matchId: start.matchId } };
  }

  // The questions of a message are answered in one, unless thinking or notes take too long for that.
  *#answer(message: Decisions): Generator<PlayRequest> {
    let [moves, size, started]: [Move[], number, number] = [[], 0, this.now()];
    for (const decision of message.decisions) {
      const move = this.#move(decision);
      if (size + notesSize(move) > NOTES_LIMIT) {
        yield { moves: { moves } };
        [moves, size] = [[], 0];
      }
      moves.push(move);
      size += notesSize(move);
      if (this.now() - started < PATIENCE) continue;
      yield { moves: { moves } };
      [moves, size, started] = [[], 0, this.now()];
    }
    if (moves.length > 0) yield { moves: { moves } };
  }

  #move(decision: Decision): Move {
    const match = this.#matches.get(decision.matchId);
    if (!match) throw new KitError(`the referee asked for a move in match ${decision.matchId}, which it never started`);
    this.#tell(match, decision.faults);
    const position = new Position(match, decision);
    const { id } = this.#ask(position);
    if (!position.decision.legal.includes(id)) this.log(`action ${id} is not legal: ${where(position)}`);
    const move: Move = { matchId: position.match.id, decision: position.number, action: id };
    if (!position.notes) return move;
    const told = { ...move, notes: position.notes };
    if (notesSize(told) <= NOTES_LIMIT) return told;
    this.log(`notes left out, they are over ${NOTES_LIMIT} bytes: ${where(position)}`);
    return move;
  }

  #ask(position: Position): Action {
    try {
      return this.bot(position);
    } catch (error) {
      throw new KitError(`${error instanceof Error ? error.stack : String(error)}\nthe bot failed: ${where(position)}`);
    }
  }

  #end(end: MatchEnd): void {
    const match = this.#matches.get(end.matchId);
    if (match) this.#tell(match, end.faults);
    this.#matches.delete(end.matchId);
  }

  #tell(match: Match, faults: readonly Fault[]): void {
    for (const fault of faults) {
      const when = fault.decision === undefined ? "" : ` at decision ${fault.decision}`;
      this.log(
        `fault ${fault.code.replace("FAULT_CODE_", "")} (${fault.reason})${when}: ${fault.text}: ${title(match)}`,
      );
    }
  }
}

function notesSize({ notes }: Move): number {
  if (!notes) return 0;
  return (
    Buffer.byteLength(notes.text ?? "") + WEIGHT_SIZE * ((notes.routes?.length ?? 0) + (notes.cities?.length ?? 0))
  );
}

function title({ id, game, seat }: Match): string {
  return `match ${id} (${game.edition}, ${game.players} players, seat ${seat})`;
}

function where(position: Position): string {
  const legal = position.actions.slice(0, 10).map((action) => action.text);
  const more = position.actions.length > legal.length ? `, ... (${position.actions.length})` : "";
  const kind = position.kind.replace("DECISION_KIND_", "");
  return `${title(position.match)}, decision ${position.number} (${kind}), legal: ${legal.join(", ")}${more}`;
}
