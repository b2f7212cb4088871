// The small model of the game that the bot dreams in: one position of it, as this seat sees it, and what one can do
// there.
//
// It is simpler than the game. Cards come from an endless deck of all that this seat does not see; the row, depots,
// trails and other bonuses are left out; rivals have numbers of cards and no colours. See README.md for what that
// costs.
#pragma once

#include <optional>
#include <random>
#include <vector>

#include "kit/position.h"
#include "src/board.h"

namespace bot {

using Random = std::mt19937_64;

/// A number from 0 to below `n`. The standard library's own distributions differ from one compiler to the next.
inline int below(Random& random, int n) { return static_cast<int>(random() % static_cast<Random::result_type>(n)); }

/// Cards of one colour, and locomotives.
struct Payment {
  int colour = 0, coloured = 0, wilds = 0;
};

struct Rival {
  int trains = 0, cards = 0, points = 0;
  int target = -1;  ///< The route that it saves for, -1 for none.
};

struct World {
  World(const Board& board, const kit::Position& position);

  const Board* board;
  int seat, trains, points, stations_left, reserve_depots;
  int turns_left;             ///< Turns that remain in the last round, -1 before it.
  std::vector<int> owners;    ///< By route: a seat, or -1.
  std::vector<int> hand;      ///< By card.
  std::vector<int> unseen;    ///< By card: what this seat does not see and may yet draw.
  std::vector<int> tickets;   ///< Own, the most valuable first.
  std::vector<int> strange;   ///< Tickets that may be drawn: neither held nor refused.
  std::vector<int> stations;  ///< Cities of own stations.
  std::vector<Rival> rivals;  ///< By seat; the own entry is not used.

  /// True when this seat may claim the route if it has the cards.
  bool open(int seat, int route) const;
  /// The cards for a route with the fewest locomotives; absent if they are not in hand.
  std::optional<Payment> payment(int route) const;
  void pay(const Payment& payment);
  /// Claims for this seat, or fails to: a tunnel may cost more than the hand holds.
  void claim(int route, const Payment& payment, Random& random);
  /// Owns a route that is paid for.
  void take(int route);
  void add_tickets(const std::vector<int>& more);

  /// A card as it comes from the deck.
  int any_card(Random& random) const;
  /// By route: what it costs this seat to have it.
  Costs costs() const;
  /// The routes that this seat should claim for its tickets, as far as its trains reach.
  std::vector<int> plan() const;
  /// Points at the end of the game, as far as this model knows them.
  double score() const;

 private:
  int won() const;
  int ticket_points(const Regions& regions) const;
};

}  // namespace bot
