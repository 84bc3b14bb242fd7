// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/edge_key.h"

#include <algorithm>
#include <cmath>
#include <span>
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
    key.parts = std::move(parts_);
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

constexpr std::int64_t kLeast = INT64_MIN;
constexpr std::int64_t kMost = INT64_MAX;

KeyRange everything() { return {kLeast, kMost, true}; }
KeyRange nothing() { return {}; }
KeyRange unusable() { return {1, 0, false}; }

KeyRange intersection(const KeyRange& x, const KeyRange& y) {
  if (x.is_empty() || y.is_empty()) return nothing();
  return {std::max(x.low, y.low), std::min(x.high, y.high), true};
}

KeyRange in_ordinals(const Range<std::int64_t>& range) { return {range.low, range.high, true}; }
KeyRange in_ordinals(const Range<double>& range) {
  if (!(range.low <= range.high)) return nothing();
  return {ordinal(range.low), ordinal(range.high), true};
}

int sign_of(const Number& x) {
  const auto order = *compare(x, Number::integer(0));
  return order < 0 ? -1 : (order > 0 ? 1 : 0);
}

bool is_infinite(const Number& x) { return x.is_float() && std::isinf(x.as_double()); }

// A finite double as the exact number that it is.
Number exactly(const Number& x) {
  constexpr double kFits = 0x1p62;
  if (!x.is_float()) return x;
  const double value = x.as_double();
  if (std::fabs(value) < kFits && std::trunc(value) == value)
    return Number::integer(static_cast<std::int64_t>(value));
  return Number::exact(BigRational(value));
}

// Keys against a number past all of them.
KeyRange against_infinity(Comparison op, bool positive) {
  return holds(op, positive ? std::strong_ordering::less : std::strong_ordering::greater) ? everything()
                                                                                          : nothing();
}

unsigned scale_of(const Node& column) {
  unsigned scale = 0;
  for (std::int64_t rest = column.denominator; rest > 1; rest /= 10) ++scale;
  return scale;
}

// `key's side op bound`, for one later event.
class Inequality {
 public:
  Inequality(const Program& program, const EdgeKey& key, const Part& part, RowSource later)
      : program_(program), column_(program.nodes[key.column]), part_(part), later_(later) {}

  KeyRange range() {
    Number bound = program_.number(part_.other, later_);
    if (bound.is_null()) return nothing();
    return part_.exact ? solved(part_.comparison, std::move(bound)) : searched(std::move(bound));
  }

 private:
  bool is_float_key() const { return column_.kind == Op::kFloatColumn || column_.kind == Op::kFloatRange; }

  KeyRange solved(Comparison op, Number bound) const {
    if (is_float_key() && part_.steps.empty()) return in_ordinals(float_range(op, bound));
    const std::span<const Step> steps = part_.steps;
    if (steps.empty() && bound.is_float() && column_.denominator == 1) {
      return in_ordinals(integer_range(op, bound.as_double()));
    }
    // Whether the key counts up or down, it does not reach infinity.
    if (is_infinite(bound)) {
      return any_undefined(steps) ? nothing() : against_infinity(op, bound.as_double() > 0);
    }
    bound = exactly(bound);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Step& step = steps[i];
      if (step.operation == Op::kNegate) {
        bound = negate(bound);
        op = mirrored(op);
        continue;
      }
      const Number other = operand(step);
      if (is_undefined(step, other)) return nothing();
      if (step.operation == Op::kMultiply && sign_of(other) == 0) {
        const bool fails = any_undefined(steps.subspan(i)) || !holds(op, *compare(Number::integer(0), bound));
        return fails ? nothing() : everything();
      }
      move_over(step, other, op, bound);
    }
    return in_ordinals(integer_range(op, bound, scale_of(column_)));
  }

  // As the step computes with it.
  Number operand(const Step& step) const {
    const Number other = program_.number(step.other, later_);
    return step.floating ? other.to_float() : other;
  }

  // Whether the step gives NULL for every key.
  static bool is_undefined(const Step& step, const Number& other) {
    if (other.is_null()) return true;
    return (step.operation == Op::kDivide || step.operation == Op::kDivideTruncating) && sign_of(other) == 0;
  }

  bool any_undefined(std::span<const Step> steps) const {
    return std::ranges::any_of(steps, [&](const Step& step) {
      return step.operation != Op::kNegate && is_undefined(step, operand(step));
    });
  }

  // `key step other op bound` as `key op' bound'`. REQUIRES: an exact step; no product or quotient with zero.
  static void move_over(const Step& step, const Number& other, Comparison& op, Number& bound) {
    switch (step.operation) {
      case Op::kAdd:
        bound = subtract(bound, other);
        return;
      case Op::kSubtract:
        bound = step.key_is_right ? subtract(other, bound) : add(bound, other);
        if (step.key_is_right) op = mirrored(op);
        return;
      case Op::kMultiply:
        bound = divide(bound, other);
        break;
      default:
        bound = multiply(bound, other);
    }
    if (sign_of(other) < 0) op = mirrored(op);
  }

  KeyRange searched(Number bound) {
    bound_ = std::move(bound);
    guess_ = bound_.to_float().as_double();
    for (const Step& step : part_.steps) {
      if (step.operation == Op::kToFloat) continue;
      if (step.operation == Op::kNegate) {
        rising_ = !rising_;
        guess_ = -guess_;
        continue;
      }
      const Number other = operand(step);
      if (is_undefined(step, other)) return nothing();
      const bool by_zero = step.operation == Op::kMultiply && sign_of(other) == 0;
      if (is_infinite(other) || (by_zero && step.floating)) return unusable();
      guess_over(step, other);
    }
    const Comparison op = part_.comparison;
    if (op != Comparison::kEqual) return one_sided(op);
    return intersection(one_sided(Comparison::kLessEqual), one_sided(Comparison::kGreaterEqual));
  }

  void guess_over(const Step& step, const Number& other) {
    const double value = other.to_float().as_double();
    switch (step.operation) {
      case Op::kAdd:
        guess_ -= value;
        return;
      case Op::kSubtract:
        guess_ = step.key_is_right ? value - guess_ : guess_ + value;
        if (step.key_is_right) rising_ = !rising_;
        return;
      case Op::kMultiply:
        guess_ /= value;
        break;
      default:
        guess_ *= value;
    }
    if (sign_of(other) < 0) rising_ = !rising_;
  }

  std::int64_t guessed_ordinal(std::int64_t low, std::int64_t high) const {
    if (std::isnan(guess_)) return 0;
    if (is_float_key()) return std::clamp(ordinal(guess_), low, high);
    constexpr double kBeyond = 0x1p63;
    const double scaled = guess_ * static_cast<double>(column_.denominator);
    if (scaled >= kBeyond) return high;
    return scaled <= -kBeyond ? low : static_cast<std::int64_t>(scaled);
  }

  bool holds_at(Comparison op, std::int64_t key) const {
    const double magnitude = std::bit_cast<double>(key < 0 ? 0 - static_cast<std::uint64_t>(key)
                                                           : static_cast<std::uint64_t>(key));
    const KeyPair pair{
        is_float_key() ? StoredValue::of(key < 0 ? -magnitude : magnitude) : StoredValue::of(key), later_};
    return holds(op, *compare(program_.number(part_.node, KeySource{pair}), bound_));
  }

  // The keys where `op` holds are a beginning or an end of all.
  KeyRange one_sided(Comparison op) const {
    const std::int64_t low = is_float_key() ? -kLargestFinite : kLeast;
    const std::int64_t high = is_float_key() ? kLargestFinite : kMost;
    const bool is_beginning = (op == Comparison::kLess || op == Comparison::kLessEqual) == rising_;
    const auto is_before = [&](std::int64_t key) { return holds_at(op, key) == is_beginning; };
    if (is_before(high)) return is_beginning ? KeyRange{low, high, true} : nothing();
    if (!is_before(low)) return is_beginning ? nothing() : KeyRange{low, high, true};
    const std::int64_t last = last_before(low, high, guessed_ordinal(low, high), is_before);
    return is_beginning ? KeyRange{low, last, true} : KeyRange{last + 1, high, true};
  }

  // The last key that is before. REQUIRES: the least one is, the greatest is not.
  template <class Before>
  static std::int64_t last_before(std::int64_t before, std::int64_t after, std::int64_t guess,
                                  const Before& is_before) {
    const auto distance = [](std::int64_t from, std::int64_t to) {
      return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
    };
    const auto wider = [](std::uint64_t stride) { return stride > UINT64_MAX / 4 ? UINT64_MAX : stride * 4; };
    const auto moved = [](std::int64_t from, std::uint64_t by) {
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(from) + by);
    };
    // Away from the guess in growing strides until it is passed, then halves.
    if (guess > before && guess < after) {
      const bool upwards = is_before(guess);
      (upwards ? before : after) = guess;
      for (std::uint64_t stride = 1; stride < distance(before, after); stride = wider(stride)) {
        const std::int64_t tried = upwards ? moved(before, stride) : moved(after, 0 - stride);
        const bool still_before = is_before(tried);
        (still_before ? before : after) = tried;
        if (still_before != upwards) break;
      }
    }
    while (distance(before, after) > 1) {
      const std::int64_t middle = moved(before, distance(before, after) / 2);
      (is_before(middle) ? before : after) = middle;
    }
    return before;
  }

  static constexpr std::int64_t kLargestFinite = 0x7FEFFFFFFFFFFFFF;  // the bits of the largest double

  const Program& program_;
  const Node& column_;
  const Part& part_;
  RowSource later_;
  Number bound_;
  bool rising_ = true;  // the key's side grows with the key
  double guess_ = 0;
};

KeyRange ordinals_against(Comparison op, std::int64_t bound) {
  switch (op) {
    case Comparison::kLess:
      return bound == kLeast ? nothing() : KeyRange{kLeast, bound - 1, true};
    case Comparison::kLessEqual:
      return {kLeast, bound, true};
    case Comparison::kGreater:
      return bound == kMost ? nothing() : KeyRange{bound + 1, kMost, true};
    case Comparison::kGreaterEqual:
      return {bound, kMost, true};
    default:
      return {bound, bound, true};
  }
}

// Values of one type compare as their ordinals do.
KeyRange columns_range(const Program& program, const Part& part, RowSource later) {
  const Node& column = program.nodes[part.other];
  if (column.kind == Op::kTime) return ordinals_against(part.comparison, later.time(column));
  if (column.kind == Op::kIntegerColumn) {
    const auto value = later.integer(column);
    return value ? ordinals_against(part.comparison, *value) : nothing();
  }
  const auto value = later.floating(column);
  return value ? ordinals_against(part.comparison, ordinal(*value)) : nothing();
}

KeyRange fixed_range(const Node& node) {
  return node.kind == Op::kFloatRange ? in_ordinals(node.doubles) : in_ordinals(node.integers);
}

KeyRange part_range(const Program& program, const EdgeKey& key, const Part& part, RowSource later) {
  switch (part.kind) {
    case Part::Kind::kWithoutKey:
      return program.truth(part.node, later) == Truth::kTrue ? everything() : nothing();
    case Part::Kind::kFixedRange:
      return fixed_range(program.nodes[part.node]);
    case Part::Kind::kColumns:
      return columns_range(program, part, later);
    case Part::Kind::kTruthEquality: {
      const Truth truth = program.truth(part.other, later);
      if (truth == Truth::kUnknown) return nothing();
      const std::int64_t value = truth == Truth::kTrue ? 1 : 0;
      return {value, value, true};
    }
    case Part::Kind::kComparison:
      break;
  }
  return Inequality(program, key, part, later).range();
}

}  // namespace

std::optional<EdgeKey> find_key(const Program& program) { return KeySearch(program).run(); }

KeyRange key_range(const Program& program, const EdgeKey& key, RowSource later) {
  KeyRange range = everything();
  for (const Part& part : key.parts) {
    const KeyRange next = part_range(program, key, part, later);
    if (!next.usable) return next;
    range = intersection(range, next);
    if (range.is_empty()) return range;
  }
  return range;
}

std::optional<std::string_view> key_text(const Program& program, const EdgeKey& key, RowSource later) {
  return program.text(key.parts.front().other, later);
}

}  // namespace horatio::predicate
