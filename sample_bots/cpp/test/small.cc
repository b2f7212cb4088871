#include "test/small.h"

#include <algorithm>
#include <stdexcept>

namespace small {

namespace {

void add_route(pb::Game& game, unsigned a, unsigned b, unsigned length, unsigned points, int colour) {
  auto& route = *game.add_routes();
  route.set_city_a(a);
  route.set_city_b(b);
  route.set_length(length);
  route.set_points(points);
  if (colour >= 0) route.set_colour(colour);
}

void add_ticket(pb::Game& game, unsigned a, unsigned b, unsigned points) {
  auto& ticket = *game.add_tickets();
  ticket.set_city_a(a);
  ticket.set_city_b(b);
  ticket.set_points(points);
}

pb::Action& add_action(pb::Game& game, pb::ActionKind kind, const std::string& text) {
  auto& action = *game.add_actions();
  action.set_id(game.actions_size() - 1);
  action.set_kind(kind);
  action.set_text(text);
  return action;
}

void add_claim(pb::Game& game, const std::string& text, unsigned route, unsigned reds, unsigned locomotives) {
  auto& claim = add_action(game, pb::ACTION_KIND_CLAIM, text);
  claim.set_route(route);
  if (reds) claim.set_colour(0);
  claim.set_colour_cards(reds);
  claim.set_locomotives(locomotives);
}

void add_actions(pb::Game& game) {
  add_action(game, pb::ACTION_KIND_PASS, "pass");
  add_action(game, pb::ACTION_KIND_DRAW_DECK, "draw deck");
  add_action(game, pb::ACTION_KIND_DRAW_CARD, "draw red").set_card(0);
  add_action(game, pb::ACTION_KIND_DRAW_CARD, "draw blue").set_card(1);
  add_action(game, pb::ACTION_KIND_TICKETS, "tickets");
  for (unsigned mask = 1; mask < 4; ++mask) {
    add_action(game, pb::ACTION_KIND_KEEP, "keep " + std::to_string(mask)).set_keep_mask(mask);
  }
  add_claim(game, "claim a.b red*2", 0, 2, 0);
  add_claim(game, "claim a.b locomotive*2", 0, 0, 2);
  add_claim(game, "claim b.c red*2", 1, 2, 0);
}

}  // namespace

pb::Game game() {
  pb::Game game;
  game.set_game_digest(std::string(64, 'd'));
  game.set_edition("small");
  game.set_players(2);
  for (const char* name : {"red", "blue", "locomotive"}) {
    auto& card = *game.add_cards();
    card.set_name(name);
    card.set_count(12);
  }
  for (const char* slug : {"a", "b", "c", "d"}) game.add_cities()->set_slug(slug);
  for (unsigned city = 0; city < 3; ++city) add_route(game, city, city + 1, 2, 2, 0);
  add_route(game, 0, 3, 6, 15, -1);
  add_ticket(game, 0, 3, 9);
  add_ticket(game, 0, 1, 4);
  add_ticket(game, 2, 3, 4);
  game.mutable_numbers()->set_trains(20);
  game.mutable_numbers()->set_end_trigger_trains(2);
  game.mutable_numbers()->set_draw_tickets(3);
  game.mutable_numbers()->set_keep_tickets(1);
  add_actions(game);
  return game;
}

pb::MatchStart start() {
  pb::MatchStart start;
  start.set_match_id(std::string(16, '0'));
  start.set_game_digest(game().game_digest());
  start.set_bot_seed(std::string(32, 's'));
  return start;
}

kit::Match match() {
  return {.id = start().match_id(),
          .game = std::make_shared<pb::Game>(game()),
          .seat = 0,
          .names = {},
          .seed = start().bot_seed()};
}

pb::Decision question(pb::DecisionKind kind, std::initializer_list<const char*> legal, const Facts& facts) {
  pb::Decision decision;
  decision.set_match_id(start().match_id());
  auto& view = *decision.mutable_observation();
  view.set_kind(kind);
  view.mutable_hand()->Assign(facts.hand.begin(), facts.hand.end());
  view.mutable_tickets()->Assign(facts.tickets.begin(), facts.tickets.end());
  view.mutable_offer()->mutable_tickets()->Assign(facts.offer.begin(), facts.offer.end());
  view.mutable_route_owners()->Assign(facts.owners.begin(), facts.owners.end());
  if (facts.turns_left >= 0) view.set_turns_left(facts.turns_left);
  for (int seat = 0; seat < 2; ++seat) view.add_seats()->set_trains(facts.trains);
  const auto all = game();
  for (const char* text : legal) {
    const auto found = std::ranges::find(all.actions(), text, &pb::Action::text);
    if (found == all.actions().end()) throw std::invalid_argument(text);
    decision.add_legal(found->id());
  }
  return decision;
}

}  // namespace small
