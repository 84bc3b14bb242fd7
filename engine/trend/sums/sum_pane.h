// SPDX-License-Identifier: Apache-2.0
// What the events of a pane do to the running sums of all windows that hold it, as one matrix (research note
// on window algebra, 2.7; trend-engine design, section 3): where many windows overlap an event changes the
// matrix, whatever their number, and the windows are multiplied by it when one opens or closes.
//
// Entries are 64-bit integers. Under TIES STRICT what the newest time adds is kept apart, as in a lane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/model/state_io.h"
#include "engine/trend/lane.h"
#include "engine/trend/runs/run_tally.h"
#include "engine/trend/sums/sum_program.h"

namespace horatio::trend {

class SumPane final : public LanePane {
 public:
  static constexpr std::size_t kMostStates = 14;

  explicit SumPane(std::size_t states);

  // A factor of a window's sums: a sum afterwards has `factor` times what `state` held before, or `factor` of
  // it alone where state is states().
  struct Term {
    std::uint8_t state = 0;
    std::uint64_t factor = 0;
  };
  std::size_t states() const { return states_; }
  bool empty() const { return changed_ == 0 && touched_ == 0; }
  std::uint64_t changed() const { return changed_; }  // bit per state whose sum is another than before
  std::uint64_t touched() const { return touched_; }  // bit per state to which the newest time adds
  Timestamp time() const { return time_; }            // the newest
  std::uint64_t operations() const { return operations_; }
  // Replaces `terms`. O(states).
  void terms_of(std::size_t state, std::vector<Term>& terms) const { terms_of(column(state), terms); }
  void newest_terms_of(std::size_t state, std::vector<Term>& terms) const {
    terms_of(newest_column(state), terms);
  }

  // Applies an event; false, and nothing done, where an entry could need more than 64 bits. `strict`: TIES
  // STRICT. O(sources of its moves * states).
  bool add(const SumEffect& effect, Timestamp time, bool strict);

  // Applies a stretch of a run whose moves do not read what others write. REQUIRES: nothing of the newest
  // time is apart; of multiply(): has_room().
  struct Move {
    SumState to = 0;
    bool starts = false, loops = false;
    std::span<const SumState> others;
  };
  bool has_room(const Move& move, const RunTally::Part& part) const;
  void multiply(const Move& move, const RunTally::Part& part);
  void count_operations(std::uint64_t operations) { operations_ += operations; }

  // Makes what the newest time adds count.
  void commit();
  // The identity again.
  void clear();

  std::size_t bytes() const { return sizeof(SumPane) + cells_.capacity() * sizeof(std::uint64_t); }
  void write(StateWriter& out) const;
  bool read(StateReader& in);

  // How far the processor has come with it. Windows first to last; steps on them so far, and in the pane
  // before and the one before that; the last time at which a lane itself has got something that does not
  // count yet.
  std::int64_t first_window = INT64_MIN, last_window = INT64_MIN;
  std::uint32_t steps = 0, steps_last = 0, steps_before = 0;
  Timestamp direct_time = kBeforeTime;

 private:
  // Rows: a state each, the constant 1, and the sum of all, which bounds every entry.
  std::size_t rows() const { return states_ + 2; }
  std::uint64_t* column(std::size_t state) { return cells_.data() + state * rows(); }
  const std::uint64_t* column(std::size_t state) const { return cells_.data() + state * rows(); }
  std::uint64_t* newest_column(std::size_t state) { return column(states_ + state); }
  const std::uint64_t* newest_column(std::size_t state) const { return column(states_ + state); }
  std::uint64_t bound(std::size_t state) const { return column(state)[states_ + 1]; }
  std::uint64_t newest_bound(std::size_t state) const { return newest_column(state)[states_ + 1]; }

  void terms_of(const std::uint64_t* column, std::vector<Term>& terms) const;
  bool has_room(const SumEffect& effect) const;
  void add_constant(std::uint64_t* column, std::uint64_t factor) const;
  void touch(std::size_t state) { touched_ |= std::uint64_t{1} << state; }

  std::size_t states_;
  std::vector<std::uint64_t> cells_;  // columns, then those of the newest time
  std::uint64_t changed_ = 0, touched_ = 0;
  Timestamp time_ = 0;
  std::uint64_t operations_ = 0;
};

}  // namespace horatio::trend
