// The actions that are worth dreaming about, and what each does to a dream.
#pragma once

#include <vector>

#include "kit/position.h"
#include "src/rollout.h"

namespace bot {

/// Some of the legal actions, at least one: equal ones and hopeless ones are left out.
std::vector<const pb::Action*> options(const kit::Position& position, const World& world);

/// Plays an action in the world.
void perform(World& world, const kit::Position& position, const pb::Action& action, Random& random);

}  // namespace bot
