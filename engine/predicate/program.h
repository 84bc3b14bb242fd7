// SPDX-License-Identifier: Apache-2.0
// A compiled predicate: a tree in one flat array, evaluated on a row of a block. Comparisons of a column with
// a constant are leaves of their own (ranges), so that the usual predicate never builds a Number. Immutable
// once built; evaluation allocates nothing while values fit 64 bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/predicate/number.h"
#include "engine/predicate/range.h"
#include "engine/predicate/truth.h"

namespace horatio::predicate {

using NodeId = std::uint32_t;

struct Node {
  enum class Kind : std::uint8_t {
    // Truth values
    kTruth,  // a constant: truth
    kAll,
    kAny,           // AND, OR of the nodes listed in [first, last) of Program::lists
    kNot,           // of left
    kTimeRange,     // the event's time in integers
    kIntegerRange,  // the column's stored integer in integers
    kFloatRange,    // the column's double in doubles
    kBoolColumn,
    kCompareNumbers,
    kCompareText,
    kCompareTruth,  // left, right, comparison
    kNumberIsNull,
    kTextIsNull,
    kTruthIsNull,  // of left
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
    kNullText,
    kTextColumn,
  };

  Kind kind = Kind::kTruth;
  Comparison comparison = Comparison::kEqual;
  Truth truth = Truth::kUnknown;
  AttributeId attribute = 0;
  NodeId left = 0, right = 0;
  std::int64_t denominator = 1;  // kIntegerColumn: 10^scale
  Range<std::int64_t> integers;
  Range<double> doubles;
};

class Program {
 public:
  Truth truth(const EventBlock& block, std::uint32_t row) const { return truth(root, block, row); }

  // The truth value, number (NULL included) or text (nothing: NULL) of a node. REQUIRES: a node of that sort.
  Truth truth(NodeId id, const EventBlock& block, std::uint32_t row) const;
  Number number(NodeId id, const EventBlock& block, std::uint32_t row) const;
  std::optional<std::string_view> text(NodeId id, const EventBlock& block, std::uint32_t row) const;

  std::vector<Node> nodes;
  std::vector<NodeId> lists;
  std::vector<Number> numbers;
  std::vector<std::string> texts;
  NodeId root = 0;

 private:
  Truth all(const Node& node, const EventBlock& block, std::uint32_t row) const;
  Truth any(const Node& node, const EventBlock& block, std::uint32_t row) const;
  Truth compare_nodes(const Node& node, const EventBlock& block, std::uint32_t row) const;
};

}  // namespace horatio::predicate
