#include "kit/position.h"

#include <algorithm>

namespace kit {

namespace {

constexpr std::size_t kShown = 10;

std::string without_prefix(const std::string& name) { return name.substr(std::string("DECISION_KIND_").size()); }

}  // namespace

Position::Position(const Match& match, const pb::Decision& decision) : match_(match), decision_(decision) {
  for (const auto id : decision.legal()) actions_.push_back(&match.game->actions(static_cast<int>(id)));
  if (decision.has_left_ms()) {
    deadline_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(decision.left_ms());
  }
}

const pb::Action* Position::first(pb::ActionKind kind) const {
  const auto found = std::ranges::find(actions_, kind, &pb::Action::kind);
  return found == actions_.end() ? nullptr : *found;
}

std::mt19937_64 Position::random() const {
  std::vector<std::uint32_t> numbers(match_.seed.begin(), match_.seed.end());
  numbers.push_back(number());
  std::seed_seq sequence(numbers.begin(), numbers.end());
  return std::mt19937_64(sequence);
}

std::string title(const Match& match) {
  return "match " + match.id + " (" + match.game->edition() + ", " + std::to_string(match.game->players()) +
         " players, seat " + std::to_string(match.seat) + ")";
}

std::string where(const Position& position) {
  std::string text = title(position.match()) + ", decision " + std::to_string(position.number()) + " (" +
                     without_prefix(pb::DecisionKind_Name(position.kind())) + "), legal: ";
  const auto& actions = position.actions();
  for (std::size_t i = 0; i < std::min(kShown, actions.size()); ++i) text += (i ? ", " : "") + actions[i]->text();
  return actions.size() <= kShown ? text : text + ", ... (" + std::to_string(actions.size()) + ")";
}

}  // namespace kit
