// The bot: flat Monte Carlo. Every option meets the same dreams; the one that ends best on average is played.
#pragma once

#include <map>
#include <string>

#include "kit/session.h"
#include "src/options.h"

namespace bot {

class MonteCarlo {
 public:
  /// `dreams`: how many are dreamt for a decision, all its options together.
  explicit MonteCarlo(int dreams) : dreams_(dreams) {}

  /// The action to play.
  const pb::Action& operator()(kit::Position& position);

 private:
  const Board& board_of(const pb::Game& game);
  const pb::Action& dream(kit::Position& position, const World& world,
                          const std::vector<const pb::Action*>& options) const;

  int dreams_;
  std::map<std::string, Board> boards_;
};

}  // namespace bot
