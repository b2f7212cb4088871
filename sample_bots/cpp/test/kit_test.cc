#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "kit/run.h"
#include "referee/v1/bot.grpc.pb.h"
#include "test/small.h"

namespace {

namespace pb = referee::v1;

const kit::Bot kLast = [](kit::Position& position) -> const pb::Action& { return *position.actions().back(); };

pb::PlayResponse welcome() {
  pb::PlayResponse message;
  message.mutable_welcome()->set_protocol_version(1);
  return message;
}

pb::PlayResponse described() {
  pb::PlayResponse message;
  *message.mutable_game() = small::game();
  return message;
}

pb::PlayResponse started() {
  pb::PlayResponse message;
  *message.mutable_match_start() = small::start();
  return message;
}

pb::PlayResponse asked() {
  pb::PlayResponse message;
  for (unsigned number = 1; number <= 2; ++number) {
    auto& decision = *message.mutable_decisions()->add_decisions();
    decision = small::question(pb::DECISION_KIND_MAIN, {"draw deck", "tickets"});
    decision.set_number(number);
  }
  return message;
}

pb::PlayResponse goodbye(pb::GoodbyeReason reason, const std::string& text = "") {
  pb::PlayResponse message;
  message.mutable_goodbye()->set_reason(reason);
  message.mutable_goodbye()->set_text(text);
  return message;
}

/// A stand-in for the referee, with its side of the conversation: it waits for the bot before the first line and after
/// each that wants an answer.
class Stand final : public pb::RefereeService::Service {
 public:
  Stand(const std::string& address, std::vector<pb::PlayResponse> script) : script_(std::move(script)) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort(address, grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
  }

  grpc::Status Play(grpc::ServerContext*,
                    grpc::ServerReaderWriter<pb::PlayResponse, pb::PlayRequest>* stream) override {
    bool wait = true;
    for (const auto& line : script_) {
      if (wait) stream->Read(&said.emplace_back());
      stream->Write(line);
      wait = line.has_match_start() || line.has_decisions();
    }
    return grpc::Status::OK;
  }

  std::vector<pb::PlayRequest> said;
  int port = 0;

 private:
  std::vector<pb::PlayResponse> script_;
  std::unique_ptr<grpc::Server> server_;
};

/// How a session ended: an error's text, or nothing.
std::string outcome(const std::string& address, const kit::Bot& bot = kLast) {
  try {
    kit::play({address, "secret"}, bot, {"test", "1", 8}, [](const std::string&) {});
    return "";
  } catch (const kit::Error& error) {
    return error.what();
  }
}

void expect_a_whole_conversation(const std::string& address, bool tcp) {
  Stand stand(address, {welcome(), described(), started(), asked(), goodbye(pb::GOODBYE_REASON_DONE)});
  EXPECT_EQ(outcome(tcp ? "127.0.0.1:" + std::to_string(stand.port) : address), "");
  ASSERT_EQ(stand.said.size(), 3u);
  EXPECT_EQ(stand.said[0].hello().token(), "secret");
  EXPECT_EQ(stand.said[0].hello().protocol_version(), 1u);
  EXPECT_EQ(stand.said[1].ready().match_id(), small::start().match_id());
  const auto& moves = stand.said[2].moves().moves();
  ASSERT_EQ(moves.size(), 2);
  EXPECT_EQ(moves[0].decision(), 1u);
  EXPECT_EQ(moves[1].decision(), 2u);
  EXPECT_EQ(moves[1].action(), 4u);
}

TEST(Kit, ItPlaysOverAUnixSocket) {
  const auto file = std::filesystem::temp_directory_path() / ("kit-test-" + std::to_string(getpid()) + ".sock");
  expect_a_whole_conversation("unix:" + file.string(), false);
}

TEST(Kit, ItPlaysOverTcp) { expect_a_whole_conversation("127.0.0.1:0", true); }

TEST(Kit, AGoodbyeThatIsTheBotsFaultIsTold) {
  const Stand stand("127.0.0.1:0", {goodbye(pb::GOODBYE_REASON_TOKEN_REFUSED, "this token was used before")});
  EXPECT_EQ(outcome("127.0.0.1:" + std::to_string(stand.port)),
            "the referee said goodbye: TOKEN_REFUSED: this token was used before");
}

TEST(Kit, AStreamThatEndsWithoutAGoodbyeIsAnError) {
  const Stand stand("127.0.0.1:0", {welcome()});
  EXPECT_EQ(outcome("127.0.0.1:" + std::to_string(stand.port)), "the referee closed the stream without a goodbye");
}

TEST(Kit, ARefereeThatIsNotThereIsNamed) {
  EXPECT_EQ(outcome("unix:/nowhere/r.sock").rfind("no referee answers at unix:/nowhere/r.sock: ", 0), 0u);
}

/// A session that has come to its first question.
struct Opened {
  explicit Opened(kit::Bot bot)
      : session(
            std::move(bot), [this](const std::string& line) { log.push_back(line); },
            [this](const pb::PlayRequest& request) { sent.push_back(request); }) {
    for (const auto& message : {welcome(), described(), started()}) session.receive(message);
    sent.clear();
  }

  std::vector<std::string> log;
  std::vector<pb::PlayRequest> sent;
  kit::Session session;
};

TEST(Session, ABotThatFailsIsShownWithTheQuestion) {
  Opened opened([](kit::Position&) -> const pb::Action& { throw std::runtime_error("out of ideas"); });
  try {
    opened.session.receive(asked());
    FAIL();
  } catch (const kit::Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "the bot failed: out of ideas: match 0000000000000000 (small, 2 players, seat 0), decision 1 (MAIN), "
              "legal: draw deck, tickets");
  }
}

TEST(Session, NotesGoWithTheMoveUnlessTheyAreTooLong) {
  for (const std::size_t length : {10u, 20'000u}) {
    Opened opened([&](kit::Position& position) -> const pb::Action& {
      position.note(std::string(length, 'x'));
      return kLast(position);
    });
    opened.session.receive(asked());
    ASSERT_FALSE(opened.sent.empty());
    EXPECT_EQ(opened.sent[0].moves().moves(0).has_notes(), length == 10);
    EXPECT_EQ(opened.log.size(), length == 10 ? 0u : 2u);
  }
}

TEST(Session, FaultsAreToldToTheAuthor) {
  Opened opened(kLast);
  pb::PlayResponse ended;
  ended.mutable_match_end()->set_match_id(small::start().match_id());
  auto& fault = *ended.mutable_match_end()->add_faults();
  fault.set_decision(3);
  fault.set_code(pb::FAULT_CODE_TIMEOUT);
  fault.set_reason("late");
  fault.set_text("the answer came late");
  opened.session.receive(ended);
  ASSERT_EQ(opened.log.size(), 1u);
  EXPECT_EQ(opened.log[0],
            "fault TIMEOUT (late) at decision 3: the answer came late: "
            "match 0000000000000000 (small, 2 players, seat 0)");
}

TEST(Position, RandomNumbersDependOnSeedAndDecisionAlone) {
  const auto match = small::match();
  auto decision = small::question(pb::DECISION_KIND_MAIN, {"pass"});
  const auto first = kit::Position(match, decision).random()();
  EXPECT_EQ(kit::Position(match, decision).random()(), first);
  decision.set_number(1);
  EXPECT_NE(kit::Position(match, decision).random()(), first);
}

}  // namespace
