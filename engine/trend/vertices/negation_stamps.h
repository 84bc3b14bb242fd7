// SPDX-License-Identifier: Apache-2.0
// How far the NOTs have come in one lane that keeps vertices: per step of a NOT the latest start of an
// occurrence that has come so far. An occurrence lies after a vertex if it started after it. What one time
// has fired counts from the next time on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "engine/automaton/determinised.h"
#include "engine/model/state_io.h"
#include "engine/trend/trend_query.h"

namespace horatio::trend {

// A place in the query's order: the time under TIES STRICT, else the sequence.
using Order = std::int64_t;
inline constexpr Order kNever = std::numeric_limits<Order>::min();

// Whether two times lie less than `span` apart, without overflow. REQUIRES: later >= earlier.
inline bool within(Timestamp earlier, Timestamp later, std::int64_t span) {
  std::int64_t apart = 0;
  return !__builtin_sub_overflow(later, earlier, &apart) && apart < span;
}

// Of a NOT FOR.
struct Occurrence {
  Order start = kNever;
  Timestamp complete = 0;

  // A trend that waits for it to stay away for `lasting` after its last event fails. REQUIRES: that event is
  // committed before the occurrence is complete.
  bool kills(Order last, Timestamp last_time, std::int64_t lasting) const {
    return last < start && within(last_time, complete, lasting);
  }
};

class NegationStamps {
 public:
  // Vertices have room for what NOT FORs have done to them of so many NOTs. Occurrences of those after them
  // are noted here and looked at when the window ends.
  static constexpr std::size_t kMarked = 64;

  // `negations`: by negation, its steps.
  explicit NegationStamps(const std::vector<std::vector<NegationStep>>& negations);

  ~NegationStamps();
  NegationStamps(const NegationStamps&) = delete;
  NegationStamps& operator=(const NegationStamps&) = delete;

  std::size_t size() const { return stamps_.size(); }

  // How many words of 64 bits the steps of the negations fill, each beginning with one of its own.
  static std::size_t words(const std::vector<std::vector<NegationStep>>& negations);

  // The newest time has an event of these steps (bit per step) of the word.
  void fire(std::size_t word, std::uint64_t steps) { fired_[word] |= steps; }

  // No occurrence of any of the negations started after `order`. O(negations of the set).
  bool is_clear(const automaton::NegationSet& negations, Order order) const {
    return negations.all_of([&](std::size_t negation) { return is_clear_of(negation, order); });
  }
  bool is_clear_of(std::size_t negation, Order order) const {
    const Order latest = latest_of(negation);
    return latest == kNever || (order != kNever && latest <= order);
  }
  // The latest start of an occurrence of any of them; kNever: none.
  Order latest(const automaton::NegationSet& negations) const;

  // The newest time, `now`, is over. `complete(negation, start)` is told of occurrences that are complete by
  // it.
  template <class Complete>
  void commit(Order now, const Complete& complete) {
    for (std::size_t n = 0; n < stamps_.size(); ++n) {
      if (!has_fired(n)) continue;
      const Order start = advance(n, now);
      if (start != kNever) complete(n, start);
    }
  }

  // REQUIRES: the negation is not among the first kMarked.
  void note(std::size_t negation, const Occurrence& occurrence);
  // O(occurrences). REQUIRES: likewise.
  bool kill(std::size_t negation, Order last, Timestamp last_time, std::int64_t lasting) const;
  std::size_t occurrence_bytes() const;

  void write(StateWriter& out) const;
  void read(StateReader& in);

 private:
  Order latest_of(std::size_t negation) const { return stamps_[negation].back(); }
  bool has_fired(std::size_t negation) const {
    const std::size_t first = first_word_[negation];
    if (stamps_[negation].size() <= 64) [[likely]]
      return fired_[first] != 0;
    return std::any_of(
        fired_.begin() + static_cast<std::ptrdiff_t>(first),
        fired_.begin() + static_cast<std::ptrdiff_t>(first + words_of(stamps_[negation].size())),
        [](std::uint64_t word) { return word != 0; });
  }
  Order advance(std::size_t negation, Order now);

  static std::size_t words_of(std::size_t steps) { return (steps + 63) / 64; }

  std::vector<std::vector<Order>> stamps_;            // by negation, by step
  std::vector<std::vector<Occurrence>> occurrences_;  // by negation after the first kMarked
  std::vector<std::size_t> first_word_;               // by negation
  std::vector<std::uint64_t> fired_;                  // by word: bit per step, at the newest time
};

}  // namespace horatio::trend
