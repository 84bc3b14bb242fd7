// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>

#include "engine/bench/hamlet/system.h"
#include "engine/bench/suite.h"
#include "engine/trend/sharing/sharing_observer.h"

namespace horatio::bench::figures {
namespace {

constexpr std::size_t kStep = 64;  // events between two looks at the limits
constexpr std::size_t kAllRows = std::size_t{1} << 30U;

class DecisionClock final : public trend::SharingObserver {
 public:
  std::uint64_t nanoseconds() override {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::nanoseconds(since).count());
  }
  void decided(const trend::BurstDecision& burst) override { sum_ += burst.decision_ns; }
  double seconds() const { return static_cast<double>(sum_) * 1e-9; }

 private:
  std::uint64_t sum_ = 0;
};

class EngineSystem final : public System {
 public:
  EngineSystem(const Point& point, EngineOptions options) : limits_(point.limits) {
    options.modulo_p = point.modulo_p;
    if (point.observed) options.observer = &clock_;
    engine_ = make_engine(workload_text(point.data, point.queries, point.numbers), options);
  }

  Status deliver(const Slot& slot, ResultSink& sink) override {
    if (began_ == 0) began_ = now();
    if (Status applied = engine_->apply(slot.batch); !applied.ok()) return applied;
    for (bool all = false; !all;) {
      const Result<bool> advanced = engine_->advance(slot.watermark, kStep);
      if (!advanced.ok()) return advanced.error();
      all = *advanced;
      if (is_beyond()) return Error{ErrorCode::kLimitExceeded, "time or memory", {}, {}};
    }
    peak_ = std::max(peak_, engine_->bytes() - engine_->held_bytes());
    while (!engine_->emit(sink, kAllRows)) {
    }
    return {};
  }

  std::size_t peak_bytes() const override { return peak_; }
  Sharing sharing() const override { return {engine_->stats().sharing, clock_.seconds()}; }

 private:
  bool is_beyond() const { return now() - began_ > limits_.seconds || engine_->bytes() > limits_.bytes; }

  DecisionClock clock_;
  std::unique_ptr<Engine> engine_;
  Limits limits_;
  double began_ = 0;
  std::size_t peak_ = 0;
};

}  // namespace

double now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::unique_ptr<System> make_engine_system(const Point& point, const EngineOptions& options) {
  return std::make_unique<EngineSystem>(point, options);
}

}  // namespace horatio::bench::figures
