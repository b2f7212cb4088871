// The bot's side of a session as a value: the referee's messages go in, the bot's come out. Opens no connection.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "kit/position.h"

namespace kit {

/// A bot: a function from a position to one of its legal actions.
using Bot = std::function<const pb::Action&(Position&)>;
using Log = std::function<void(const std::string&)>;
using Send = std::function<void(const pb::PlayRequest&)>;

/// Something that ends the bot; the text says what.
class Error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a bot process knows while it is connected.
class Session {
 public:
  Session(Bot bot, Log log, Send send) : bot_(std::move(bot)), log_(std::move(log)), send_(std::move(send)) {}

  /// Takes in one message and sends the answers to it. Messages that this version does not know are ignored.
  /// Throws an Error when the session cannot go on.
  void receive(const pb::PlayResponse& message);

  /// True once the referee has let the bot in.
  bool welcomed() const { return welcomed_; }
  /// The referee's last words, absent before.
  const std::optional<pb::Goodbye>& goodbye() const { return goodbye_; }

 private:
  void start(const pb::MatchStart& message);
  void answer(const pb::Decisions& message);
  pb::Move move(const Match& match, const pb::Decision& decision);
  void end(const pb::MatchEnd& message);
  void tell(const Match& match, const google::protobuf::RepeatedPtrField<pb::Fault>& faults);

  Bot bot_;
  Log log_;
  Send send_;
  bool welcomed_ = false;
  std::optional<pb::Goodbye> goodbye_;
  std::map<std::string, std::shared_ptr<const pb::Game>> games_;
  std::map<std::string, Match> matches_;
};

}  // namespace kit
