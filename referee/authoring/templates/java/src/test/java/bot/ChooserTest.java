package bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static referee.v1.DecisionKind.DECISION_KIND_MAIN;

import board.Small;
import org.junit.jupiter.api.Test;

final class ChooserTest {
  private static String chosen(String... legal) {
    return Chooser.choose(Small.position(DECISION_KIND_MAIN, Small.facts(), legal)).getText();
  }

  @Test
  void itClaimsARouteThatItCanPay() {
    assertEquals("claim a.b red*2", chosen("draw deck", "tickets", "claim a.b red*2"));
  }

  @Test
  void withNothingToClaimItDraws() {
    assertEquals("draw deck", chosen("draw deck", "tickets"));
  }
}
