package kit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import referee.v1.Decision;
import referee.v1.Decisions;
import referee.v1.Fault;
import referee.v1.Game;
import referee.v1.Goodbye;
import referee.v1.MatchEnd;
import referee.v1.MatchStart;
import referee.v1.Move;
import referee.v1.Moves;
import referee.v1.PlayRequest;
import referee.v1.PlayResponse;
import referee.v1.Ready;

/** The bot's side of a session as a value: the referee's messages go in, the bot's come out. It opens no connection. */
final class Session {
  /** Most bytes of notes in one message (bot.proto). */
  private static final int NOTES_LIMIT = 16 * 1024;

  /** Thinking time after which answers leave at once: the clock runs from one answer to the next. */
  private static final long PATIENCE_NANOS = 5_000_000;

  private final Bot bot;
  private final Consumer<String> log;
  private final Consumer<PlayRequest> send;
  private final Map<String, Game> games = new HashMap<>();
  private final Map<String, Match> matches = new HashMap<>();
  private boolean welcomed;
  private Goodbye goodbye;

  Session(Bot bot, Consumer<String> log, Consumer<PlayRequest> send) {
    this.bot = bot;
    this.log = log;
    this.send = send;
  }

  /** True once the referee has let the bot in. */
  boolean welcomed() {
    return welcomed;
  }

  /** The referee's last words, null before. */
  Goodbye goodbye() {
    return goodbye;
  }

  /**
   * Takes in one message and sends the answers to it. Messages that this version does not know are ignored.
   *
   * @throws KitException when the session cannot go on
   */
  void receive(PlayResponse message) {
    switch (message.getPayloadCase()) {
      case WELCOME -> welcomed = true;
      case GAME -> games.put(message.getGame().getGameDigest(), message.getGame());
      case MATCH_START -> start(message.getMatchStart());
      case DECISIONS -> answer(message.getDecisions());
      case MATCH_END -> end(message.getMatchEnd());
      case GOODBYE -> goodbye = message.getGoodbye();
      default -> {}
    }
  }

  private void start(MatchStart start) {
    var id = start.getMatchId();
    var game = games.get(start.getGameDigest());
    if (game == null) throw new KitException("the referee started match " + id + " of a game that it never described");
    var seed = start.getBotSeed().toByteArray();
    matches.put(id, new Match(id, game, start.getSeat(), List.copyOf(start.getNamesList()), seed));
    send.accept(PlayRequest.newBuilder().setReady(Ready.newBuilder().setMatchId(id)).build());
  }

  private void answer(Decisions message) {
    var moves = Moves.newBuilder();
    var notes = 0;
    var started = System.nanoTime();
    for (var decision : message.getDecisionsList()) {
      var move = move(decision);
      var size = move.getNotes().getSerializedSize();
      if (notes + size > NOTES_LIMIT) {
        flush(moves);
        notes = 0;
      }
      moves.addMoves(move);
      notes += size;
      if (System.nanoTime() - started > PATIENCE_NANOS) {
        flush(moves);
        notes = 0;
        started = System.nanoTime();
      }
    }
    flush(moves);
  }

  private void flush(Moves.Builder moves) {
    if (moves.getMovesCount() > 0) send.accept(PlayRequest.newBuilder().setMoves(moves).build());
    moves.clear();
  }

  private Move move(Decision decision) {
    var id = decision.getMatchId();
    var match = matches.get(id);
    if (match == null) throw new KitException("the referee asked for a move in match " + id + ", which it never started");
    tell(match, decision.getFaultsList());
    var position = new Position(match, decision);
    var action = ask(position);
    if (!decision.getLegalList().contains(action)) log.accept("action " + action + " is not legal: " + position);
    var move = Move.newBuilder().setMatchId(match.id()).setDecision(decision.getNumber()).setAction(action);
    var size = position.notes().getSerializedSize();
    if (size > NOTES_LIMIT) {
      log.accept("notes left out, " + size + " bytes are over " + NOTES_LIMIT + ": " + position);
    } else if (size > 0) {
      move.setNotes(position.notes());
    }
    return move.build();
  }

  private int ask(Position position) {
    try {
      return bot.choose(position).getId();
    } catch (RuntimeException failure) {
      throw new KitException("the bot failed: " + position, failure);
    }
  }

  private void end(MatchEnd end) {
    var match = matches.remove(end.getMatchId());
    if (match != null) tell(match, end.getFaultsList());
  }

  private void tell(Match match, List<Fault> faults) {
    for (var fault : faults) {
      var code = fault.getCode().name().replaceFirst("^FAULT_CODE_", "");
      var when = fault.hasDecision() ? " at decision " + fault.getDecision() : "";
      log.accept("fault %s (%s)%s: %s: %s".formatted(code, fault.getReason(), when, fault.getText(), match.title()));
    }
  }
}
