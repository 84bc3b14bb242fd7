// SPDX-License-Identifier: Apache-2.0
// An edge predicate: a condition on two adjacent events of a trend, of which the earlier one is known by the
// attributes that were stored of it. True only if it is TRUE; numbers compute as in Predicate.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/model/expression.h"
#include "engine/model/status.h"
#include "engine/predicate/program.h"
#include "engine/predicate/stored_value.h"

namespace horatio {

// Immutable, copyable, usable by any number of threads.
class EdgeCondition {
 public:
  // As Predicate::compile. Attributes and times marked `next` are the later event's; places are ignored.
  static Result<EdgeCondition> compile(const Expression& condition);

  // The attributes of the earlier event that are read, each once. An index into them is a slot.
  const std::vector<AttributeId>& stored_attributes() const { return slots_; }

  // Reads them of the earlier event. Texts are views into the block: the caller keeps their bytes.
  // REQUIRES: one place in `out` per slot.
  void store(const EventBlock& earlier, std::uint32_t row, std::span<StoredValue> out) const {
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
      out[slot] = StoredValue::of(earlier.columns[slots_[slot]], row);
    }
  }

  // REQUIRES: `earlier` as store() wrote it; `later` as for Predicate::passes. No allocation while values fit
  // 64 bits.
  bool passes(std::span<const StoredValue> earlier, Timestamp earlier_time, const EventBlock& later,
              std::uint32_t row) const {
    const predicate::EventPair pair{earlier, earlier_time, {later, row}};
    return program_.truth(predicate::PairSource{pair}) == predicate::Truth::kTrue;
  }

 private:
  EdgeCondition(predicate::Program program, std::vector<AttributeId> slots)
      : program_(std::move(program)), slots_(std::move(slots)) {}

  predicate::Program program_;
  std::vector<AttributeId> slots_;
};

}  // namespace horatio
