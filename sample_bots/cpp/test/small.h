// A small board and questions on it, for the tests.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "kit/position.h"

namespace small {

namespace pb = referee::v1;

/// Cities a, b, c, d in a row, joined by red routes of 2, and a grey route of 6 from a to d. Tickets a.d, a.b and c.d.
pb::Game game();

/// A match on it, this bot in seat 0.
pb::MatchStart start();
kit::Match match();

/// What a test sets in an observation.
struct Facts {
  std::vector<unsigned> hand = {0, 0, 0};  ///< Red, blue, locomotive.
  std::vector<unsigned> tickets = {};
  std::vector<unsigned> offer = {};
  std::vector<int> owners = {-1, -1, -1, -1};
  unsigned trains = 20;
  int turns_left = -1;
};

/// A question to seat 0 with these legal actions.
pb::Decision question(pb::DecisionKind kind, std::initializer_list<const char*> legal, const Facts& facts = {});

}  // namespace small
