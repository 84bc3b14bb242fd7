// SPDX-License-Identifier: Apache-2.0
#include "operator/process/session_runner.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "operator/process/credit.h"
#include "operator/process/measured_engine.h"

namespace horatio::process {
namespace {

constexpr std::size_t kUncreditedFrames = 4096;
// Gathered credit is sent when it comes to this part of all that there is, or when no frame has come for so
// long.
constexpr std::uint64_t kCreditBatches = 8;
constexpr std::chrono::milliseconds kCreditDelay{5};
constexpr std::int64_t kSlowStepUs = 25'000;
constexpr std::int64_t kQuickStepUs = 5'000;
constexpr StepBudget kLargestBudget{65'536, 4096};

bool spends_credit(FrameKind kind) { return kind == FrameKind::kPanes || kind == FrameKind::kRestore; }

}  // namespace

StepBudget next_budget(const StepBudget& budget, std::int64_t step_us) {
  if (step_us > kSlowStepUs) {
    return {std::max<std::size_t>(1, budget.events / 2), std::max<std::size_t>(1, budget.rows / 2)};
  }
  if (step_us < kQuickStepUs) {
    return {std::min(kLargestBudget.events, budget.events * 2),
            std::min(kLargestBudget.rows, budget.rows * 2)};
  }
  return budget;
}

SessionRunner::SessionRunner(std::uint64_t session, WorkloadHandle workload, const SessionTerms& terms,
                             const HelloOkFrame& ok, std::function<void()> ready)
    : event_credit_(ok.event_credit),
      ready_(ready),
      outbox_(session, ok.event_credit / kCreditBatches, ready) {
  outbox_.send(ok);
  thread_ = std::thread([this, workload = std::move(workload), terms] { run(workload, terms); });
}

SessionRunner::~SessionRunner() {
  stop();
  thread_.join();
}

Status SessionRunner::deliver(ArrivedFrame frame) {
  if (spends_credit(frame.kind)) {
    credit_spent_ += credit_cost(frame.bytes.size());
    const std::uint64_t outstanding = credit_spent_ - outbox_.credit_returned();
    if (outstanding > event_credit_) {
      return Error{ErrorCode::kProtocol,
                   std::to_string(outstanding) + " bytes of event frames are under way, the credit is " +
                       std::to_string(event_credit_),
                   "wait for CREDIT before the next PANES",
                   {}};
    }
  }
  const std::lock_guard lock(mutex_);
  if (!spends_credit(frame.kind) && ++uncredited_waiting_ > kUncreditedFrames) {
    return Error{ErrorCode::kProtocol,
                 "more than " + std::to_string(kUncreditedFrames) + " control frames wait",
                 "wait for answers",
                 {}};
  }
  inbox_.push_back(std::move(frame));
  arrived_.notify_one();
  return {};
}

void SessionRunner::stop() {
  const std::lock_guard lock(mutex_);
  stopping_ = true;
  arrived_.notify_one();
}

bool SessionRunner::has_work_in_hand() const {
  const std::lock_guard lock(mutex_);
  return !finished_.load() && (!inbox_.empty() || state_.load() != SessionState::kIdle);
}

SessionFigures SessionRunner::figures() const {
  const std::lock_guard lock(mutex_);
  return figures_;
}

std::optional<Error> SessionRunner::fault() const {
  const std::lock_guard lock(mutex_);
  return fault_;
}

// Nothing that a session does may end the process: what it throws ends it alone.
void SessionRunner::run(WorkloadHandle workload, const SessionTerms& terms) {
  try {
    auto engine = make_measured_engine(workload->workload, terms.engine);
    if (engine) {
      Session session(std::move(workload), std::move(*engine), terms, outbox_);
      serve(session);
    } else {
      fail(engine.error());
    }
  } catch (const std::bad_alloc&) {
    fail({ErrorCode::kMemory, "no memory left for the session", "give the process more memory", {}});
  } catch (const std::exception& error) {
    fail({ErrorCode::kInternal, std::string("the session failed: ") + error.what(), "", {}});
  }
  finished_.store(true);
  ready_();
}

void SessionRunner::serve(Session& session) {
  using Clock = std::chrono::steady_clock;
  std::vector<ArrivedFrame> frames;
  StepBudget budget;
  Activity activity = Activity::kIdle;
  publish(session, activity);
  while (collect(frames, activity != Activity::kWorked)) {
    for (ArrivedFrame& frame : frames) session.receive(std::move(frame));
    frames.clear();
    const auto before = Clock::now();
    activity = session.step(budget);
    const auto spent = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - before);
    publish(session, activity);
    if (activity == Activity::kEnded) return;
    if (activity == Activity::kWorked) budget = next_budget(budget, spent.count());
  }
}

// Moves what has arrived into `frames`, waiting for it if asked to; false when the session is to end.
bool SessionRunner::collect(std::vector<ArrivedFrame>& frames, bool wait) {
  std::unique_lock lock(mutex_);
  const auto come = [this] { return stopping_ || !inbox_.empty(); };
  if (wait && outbox_.owes_credit() && !arrived_.wait_for(lock, kCreditDelay, come)) {
    lock.unlock();  // the transport thread may be woken
    outbox_.send_credit();
    lock.lock();
  }
  if (wait) arrived_.wait(lock, come);
  if (stopping_) return false;
  frames.swap(inbox_);
  uncredited_waiting_ = 0;
  state_.store(SessionState::kWorking);
  return true;
}

void SessionRunner::publish(const Session& session, Activity activity) {
  const std::lock_guard lock(mutex_);
  figures_ = session.figures();
  fault_ = session.fault();
  if (activity == Activity::kWorked) progress_.fetch_add(1);
  if (activity == Activity::kIdle || activity == Activity::kEnded) state_.store(SessionState::kIdle);
  if (activity == Activity::kWaitsForResultCredit) state_.store(SessionState::kWaitsForResultCredit);
}

void SessionRunner::fail(Error fault) {
  outbox_.send(ErrorFrame{static_cast<std::uint32_t>(fault.code), fault.message, fault.remedy});
  const std::lock_guard lock(mutex_);
  fault_ = std::move(fault);
}

}  // namespace horatio::process
