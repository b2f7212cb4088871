#include "src/bot.h"

namespace bot {

// The claim of the longest route, else the first action, which is a card from the deck most of the time.
const kit::pb::Action& choose(kit::Position& position) {
  const auto* best = position.actions().front();
  unsigned length = 0;
  for (const auto* action : position.actions()) {
    if (action->kind() != kit::pb::ACTION_KIND_CLAIM) continue;
    const auto& route = position.game().routes(static_cast<int>(action->route()));
    if (route.length() <= length) continue;
    best = action;
    length = route.length();
  }
  return *best;
}

}  // namespace bot
