// Plays one dream to its end: this seat by a simple rule, the rivals by a simpler one. Chooses nothing in the real
// game.
#pragma once

#include "src/world.h"

namespace bot {

/// The tickets worth keeping of an offer in a dream: those that bring more than their trains, or the least to keep.
void keep_some(World& world, const std::vector<int>& offer, int least);

/// Takes a card as a seat does that chooses among some: what its plan lacks, else what it has most of.
void draw_well(World& world, const std::vector<int>& plan, Random& random);

/// Plays on with `next` to move and gives the score of the world's seat at the end.
double play_out(World world, int next, Random& random);

}  // namespace bot
