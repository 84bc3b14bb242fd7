// SPDX-License-Identifier: Apache-2.0
// A local predicate: a condition on one event, true only if it is TRUE in SQL's three-valued logic. Rule 10
// of the language says how numbers compute: INT and DECIMAL exactly at any width, `/` of INTs towards zero,
// x/0 is NULL, IEEE double beside a FLOAT (there decimals are rounded to double, but INTs compare exactly), a
// FLOAT attribute that is NaN or infinite is NULL. A NaN that arises in arithmetic is NULL too; an infinity
// that does is larger than any number. Times, timestamps and durations are integers in the input's unit.
// Strings compare by bytes.
#pragma once

#include <cstdint>
#include <utility>

#include "engine/model/event_batch.h"
#include "engine/model/expression.h"
#include "engine/model/status.h"
#include "engine/predicate/program.h"

namespace horatio {

// Immutable, copyable, usable by any number of threads.
class Predicate {
 public:
  // kTypeMismatch, kInvalidClause, kTooLarge as predicate::compile says. Places are ignored: every attribute
  // is one of the event that passes() is asked about.
  static Result<Predicate> compile(const Expression& condition);

  // REQUIRES: the block has a column (or kAbsent) for each attribute of its type, encoded as its type says. A
  // few nanoseconds for comparisons of columns with constants under AND, OR, NOT; no allocation while values
  // fit 64 bits.
  bool passes(const EventBlock& block, std::uint32_t row) const {
    return program_.truth(predicate::RowSource{block, row}) == predicate::Truth::kTrue;
  }

 private:
  explicit Predicate(predicate::Program program) : program_(std::move(program)) {}
  predicate::Program program_;
};

}  // namespace horatio
