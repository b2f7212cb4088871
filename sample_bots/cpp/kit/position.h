// What a bot's function gets: one question, what the seat may know, and what helps to answer. Chooses nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "referee/v1/bot.pb.h"

namespace kit {

namespace pb = referee::v1;

using Time = std::chrono::steady_clock::time_point;

/// One match of this bot.
struct Match {
  std::string id;  ///< 16 hex digits.
  std::shared_ptr<const pb::Game> game;
  int seat = 0;                    ///< The bot's own, 0-based.
  std::vector<std::string> names;  ///< By seat.
  std::string seed;                ///< 32 bytes for the bot's own random numbers.
};

/// One decision of one seat. It refers to the match and the decision, which must outlive it.
class Position {
 public:
  Position(const Match& match, const pb::Decision& decision);

  const Match& match() const { return match_; }
  /// The edition for this number of players: cities, routes, tickets, numbers, action table.
  const pb::Game& game() const { return *match_.game; }
  /// The bot's own seat, 0-based.
  int seat() const { return match_.seat; }
  /// Number of the decision in its match, all seats counted.
  std::uint32_t number() const { return decision_.number(); }
  /// What is asked.
  pb::DecisionKind kind() const { return view().kind(); }
  /// All that the seat may know.
  const pb::Observation& view() const { return decision_.observation(); }
  /// What everybody knows about the bot's own seat.
  const pb::SeatFacts& me() const { return view().seats(seat()); }

  /// The legal actions, ids ascending; never empty.
  const std::vector<const pb::Action*>& actions() const { return actions_; }
  /// The first legal action of this kind, null if there is none.
  const pb::Action* first(pb::ActionKind kind) const;

  /// When the answer must be there, counted from now on; absent without a clock.
  std::optional<Time> deadline() const { return deadline_; }

  /// Random numbers that the bot's seed and the number of the decision alone decide.
  std::mt19937_64 random() const;

  /// A remark on this decision for the replay; no other bot sees it. A later one replaces it.
  void note(std::string text) { note_ = std::move(text); }
  const std::string& note() const { return note_; }

 private:
  const Match& match_;
  const pb::Decision& decision_;
  std::vector<const pb::Action*> actions_;
  std::optional<Time> deadline_;
  std::string note_;
};

/// "match 0123 (usa, 2 players, seat 0)".
std::string title(const Match& match);

/// The title, the decision and its legal actions.
std::string where(const Position& position);

}  // namespace kit
