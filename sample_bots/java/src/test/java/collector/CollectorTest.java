package collector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static referee.v1.DecisionKind.DECISION_KIND_KEEP_TICKETS;
import static referee.v1.DecisionKind.DECISION_KIND_MAIN;
import static referee.v1.DecisionKind.DECISION_KIND_SECOND_CARD;

import board.Small;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import kit.Position;
import org.junit.jupiter.api.Test;

final class CollectorTest {
  private static String chosen(Position position) {
    return Collector.choose(position).getText();
  }

  @Test
  void waysLeadAlongWhatIsOwnedAndOpen() {
    var view = Small.facts().addTickets(0).setRouteOwners(0, 0).setRouteOwners(3, 1);
    var ways = new Ways(Small.position(DECISION_KIND_MAIN, view, "pass"));
    assertEquals(List.of(2, 1), ways.missing(Small.GAME.getTickets(0)));
    assertEquals(List.of(), ways.missing(Small.GAME.getTickets(1)));
    assertEquals(Set.of(1, 2), ways.wanted());
  }

  @Test
  void aTicketThatIsCutOffHasNoWay() {
    var view = Small.facts().setRouteOwners(0, 1).setRouteOwners(3, 1);
    assertNull(new Ways(Small.position(DECISION_KIND_MAIN, view, "pass")).missing(Small.GAME.getTickets(0)));
  }

  @Test
  void diceFallAsTheirWeightsSay() {
    var taste = Taste.of(Small.position(DECISION_KIND_MAIN, Small.facts(), "pass"));
    assertEquals("b", taste.pick(List.of("a", "b", "c"), word -> word.equals("b") ? 1 : 0));
    var ones = IntStream.range(0, 1000).map(i -> taste.pick(List.of(0, 1), number -> number == 1 ? 3 : 1)).sum();
    assertTrue(ones > 650 && ones < 850, "three in four are expected: " + ones);
  }

  @Test
  void theTasteOfAMatchStaysTheSame() {
    var one = Taste.of(Small.position(DECISION_KIND_MAIN, Small.facts(), "pass"));
    var later = Taste.of(Small.position(DECISION_KIND_SECOND_CARD, Small.facts(), "draw deck"));
    assertEquals(one.of(0), later.of(0));
    assertTrue(one.of(0) != one.of(1));
  }

  @Test
  void itClaimsForItsTicketAndSavesLocomotives() {
    var view = Small.facts(2, 0, 2).addTickets(1);
    // Two locomotives make a claim sixteen times as unlikely; the dice of this seed do not fall there.
    assertEquals(
        "claim a.b red*2",
        chosen(Small.position(DECISION_KIND_MAIN, view, "draw deck", "claim a.b red*2", "claim a.b locomotive*2")));
  }

  @Test
  void itRefusesATicketThatCannotBeCompleted() {
    var view = Small.facts().setOffer(Small.offer(0, 1)).setRouteOwners(1, 1).setRouteOwners(3, 1);
    assertEquals("keep 2", chosen(Small.position(DECISION_KIND_KEEP_TICKETS, view, "keep 1", "keep 2", "keep 3")));
  }

  @Test
  void inTheLastRoundItTakesThePoints() {
    var view = Small.facts(2, 0, 0).setTurnsLeft(1);
    assertEquals("claim b.c red*2", chosen(Small.position(DECISION_KIND_MAIN, view, "draw deck", "claim b.c red*2")));
  }

  @Test
  void withNothingElseItPasses() {
    assertEquals("pass", chosen(Small.position(DECISION_KIND_MAIN, Small.facts(), "pass")));
  }
}
