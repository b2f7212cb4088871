// Turns a bot into a process: reads the environment, opens the stream, says what went wrong, exits. Knows no game.
#pragma once

#include <string>

#include "kit/session.h"

namespace kit {

/// What a bot says about itself.
struct About {
  std::string name;
  std::string version;
  /// Matches that the bot plays at once, 1 to 256. More than 1 only if none can leak into another through globals.
  std::uint32_t max_in_flight = 1;
};

/// Where the referee is (`unix:/...` or `host:port`), and the token that opens a session there.
struct Invitation {
  std::string address;
  std::string token;
};

/// Plays all matches that the referee starts: the body of `main`. Gives the exit status: 0 after a goodbye, 1 when
/// something failed, 2 when the process was not started by a referee.
int run(const Bot& bot, const About& about);

/// Says hello and answers until the goodbye. Throws an Error when the session did not end well.
void play(const Invitation& invitation, const Bot& bot, const About& about, const Log& log);

}  // namespace kit
