// Starts the bot.
#include "kit/run.h"
#include "src/bot.h"

int main() { return kit::run(bot::choose, {.name = "my-bot", .version = "1", .max_in_flight = 64}); }
