// Starts the bot: `montecarlo [DREAMS]`, the number of dreams for a decision.
#include <charconv>
#include <cstring>
#include <iostream>

#include "kit/run.h"
#include "src/choose.h"

int main(int count, char** words) {
  int dreams = 600;
  if (count > 1) {
    const char* end = words[1] + std::strlen(words[1]);
    const auto read = std::from_chars(words[1], end, dreams);
    if (read.ec != std::errc{} || read.ptr != end || dreams < 1) {
      std::cerr << "montecarlo: DREAMS is a whole number from 1 on, not " << words[1] << std::endl;
      return 2;
    }
  }
  bot::MonteCarlo bot(dreams);
  return kit::run([&](kit::Position& position) -> const kit::pb::Action& { return bot(position); },
                  {.name = "montecarlo", .version = "1.0.0", .max_in_flight = 64});
}
