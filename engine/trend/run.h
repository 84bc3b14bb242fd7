// SPDX-License-Identifier: Apache-2.0
// A run: events of one type that follow each other in a partition while no window opens or closes. What they
// do to running sums has a closed form (research note on window algebra, 2.1), so they are only counted when
// they come, whatever the number of queries and windows, and applied when something else happens: HAMLET's
// burst, without a decision to make.
#pragma once

#include <cstdint>

#include "engine/model/schema.h"
#include "engine/model/state_io.h"

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
    first_ = last_ = time;
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
  Timestamp first() const { return first_; }
  Timestamp last() const { return last_; }
  Timestamp through() const { return through_; }

  // All but the type, which is called by its name.
  void write(StateWriter& out) const {
    for (const std::int64_t number : {first_, last_, through_}) out.number(number);
    for (const std::uint64_t number : {events_, doublings_, factor_, ties_}) out.number(number);
    out.number(static_cast<std::uint8_t>(with_ties_));
  }
  static Run read(StateReader& in, TypeId type) {
    Run run;
    run.active_ = true;
    run.type_ = type;
    for (Timestamp* number : {&run.first_, &run.last_, &run.through_}) *number = in.number<Timestamp>();
    for (std::uint64_t* number : {&run.events_, &run.doublings_, &run.factor_, &run.ties_}) {
      *number = in.number<std::uint64_t>();
    }
    run.with_ties_ = in.number<std::uint8_t>() != 0;
    if (run.ties_ == 0 || run.events_ < run.ties_ || run.factor_ == 0) in.fail();
    return run;
  }
  bool operator==(const Run&) const = default;

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
  Timestamp first_ = 0;
  Timestamp last_ = 0;
  Timestamp through_ = 0;
  std::uint64_t events_ = 0;
  std::uint64_t doublings_ = 0;
  std::uint64_t factor_ = 1;
  std::uint64_t ties_ = 0;
};

}  // namespace horatio::trend
