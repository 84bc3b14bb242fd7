// SPDX-License-Identifier: Apache-2.0
// A set of the NOTs of one pattern, by number. The first 64 are in a word of their own, and hardly a pattern
// has more.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace horatio::automaton {

class NegationSet {
 public:
  // Of the first 64, by bit.
  NegationSet(std::uint64_t first = 0) : first_(first) {}  // NOLINT(google-explicit-constructor)

  bool empty() const { return first_ == 0 && more_.empty(); }
  bool has(std::size_t negation) const {
    if (negation < 64) return ((first_ >> negation) & 1U) != 0;
    const std::size_t word = negation / 64 - 1;
    return word < more_.size() && ((more_[word] >> (negation % 64)) & 1U) != 0;
  }
  void add(std::size_t negation) {
    const std::uint64_t bit = std::uint64_t{1} << (negation % 64);
    if (negation < 64) {
      first_ |= bit;
    } else {
      more_.resize(std::max(more_.size(), negation / 64));
      more_[negation / 64 - 1] |= bit;
    }
  }
  NegationSet& operator|=(const NegationSet& other) {
    first_ |= other.first_;
    if (other.more_.empty()) [[likely]]
      return *this;
    more_.resize(std::max(more_.size(), other.more_.size()));
    for (std::size_t i = 0; i < other.more_.size(); ++i) more_[i] |= other.more_[i];
    return *this;
  }
  friend NegationSet operator|(NegationSet left, const NegationSet& right) { return left |= right; }

  bool is_subset_of(const NegationSet& other) const {
    return all_of([&other](std::size_t negation) { return other.has(negation); });
  }
  bool intersects(const NegationSet& other) const {
    return !all_of([&other](std::size_t negation) { return !other.has(negation); });
  }

  // Whether the condition holds for each, ascending; stops at the first for which it does not.
  template <class Condition>
  bool all_of(const Condition& condition) const {
    return holds(first_, 0, condition) && (more_.empty() || further_hold(condition));
  }
  // Each, ascending.
  template <class Visit>
  void for_each(const Visit& visit) const {
    all_of([&visit](std::size_t negation) {
      visit(negation);
      return true;
    });
  }

  bool operator==(const NegationSet&) const = default;
  auto operator<=>(const NegationSet&) const = default;

 private:
  template <class Condition>
  [[gnu::cold, gnu::noinline]] bool further_hold(const Condition& condition) const {
    for (std::size_t i = 0; i < more_.size(); ++i) {
      if (!holds(more_[i], (i + 1) * 64, condition)) return false;
    }
    return true;
  }
  template <class Condition>
  static bool holds(std::uint64_t word, std::size_t first, const Condition& condition) {
    for (; word != 0; word &= word - 1) {
      if (!condition(first + static_cast<std::size_t>(__builtin_ctzll(word)))) return false;
    }
    return true;
  }

  std::uint64_t first_ = 0;
  std::vector<std::uint64_t> more_;  // the last is not 0
};

}  // namespace horatio::automaton
