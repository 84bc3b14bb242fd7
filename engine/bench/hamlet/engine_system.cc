// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ctime>
#include <utility>

#include "engine/bench/hamlet/system.h"
#include "engine/bench/suite.h"

namespace horatio::bench::figures {
namespace {

constexpr std::size_t kStep = 64;  // events between two looks at the limits
constexpr std::size_t kAllRows = std::size_t{1} << 30U;

class EngineSystem final : public System {
 public:
  EngineSystem(std::unique_ptr<Engine> engine, const Limits& limits)
      : engine_(std::move(engine)), limits_(limits) {}

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

 private:
  bool is_beyond() const { return now() - began_ > limits_.seconds || engine_->bytes() > limits_.bytes; }

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

std::unique_ptr<System> make_engine_system(const Point& point, EngineOptions options) {
  options.modulo_p = point.modulo_p;
  const std::string text = workload_text(point.data, point.queries, point.numbers);
  return std::make_unique<EngineSystem>(make_engine(text, options), point.limits);
}

}  // namespace horatio::bench::figures
