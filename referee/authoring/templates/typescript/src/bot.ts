// The bot.
import { at, type Position } from "./kit/position.js";
import type { Action } from "./kit/protocol.js";

/**
 * Answers a question with one of its legal actions: the claim of the longest route, else the first one, which is a card
 * from the deck most of the time.
 */
export function choose(position: Position): Action {
  const longest = (best: Action | undefined, claim: Action) =>
    best !== undefined && position.route(best).length >= position.route(claim).length ? best : claim;
  return position.ofKind("ACTION_KIND_CLAIM").reduce<Action | undefined>(longest, undefined) ?? at(position.actions, 0);
}
