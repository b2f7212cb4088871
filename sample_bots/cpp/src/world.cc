#include "src/world.h"

#include <algorithm>
#include <numeric>

namespace bot {

namespace {

/// What claiming a route costs besides its trains: a turn.
constexpr int kTurn = 1;

/// What a depot of the reserve is worth, in points: it pays for picks, and the most depots score.
constexpr double kDepot = 2.0;

std::vector<int> numbers(const auto& list) { return {list.begin(), list.end()}; }

}  // namespace

World::World(const Board& b, const kit::Position& position)
    : board(&b),
      seat(position.seat()),
      trains(position.me().trains()),
      points(position.me().route_points()),
      stations_left(position.me().stations_left()),
      reserve_depots(position.me().reserve_depots()),
      turns_left(position.view().has_turns_left() ? static_cast<int>(position.view().turns_left()) : -1),
      owners(numbers(position.view().route_owners())),
      hand(numbers(position.view().hand())),
      unseen(b.cards) {
  const auto& view = position.view();
  for (std::size_t card = 0; card < hand.size(); ++card) unseen[card] -= hand[card];
  for (const int card : view.row()) {
    if (card >= 0) --unseen[card];
  }
  for (auto& count : unseen) count = std::max(count, 0);
  if (std::accumulate(unseen.begin(), unseen.end(), 0) == 0) unseen = b.cards;
  for (const auto& facts : view.seats()) {
    rivals.push_back({static_cast<int>(facts.trains()), static_cast<int>(facts.hand_size()),
                      static_cast<int>(facts.route_points())});
  }
  for (int city = 0; city < view.station_owners_size(); ++city) {
    if (view.station_owners(city) == seat) stations.push_back(city);
  }
  std::vector<bool> known(b.tickets.size(), false);
  for (const auto ticket : view.tickets()) known[ticket] = true;
  for (const auto& refused : view.refused_tickets()) known[refused.ticket()] = true;
  for (int i = 0; i < static_cast<int>(known.size()); ++i) {
    if (!known[i] && !position.game().tickets(i).is_long()) strange.push_back(i);
  }
  add_tickets(numbers(view.tickets()));
}

bool World::open(int who, int route) const {
  if (owners[route] >= 0) return false;
  const int sibling = board->routes[route].sibling;
  return sibling < 0 || owners[sibling] < 0 || (owners[sibling] != who && !board->double_closed);
}

std::optional<Payment> World::payment(int index) const {
  const Route& route = board->routes[index];
  std::optional<Payment> best;
  for (int colour = 0; colour < board->wild; ++colour) {
    if (route.colour >= 0 && route.colour != colour) continue;
    const int coloured = std::min(hand[colour], route.length - route.ferry);
    const int wilds = route.length - coloured;
    if (wilds > hand[board->wild]) continue;
    const bool better = !best || wilds < best->wilds || (wilds == best->wilds && hand[colour] > hand[best->colour]);
    if (better) best = Payment{colour, coloured, wilds};
  }
  return best;
}

void World::pay(const Payment& payment) {
  hand[payment.colour] -= payment.coloured;
  hand[board->wild] -= payment.wilds;
}

void World::claim(int route, const Payment& payment, Random& random) {
  const auto before = hand;
  pay(payment);
  if (board->routes[route].tunnel) {
    int extra = 0;
    for (int i = 0; i < board->tunnel_cards; ++i) {
      const int card = any_card(random);
      extra += card == board->wild || (payment.coloured > 0 && card == payment.colour);
    }
    const int coloured = payment.coloured > 0 ? std::min(extra, hand[payment.colour]) : 0;
    if (extra - coloured > hand[board->wild]) {
      hand = before;
      return;
    }
    pay({payment.colour, coloured, extra - coloured});
  }
  take(route);
}

void World::take(int route) {
  owners[route] = seat;
  trains -= board->routes[route].length;
  points += board->routes[route].points;
}

void World::add_tickets(const std::vector<int>& more) {
  tickets.insert(tickets.end(), more.begin(), more.end());
  std::ranges::stable_sort(tickets, std::greater{}, [this](int ticket) { return board->tickets[ticket].points; });
}

int World::any_card(Random& random) const {
  int rest = below(random, std::accumulate(unseen.begin(), unseen.end(), 0));
  int card = 0;
  while (rest >= unseen[card]) rest -= unseen[card++];
  return card;
}

Costs World::costs() const {
  Costs costs(owners.size());
  for (int i = 0; i < static_cast<int>(costs.size()); ++i) {
    const Route& route = board->routes[i];
    const bool reachable = route.length <= trains && open(seat, i);
    costs[i] = owners[i] == seat ? 0 : reachable ? route.length + kTurn + route.ferry + route.tunnel : kClosed;
  }
  return costs;
}

std::vector<int> World::plan() const {
  auto costs = this->costs();
  std::vector<int> plan, way;
  int left = trains;
  for (const int index : tickets) {
    const Ticket& ticket = board->tickets[index];
    way.clear();
    if (!find_way(*board, costs, ticket.a, ticket.b, way)) continue;
    std::erase_if(way, [&](int route) { return costs[route] == 0; });
    int length = 0;
    for (const int route : way) length += board->routes[route].length;
    if (length > left) continue;
    left -= length;
    for (const int route : way) costs[route] = 0;
    plan.insert(plan.end(), way.begin(), way.end());
  }
  return plan;
}

double World::score() const {
  int best = 0;
  for (int i = 0; i < static_cast<int>(rivals.size()); ++i) {
    if (i != seat) best = std::max(best, rivals[i].points);
  }
  return points + won() + board->station_points * stations_left + kDepot * reserve_depots - best;
}

/// Points of the tickets: those of the open ones are lost. Each station borrows the one route that is worth most then.
int World::won() const {
  Regions regions(board->cities);
  for (int i = 0; i < static_cast<int>(owners.size()); ++i) {
    if (owners[i] == seat) regions.join(board->routes[i].a, board->routes[i].b);
  }
  int best = ticket_points(regions);
  for (const int city : stations) {
    auto lent = regions;
    for (const int route : board->routes_at[city]) {
      if (owners[route] < 0 || owners[route] == seat) continue;
      auto with = regions;
      with.join(board->routes[route].a, board->routes[route].b);
      if (ticket_points(with) > best) best = ticket_points(with), lent = with;
    }
    regions = lent;
  }
  return best;
}

int World::ticket_points(const Regions& regions) const {
  int sum = 0;
  for (const int index : tickets) {
    const Ticket& ticket = board->tickets[index];
    sum += regions.joined(ticket.a, ticket.b) ? ticket.points : -ticket.points;
  }
  return sum;
}

}  // namespace bot
