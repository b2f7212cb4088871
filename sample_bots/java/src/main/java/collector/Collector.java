package collector;

import static referee.v1.ActionKind.ACTION_KIND_CLAIM;
import static referee.v1.ActionKind.ACTION_KIND_DEPOSIT;
import static referee.v1.ActionKind.ACTION_KIND_DEPOT;
import static referee.v1.ActionKind.ACTION_KIND_DEPOT_NONE;
import static referee.v1.ActionKind.ACTION_KIND_DRAW_CARD;
import static referee.v1.ActionKind.ACTION_KIND_DRAW_DECK;
import static referee.v1.ActionKind.ACTION_KIND_PASS;
import static referee.v1.ActionKind.ACTION_KIND_PAY;
import static referee.v1.ActionKind.ACTION_KIND_TICKETS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import kit.Position;
import referee.v1.Action;
import referee.v1.ActionKind;
import referee.v1.Notes;

/**
 * The bot: random with taste. It collects the colours that it likes in big sets and spends them on long routes; what it
 * does is left to dice, weighted by what it likes. It remembers nothing: its taste follows from the seed of the match.
 */
final class Collector {
  /** Cards in hand from which a set is spent on any long route. */
  private static final int FULL_HAND = 11;

  /** Least points of a route that is worth a set. */
  private static final int WORTH_A_SET = 4;

  /** Share of its turns that it draws tickets in while it has none to work on and everybody has trains enough. */
  private static final double CURIOSITY = 0.5;

  private static final int TRAINS_FOR_TICKETS = 14;

  /** Points that a train must bring to be worth it when tickets are chosen. */
  private static final double CAUTION = 0.7;

  /** Points of difference that make one choice of tickets e times as likely as another. */
  private static final double WHIM = 2.0;

  /** How much more a card is liked when it is of use for a ticket. */
  private static final double USEFUL = 6.0;

  /** How much more the deck is liked than one card of the row that is neither liked nor disliked. */
  private static final double SURPRISE = 2.0;

  /** Cards in a warehouse that are worth a depot of the reserve. */
  private static final int WORTH_A_DEPOT = 3;

  private final Position position;
  private final Taste taste;
  private final Ways ways;
  private final Set<Integer> wanted;

  private Collector(Position position) {
    this.position = position;
    this.taste = Taste.of(position);
    this.ways = new Ways(position);
    this.wanted = ways.wanted();
  }

  /** The action to play. */
  static Action choose(Position position) {
    return new Collector(position).choose();
  }

  private Action choose() {
    return switch (position.kind()) {
      case DECISION_KIND_KEEP_TICKETS -> taste.pick(position.actions(), keep -> Math.exp(value(keep) / WHIM));
      case DECISION_KIND_MAIN -> mainAction();
      case DECISION_KIND_FIRST_CARD, DECISION_KIND_SECOND_CARD -> draw();
      case DECISION_KIND_TUNNEL -> fewestLocomotives(position.ofKind(ACTION_KIND_PAY));
      case DECISION_KIND_PICK -> taste.pick(position.actions(), this::pickWeight);
      case DECISION_KIND_START_DEPOT -> taste.pick(position.actions(), this::depotWeight);
      case DECISION_KIND_PLACE_DEPOT -> position.ofKind(ACTION_KIND_DEPOT_NONE).get(0);
      default -> position.actions().get(0);
    };
  }

  /** Claims for tickets first, then tickets, then a set for a long route, and cards until there is one. */
  private Action mainAction() {
    var hand = position.view().getHandList().stream().mapToInt(Integer::intValue).sum();
    position.note(Notes.newBuilder().setText(wanted.size() + " routes wanted, " + hand + " cards").build());
    var claims = position.ofKind(ACTION_KIND_CLAIM);
    if (position.view().hasTurnsLeft() && !claims.isEmpty()) return claims.stream().max(byPoints()).orElseThrow();
    var useful = claims.stream().filter(claim -> wanted.contains(claim.getRoute())).toList();
    if (!useful.isEmpty()) return taste.pick(useful, this::claimWeight);
    if (wanted.isEmpty() && young() && curious()) return position.ofKind(ACTION_KIND_TICKETS).get(0);
    var big = claims.stream().filter(claim -> position.route(claim).getPoints() >= WORTH_A_SET).toList();
    if (!big.isEmpty() && (wanted.isEmpty() || hand >= FULL_HAND)) return taste.pick(big, this::claimWeight);
    return canDraw() ? draw() : otherwise(claims);
  }

  private Action otherwise(List<Action> claims) {
    if (!claims.isEmpty()) return taste.pick(claims, this::claimWeight);
    for (var kind : List.of(ACTION_KIND_TICKETS, ACTION_KIND_PASS)) {
      if (!position.ofKind(kind).isEmpty()) return position.ofKind(kind).get(0);
    }
    return position.actions().stream().filter(a -> a.getKind() != ACTION_KIND_DEPOT).findFirst().orElseThrow();
  }

  // Claims

  /** Long routes of liked colours, paid with few locomotives. */
  private double claimWeight(Action claim) {
    var points = position.route(claim).getPoints();
    var liking = claim.hasColour() ? taste.of(claim.getColour()) : 1;
    return points * points * liking / Math.pow(4, claim.getLocomotives());
  }

  private Comparator<Action> byPoints() {
    Comparator<Action> wantedFirst = Comparator.comparing(claim -> wanted.contains(claim.getRoute()));
    Comparator<Action> points = Comparator.comparingInt(claim -> position.route(claim).getPoints());
    return wantedFirst.thenComparing(points);
  }

  private Action fewestLocomotives(List<Action> payments) {
    return payments.stream().min(Comparator.comparingInt(Action::getLocomotives)).orElse(position.actions().get(0));
  }

  // Cards

  private boolean canDraw() {
    return !draws().isEmpty() || !position.ofKind(ACTION_KIND_DEPOSIT).isEmpty();
  }

  private List<Action> draws() {
    var draws = new ArrayList<>(position.ofKind(ACTION_KIND_DRAW_DECK));
    draws.addAll(position.ofKind(ACTION_KIND_DRAW_CARD));
    return draws;
  }

  private Action draw() {
    for (var deposit : position.ofKind(ACTION_KIND_DEPOSIT)) {
      if (deposit.getSeat() == position.seat()) return deposit;
    }
    return taste.pick(draws(), this::drawWeight);
  }

  /** Colours that are liked, held already, and of use for a ticket. An open locomotive takes the whole turn. */
  private double drawWeight(Action draw) {
    if (draw.getKind() == ACTION_KIND_DRAW_DECK) return SURPRISE;
    var card = draw.getCard();
    if (position.game().getCards(card).getLocomotive()) return 1;
    var held = position.view().getHand(card);
    var useful = wanted.stream().anyMatch(route -> lacks(route, card)) ? USEFUL : 1;
    return taste.of(card) * useful * (1 + held * held) / 4;
  }

  private boolean lacks(int index, int card) {
    var route = position.game().getRoutes(index);
    return (!route.hasColour() || route.getColour() == card) && position.view().getHand(card) < route.getLength();
  }

  // Tickets

  private boolean young() {
    return position.view().getSeatsList().stream().allMatch(seat -> seat.getTrains() >= TRAINS_FOR_TICKETS)
        && !position.ofKind(ACTION_KIND_TICKETS).isEmpty();
  }

  private boolean curious() {
    return taste.pick(List.of(true, false), yes -> yes ? CURIOSITY : 1 - CURIOSITY);
  }

  /** Points of the tickets kept, less twice those out of reach, less the trains. */
  private double value(Action keep) {
    var value = 0.0;
    var left = position.me().getTrains();
    for (var i = 0; i < position.view().getOffer().getTicketsCount(); i++) {
      if ((keep.getKeepMask() >> i & 1) == 0) continue;
      var ticket = position.game().getTickets(position.view().getOffer().getTickets(i));
      var missing = ways.missing(ticket);
      var trains = missing == null ? 0 : ways.trains(missing);
      var reachable = missing != null && trains <= left;
      value += reachable ? ticket.getPoints() - CAUTION * trains : -ticket.getPoints();
      left -= reachable ? trains : 0;
    }
    return value;
  }

  // Warehouses and depots

  private double pickWeight(Action pick) {
    if (pick.getKind() != ActionKind.ACTION_KIND_PICK) return 1;
    var size = position.view().getSeats(pick.getSeat()).getWarehouseSize();
    return size >= WORTH_A_DEPOT ? size * size : 0;
  }

  private double depotWeight(Action depot) {
    var near = wanted.stream().map(position.game()::getRoutes);
    var meeting = near.filter(r -> r.getCityA() == depot.getCity() || r.getCityB() == depot.getCity()).count();
    return Math.pow(10, meeting);
  }
}
