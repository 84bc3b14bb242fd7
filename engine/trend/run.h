// SPDX-License-Identifier: Apache-2.0
// A run: events of one type that follow each other in a partition while no window opens or closes. What they
// do to running sums has a closed form (research note on window algebra, 2.1), so they are only counted when
// they come, whatever the number of queries and windows, and applied when something else happens: HAMLET's
// burst, without a decision to make.
#pragma once

#include <cstdint>

#include "engine/model/schema.h"

namespace horatio::trend {

class Run {
 public:
  bool is_active() const { return active_; }
  TypeId type() const { return type_; }

  // `through`: the last time at which the windows are still the same. `with_ties`: several events of one time
  // may lie before the newest.
  void start(TypeId type, Timestamp time, Timestamp through, bool with_ties) {
    *this = Run();
    active_ = true;
    type_ = type;
    last_ = time;
    through_ = through;
    with_ties_ = with_ties;
    events_ = ties_ = 1;
  }
  void stop() { active_ = false; }

  // Counts one more event; false if it does not belong to the run. REQUIRES: it is not earlier than the last.
  bool extend(TypeId type, Timestamp time) {
    if (!active_ || type != type_ || time > through_) return false;
    if (time == last_) {
      ++ties_;
    } else {
      if (!close_ties()) return false;
      last_ = time;
    }
    ++events_;
    return true;
  }

  std::uint64_t events() const { return events_; }
  // TIES STRICT: the events before the newest time multiply what they extend by 2^doublings() * factor() (h
  // events of one time by 1 + h); ties() of them have the newest time, last().
  std::uint64_t doublings() const { return doublings_; }
  std::uint64_t factor() const { return factor_; }
  std::uint64_t earlier() const { return events_ - ties_; }
  std::uint64_t ties() const { return ties_; }
  Timestamp last() const { return last_; }

 private:
  // False if that cannot be noted.
  bool close_ties() {
    if (ties_ == 1) {
      ++doublings_;
    } else if (!with_ties_) {
      return false;
    } else if (std::uint64_t product = 0; __builtin_mul_overflow(factor_, ties_ + 1, &product)) {
      return false;
    } else {
      factor_ = product;
    }
    ties_ = 1;
    return true;
  }

  bool active_ = false;
  bool with_ties_ = true;
  TypeId type_ = 0;
  Timestamp last_ = 0;
  Timestamp through_ = 0;
  std::uint64_t events_ = 0;
  std::uint64_t doublings_ = 0;
  std::uint64_t factor_ = 1;
  std::uint64_t ties_ = 0;
};

}  // namespace horatio::trend
