package kit;

import java.util.List;
import referee.v1.Game;

/**
 * One match of this bot.
 *
 * @param id 16 hex digits
 * @param game the edition for this number of players: cities, routes, tickets, numbers, action table
 * @param seat the bot's own, 0-based
 * @param names by seat
 * @param seed 32 bytes for the bot's own random numbers
 */
public record Match(String id, Game game, int seat, List<String> names, byte[] seed) {
  /** For logs: "match 0123 (usa, 2 players, seat 0)". */
  public String title() {
    return "match %s (%s, %d players, seat %d)".formatted(id, game.getEdition(), game.getPlayers(), seat);
  }
}
