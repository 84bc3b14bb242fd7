// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/sums/sum_pane.h"

#include <algorithm>

namespace horatio::trend {
namespace {

// What an event may add at most: a commit then stays within 64 bits.
constexpr std::uint64_t kMost = std::uint64_t{1} << 62U;

bool fits(std::uint64_t sum, std::uint64_t more) {
  return !__builtin_add_overflow(sum, more, &sum) && sum <= kMost;
}

// r' = own r + others x.
struct Factors {
  std::uint64_t own = 1;
  std::uint64_t others = 0;
};

Factors factors_of(const SumPane::Move& move, const RunTally::Part& part) {
  if (!move.loops) return {1, part.events};
  const std::uint64_t own = part.factor << part.doublings;
  return {own, own - 1};
}

}  // namespace

SumPane::SumPane(std::size_t states) : states_(states), cells_(2 * states * (states + 2)) { clear(); }

void SumPane::clear() {
  std::fill(cells_.begin(), cells_.end(), 0);
  for (std::size_t state = 0; state < states_; ++state) column(state)[state] = column(state)[states_ + 1] = 1;
  changed_ = touched_ = 0;
  operations_ = 0;
}

void SumPane::terms_of(const std::uint64_t* column, std::vector<Term>& terms) const {
  terms.clear();
  for (std::size_t row = 0; row <= states_; ++row) {
    if (column[row] != 0) terms.push_back({static_cast<std::uint8_t>(row), column[row]});
  }
}

// What the newest time adds may go on top of what is there.
bool SumPane::has_room(const SumEffect& effect) const {
  for (const SumMove& move : effect.moves) {
    std::uint64_t fresh = newest_bound(move.to) + 1;
    for (const SumState from : move.from) {
      if (!fits(fresh, bound(from))) return false;
      fresh += bound(from);
    }
    if (!fits(bound(move.to), fresh)) return false;
  }
  return true;
}

void SumPane::add_constant(std::uint64_t* column, std::uint64_t factor) const {
  column[states_] += factor;
  column[states_ + 1] += factor;
}

bool SumPane::add(const SumEffect& effect, Timestamp time, bool strict) {
  if (time_ != time) commit();
  if (!has_room(effect)) return false;
  time_ = time;
  for (const SumMove& move : effect.moves) {
    std::uint64_t* newest = newest_column(move.to);
    for (const SumState from : move.from) {
      const std::uint64_t* source = column(from);
      for (std::size_t row = 0; row < rows(); ++row) newest[row] += source[row];
    }
    if (move.starts) add_constant(newest, 1);
    touch(move.to);
  }
  operations_ += effect.operations;
  if (!strict) commit();
  return true;
}

bool SumPane::has_room(const Move& move, const RunTally::Part& part) const {
  std::uint64_t others = move.starts ? 1 : 0;
  for (const SumState from : move.others) {
    if (!fits(others, bound(from))) return false;
    others += bound(from);
  }
  if (move.loops && (part.doublings > 61 || part.factor > kMost >> part.doublings)) return false;
  const Factors factors = factors_of(move, part);
  std::uint64_t own = 0;
  std::uint64_t more = 0;
  return !__builtin_mul_overflow(bound(move.to), factors.own, &own) &&
         !__builtin_mul_overflow(others, factors.others, &more) && fits(own, more);
}

void SumPane::multiply(const Move& move, const RunTally::Part& part) {
  const Factors factors = factors_of(move, part);
  std::uint64_t* target = column(move.to);
  for (std::size_t row = 0; row < rows(); ++row) target[row] *= factors.own;
  for (const SumState from : move.others) {
    const std::uint64_t* source = column(from);
    for (std::size_t row = 0; row < rows(); ++row) target[row] += source[row] * factors.others;
  }
  if (move.starts) add_constant(target, factors.others);
  changed_ |= std::uint64_t{1} << move.to;
}

void SumPane::commit() {
  for (; touched_ != 0; touched_ &= touched_ - 1) {
    const auto state = static_cast<std::size_t>(__builtin_ctzll(touched_));
    std::uint64_t* sum = column(state);
    std::uint64_t* newest = newest_column(state);
    for (std::size_t row = 0; row < rows(); ++row) sum[row] += newest[row];
    std::fill_n(newest, rows(), 0);
    changed_ |= std::uint64_t{1} << state;
  }
}

void SumPane::write(StateWriter& out) const {
  for (const std::int64_t number : {first_window, last_window, direct_time, time_}) out.number(number);
  for (const std::uint32_t number : {steps, steps_last, steps_before}) out.number(number);
  for (const std::uint64_t number : {operations_, changed_, touched_}) out.number(number);
  for (const std::uint64_t cell : cells_) out.number(cell);
}

bool SumPane::read(StateReader& in) {
  for (std::int64_t* number : {&first_window, &last_window, &direct_time, &time_}) {
    *number = in.number<std::int64_t>();
  }
  for (std::uint32_t* number : {&steps, &steps_last, &steps_before}) *number = in.number<std::uint32_t>();
  for (std::uint64_t* number : {&operations_, &changed_, &touched_}) *number = in.number<std::uint64_t>();
  const std::uint64_t all = (std::uint64_t{1} << states_) - 1;
  if (((changed_ | touched_) & ~all) != 0) in.fail();
  for (std::uint64_t& cell : cells_) cell = in.number<std::uint64_t>();
  for (const std::uint64_t cell : cells_) {
    if (cell > kMost) in.fail();
  }
  return !in.failed();
}

}  // namespace horatio::trend
