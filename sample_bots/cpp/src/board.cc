#include "src/board.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace bot {

namespace {

int points_of(const pb::Game& game, pb::BonusKind kind) {
  const auto found = std::ranges::find(game.bonuses(), kind, &pb::Bonus::kind);
  return found == game.bonuses().end() ? 0 : static_cast<int>(found->points());
}

Route route_of(const pb::Route& route) {
  return {.a = static_cast<int>(route.city_a()),
          .b = static_cast<int>(route.city_b()),
          .length = static_cast<int>(route.length()),
          .colour = route.has_colour() ? static_cast<int>(route.colour()) : -1,
          .sibling = route.has_sibling() ? static_cast<int>(route.sibling()) : -1,
          .ferry = static_cast<int>(route.ferry_locomotives()),
          .points = static_cast<int>(route.points()),
          .tunnel = route.tunnel()};
}

}  // namespace

Board::Board(const pb::Game& game)
    : players(game.players()),
      cities(game.cities_size()),
      wild(game.cards_size() - 1),
      end_trigger(game.numbers().end_trigger_trains()),
      tunnel_cards(game.numbers().tunnel_cards()),
      draw_tickets(game.numbers().draw_tickets()),
      keep_tickets(game.numbers().keep_tickets()),
      station_points(points_of(game, pb::BONUS_KIND_STATIONS)),
      double_closed(game.numbers().double_closed()),
      routes_at(cities) {
  for (const auto& card : game.cards()) cards.push_back(card.count());
  for (const auto& route : game.routes()) routes.push_back(route_of(route));
  for (const auto& ticket : game.tickets()) {
    tickets.push_back(
        {static_cast<int>(ticket.city_a()), static_cast<int>(ticket.city_b()), static_cast<int>(ticket.points())});
  }
  for (int i = 0; i < static_cast<int>(routes.size()); ++i) {
    routes_at[routes[i].a].push_back(i);
    routes_at[routes[i].b].push_back(i);
  }
}

bool find_way(const Board& board, const Costs& costs, int from, int to, std::vector<int>& way) {
  std::vector<int> best(board.cities, kClosed), came(board.cities, -1);
  std::vector<bool> done(board.cities, false);
  best[from] = 0;
  for (;;) {
    int city = -1;
    for (int i = 0; i < board.cities; ++i) {
      if (!done[i] && best[i] < (city < 0 ? kClosed : best[city])) city = i;
    }
    if (city < 0) return false;
    if (city == to) break;
    done[city] = true;
    for (const int route : board.routes_at[city]) {
      const int other = board.other_end(route, city);
      if (best[city] + costs[route] < best[other]) {
        best[other] = best[city] + costs[route];
        came[other] = route;
      }
    }
  }
  for (int city = to; city != from; city = board.other_end(came[city], city)) way.push_back(came[city]);
  return true;
}

Regions::Regions(int cities) : region_(cities) { std::iota(region_.begin(), region_.end(), 0); }

void Regions::join(int a, int b) {
  if (joined(a, b)) return;
  std::ranges::replace(region_, region_[a], region_[b]);
}

}  // namespace bot
