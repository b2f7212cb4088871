#include "src/bot.h"

#include <gtest/gtest.h>

#include "test/small.h"

namespace {

std::string chosen(std::initializer_list<const char*> legal) {
  const auto match = small::match();
  const auto decision = small::question(kit::pb::DECISION_KIND_MAIN, legal);
  kit::Position position(match, decision);
  return bot::choose(position).text();
}

TEST(Bot, ClaimsARouteThatItCanPay) {
  EXPECT_EQ(chosen({"draw deck", "tickets", "claim a.b red*2"}), "claim a.b red*2");
}

TEST(Bot, DrawsWithNothingToClaim) { EXPECT_EQ(chosen({"draw deck", "tickets"}), "draw deck"); }

}  // namespace
