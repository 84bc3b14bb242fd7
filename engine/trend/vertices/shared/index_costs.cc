// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/shared/index_costs.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "engine/numbers/exact_count.h"
#include "engine/trend/vertices/index/ordered_sums.h"

namespace horatio::trend {
namespace {

constexpr std::size_t kFew = 256, kMany = 8192, kTimed = 512;
constexpr int kRounds = 3;  // the fastest counts: others may use the machine

using Clock = std::function<std::uint64_t()>;

double doublings(std::size_t events) { return std::log2(static_cast<double>(events) + 1); }

class Trial {
 public:
  explicit Trial(const Clock& clock) : clock_(clock), index_(none_, 1) { index_.add_tree(); }

  // Of one event where there are `events` already, on average over the next ones.
  double time_from(std::size_t events) {
    while (size_ < events) step();
    const std::uint64_t start = clock_();
    for (std::size_t i = 0; i < kTimed; ++i) step();
    return static_cast<double>(clock_() - start) / static_cast<double>(kTimed);
  }
  double time_product() {
    ExactCount sum, factor(3);
    const std::uint64_t start = clock_();
    for (std::size_t i = 0; i < kMany; ++i) sum.add_product(factor, ExactCount(i));
    factor = sum;  // so that it is needed
    return factor.is_zero() ? 0 : static_cast<double>(clock_() - start) / static_cast<double>(kMany);
  }

 private:
  void step() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    const auto key = static_cast<TreeKey>(state_ >> 24U);
    Mass<ExactCount> sum;
    index_.add_range(0, kLeastKey, key, sum);
    sum.trends = ExactCount(1 + (sum.trends.value() & 1U));
    index_.insert(0, key, sum);
    ++size_;
  }

  const Clock& clock_;
  const Components none_;
  OrderedSums<ExactCount> index_;
  std::size_t size_ = 0;
  std::uint64_t state_ = 1;
};

}  // namespace

double IndexCosts::of_event(std::uint64_t events) const {
  return base + level * std::log2(static_cast<double>(events) + 1);
}

IndexCosts IndexCosts::of_conditions(std::size_t conditions) const {
  constexpr double kFurther = 0.75;
  IndexCosts costs = *this;
  costs.query *= 1 + kFurther * (static_cast<double>(conditions) - 1);
  return costs;
}

IndexCosts measure_index_costs(const Clock& nanoseconds) {
  double few = INFINITY, many = INFINITY, product = INFINITY;
  for (int round = 0; round < kRounds; ++round) {
    Trial trial(nanoseconds);
    few = std::min(few, trial.time_from(kFew));
    many = std::min(many, trial.time_from(kMany));
    product = std::min(product, trial.time_product());
  }
  const IndexCosts usual;
  IndexCosts costs;
  costs.level = std::max(1.0, (many - few) / (doublings(kMany) - doublings(kFew)));
  costs.base = std::max(1.0, few - costs.level * doublings(kFew));
  costs.product = std::max(0.5, product);
  // What else there is goes with the speed of the machine.
  const double speed = few / usual.of_event(kFew);
  costs.query = std::max(1.0, usual.query * speed);
  costs.snapshot = std::max(1.0, usual.snapshot * speed);
  return costs;
}

}  // namespace horatio::trend
