// SPDX-License-Identifier: Apache-2.0
// An edge predicate: a condition on two adjacent events of a trend, of which the earlier one is known by the
// attributes that were stored of it. True only if it is TRUE; numbers compute as in Predicate. Where one
// attribute of the earlier event decides, an index over its values finds the earlier events that pass
// (edge_key.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/model/expression.h"
#include "engine/model/status.h"
#include "engine/predicate/edge_key.h"
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

  // What an index is to be over; nothing: only a scan serves. The earlier events that pass are those whose
  // key is not NULL and whose ordinal is in range(), if that is usable, or whose text is text(): exactly
  // those for which passes() is true. Complexity as predicate::key_range says.
  const std::optional<predicate::EdgeKey>& key() const { return key_; }
  // REQUIRES: key() of kPoint or kInterval.
  predicate::KeyRange range(const EventBlock& later, std::uint32_t row) const {
    if (key_->bound) {
      const ColumnView& column = later.columns[key_->bound->attribute];
      if (column.is_null(row)) return {};
      return predicate::ordinals_against(key_->bound->comparison, column.int_at(row));
    }
    return predicate::key_range(program_, *key_, {later, row});
  }
  // REQUIRES: key() of kText. Nothing: no earlier event passes. A view into the block or the condition.
  std::optional<std::string_view> text(const EventBlock& later, std::uint32_t row) const {
    return predicate::key_text(program_, *key_, {later, row});
  }

 private:
  EdgeCondition(predicate::Program program, std::vector<AttributeId> slots)
      : program_(std::move(program)), slots_(std::move(slots)), key_(predicate::find_key(program_)) {}

  predicate::Program program_;
  std::vector<AttributeId> slots_;
  std::optional<predicate::EdgeKey> key_;
};

}  // namespace horatio
