package collector;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import kit.Position;
import referee.v1.Ticket;

/** Ways on the board for one seat: routes that are its own cost nothing, open ones their trains. It knows no cards. */
final class Ways {
  private static final int CLOSED = 1 << 20;

  private final Position position;
  private final int[] costs;

  Ways(Position position) {
    this.position = position;
    this.costs = new int[position.game().getRoutesCount()];
    Arrays.setAll(costs, this::cost);
  }

  /** True when nobody owns the route and the rules of double routes leave it open to this seat (C-37, C-38). */
  boolean open(int route) {
    var facts = position.game().getRoutes(route);
    if (owner(route) >= 0) return false;
    var other = facts.hasSibling() ? owner(facts.getSibling()) : -1;
    return other < 0 || (other != position.seat() && !position.game().getNumbers().getDoubleClosed());
  }

  /** Routes still to claim for a ticket: none when it is complete, null when it cannot be completed any more. */
  List<Integer> missing(Ticket ticket) {
    var best = new int[position.game().getCitiesCount()];
    var came = new int[best.length];
    Arrays.fill(best, CLOSED);
    best[ticket.getCityA()] = 0;
    record Reached(int city, int cost) {}
    var queue = new PriorityQueue<Reached>(Comparator.comparingInt(Reached::cost));
    queue.add(new Reached(ticket.getCityA(), 0));
    while (!queue.isEmpty()) {
      var here = queue.remove();
      if (here.city() == ticket.getCityB()) return back(came, ticket);
      if (here.cost() > best[here.city()]) continue;
      for (var route = 0; route < costs.length; route++) {
        var other = otherEnd(route, here.city());
        if (other < 0 || here.cost() + costs[route] >= best[other]) continue;
        best[other] = here.cost() + costs[route];
        came[other] = route;
        queue.add(new Reached(other, best[other]));
      }
    }
    return null;
  }

  /** The routes still to claim for the seat's tickets, parallel tracks included. */
  Set<Integer> wanted() {
    var wanted = new TreeSet<Integer>();
    for (var index : position.view().getTicketsList()) {
      var missing = missing(position.game().getTickets(index));
      if (missing == null || trains(missing) > position.me().getTrains()) continue;
      for (var route : missing) {
        var facts = position.game().getRoutes(route);
        wanted.add(route);
        if (facts.hasSibling() && open(facts.getSibling())) wanted.add(facts.getSibling());
      }
    }
    return wanted;
  }

  /** Trains that some routes take. */
  int trains(List<Integer> routes) {
    return routes.stream().mapToInt(route -> position.game().getRoutes(route).getLength()).sum();
  }

  private int owner(int route) {
    return position.view().getRouteOwners(route);
  }

  private int cost(int route) {
    var length = position.game().getRoutes(route).getLength();
    if (owner(route) == position.seat()) return 0;
    return open(route) && length <= position.me().getTrains() ? length : CLOSED;
  }

  private int otherEnd(int route, int city) {
    var facts = position.game().getRoutes(route);
    if (facts.getCityA() == city) return facts.getCityB();
    return facts.getCityB() == city ? facts.getCityA() : -1;
  }

  private List<Integer> back(int[] came, Ticket ticket) {
    var routes = new ArrayList<Integer>();
    for (var city = ticket.getCityB(); city != ticket.getCityA(); city = otherEnd(came[city], city)) {
      if (costs[came[city]] > 0) routes.add(came[city]);
    }
    return routes;
  }
}
