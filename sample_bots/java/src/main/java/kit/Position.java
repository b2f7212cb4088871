package kit;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import referee.v1.Action;
import referee.v1.ActionKind;
import referee.v1.Decision;
import referee.v1.DecisionKind;
import referee.v1.Game;
import referee.v1.Notes;
import referee.v1.Observation;
import referee.v1.Route;
import referee.v1.SeatFacts;

/** One decision of one seat: the question, what the seat may know, and what helps to answer. It chooses nothing. */
public final class Position {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final int SHOWN = 10;

  private final Match match;
  private final Decision decision;
  private final List<Action> actions;
  private final long asked = System.nanoTime();
  private Notes notes = Notes.getDefaultInstance();

  public Position(Match match, Decision decision) {
    this.match = match;
    this.decision = decision;
    this.actions = decision.getLegalList().stream().map(match.game()::getActions).toList();
  }

  public Match match() {
    return match;
  }

  public Game game() {
    return match.game();
  }

  /** The bot's own seat, 0-based. */
  public int seat() {
    return match.seat();
  }

  /** Number of the decision in its match, all seats counted. */
  public int number() {
    return decision.getNumber();
  }

  /** What is asked. */
  public DecisionKind kind() {
    return view().getKind();
  }

  /** All that the seat may know. */
  public Observation view() {
    return decision.getObservation();
  }

  /** What everybody knows about the bot's own seat. */
  public SeatFacts me() {
    return view().getSeats(seat());
  }

  /** The legal actions, ids ascending; never empty. */
  public List<Action> actions() {
    return actions;
  }

  /** The legal actions of this kind, ids ascending. */
  public List<Action> ofKind(ActionKind kind) {
    return actions.stream().filter(action -> action.getKind() == kind).toList();
  }

  /** The route that a claim is for. */
  public Route route(Action claim) {
    return game().getRoutes(claim.getRoute());
  }

  /** Time left before the answer costs a strike, negative when late; empty without a clock. */
  public Optional<Duration> timeLeft() {
    if (!decision.hasLeftMs()) return Optional.empty();
    return Optional.of(Duration.ofMillis(decision.getLeftMs()).minusNanos(System.nanoTime() - asked));
  }

  /** Random numbers that the bot's seed and the number of the decision alone decide. */
  public Random random() {
    return new Random(ByteBuffer.wrap(match.seed()).getLong() + GOLDEN * (number() + 1));
  }

  /** Remarks on this decision for the replay; no other bot sees them. Later ones replace earlier ones. */
  public void note(Notes remarks) {
    notes = remarks;
  }

  public Notes notes() {
    return notes;
  }

  /** For logs: the match, the decision and its legal actions. */
  @Override
  public String toString() {
    var legal = actions.stream().limit(SHOWN).map(Action::getText).collect(Collectors.joining(", "));
    var more = actions.size() > SHOWN ? ", ... (" + actions.size() + ")" : "";
    var what = kind().name().replaceFirst("^DECISION_KIND_", "");
    return "%s, decision %d (%s), legal: %s%s".formatted(match.title(), number(), what, legal, more);
  }
}
