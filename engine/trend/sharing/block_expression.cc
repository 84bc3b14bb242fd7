// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/sharing/block_expression.h"

namespace horatio::trend {
namespace {

// Coefficients, those of the newest time included, are at most this: a few such summands fit 64 bits.
constexpr std::uint64_t kMost = std::uint64_t{1} << 61U;

constexpr std::uint8_t bit(std::size_t number) { return static_cast<std::uint8_t>(1U << number); }

bool has_room(const BlockExpression::Sums<std::uint64_t>& sums, std::size_t type,
              const BlockExpression::Coefficients& fresh) {
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    if (sums.committed[type][i] + sums.newest[type][i] + fresh[i] > kMost) return false;
  }
  return true;
}

void add(BlockExpression::Coefficients& sum, const BlockExpression::Coefficients& more) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
}

}  // namespace

void BlockExpression::start(const Block& block, const TallyPlan& weights) {
  block_ = &block;
  plan_ = &weights;
  trends_ = {};
  for (std::size_t state = 0; state < states(); ++state) trends_.committed[state][state] = 1;
  integers_.assign(weights.integers.size(), {});
  reals_.assign(weights.reals.size(), {});
  extremes_.assign(weights.extremes.size(), {});
  weighed_.resize(weights.integers.size());
  events_ = newest_events_ = 0;
  changed_ = touched_ = 0;
}

// What the event's trends are made of; x comes last.
BlockExpression::Coefficients BlockExpression::fresh_of(std::size_t type) const {
  Coefficients fresh{};
  if ((block_->entered & bit(type)) != 0) fresh[states()] = 1;
  for (std::size_t state = 0; state < states(); ++state) {
    if (reads(type, state)) trend::add(fresh, trends_.committed[state]);
  }
  return fresh;
}

bool BlockExpression::add(std::size_t type, Timestamp time, const TallyWeights& weights) {
  const Coefficients fresh = fresh_of(type);
  if (!has_room(trends_, type, fresh) || !weigh(type, fresh, weights)) return false;
  for (std::size_t w = 0; w < integers_.size(); ++w) trend::add(integers_[w].newest[type], weighed_[w]);
  add_reals(type, fresh, weights);
  add_extremes(type, fresh, weights);
  trend::add(trends_.newest[type], fresh);
  time_ = time;
  touched_ |= bit(type);
  ++newest_events_;
  ++events_;
  return true;
}

bool BlockExpression::weigh(std::size_t type, const Coefficients& fresh, const TallyWeights& weights) {
  for (std::size_t w = 0; w < integers_.size(); ++w) {
    Coefficients& sum = weighed_[w];
    sum = {};
    const bool weighs = plan_->integers[w].place == type;
    for (std::size_t i = 0; weighs && i <= states(); ++i) {
      if (__builtin_mul_overflow(fresh[i], weights.integers[w], &sum[i]) || sum[i] > kMost) return false;
    }
    for (std::size_t state = 0; state < states(); ++state) {
      if (reads(type, state)) trend::add(sum, integers_[w].committed[state]);
    }
    if (!has_room(integers_[w], type, sum)) return false;
  }
  return true;
}

void BlockExpression::add_reals(std::size_t type, const Coefficients& fresh, const TallyWeights& weights) {
  for (std::size_t w = 0; w < reals_.size(); ++w) {
    const double weight = plan_->reals[w].place == type ? weights.reals[w] : 0;
    Over<ScaledDouble>& newest = reals_[w].newest[type];
    for (std::size_t i = 0; i <= states(); ++i) {
      for (std::size_t state = 0; state < states(); ++state) {
        if (reads(type, state)) newest[i] += reals_[w].committed[state][i];
      }
      if (weight != 0) newest[i].add_scaled(ScaledDouble(fresh[i]), weight);
    }
  }
}

void BlockExpression::add_extremes(std::size_t type, const Coefficients& fresh, const TallyWeights& weights) {
  for (std::size_t w = 0; w < extremes_.size(); ++w) {
    const bool is_maximum = plan_->extremes[w].is_maximum;
    Over<Extreme>& newest = extremes_[w].newest[type];
    for (std::size_t i = 0; i <= states(); ++i) {
      for (std::size_t state = 0; state < states(); ++state) {
        if (reads(type, state)) newest[i].add(extremes_[w].committed[state][i], is_maximum);
      }
      if (fresh[i] != 0) newest[i].add(weights.extremes[w], is_maximum);
    }
  }
}

void BlockExpression::commit() {
  for (std::size_t state = 0; state < states(); ++state) {
    if ((touched_ & bit(state)) == 0) continue;
    const auto move = [state](auto& sums, auto plus) {
      for (std::size_t i = 0; i < sums.newest[state].size(); ++i)
        plus(sums.committed[state][i], sums.newest[state][i]);
      sums.newest[state] = {};
    };
    const auto plus = [](auto& sum, const auto& more) { sum += more; };
    move(trends_, plus);
    for (auto& sums : integers_) move(sums, plus);
    for (auto& sums : reals_) move(sums, plus);
    for (std::size_t w = 0; w < extremes_.size(); ++w) {
      const bool is_maximum = plan_->extremes[w].is_maximum;
      move(extremes_[w], [is_maximum](Extreme& sum, const Extreme& more) { sum.add(more, is_maximum); });
    }
  }
  changed_ |= touched_;
  touched_ = 0;
  newest_events_ = 0;
}

void BlockExpression::drop_newest() {
  trends_.newest = {};
  for (auto& sums : integers_) sums.newest = {};
  for (auto& sums : reals_) sums.newest = {};
  for (auto& sums : extremes_) sums.newest = {};
  events_ -= newest_events_;
  newest_events_ = 0;
  touched_ = 0;
}

}  // namespace horatio::trend
