// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/edge_key.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace horatio::predicate {
namespace {

using Op = Node::Kind;
using Part = EdgeKey::Part;
using Step = EdgeKey::Step;

bool is_column(Op kind) {
  return kind == Op::kTime || kind == Op::kIntegerColumn || kind == Op::kFloatColumn ||
         kind == Op::kBoolColumn || kind == Op::kTextColumn;
}
bool is_range(Op kind) {
  return kind == Op::kTimeRange || kind == Op::kIntegerRange || kind == Op::kFloatRange;
}
bool has_no_operand(Op kind) {
  return is_column(kind) || is_range(kind) || kind == Op::kTruth || kind == Op::kNumber || kind == Op::kText;
}
bool has_one_operand(Op kind) {
  return kind == Op::kNot || kind == Op::kNegate || kind == Op::kToFloat || kind == Op::kNumberIsNull ||
         kind == Op::kTextIsNull || kind == Op::kTruthIsNull;
}

class KeySearch {
 public:
  explicit KeySearch(const Program& program) : program_(program) {}

  std::optional<EdgeKey> run() {
    const Node& root = at(program_.root);
    if (root.kind == Op::kCompareText) return text_equality(root);
    if (!add_part(program_.root) || !column_) return std::nullopt;
    EdgeKey key = named(*column_);
    if (is_point_) key.kind = EdgeKey::Kind::kPoint;
    key.always_usable = std::ranges::all_of(parts_, [this](const Part& part) {
      return part.exact ||
             std::ranges::all_of(part.steps, [this](const Step& step) { return is_always_usable(step); });
    });
    key.parts = std::move(parts_);
    key.bound = bound(key);
    return key;
  }

 private:
  const Node& at(NodeId id) const { return program_.nodes[id]; }

  // How often the tree below reads the earlier event.
  std::size_t reads(NodeId id) const {
    const Node& node = at(id);
    if (is_column(node.kind) || is_range(node.kind)) return node.next ? 0 : 1;
    if (has_no_operand(node.kind)) return 0;
    if (has_one_operand(node.kind)) return reads(node.left);
    if (node.kind == Op::kCompareWithText) return node.next ? 0 : 1;
    if (node.kind != Op::kAll && node.kind != Op::kAny) return reads(node.left) + reads(node.right);
    std::size_t sum = 0;
    for (NodeId i = node.left; i < node.right; ++i) sum += reads(program_.lists[i]);
    return sum;
  }

  bool is_floating(NodeId id) const {
    const Node& node = at(id);
    if (node.kind == Op::kNumber) return program_.numbers[node.left].is_float();
    if (is_column(node.kind)) return node.kind == Op::kFloatColumn;
    if (node.kind == Op::kToFloat) return true;
    if (node.kind == Op::kNegate) return is_floating(node.left);
    return is_floating(node.left) || is_floating(node.right);
  }

  std::optional<EdgeKey::Bound> bound(const EdgeKey& key) const {
    if (key.parts.size() != 1 || key.parts.front().kind != Part::Kind::kColumns) return std::nullopt;
    const Node& column = at(key.parts.front().other);
    if (column.kind != Op::kIntegerColumn) return std::nullopt;
    return EdgeKey::Bound{column.attribute, key.parts.front().comparison};
  }

  EdgeKey named(NodeId column) const {
    EdgeKey key;
    key.column = column;
    key.is_time = is_time(at(column));
    key.slot = key.is_time ? AttributeId{0} : at(column).attribute;
    return key;
  }

  std::optional<EdgeKey> text_equality(const Node& root) const {
    const bool key_is_left = reads(root.left) == 1;
    const NodeId column = key_is_left ? root.left : root.right;
    const NodeId other = key_is_left ? root.right : root.left;
    if (root.comparison != Comparison::kEqual || reads(column) != 1 || reads(other) != 0) return std::nullopt;
    EdgeKey key = named(column);
    key.kind = EdgeKey::Kind::kText;
    key.parts.push_back({Part::Kind::kComparison, column, other, Comparison::kEqual, {}, true});
    return key;
  }

  bool add_part(NodeId id) {
    const Node& node = at(id);
    if (reads(id) == 0) {
      parts_.push_back({Part::Kind::kWithoutKey, id, 0, Comparison::kEqual, {}, true});
      return true;
    }
    if (node.kind == Op::kAll) {
      const auto first = program_.lists.begin();
      return std::all_of(first + node.left, first + node.right, [&](NodeId part) { return add_part(part); });
    }
    if (is_range(node.kind)) return add_range(id);
    if (node.kind == Op::kCompareTruth) return add_truth_equality(node);
    if (node.kind == Op::kCompareNumbers || node.kind == Op::kCompareColumns) return add_comparison(node);
    return false;
  }

  // The key of all parts is one. A column says more of it than a comparison with a constant does.
  bool take(NodeId column) {
    const Node& taken = at(column);
    const Node& first = at(column_.value_or(column));
    if (!column_ || is_range(first.kind)) column_ = column;
    return is_time(first) ? is_time(taken) : !is_time(taken) && first.attribute == taken.attribute;
  }
  static bool is_time(const Node& node) { return node.kind == Op::kTime || node.kind == Op::kTimeRange; }

  bool add_range(NodeId id) {
    const Node& node = at(id);
    if (node.integers.inverted || node.doubles.inverted || !take(id)) return false;
    parts_.push_back({Part::Kind::kFixedRange, id, 0, Comparison::kEqual, {}, true});
    return true;
  }

  bool add_truth_equality(const Node& node) {
    const bool key_is_left = reads(node.left) == 1;
    const NodeId column = key_is_left ? node.left : node.right;
    const NodeId other = key_is_left ? node.right : node.left;
    if (node.comparison != Comparison::kEqual || at(column).kind != Op::kBoolColumn) return false;
    if (reads(column) != 1 || reads(other) != 0 || !take(column)) return false;
    parts_.push_back({Part::Kind::kTruthEquality, column, other, Comparison::kEqual, {}, true});
    is_point_ = true;
    return true;
  }

  bool add_comparison(const Node& node) {
    if (node.comparison == Comparison::kNotEqual || reads(node.left) + reads(node.right) != 1) return false;
    Part part;
    const bool key_is_left = reads(node.left) == 1;
    part.node = key_is_left ? node.left : node.right;
    part.other = key_is_left ? node.right : node.left;
    part.comparison = key_is_left ? node.comparison : mirrored(node.comparison);
    if (node.kind == Op::kCompareColumns) part.kind = Part::Kind::kColumns;
    const auto column = descend(part.node, part.steps);
    if (!column || !take(*column)) return false;
    const auto solvable = [](const Step& s) { return !s.floating && s.operation != Op::kDivideTruncating; };
    part.exact = std::ranges::all_of(part.steps, solvable);
    const auto shifts = [](const Step& s) {
      return s.operation == Op::kNegate || s.operation == Op::kAdd || s.operation == Op::kSubtract;
    };
    if (part.comparison == Comparison::kEqual && part.exact && std::ranges::all_of(part.steps, shifts)) {
      is_point_ = true;
    }
    parts_.push_back(std::move(part));
    return true;
  }

  // Attributes are finite, and so are most literals; of anything computed one cannot tell.
  bool is_always_usable(const Step& step) const {
    if (has_one_operand(step.operation)) return true;
    const bool is_float_product = step.floating && step.operation == Op::kMultiply;
    const Node& other = at(step.other);
    if (is_column(other.kind)) return !is_float_product;
    if (other.kind != Op::kNumber) return false;
    const Number& literal = program_.numbers[other.left];
    if (literal.is_null()) return true;
    const double value = literal.to_float().as_double();
    return std::isfinite(value) && (value != 0 || !is_float_product);
  }

  // The key's column below `id`; nothing where a step does not keep the order.
  std::optional<NodeId> descend(NodeId id, std::vector<Step>& steps) const {
    for (;;) {
      const Node& node = at(id);
      if (is_column(node.kind)) return id;
      Step step{node.kind, 0, false, is_floating(id)};
      if (!has_one_operand(node.kind)) {
        step.key_is_right = reads(node.left) == 0;
        step.other = step.key_is_right ? node.left : node.right;
        const bool divides = node.kind == Op::kDivide || node.kind == Op::kDivideTruncating;
        if (divides && step.key_is_right) return std::nullopt;
      }
      id = step.key_is_right ? node.right : node.left;
      steps.push_back(step);
    }
  }

  const Program& program_;
  std::vector<Part> parts_;
  std::optional<NodeId> column_;  // or the leaf that holds it against a constant
  bool is_point_ = false;
};

}  // namespace

std::optional<EdgeKey> find_key(const Program& program) { return KeySearch(program).run(); }

}  // namespace horatio::predicate
