// SPDX-License-Identifier: Apache-2.0
#include "operator/process/data_plane.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "operator/process/credit.h"
#include "operator/process/hello_check.h"
#include "operator/process/log.h"
#include "operator/process/token.h"
#include "operator/process/version.h"

namespace horatio::process {
namespace {

constexpr std::chrono::milliseconds kTick{100};
constexpr std::size_t kSessions = 1024;

std::int64_t steady_ms() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

ErrorFrame error_frame(const Error& fault) {
  return {static_cast<std::uint32_t>(fault.code), fault.message, fault.remedy};
}

TransportOptions transport_options(const ProcessOptions& options) {
  TransportOptions transport;
  transport.allow_any_address = options.allow_remote;
  // A frame somewhat over the limit is answered with the reason; the socket itself would hang up without a
  // word.
  transport.max_message = 2 * options.max_frame;
  // Every frame under credit spends 1 KiB at least, an event frame is answered by one CREDIT; the rest is for
  // frames without credit.
  transport.high_water = static_cast<int>((options.event_credit + kMostResultCredit) / 1024 + 16'384);
  return transport;
}

}  // namespace

Result<std::unique_ptr<DataPlane>> DataPlane::bind(const ProcessOptions& options, std::string token,
                                                   WorkloadRegistry& registry) {
  auto router = RouterSocket::bind(options.listen, transport_options(options));
  if (!router) return router.error();
  return std::unique_ptr<DataPlane>(new DataPlane(std::move(*router), options, std::move(token), registry));
}

DataPlane::DataPlane(RouterSocket router, const ProcessOptions& options, std::string token,
                     WorkloadRegistry& registry)
    : router_(std::move(router)),
      options_(options),
      token_(std::move(token)),
      registry_(registry),
      limits_(frame_limits(options)) {}

DataPlane::~DataPlane() {
  retired_.clear();
  sessions_.clear();
}

void DataPlane::run() {
  while (!done_) {
    const auto message = router_.receive(kTick);
    clock_.advance(steady_ms());
    if (message) take(*message);
    serve_ready();
    if (!message) judge_silence();
    if (clock_.now_ms() - ticked_ms_ >= kTick.count()) tick();
  }
}

void DataPlane::take(const ReceivedMessage& message) {
  const auto known = by_peer_.find(message.peer);
  if (known == by_peer_.end() && ended_peers_.contains(message.peer)) return;
  if (message.bytes.size() > options_.max_frame) {
    return refuse(message.peer, {ErrorCode::kLimitExceeded,
                                 "a frame of " + std::to_string(message.bytes.size()) +
                                     " bytes; the limit is " + std::to_string(options_.max_frame),
                                 "send smaller frames, or raise --max-frame",
                                 {}});
  }
  const auto header = decode_header(message.bytes);
  if (!header) return refuse(message.peer, header.error());
  if (known == by_peer_.end()) return take_from_stranger(message, *header);
  take_from_session(sessions_.find(known->second), message, *header);
}

void DataPlane::take_from_stranger(const ReceivedMessage& message, const FrameHeader& header) {
  if (header.kind == FrameKind::kHello) return greet(message);
  if (header.kind == FrameKind::kError) return;  // an ERROR is never answered with one
  refuse(message.peer, {ErrorCode::kProtocol,
                        std::string(to_string(header.kind)) + " before HELLO",
                        "the first frame of a connection is HELLO",
                        {}});
}

void DataPlane::take_from_session(Sessions::iterator session, const ReceivedMessage& message,
                                  const FrameHeader& header) {
  Live& live = session->second;
  live.heard_ms = clock_.now_ms();
  if (header.kind == FrameKind::kHello) {
    return fail(session, {ErrorCode::kProtocol,
                          "a second HELLO on a connection that has a session",
                          "send HELLO again with a higher try, on a new socket",
                          {}});
  }
  if (header.session != session->first) {
    return fail(session, {ErrorCode::kStaleSession,
                          "a frame of session " + std::to_string(header.session) +
                              " on the connection of session " + std::to_string(session->first),
                          "use the session number of HELLO_OK",
                          {}});
  }
  if (header.seq != live.next_seq) {
    return fail(session, {ErrorCode::kSequenceGap,
                          std::string(to_string(header.kind)) + " has sequence number " +
                              std::to_string(header.seq) + ", expected " + std::to_string(live.next_seq),
                          "frames were lost or doubled: restore from the last checkpoint",
                          {}});
  }
  ++live.next_seq;
  if (header.kind == FrameKind::kPing) return answer_ping(live, message);
  const auto status = live.runner->deliver({header.kind, message.bytes, message.owner});
  if (!status) fail(session, status.error());
}

void DataPlane::answer_ping(Live& session, const ReceivedMessage& message) {
  const auto ping = decode_frame(message.bytes, limits_);
  if (!ping) return refuse(session.peer, ping.error());
  session.runner->outbox().send(
      PongFrame{std::get<PingFrame>(ping->body).nonce, session.runner->progress(), session.runner->state()});
}

void DataPlane::greet(const ReceivedMessage& message) {
  const auto decoded = decode_frame(message.bytes, limits_);
  if (!decoded) return refuse(message.peer, decoded.error());
  const auto& hello = std::get<HelloFrame>(decoded->body);
  if (!same_token(hello.token, token_)) {
    return refuse(message.peer, {ErrorCode::kUnauthorized,
                                 "the token is not that of this process",
                                 "use the token that the process was started with or wrote to its token file",
                                 {}});
  }
  if (draining()) return refuse(message.peer, {ErrorCode::kShutdown, "the process is shutting down", "", {}});
  const auto decision = admission_.decide(hello);
  if (std::holds_alternative<Admission::Ignore>(decision)) return ended_peers_.add(message.peer);
  if (const auto* fault = std::get_if<Error>(&decision)) return refuse(message.peer, *fault);
  const WorkloadHandle workload = registry_.find(hello.workload_hash);
  const auto terms = check_hello(hello, workload, options_);
  if (!terms) return refuse(message.peer, terms.error());
  const auto& open_decision = std::get<Admission::Open>(decision);
  if (open_decision.ends) {
    const auto older = sessions_.find(*open_decision.ends);
    if (older != sessions_.end()) {
      fail(older, {ErrorCode::kStaleSession, "a newer session of this subtask has begun", "", {}});
    }
  }
  if (sessions_.size() >= kSessions) {
    return refuse(message.peer, {ErrorCode::kLimitExceeded,
                                 std::to_string(kSessions) + " sessions are open",
                                 "start a second horatio-operator",
                                 {}});
  }
  open(message, hello, workload, *terms);
}

void DataPlane::open(const ReceivedMessage& message, const HelloFrame& hello, WorkloadHandle workload,
                     const SessionTerms& terms) {
  const std::uint64_t session = next_session_++;
  HelloOkFrame ok;
  ok.process_version = kVersion;
  ok.event_credit = options_.event_credit;
  ok.max_frame = std::min(options_.max_frame, options_.event_credit);  // a larger one could never be paid for
  ok.workload_hash = workload->info.hash;
  Live live;
  live.peer = message.peer;
  live.job = hello.job;
  live.op = hello.op;
  live.subtask = hello.subtask;
  live.heard_ms = clock_.now_ms();
  try {
    live.runner = std::make_unique<SessionRunner>(session, std::move(workload), terms, ok,
                                                  [this, session] { mark_ready(session); });
  } catch (const std::system_error& error) {
    return refuse(message.peer, {ErrorCode::kLimitExceeded,
                                 std::string("no thread for a session: ") + error.what(),
                                 "raise the limit of threads, or start a second horatio-operator",
                                 {}});
  }
  by_peer_[message.peer] = session;
  admission_.opened(hello, session);
  {
    const std::lock_guard lock(sessions_mutex_);
    sessions_.emplace(session, std::move(live));
  }
  opened_.fetch_add(1);
  log_info("session " + std::to_string(session) + " opened: job " + hello.job + ", operator " + hello.op +
           ", subtask " + std::to_string(hello.subtask) + ", attempt " + hello.attempt + ", try " +
           std::to_string(hello.try_number) + ", workload " + hello.workload_hash);
}

// Sends the reason to a peer, whose connection is of no more use then, and ends its session if it has one.
void DataPlane::refuse(const std::string& peer, const Error& fault) {
  const auto known = by_peer_.find(peer);
  if (known != by_peer_.end()) return fail(sessions_.find(known->second), fault);
  log_limited("refused", "a connection was refused: " + fault.message);
  Frame frame;
  frame.header.kind = FrameKind::kError;
  frame.body = error_frame(fault);
  router_.send(peer, encode_frame(frame));
  ended_peers_.add(peer);
}

void DataPlane::fail(Sessions::iterator session, const Error& fault) {
  log_limited("failed", "session " + std::to_string(session->first) + " failed: " + fault.message);
  failed_.fetch_add(1);
  session->second.runner->outbox().send_last(error_frame(fault));
  for (std::string& frame : session->second.runner->outbox().take()) {
    if (router_.send(session->second.peer, std::move(frame)) != SendOutcome::kSent) break;
  }
  retire(session);
}

// Takes a session out of all tables; its thread may still be in a step.
void DataPlane::retire(Sessions::iterator session) {
  ended_peers_.add(session->second.peer);
  by_peer_.erase(session->second.peer);
  admission_.closed(session->first);
  session->second.runner->stop();
  const std::lock_guard lock(sessions_mutex_);
  retired_.push_back(std::move(session->second.runner));
  sessions_.erase(session);
}

void DataPlane::mark_ready(std::uint64_t session) {
  {
    const std::lock_guard lock(ready_mutex_);
    ready_.push_back(session);
  }
  router_.wake();
}

void DataPlane::serve_ready() {
  std::vector<std::uint64_t> ready;
  {
    const std::lock_guard lock(ready_mutex_);
    ready.swap(ready_);
  }
  for (const std::uint64_t id : ready) {
    const auto session = sessions_.find(id);
    if (session == sessions_.end()) continue;
    const bool finished =
        session->second.runner->finished();  // before the flush: nothing is written after it
    if (flush(session) && finished) settle(session);
  }
  std::erase_if(retired_, [](const auto& runner) { return runner->finished(); });
}

// Hands what the session wrote to the socket; false if that was the session's end.
bool DataPlane::flush(Sessions::iterator session) {
  for (std::string& frame : session->second.runner->outbox().take()) {
    const SendOutcome outcome = router_.send(session->second.peer, std::move(frame));
    if (outcome == SendOutcome::kSent) continue;
    const char* reason = outcome == SendOutcome::kGone ? "its connection is gone" : "it does not read";
    log_limited("dropped", "session " + std::to_string(session->first) + " dropped: " + reason);
    failed_.fetch_add(1);
    retire(session);
    return false;
  }
  return true;
}

// The session's thread has ended by itself.
void DataPlane::settle(Sessions::iterator session) {
  const auto fault = session->second.runner->fault();
  if (fault) {
    failed_.fetch_add(1);
    log_limited("failed", "session " + std::to_string(session->first) + " failed: " + fault->message);
  } else {
    log_info("session " + std::to_string(session->first) + " closed");
  }
  retire(session);
}

}  // namespace horatio::process
