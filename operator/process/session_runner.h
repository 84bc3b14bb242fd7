// SPDX-License-Identifier: Apache-2.0
// A session on a thread of its own. All calls are the transport thread's unless they say otherwise; none
// blocks.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "operator/process/outbox.h"
#include "operator/process/session.h"

namespace horatio::process {

// Work of a step is sized so that it ends within about 50 ms: halved after a slow step, doubled after quick
// ones.
StepBudget next_budget(const StepBudget& budget, std::int64_t step_us);

class SessionRunner {
 public:
  // `ready` wakes the transport thread: frames wait in the outbox, or the thread has finished.
  // The first frame in the outbox is `ok`.
  SessionRunner(std::uint64_t session, WorkloadHandle workload, const SessionTerms& terms,
                const HelloOkFrame& ok, std::function<void()> ready);
  ~SessionRunner();  // REQUIRES: finished(), or the wait for the step in hand is welcome

  // Error: kProtocol, for more event frames than credit allows or more of the others than any sender needs.
  Status deliver(ArrivedFrame frame);
  void stop();  // the thread ends after the step in hand

  Outbox& outbox() { return outbox_; }  // any thread

  bool finished() const { return finished_.load(); }  // any thread
  std::uint64_t progress() const { return progress_.load(); }
  SessionState state() const { return state_.load(); }
  bool has_work_in_hand() const;       // frames or results that it can still deal with
  SessionFigures figures() const;      // any thread
  std::optional<Error> fault() const;  // once finished: why; none after BYE or stop()

 private:
  void run(WorkloadHandle workload, const SessionTerms& terms);
  void serve(Session& session);
  bool collect(std::vector<ArrivedFrame>& frames, bool wait);
  void publish(const Session& session, Activity activity);
  void fail(Error fault);

  const std::uint64_t event_credit_;
  const std::function<void()> ready_;
  Outbox outbox_;

  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<ArrivedFrame> inbox_;
  bool stopping_ = false;
  SessionFigures figures_;
  std::optional<Error> fault_;

  std::uint64_t credit_spent_ = 0;      // of the transport thread
  std::size_t uncredited_waiting_ = 0;  // in inbox_, frames that spend no credit

  std::atomic<bool> finished_{false};
  std::atomic<std::uint64_t> progress_{0};
  std::atomic<SessionState> state_{SessionState::kWorking};
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace horatio::process
