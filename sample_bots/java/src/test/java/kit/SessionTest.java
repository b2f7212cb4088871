package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import board.Small;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import referee.v1.DecisionKind;
import referee.v1.Fault;
import referee.v1.FaultCode;
import referee.v1.MatchEnd;
import referee.v1.Notes;
import referee.v1.PlayRequest;
import referee.v1.PlayResponse;

final class SessionTest {
  private final List<String> log = new ArrayList<>();
  private final List<PlayRequest> sent = new ArrayList<>();

  /** A session that has come to its first question. */
  private Session opened(Bot bot) {
    var session = new Session(bot, log::add, sent::add);
    List.of(RunnerTest.WELCOME, RunnerTest.GAME, RunnerTest.START).forEach(session::receive);
    sent.clear();
    return session;
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 20_000})
  void notesGoWithTheMoveUnlessTheyAreTooLong(int length) {
    var session =
        opened(
            position -> {
              position.note(Notes.newBuilder().setText("x".repeat(length)).build());
              return RunnerTest.LAST.choose(position);
            });
    session.receive(RunnerTest.ASKED);
    assertEquals(length == 10, sent.get(0).getMoves().getMoves(0).hasNotes());
    assertEquals(length == 10 ? 0 : 2, log.size());
  }

  @Test
  void faultsAreToldToTheAuthor() {
    var fault = Fault.newBuilder().setDecision(3).setCode(FaultCode.FAULT_CODE_TIMEOUT).setReason("late");
    fault.setText("the answer came late");
    var end = MatchEnd.newBuilder().setMatchId(Small.START.getMatchId()).addFaults(fault);
    opened(RunnerTest.LAST).receive(PlayResponse.newBuilder().setMatchEnd(end).build());
    var match = "match 0000000000000000 (small, 2 players, seat 0)";
    assertEquals(List.of("fault TIMEOUT (late) at decision 3: the answer came late: " + match), log);
  }

  @Test
  void anIllegalActionIsLoggedAndLeftToTheReferee() {
    opened(position -> position.game().getActions(0)).receive(RunnerTest.ASKED);
    assertTrue(log.get(0).startsWith("action 0 is not legal: match "), log.get(0));
    assertEquals(0, sent.get(0).getMoves().getMoves(0).getAction());
  }

  @Test
  void randomNumbersDependOnSeedAndDecisionAlone() {
    var question = Small.question(DecisionKind.DECISION_KIND_MAIN, Small.facts(), "pass");
    var match = new Match("0", Small.GAME, 0, List.of(), new byte[32]);
    var first = new Position(match, question).random().nextLong();
    assertEquals(first, new Position(match, question).random().nextLong());
    var later = question.toBuilder().setNumber(1).build();
    assertNotEquals(first, new Position(match, later).random().nextLong());
  }
}
