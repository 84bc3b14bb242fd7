// SPDX-License-Identifier: Apache-2.0
// One node of a compiled predicate, and the evaluation of those that are comparisons of a column with a
// constant: the whole of most predicates, so they are inlined into the loop over events. What a column's
// value is, a Source says (source.h).
#pragma once

#include <cstdint>

#include "engine/model/schema.h"
#include "engine/predicate/range.h"
#include "engine/predicate/truth.h"

namespace horatio::predicate {

using NodeId = std::uint32_t;

struct Node {
  enum class Kind : std::uint8_t {
    // Truth values that need no other node
    kTruth,         // a constant: truth
    kTimeRange,     // the event's time in integers
    kIntegerRange,  // the column's stored integer in integers
    kFloatRange,    // the column's double in doubles
    kBoolColumn,
    // Truth values of other nodes
    kAll,  // AND, OR of the nodes listed in [left, right) of Program::lists
    kAny,
    kNot,              // of left
    kCompareColumns,   // left, right, comparison: times or integer columns of one scale, or FLOAT columns
    kCompareWithText,  // comparison of a STRING column with the constant at `right` of Program::texts
    kCompareNumbers,   // left, right, comparison; so for the next two
    kCompareText,
    kCompareTruth,
    kNumberIsNull,  // of left; so for the next two
    kTextIsNull,
    kTruthIsNull,
    // Numbers
    kNumber,  // constant, at `left` of Program::numbers
    kTime,
    kIntegerColumn,
    kFloatColumn,
    kToFloat,
    kNegate,
    kAdd,
    kSubtract,
    kMultiply,
    kDivide,
    kDivideTruncating,
    // Text
    kText,  // constant, at `left` of Program::texts
    kTextColumn,
  };

  Kind kind = Kind::kTruth;
  Comparison comparison = Comparison::kEqual;
  Truth truth = Truth::kUnknown;
  bool next = false;          // of a column or time: of the later event of a pair
  AttributeId attribute = 0;  // of a column: AttributeId; of the earlier event of a pair its slot
  NodeId left = 0, right = 0;
  std::int64_t denominator = 1;  // kIntegerColumn: 10^scale
  Range<std::int64_t> integers;
  Range<double> doubles;

  bool is_leaf() const { return kind <= Kind::kBoolColumn; }
};

// REQUIRES: node.is_leaf().
template <class Source>
Truth leaf_truth(const Node& node, Source source) {
  if (node.kind == Node::Kind::kTruth) return node.truth;
  if (node.kind == Node::Kind::kTimeRange) return truth_of(node.integers.contains(source.time(node)));
  if (node.kind == Node::Kind::kIntegerRange) {
    const auto value = source.integer(node);
    return value ? truth_of(node.integers.contains(*value)) : Truth::kUnknown;
  }
  if (node.kind == Node::Kind::kBoolColumn) {
    const auto value = source.boolean(node);
    return value ? truth_of(*value) : Truth::kUnknown;
  }
  const auto value = source.floating(node);
  return value ? truth_of(node.doubles.contains(*value)) : Truth::kUnknown;
}

}  // namespace horatio::predicate
