package board;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.stream.IntStream;
import kit.Match;
import kit.Position;
import referee.v1.Action;
import referee.v1.ActionKind;
import referee.v1.Card;
import referee.v1.City;
import referee.v1.Decision;
import referee.v1.DecisionKind;
import referee.v1.Game;
import referee.v1.MatchStart;
import referee.v1.Numbers;
import referee.v1.Observation;
import referee.v1.Offer;
import referee.v1.Route;
import referee.v1.SeatFacts;
import referee.v1.Ticket;

/**
 * A small board and questions on it. Cities a, b, c, d stand in a row, joined by red routes of 2, and a grey route of 6
 * leads from a to d. Tickets are a.d, a.b and c.d.
 */
public final class Small {
  public static final Game GAME = game();
  public static final MatchStart START =
      MatchStart.newBuilder()
          .setMatchId("0".repeat(16))
          .setGameDigest(GAME.getGameDigest())
          .setBotSeed(ByteString.copyFromUtf8("s".repeat(32)))
          .build();

  private Small() {}

  /** What a test sets of an observation; start with {@link #facts()}. */
  public static Observation.Builder facts(int... hand) {
    var view = Observation.newBuilder();
    for (var card = 0; card < 3; card++) view.addHand(card < hand.length ? hand[card] : 0);
    GAME.getRoutesList().forEach(route -> view.addRouteOwners(-1));
    for (var seat = 0; seat < 2; seat++) view.addSeats(SeatFacts.newBuilder().setTrains(20));
    return view;
  }

  public static Offer offer(Integer... tickets) {
    return Offer.newBuilder().addAllTickets(List.of(tickets)).setKeepMinimum(1).build();
  }

  /** A question to seat 0 with these legal actions. */
  public static Decision question(DecisionKind kind, Observation.Builder view, String... legal) {
    var decision = Decision.newBuilder().setMatchId(START.getMatchId()).setObservation(view.setKind(kind));
    for (var text : legal) decision.addLegal(id(text));
    return decision.build();
  }

  /** The same as what a bot gets. */
  public static Position position(DecisionKind kind, Observation.Builder view, String... legal) {
    var seed = START.getBotSeed().toByteArray();
    return new Position(new Match(START.getMatchId(), GAME, 0, List.of(), seed), question(kind, view, legal));
  }

  private static int id(String text) {
    var ids = IntStream.range(0, GAME.getActionsCount()).filter(i -> GAME.getActions(i).getText().equals(text));
    return ids.findFirst().orElseThrow();
  }

  private static Game game() {
    var game = Game.newBuilder().setGameDigest("d".repeat(64)).setEdition("small").setPlayers(2);
    for (var name : List.of("red", "blue", "locomotive")) {
      game.addCards(Card.newBuilder().setName(name).setCount(12).setLocomotive(name.equals("locomotive")));
    }
    for (var slug : List.of("a", "b", "c", "d")) game.addCities(City.newBuilder().setSlug(slug));
    for (var city = 0; city < 3; city++) {
      game.addRoutes(Route.newBuilder().setCityA(city).setCityB(city + 1).setLength(2).setPoints(2).setColour(0));
    }
    game.addRoutes(Route.newBuilder().setCityA(0).setCityB(3).setLength(6).setPoints(15));
    game.addTickets(Ticket.newBuilder().setCityA(0).setCityB(3).setPoints(9));
    game.addTickets(Ticket.newBuilder().setCityA(0).setCityB(1).setPoints(4));
    game.addTickets(Ticket.newBuilder().setCityA(2).setCityB(3).setPoints(4));
    game.setNumbers(Numbers.newBuilder().setTrains(20).setDoubleClosed(true));
    addActions(game);
    return game.build();
  }

  private static void addActions(Game.Builder game) {
    add(game, ActionKind.ACTION_KIND_PASS, "pass");
    add(game, ActionKind.ACTION_KIND_DRAW_DECK, "draw deck");
    add(game, ActionKind.ACTION_KIND_DRAW_CARD, "draw red").setCard(0);
    add(game, ActionKind.ACTION_KIND_DRAW_CARD, "draw blue").setCard(1);
    add(game, ActionKind.ACTION_KIND_TICKETS, "tickets");
    for (var mask = 1; mask < 4; mask++) add(game, ActionKind.ACTION_KIND_KEEP, "keep " + mask).setKeepMask(mask);
    addClaim(game, "claim a.b red*2", 0, 2, 0);
    addClaim(game, "claim a.b locomotive*2", 0, 0, 2);
    addClaim(game, "claim b.c red*2", 1, 2, 0);
  }

  private static void addClaim(Game.Builder game, String text, int route, int reds, int locomotives) {
    var claim = add(game, ActionKind.ACTION_KIND_CLAIM, text).setRoute(route);
    claim.setColourCards(reds).setLocomotives(locomotives);
    if (reds > 0) claim.setColour(0);
  }

  private static Action.Builder add(Game.Builder game, ActionKind kind, String text) {
    return game.addActionsBuilder().setId(game.getActionsCount() - 1).setKind(kind).setText(text);
  }
}
