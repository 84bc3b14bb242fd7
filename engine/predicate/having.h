// SPDX-License-Identifier: Apache-2.0
// HAVING: a condition on the aggregates of a row. The row is emitted if the condition is TRUE, or may be
// within what is known of its cells: a bound straddles the threshold, or a SUM or AVG has overflowed. NULL
// fails, and OVERFLOW of a COUNT is larger than any number. Never drops a row whose true values may pass;
// decided where all cells are exact. Numbers compute as in Predicate: INT and DECIMAL exactly, `/` of INTs
// towards zero, x/0 is NULL, IEEE double beside a FLOAT; an AVG is a FLOAT, the nearest double.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "engine/model/expression.h"
#include "engine/model/status.h"
#include "engine/numbers/exact_count.h"
#include "engine/numbers/saturating_count.h"
#include "engine/numbers/scaled_double.h"
#include "engine/predicate/estimate.h"

namespace horatio {

// What is known of one aggregate of a row.
class HavingValue {
 public:
  HavingValue() = default;                                                       // NULL
  static HavingValue integer(std::int64_t value) { return HavingValue(value); }  // also a TIMESTAMP
  static HavingValue decimal(std::int64_t scaled, unsigned decimals);            // REQUIRES: decimals <= 18
  static HavingValue floating(double value);                                     // REQUIRES: finite

  // OVERFLOW of a count is larger than any number; of a part of a sum or average, it leaves the value
  // unknown.
  static HavingValue count(const ExactCount& count);
  static HavingValue count(const SaturatingCount& count);
  static HavingValue sum(const ExactCount& positive, const ExactCount& negative, unsigned decimals);
  // (positive - negative) / (count * 10^decimals). REQUIRES: count > 0.
  static HavingValue average(const ExactCount& positive, const ExactCount& negative, const ExactCount& count,
                             unsigned decimals);
  static HavingValue unknown();  // of an overflowed SUM or AVG: a number, but which?

  // Within value * (1 +- bound), and not negative; within value +- bound.
  static HavingValue approximate_count(const ScaledDouble& value, double bound);
  static HavingValue approximate(const ScaledDouble& value, const ScaledDouble& bound);

 private:
  friend class HavingCondition;
  template <class T>
  explicit HavingValue(T value) : value_(std::move(value)) {}
  predicate::Estimate estimate() const;

  std::variant<std::monostate, std::int64_t, predicate::Estimate> value_;
};

enum class Verdict : std::uint8_t { kFails, kMayHold, kHolds };

// Immutable, copyable, usable by any number of threads.
class HavingCondition {
 public:
  // kTypeMismatch where operands do not go together, or the whole is no condition;
  // kInvalidClause where an attribute of an event stands, or a literal is past its limits; kTooLarge past
  // predicate::kDeepestExpression levels.
  static Result<HavingCondition> compile(const Expression& condition);

  // REQUIRES: a value for each Expression::aggregate, of the type that the expression says. A few nanoseconds
  // where the condition compares one aggregate with a constant and the value fits 64 bits.
  Verdict holds(std::span<const HavingValue> values) const {
    if (threshold_) {
      const auto* value = std::get_if<std::int64_t>(&values[threshold_->aggregate].value_);
      if (value != nullptr) return threshold_->range.contains(*value) ? Verdict::kHolds : Verdict::kFails;
    }
    return verdict(values);
  }
  bool emits(std::span<const HavingValue> values) const { return holds(values) != Verdict::kFails; }

 private:
  struct Node {
    Expression::Kind kind = Expression::Kind::kNull;
    bool floating = false;    // arithmetic: one operand is a FLOAT
    bool truncating = false;  // kDivide: of INTs
    bool to_float = false;    // a number that is no FLOAT and stands beside one
    predicate::Comparison comparison = predicate::Comparison::kEqual;
    std::uint16_t aggregate = 0;
    predicate::Truth truth = predicate::Truth::kUnknown;  // kBool, kNull
    predicate::Number constant;                           // kInteger
    std::vector<Node> children;
  };
  struct Threshold {
    std::uint16_t aggregate = 0;
    predicate::Range<std::int64_t> range;
  };
  class Compiler;

  void find_threshold();
  Verdict verdict(std::span<const HavingValue> values) const;
  static predicate::Truths truths(const Node& node, std::span<const HavingValue> values);
  static predicate::Estimate estimate(const Node& node, std::span<const HavingValue> values);
  static predicate::Estimate arithmetic(const Node& node, std::span<const HavingValue> values);

  Node root_;
  std::optional<Threshold> threshold_;
};

}  // namespace horatio
