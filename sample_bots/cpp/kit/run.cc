#include "kit/run.h"

#include <grpcpp/grpcpp.h>

#include <cstdlib>
#include <iostream>

#include "referee/v1/bot.grpc.pb.h"

namespace kit {

namespace {

constexpr int kProtocolVersion = 1;
constexpr int kMessageLimit = 4 * 1024 * 1024;  // the referee sends at most 1 MiB

using Stream = grpc::ClientReaderWriter<pb::PlayRequest, pb::PlayResponse>;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

pb::PlayRequest hello(const std::string& token, const About& about) {
  pb::PlayRequest request;
  auto& message = *request.mutable_hello();
  message.set_token(token);
  message.set_name(about.name);
  message.set_version(about.version);
  message.set_kit("cpp-kit 1");
  message.set_protocol_version(kProtocolVersion);
  message.set_max_in_flight(about.max_in_flight);
  return request;
}

std::shared_ptr<grpc::Channel> dial(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  arguments.SetMaxReceiveMessageSize(kMessageLimit);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

/// Why the stream is over, as a sentence; empty if all is well.
std::string reproach(const Session& session, const std::string& address, const grpc::Status& status) {
  if (const auto& goodbye = session.goodbye()) {
    if (goodbye->reason() == pb::GOODBYE_REASON_DONE || goodbye->reason() == pb::GOODBYE_REASON_SHUTTING_DOWN)
      return "";
    const auto reason = pb::GoodbyeReason_Name(goodbye->reason()).substr(std::string("GOODBYE_REASON_").size());
    return "the referee said goodbye: " + reason + ": " + goodbye->text();
  }
  if (status.ok()) return "the referee closed the stream without a goodbye";
  if (session.welcomed()) return "the referee has gone away: " + status.error_message();
  return "no referee answers at " + address + ": " + status.error_message();
}

}  // namespace

int run(const Bot& bot, const About& about) {
  setenv("GRPC_VERBOSITY", "NONE", 0);  // stderr is for the bot's author
  const Log log = [&](const std::string& line) { std::cerr << about.name << ": " << line << std::endl; };
  const Invitation invitation{variable("REFEREE_ADDRESS"), variable("REFEREE_TOKEN")};
  if (invitation.address.empty() || invitation.token.empty()) {
    log(std::string(invitation.address.empty() ? "REFEREE_ADDRESS" : "REFEREE_TOKEN") +
        " is not set: a bot is started by the referee, not by hand. Start it with\n"
        "    referee play --edition usa --bot . --bot greedy");
    return 2;
  }
  try {
    play(invitation, bot, about, log);
    return 0;
  } catch (const Error& error) {
    log(error.what());
    return 1;
  }
}

void play(const Invitation& invitation, const Bot& bot, const About& about, const Log& log) {
  const auto stub = pb::RefereeService::NewStub(dial(invitation.address));
  grpc::ClientContext context;
  const std::unique_ptr<Stream> stream = stub->Play(&context);
  // A failed Write says nothing; the reason comes with the end of the stream.
  Session session(bot, log, [&](const pb::PlayRequest& request) { stream->Write(request); });
  stream->Write(hello(invitation.token, about));
  try {
    pb::PlayResponse message;
    while (!session.goodbye() && stream->Read(&message)) session.receive(message);
  } catch (const Error&) {
    context.TryCancel();
    stream->Finish();
    throw;
  }
  if (session.goodbye()) context.TryCancel();
  const auto status = stream->Finish();
  const auto why = reproach(session, invitation.address, status);
  if (!why.empty()) throw Error(why);
}

}  // namespace kit
