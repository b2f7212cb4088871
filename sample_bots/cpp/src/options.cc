#include "src/options.h"

#include <algorithm>
#include <map>
#include <set>

namespace bot {

namespace {

/// Claims beside those of the plan, the ones with most points.
constexpr std::size_t kOthers = 4;

Payment payment_of(const pb::Action& action) {
  return {static_cast<int>(action.colour()), static_cast<int>(action.colour_cards()),
          static_cast<int>(action.locomotives())};
}

/// Less is better: locomotives, then cards of a colour that is rare in the hand.
std::pair<int, int> price(const World& world, const pb::Action& action) {
  return {action.locomotives(), action.has_colour() ? -world.hand[action.colour()] : 0};
}

/// The best payment for each of what `key` names: the routes of claims, the cities of stations.
std::map<int, const pb::Action*> cheapest(const kit::Position& position, const World& world, pb::ActionKind kind,
                                          auto key) {
  std::map<int, const pb::Action*> best;
  for (const auto* action : position.actions()) {
    if (action->kind() != kind) continue;
    auto& found = best[static_cast<int>((action->*key)())];
    if (!found || price(world, *action) < price(world, *found)) found = action;
  }
  return best;
}

void add_claims(std::vector<const pb::Action*>& found, const kit::Position& position, const World& world) {
  const auto claims = cheapest(position, world, pb::ACTION_KIND_CLAIM, &pb::Action::route);
  const auto plan = world.plan();
  std::set<int> planned(plan.begin(), plan.end());
  for (const int route : plan) planned.insert(world.board->routes[route].sibling);
  std::vector<const pb::Action*> others;
  for (const auto& [route, claim] : claims) (planned.contains(route) ? found : others).push_back(claim);
  std::ranges::stable_sort(others, std::greater{},
                           [&](auto* claim) { return world.board->routes[claim->route()].points; });
  found.insert(found.end(), others.begin(), others.begin() + std::min(kOthers, others.size()));
}

/// Stations that are of use at once: with the routes of now they complete a ticket more.
void add_stations(std::vector<const pb::Action*>& found, const kit::Position& position, const World& world) {
  for (const auto& [city, station] : cheapest(position, world, pb::ACTION_KIND_STATION, &pb::Action::city)) {
    auto with = world;
    with.stations.push_back(city);
    if (with.score() > world.score()) found.push_back(station);
  }
}

/// A few tickets of those that may come; `perform` keeps the good ones.
std::vector<int> drawn_tickets(const World& world, Random& random) {
  auto rest = world.strange;
  std::vector<int> drawn;
  while (!rest.empty() && static_cast<int>(drawn.size()) < world.board->draw_tickets) {
    const int i = below(random, static_cast<int>(rest.size()));
    drawn.push_back(rest[i]);
    rest.erase(rest.begin() + i);
  }
  return drawn;
}

void draw_rest(World& world, int cards, Random& random) {
  const auto plan = world.plan();
  for (int i = 0; i < cards; ++i) draw_well(world, plan, random);
}

}  // namespace

std::vector<const pb::Action*> options(const kit::Position& position, const World& world) {
  std::vector<const pb::Action*> found;
  add_claims(found, position, world);
  add_stations(found, position, world);
  for (const auto* action : position.actions()) {
    const auto kind = action->kind();
    const bool foreign = kind == pb::ACTION_KIND_DEPOSIT && static_cast<int>(action->seat()) != world.seat;
    const bool seen = kind == pb::ACTION_KIND_CLAIM || kind == pb::ACTION_KIND_STATION || kind == pb::ACTION_KIND_DEPOT;
    if (!foreign && !seen) found.push_back(action);
  }
  return found.empty() ? position.actions() : found;
}

void perform(World& world, const kit::Position& position, const pb::Action& action, Random& random) {
  const bool second = position.kind() == pb::DECISION_KIND_SECOND_CARD;
  const auto& tunnel = position.view().tunnel();
  switch (action.kind()) {
    case pb::ACTION_KIND_DRAW_DECK:
      ++world.hand[world.any_card(random)];
      return draw_rest(world, second ? 0 : 1, random);
    case pb::ACTION_KIND_DRAW_CARD:
      ++world.hand[action.card()];
      return draw_rest(world, second || static_cast<int>(action.card()) == world.board->wild ? 0 : 1, random);
    case pb::ACTION_KIND_DEPOSIT:
      return draw_rest(world, 2, random);
    case pb::ACTION_KIND_TICKETS:
      return keep_some(world, drawn_tickets(world, random), world.board->keep_tickets);
    case pb::ACTION_KIND_KEEP: {
      std::vector<int> kept;
      for (int i = 0; i < position.view().offer().tickets_size(); ++i) {
        if (action.keep_mask() >> i & 1) kept.push_back(position.view().offer().tickets(i));
      }
      return world.add_tickets(kept);
    }
    case pb::ACTION_KIND_CLAIM:
      return world.claim(action.route(), payment_of(action), random);
    case pb::ACTION_KIND_PAY:
      world.pay(payment_of(action));
      return world.take(tunnel.route());
    case pb::ACTION_KIND_DECLINE:
      world.hand[tunnel.colour()] += tunnel.colour_cards();
      world.hand[world.board->wild] += tunnel.locomotives();
      return;
    case pb::ACTION_KIND_STATION:
      world.pay(payment_of(action));
      world.stations.push_back(action.city());
      --world.stations_left;
      return;
    case pb::ACTION_KIND_PICK:
      for (auto i = position.view().seats(action.seat()).warehouse_size(); i > 0; --i)
        ++world.hand[world.any_card(random)];
      --world.reserve_depots;
      return;
    default:
      return;
  }
}

}  // namespace bot
