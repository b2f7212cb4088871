// The facts of a game that never change, as plain numbers, and ways on its board.
#pragma once

#include <vector>

#include "referee/v1/game.pb.h"

namespace bot {

namespace pb = referee::v1;

/// One track between two cities. `colour` is -1 for grey, `sibling` is -1 for a single route.
struct Route {
  int a, b, length, colour, sibling, ferry, points;
  bool tunnel;
};

struct Ticket {
  int a, b, points;
};

struct Board {
  explicit Board(const pb::Game& game);

  int players, cities, wild, end_trigger, tunnel_cards, draw_tickets, keep_tickets, station_points;
  bool double_closed;
  std::vector<int> cards;  ///< How many of each kind the game has; the last kind, `wild`, is the locomotive.
  std::vector<Route> routes;
  std::vector<Ticket> tickets;
  std::vector<std::vector<int>> routes_at;  ///< By city.

  int other_end(int route, int city) const { return routes[route].a == city ? routes[route].b : routes[route].a; }
};

/// Routes by what they cost to a seat; kClosed for those that it cannot have.
using Costs = std::vector<int>;
constexpr int kClosed = 1 << 20;

/// Appends the routes of the cheapest way between two cities to `way` (Dijkstra's algorithm). False if there is none.
bool find_way(const Board& board, const Costs& costs, int from, int to, std::vector<int>& way);

/// Which cities are joined, by routes that are added one by one.
class Regions {
 public:
  explicit Regions(int cities);
  void join(int a, int b);
  bool joined(int a, int b) const { return region_[a] == region_[b]; }

 private:
  std::vector<int> region_;
};

}  // namespace bot
