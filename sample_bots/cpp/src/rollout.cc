#include "src/rollout.h"

#include <algorithm>

namespace bot {

namespace {

/// Cards that a seat chooses among when it draws: the row offers five, but not to it alone.
constexpr int kChoice = 3;

/// Cards that a rival holds beside those for its route: they are of other colours.
constexpr int kOdd = 3;

/// Routes that a rival looks at before it saves for one.
constexpr int kLooks = 6;

/// Without a plan: cards in hand from which a seat rather claims than draws.
constexpr int kEnough = 8;

/// Points that a train must bring to be worth it when tickets are chosen.
constexpr double kCaution = 0.6;

/// Turns of a dream, at most: a model without empty decks needs an end of its own.
constexpr int kLongest = 400;

bool lacks(const World& world, const std::vector<int>& plan, int card) {
  return std::ranges::any_of(plan, [&](int index) {
    const Route& route = world.board->routes[index];
    const int held = world.hand[card] + world.hand[world.board->wild];
    return (route.colour < 0 || route.colour == card) && held < route.length;
  });
}

/// The route to claim now, -1 for none: a long one of the plan, or without a plan the one with most points.
int claimable(const World& world, const std::vector<int>& plan) {
  int found = -1;
  const auto look = [&](int route) {
    const auto& routes = world.board->routes;
    if (found >= 0 && routes[route].points <= routes[found].points) return;
    if (routes[route].length <= world.trains && world.open(world.seat, route) && world.payment(route)) found = route;
  };
  if (!plan.empty()) {
    for (const int route : plan) look(route);
  } else {
    for (int route = 0; route < static_cast<int>(world.owners.size()); ++route) look(route);
  }
  return found;
}

/// This seat's turn. `plan` is made anew when a rival has broken it.
void own_turn(World& world, std::vector<int>& plan, Random& random) {
  std::erase_if(plan, [&](int route) { return world.owners[route] == world.seat; });
  if (!std::ranges::all_of(plan, [&](int route) { return world.open(world.seat, route); })) plan = world.plan();
  int held = 0;
  for (const int count : world.hand) held += count;
  const bool hurry = world.turns_left >= 0;
  const int route = claimable(world, plan);
  if (route >= 0 && (!plan.empty() || held >= kEnough || hurry))
    return world.claim(route, *world.payment(route), random);
  const int second = hurry && !plan.empty() ? claimable(world, {}) : -1;
  if (second >= 0) return world.claim(second, *world.payment(second), random);
  draw_well(world, plan, random);
  draw_well(world, plan, random);
}

/// A route that a rival saves for: any, but rather one that joins what it has.
int target(const World& world, int who, Random& random) {
  int found = -1;
  for (int i = 0; i < kLooks; ++i) {
    const int route = below(random, static_cast<int>(world.owners.size()));
    if (!world.open(who, route) || world.board->routes[route].length > world.rivals[who].trains) continue;
    found = route;
    for (const int city : {world.board->routes[route].a, world.board->routes[route].b}) {
      const auto& near = world.board->routes_at[city];
      if (std::ranges::any_of(near, [&](int other) { return world.owners[other] == who; })) return route;
    }
  }
  return found;
}

void rival_turn(World& world, int who, Random& random) {
  Rival& rival = world.rivals[who];
  if (rival.target < 0 || !world.open(who, rival.target)) rival.target = target(world, who, random);
  if (rival.target < 0 || rival.cards < world.board->routes[rival.target].length + kOdd) {
    rival.cards += 2;
    return;
  }
  const Route& route = world.board->routes[rival.target];
  world.owners[rival.target] = who;
  rival.cards -= route.length;
  rival.trains -= route.length;
  rival.points += route.points;
  rival.target = -1;
}

}  // namespace

void keep_some(World& world, const std::vector<int>& offer, int least) {
  auto costs = world.costs();
  for (const int route : world.plan()) costs[route] = 0;
  std::vector<std::pair<double, int>> worth;
  for (const int index : offer) {
    const Ticket& ticket = world.board->tickets[index];
    std::vector<int> way;
    const bool possible = find_way(*world.board, costs, ticket.a, ticket.b, way);
    int cost = 0;
    for (const int route : way) cost += costs[route];
    const bool fits = possible && cost <= world.trains;
    worth.emplace_back(fits ? ticket.points - kCaution * cost : -ticket.points, index);
  }
  std::ranges::sort(worth, std::greater{});
  std::vector<int> kept;
  for (const auto& [value, index] : worth) {
    if (value > 0 || static_cast<int>(kept.size()) < least) kept.push_back(index);
  }
  world.add_tickets(kept);
}

void draw_well(World& world, const std::vector<int>& plan, Random& random) {
  int best = world.any_card(random);
  const auto worth = [&](int card) {
    if (card == world.board->wild || lacks(world, plan, card)) return 100;
    return plan.empty() ? world.hand[card] : 0;
  };
  for (int i = 1; i < kChoice; ++i) {
    const int card = world.any_card(random);
    if (worth(card) > worth(best)) best = card;
  }
  ++world.hand[best];
}

double play_out(World world, int next, Random& random) {
  auto plan = world.plan();
  for (int turn = 0; turn < kLongest && world.turns_left != 0; ++turn, next = (next + 1) % world.board->players) {
    if (world.turns_left > 0) --world.turns_left;
    if (next == world.seat) {
      own_turn(world, plan, random);
    } else {
      rival_turn(world, next, random);
    }
    const int trains = next == world.seat ? world.trains : world.rivals[next].trains;
    if (world.turns_left < 0 && trains <= world.board->end_trigger) world.turns_left = world.board->players;
  }
  return world.score();
}

}  // namespace bot
