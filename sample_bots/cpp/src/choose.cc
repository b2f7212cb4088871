#include "src/choose.h"

#include <algorithm>
#include <numeric>
#include <sstream>

namespace bot {

namespace {

/// Who moves once the action is played.
int next_seat(const kit::Position& position) {
  const bool start = static_cast<int>(position.view().stage()) < position.game().start_offers_size();
  return start ? 0 : (position.seat() + 1) % static_cast<int>(position.game().players());
}

/// The city where most routes of the plan meet: this seat will claim there.
const pb::Action& start_depot(const kit::Position& position, const World& world) {
  const auto plan = world.plan();
  return **std::ranges::max_element(position.actions(), {}, [&](const pb::Action* depot) {
    return std::ranges::count_if(plan, [&](int route) {
      const int city = static_cast<int>(depot->city());
      return world.board->routes[route].a == city || world.board->routes[route].b == city;
    });
  });
}

/// The best options with their mean scores, for the replay.
std::string remark(const std::vector<const pb::Action*>& options, const std::vector<double>& means) {
  std::vector<std::size_t> order(options.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return means[i]; });
  std::ostringstream text;
  text.precision(1);
  text << std::fixed << options.size() << " options:";
  for (std::size_t i = 0; i < std::min<std::size_t>(3, order.size()); ++i) {
    text << (i ? ", " : " ") << options[order[i]]->text() << " " << means[order[i]];
  }
  return text.str();
}

}  // namespace

const pb::Action& MonteCarlo::operator()(kit::Position& position) {
  const World world(board_of(position.game()), position);
  if (position.kind() == pb::DECISION_KIND_START_DEPOT) return start_depot(position, world);
  // Depots in reserve score at the end, and pay for picks until then.
  if (const auto* none = position.first(pb::ACTION_KIND_DEPOT_NONE)) return *none;
  const auto found = options(position, world);
  return found.size() == 1 ? *found.front() : dream(position, world, found);
}

const Board& MonteCarlo::board_of(const pb::Game& game) {
  return boards_.try_emplace(game.game_digest(), game).first->second;
}

const pb::Action& MonteCarlo::dream(kit::Position& position, const World& now,
                                    const std::vector<const pb::Action*>& options) const {
  // Half of the time is for the machine and the way to the referee; on a usual clock all dreams fit.
  const auto started = std::chrono::steady_clock::now();
  const auto& deadline = position.deadline();
  std::vector<double> sums(options.size(), 0.0);
  auto random = position.random();
  const int rounds = std::max(1, dreams_ / static_cast<int>(options.size()));
  int dreamt = 0;
  while (dreamt < rounds) {
    const auto seed = random();
    for (std::size_t i = 0; i < options.size(); ++i) {
      Random chance(seed);
      World world = now;
      if (world.turns_left > 0) --world.turns_left;
      perform(world, position, *options[i], chance);
      if (world.turns_left < 0 && world.trains <= world.board->end_trigger) world.turns_left = world.board->players;
      sums[i] += play_out(std::move(world), next_seat(position), chance);
    }
    ++dreamt;
    if (deadline && std::chrono::steady_clock::now() > started + (*deadline - started) / 2) break;
  }
  for (auto& sum : sums) sum /= dreamt;
  position.note(remark(options, sums));
  return *options[std::ranges::max_element(sums) - sums.begin()];
}

}  // namespace bot
