package bot;

import java.util.Comparator;
import kit.Position;
import referee.v1.Action;
import referee.v1.ActionKind;

/** The bot. */
final class Chooser {
  private Chooser() {}

  /**
   * Answers a question with one of its legal actions: the claim of the longest route, else the first one, which is a card
   * from the deck most of the time.
   */
  static Action choose(Position position) {
    return position.actions().stream()
        .filter(action -> action.getKind() == ActionKind.ACTION_KIND_CLAIM)
        .max(Comparator.comparing(claim -> position.game().getRoutes(claim.getRoute()).getLength()))
        .orElse(position.actions().get(0));
  }
}
