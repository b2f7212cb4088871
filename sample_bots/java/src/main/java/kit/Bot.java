package kit;

import referee.v1.Action;

/** A bot: it answers each position with one of its legal actions. */
@FunctionalInterface
public interface Bot {
  Action choose(Position position);
}
