// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "engine/predicate/boundary.h"
#include "engine/predicate/edge_key.h"

namespace horatio::predicate {
namespace {

using Op = Node::Kind;
using Part = EdgeKey::Part;
using Step = EdgeKey::Step;

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

  static constexpr std::int64_t kLargestFinite = 0x7FEFFFFFFFFFFFFF;  // the bits of the largest double

  const Program& program_;
  const Node& column_;
  const Part& part_;
  RowSource later_;
  Number bound_;
  bool rising_ = true;  // the key's side grows with the key
  double guess_ = 0;
};

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

KeyRange key_range(const Program& program, const EdgeKey& key, RowSource later) {
  if (key.parts.size() == 1) return part_range(program, key, key.parts.front(), later);
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
