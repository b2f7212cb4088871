// Starts the bot: `montecarlo [DREAMS]`.
#include <cstdlib>

#include "kit/run.h"
#include "src/choose.h"

int main(int count, char** words) {
  constexpr int kDreams = 64;
  bot::MonteCarlo bot(count > 1 ? std::max(1, std::atoi(words[1])) : kDreams);
  return kit::run([&](kit::Position& position) -> const kit::pb::Action& { return bot(position); },
                  {.name = "montecarlo", .version = "1.0.0", .max_in_flight = 64});
}
