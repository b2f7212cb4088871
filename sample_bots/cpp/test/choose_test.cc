#include "src/choose.h"

#include <gtest/gtest.h>

#include "test/small.h"

namespace {

using small::Facts;
namespace pb = referee::v1;

std::string chosen(pb::DecisionKind kind, std::initializer_list<const char*> legal, const Facts& facts) {
  const auto match = small::match();
  const auto decision = small::question(kind, legal, facts);
  kit::Position position(match, decision);
  return bot::MonteCarlo(600)(position).text();
}

bot::World world(const bot::Board& board, const Facts& facts) {
  const auto match = small::match();
  const auto decision = small::question(pb::DECISION_KIND_MAIN, {"draw deck"}, facts);
  return bot::World(board, kit::Position(match, decision));
}

const bot::Board kBoard(small::game());

TEST(Ways, TheCheapestOneIsFound) {
  std::vector<int> way;
  EXPECT_TRUE(bot::find_way(kBoard, {1, 1, 1, 4}, 0, 3, way));
  EXPECT_EQ(way, (std::vector<int>{2, 1, 0}));
  EXPECT_FALSE(bot::find_way(kBoard, {bot::kClosed, 1, 1, bot::kClosed}, 0, 3, way));
}

TEST(Worlds, ClaimedRoutesJoinCitiesAndScore) {
  auto here = world(kBoard, {.hand = {4, 0, 0}, .tickets = {1, 2}});
  EXPECT_EQ(here.score(), -8);
  bot::Random random(1);
  here.claim(0, *here.payment(0), random);
  EXPECT_EQ(here.score(), 2 + 4 - 4);
  EXPECT_EQ(here.hand, (std::vector<int>{2, 0, 0}));
  EXPECT_EQ(here.trains, 18);
}

TEST(Worlds, PaymentsSpareLocomotives) {
  const auto here = world(kBoard, {.hand = {1, 0, 3}});
  EXPECT_EQ(here.payment(0)->wilds, 1);
  EXPECT_FALSE(here.payment(3).has_value());
}

TEST(Worlds, ThePlanServesAllTickets) {
  const auto here = world(kBoard, {.tickets = {1, 2}});
  EXPECT_EQ(here.plan(), (std::vector<int>{0, 2}));
}

TEST(Worlds, AStationBorrowsARoute) {
  auto here = world(kBoard, {.tickets = {2}, .owners = {-1, -1, 1, -1}});
  EXPECT_EQ(here.score(), -4);
  here.stations = {3};
  EXPECT_EQ(here.score(), 4);
}

TEST(Dreams, TheSameChanceGivesTheSameDream) {
  const auto here = world(kBoard, {.tickets = {0}});
  bot::Random one(7), same(7);
  EXPECT_EQ(bot::play_out(here, 0, one), bot::play_out(here, 0, same));
}

TEST(Choices, InTheLastTurnItClaimsWhatCompletesATicket) {
  const Facts facts{.hand = {2, 0, 0}, .tickets = {1}, .turns_left = 1};
  EXPECT_EQ(chosen(pb::DECISION_KIND_MAIN, {"draw deck", "claim a.b red*2", "claim b.c red*2"}, facts),
            "claim a.b red*2");
}

TEST(Choices, ItPaysWithColoursFirst) {
  const Facts facts{.hand = {2, 0, 2}, .tickets = {1}, .turns_left = 1};
  EXPECT_EQ(chosen(pb::DECISION_KIND_MAIN, {"claim a.b red*2", "claim a.b locomotive*2"}, facts), "claim a.b red*2");
}

TEST(Choices, ItDrawsTheColourThatItsTicketNeeds) {
  const Facts facts{.hand = {1, 1, 0}, .tickets = {1}, .turns_left = 3};
  EXPECT_EQ(chosen(pb::DECISION_KIND_SECOND_CARD, {"draw red", "draw blue"}, facts), "draw red");
}

TEST(Choices, ItRefusesATicketThatCannotBeCompleted) {
  const Facts facts{.offer = {0, 1}, .owners = {-1, 1, -1, 1}};
  EXPECT_EQ(chosen(pb::DECISION_KIND_KEEP_TICKETS, {"keep 1", "keep 2", "keep 3"}, facts), "keep 2");
}

TEST(Choices, WithNothingElseItPasses) { EXPECT_EQ(chosen(pb::DECISION_KIND_MAIN, {"pass"}, {}), "pass"); }

}  // namespace
