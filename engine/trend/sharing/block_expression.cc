// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/sharing/block_expression.h"

namespace horatio::trend {
namespace {

// Coefficients, those of the newest time included, are at most this.
constexpr std::uint64_t kMost = std::uint64_t{1} << 61U;

constexpr std::uint8_t bit(std::size_t number) { return static_cast<std::uint8_t>(1U << number); }

}  // namespace

void BlockExpression::start(const Block& block) {
  block_ = &block;
  for (std::size_t state = 0; state < states(); ++state) {
    sums_[state] = newest_[state] = {};
    sums_[state][state] = 1;
  }
  events_ = newest_events_ = 0;
  changed_ = touched_ = 0;
}

bool BlockExpression::add(std::size_t type, Timestamp time) {
  const std::uint8_t reads = block_->reads[type];
  Coefficients fresh = newest_[type];
  if ((block_->entered & bit(type)) != 0) ++fresh[states()];
  for (std::size_t state = 0; state < states(); ++state) {
    if ((reads & bit(state)) == 0) continue;
    for (std::size_t i = 0; i <= states(); ++i) fresh[i] += sums_[state][i];
  }
  // At most four such summands and one: no sum has gone past 64 bits unseen.
  for (std::size_t i = 0; i <= states(); ++i) {
    if (fresh[i] + sums_[type][i] > kMost) return false;
  }
  newest_[type] = fresh;
  time_ = time;
  touched_ |= bit(type);
  ++newest_events_;
  ++events_;
  return true;
}

void BlockExpression::commit() {
  for (std::size_t state = 0; state < states(); ++state) {
    if ((touched_ & bit(state)) == 0) continue;
    for (std::size_t i = 0; i <= states(); ++i) sums_[state][i] += newest_[state][i];
    newest_[state] = {};
  }
  changed_ |= touched_;
  touched_ = 0;
  newest_events_ = 0;
}

void BlockExpression::drop_newest() {
  for (std::size_t state = 0; state < states(); ++state) newest_[state] = {};
  events_ -= newest_events_;
  newest_events_ = 0;
  touched_ = 0;
}

}  // namespace horatio::trend
