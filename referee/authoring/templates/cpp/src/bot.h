// The bot.
#pragma once

#include "kit/position.h"

namespace bot {

/// Answers a question with one of its legal actions.
const kit::pb::Action& choose(kit::Position& position);

}  // namespace bot
