// SPDX-License-Identifier: Apache-2.0
// The transport thread: owns the ROUTER, checks and routes what comes, sends what sessions have written, and
// never waits for one of them. Sessions run on threads of their own and share nothing.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "bridge/control/control_calls.h"
#include "bridge/frames/frame.h"
#include "bridge/frames/frame_codec.h"
#include "bridge/transport/transport.h"
#include "operator/process/admission.h"
#include "operator/process/awake_clock.h"
#include "operator/process/ended_peers.h"
#include "operator/process/options.h"
#include "operator/process/session_runner.h"
#include "operator/process/workload_registry.h"

namespace horatio::process {

class DataPlane {
 public:
  // REQUIRES: options.memory is not 0. Errors: as RouterSocket::bind.
  static Result<std::unique_ptr<DataPlane>> bind(const ProcessOptions& options, std::string token,
                                                 WorkloadRegistry& registry);
  ~DataPlane();  // waits for the step in hand of each session

  const std::string& endpoint() const { return router_.endpoint(); }

  void run();  // the transport thread; returns after drain()

  // Any thread, below.
  // No new sessions; those there are may finish what they have in hand, for `bound` at most, and are then
  // ended with kShutdown. The shortest bound asked for counts.
  void drain(std::chrono::milliseconds bound);
  bool draining() const { return drain_until_ms_.load() != kNoDrain; }
  std::int64_t sessions_opened() const { return opened_.load(); }
  std::int64_t sessions_failed() const { return failed_.load(); }
  std::vector<control_plane::SessionInfo> sessions() const;

 private:
  static constexpr std::int64_t kNoDrain = INT64_MAX;

  struct Live {
    std::string peer;
    std::string job, op;
    std::uint32_t subtask = 0;
    std::uint64_t next_seq = 1;
    std::int64_t heard_ms = 0;  // awake time
    std::unique_ptr<SessionRunner> runner;
  };
  using Sessions = std::map<std::uint64_t, Live>;

  DataPlane(RouterSocket router, const ProcessOptions& options, std::string token,
            WorkloadRegistry& registry);

  void take(const ReceivedMessage& message);
  void take_from_stranger(const ReceivedMessage& message, const FrameHeader& header);
  void take_from_session(Sessions::iterator session, const ReceivedMessage& message,
                         const FrameHeader& header);
  void answer_ping(Live& session, const ReceivedMessage& message);
  void greet(const ReceivedMessage& message);
  void open(const ReceivedMessage& message, const HelloFrame& hello, WorkloadHandle workload,
            const SessionTerms& terms);

  void refuse(const std::string& peer, const Error& fault);
  void fail(Sessions::iterator session, const Error& fault);
  void retire(Sessions::iterator session);

  void mark_ready(std::uint64_t session);  // any thread
  void serve_ready();
  bool flush(Sessions::iterator session);
  void settle(Sessions::iterator session);

  void tick();
  void judge_silence();
  void judge_memory();
  void drain_on();

  RouterSocket router_;  // first: sessions wake it until they are gone
  const ProcessOptions options_;
  const std::string token_;
  WorkloadRegistry& registry_;
  const FrameLimits limits_;

  Admission admission_;
  EndedPeers ended_peers_;
  AwakeClock clock_;
  std::int64_t ticked_ms_ = 0;
  std::uint64_t next_session_ = 1;
  std::unordered_map<std::string, std::uint64_t> by_peer_;
  std::vector<std::unique_ptr<SessionRunner>> retired_;  // told to stop, not finished yet
  std::int64_t closing_until_ms_ = 0;                    // awake time; 0: not yet
  bool done_ = false;

  std::mutex ready_mutex_;
  std::vector<std::uint64_t> ready_;

  mutable std::mutex sessions_mutex_;  // held by run() only to add or remove, by others to read
  Sessions sessions_;

  std::atomic<std::int64_t> drain_until_ms_{kNoDrain};  // steady clock
  std::atomic<std::int64_t> opened_{0};
  std::atomic<std::int64_t> failed_{0};
};

}  // namespace horatio::process
