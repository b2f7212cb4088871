#include "kit/session.h"

#include <algorithm>
#include <chrono>

namespace kit {

namespace {

/// Most bytes of notes in one message (bot.proto).
constexpr std::size_t kNotesLimit = 16 * 1024;

/// Thinking time after which answers leave and do not wait for the rest of their message: the clock runs from one
/// answer to the next.
constexpr auto kPatience = std::chrono::milliseconds(5);

std::string without_prefix(const std::string& name, const std::string& prefix) {
  return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

}  // namespace

void Session::receive(const pb::PlayResponse& message) {
  switch (message.payload_case()) {
    case pb::PlayResponse::kWelcome:
      welcomed_ = true;
      break;
    case pb::PlayResponse::kGame:
      games_[message.game().game_digest()] = std::make_shared<pb::Game>(message.game());
      break;
    case pb::PlayResponse::kMatchStart:
      start(message.match_start());
      break;
    case pb::PlayResponse::kDecisions:
      answer(message.decisions());
      break;
    case pb::PlayResponse::kMatchEnd:
      end(message.match_end());
      break;
    case pb::PlayResponse::kGoodbye:
      goodbye_ = message.goodbye();
      break;
    default:
      break;
  }
}

void Session::start(const pb::MatchStart& message) {
  const auto game = games_.find(message.game_digest());
  if (game == games_.end()) {
    throw Error("the referee started match " + message.match_id() + " of a game that it never described");
  }
  const auto& names = message.names();
  matches_[message.match_id()] = Match{message.match_id(),
                                       game->second,
                                       static_cast<int>(message.seat()),
                                       {names.begin(), names.end()},
                                       message.bot_seed()};
  pb::PlayRequest request;
  request.mutable_ready()->set_match_id(message.match_id());
  send_(request);
}

void Session::answer(const pb::Decisions& message) {
  pb::PlayRequest request;
  std::size_t notes = 0;
  auto started = std::chrono::steady_clock::now();
  const auto flush = [&] {
    if (request.moves().moves_size() > 0) send_(request);
    request.Clear();
    notes = 0;
    started = std::chrono::steady_clock::now();
  };
  for (const auto& decision : message.decisions()) {
    const auto match = matches_.find(decision.match_id());
    if (match == matches_.end()) {
      throw Error("the referee asked for a move in match " + decision.match_id() + ", which it never started");
    }
    tell(match->second, decision.faults());
    auto chosen = move(match->second, decision);
    const auto size = chosen.notes().ByteSizeLong();
    if (notes + size > kNotesLimit) flush();
    notes += size;
    *request.mutable_moves()->add_moves() = std::move(chosen);
    if (std::chrono::steady_clock::now() - started > kPatience) flush();
  }
  flush();
}

pb::Move Session::move(const Match& match, const pb::Decision& decision) {
  Position position(match, decision);
  pb::Move move;
  move.set_match_id(match.id);
  move.set_decision(decision.number());
  try {
    move.set_action(bot_(position).id());
  } catch (const std::exception& error) {
    throw Error(std::string("the bot failed: ") + error.what() + ": " + where(position));
  }
  if (std::ranges::find(decision.legal(), move.action()) == decision.legal().end()) {
    log_("action " + std::to_string(move.action()) + " is not legal: " + where(position));
  }
  if (position.note().empty()) return move;
  move.mutable_notes()->set_text(position.note());
  if (move.notes().ByteSizeLong() > kNotesLimit) {
    log_("notes left out, they are over " + std::to_string(kNotesLimit) + " bytes: " + where(position));
    move.clear_notes();
  }
  return move;
}

void Session::end(const pb::MatchEnd& message) {
  const auto match = matches_.find(message.match_id());
  if (match == matches_.end()) return;
  tell(match->second, message.faults());
  matches_.erase(match);
}

void Session::tell(const Match& match, const google::protobuf::RepeatedPtrField<pb::Fault>& faults) {
  for (const auto& fault : faults) {
    const auto code = without_prefix(pb::FaultCode_Name(fault.code()), "FAULT_CODE_");
    const auto when = fault.has_decision() ? " at decision " + std::to_string(fault.decision()) : "";
    log_("fault " + code + " (" + fault.reason() + ")" + when + ": " + fault.text() + ": " + title(match));
  }
}

}  // namespace kit
