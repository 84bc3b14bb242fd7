// SPDX-License-Identifier: Apache-2.0
// Which index serves an edge predicate: a conjunct whose truth, for a fixed later event, depends on one
// attribute of the earlier event (or its time), the key, and holds on one interval of the key's values.
//
// Found where the conjunct is one comparison (=, <, <=, >, >=; of texts and BOOLs only =), a BETWEEN, or an
// AND of such on the same key (and of conditions on the later event), in which the key stands once a
// comparison, alone or under + - * and / (as the dividend), all else being of the later event or constant.
// Each of these operations is monotone in the key, exactly for INT and DECIMAL, and rounded for FLOAT:
// rounding is monotone too, and the only way out, a NaN, cannot arise while the other operands are finite and
// no FLOAT is multiplied by zero. Where that does not hold for a later event its range is not usable, and the
// condition is to be evaluated pair by pair.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/predicate/program.h"
#include "engine/predicate/range.h"

namespace horatio::predicate {

// The place of a key among the values of its attribute, as a 64-bit integer: INT, TIMESTAMP, scaled DECIMAL
// and TIME themselves, FLOATs in their order (0.0 and -0.0 alike), FALSE 0 and TRUE 1.
inline std::int64_t ordinal(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits < 0 ? -(bits & INT64_MAX) : bits;
}
// REQUIRES: neither NULL nor text.
inline std::int64_t ordinal(const StoredValue& value) {
  if (value.kind() == StoredValue::Kind::kFloat) return ordinal(value.floating());
  return value.kind() == StoredValue::Kind::kBool ? std::int64_t{value.boolean()} : value.integer();
}

// Ordinals low <= x <= high; none if low > high.
struct KeyRange {
  std::int64_t low = 1;
  std::int64_t high = 0;
  bool usable = true;  // false: evaluate the condition pair by pair; low and high say nothing

  bool is_empty() const { return low > high; }
  bool contains(std::int64_t x) const { return low <= x && x <= high; }
};

// Keys `op` bound.
inline KeyRange ordinals_against(Comparison op, std::int64_t bound) {
  switch (op) {
    case Comparison::kLess:
      return bound == INT64_MIN ? KeyRange{} : KeyRange{INT64_MIN, bound - 1, true};
    case Comparison::kLessEqual:
      return {INT64_MIN, bound, true};
    case Comparison::kGreater:
      return bound == INT64_MAX ? KeyRange{} : KeyRange{bound + 1, INT64_MAX, true};
    case Comparison::kGreaterEqual:
      return {bound, INT64_MAX, true};
    default:
      return {bound, bound, true};
  }
}

struct EdgeKey {
  enum class Kind : std::uint8_t {
    kText,      // equality of texts: a hash of the key's bytes serves
    kPoint,     // a usable range holds at most one ordinal: a hash serves
    kInterval,  // an order of the keys serves
  };

  // An operation on the way from a comparison down to the key.
  struct Step {
    Node::Kind operation = Node::Kind::kAdd;
    NodeId other = 0;           // its operand without the key; none of kNegate, kToFloat
    bool key_is_right = false;  // of kSubtract: other - key
    bool floating = false;
  };
  // One of the conditions that all must hold.
  struct Part {
    // kColumns: a comparison of the key with a column of its very type.
    enum class Kind : std::uint8_t { kWithoutKey, kFixedRange, kColumns, kComparison, kTruthEquality };
    Kind kind = Kind::kComparison;
    NodeId node = 0;   // kWithoutKey, kFixedRange: the condition; else the side of the key
    NodeId other = 0;  // the other side
    Comparison comparison = Comparison::kEqual;  // key's side against the other
    std::vector<Step> steps;                     // outermost first
    bool exact = false;                          // no step is floating or truncating: solved for the key
  };

  Kind kind = Kind::kInterval;
  bool always_usable = true;  // for every later event: no operand can be infinite or a FLOAT factor of zero
  bool is_time = false;       // the key is the earlier event's time, else of slot
  AttributeId slot = 0;
  NodeId column = 0;
  std::vector<Part> parts;

  // The one part where that is a comparison with an integer column, which most are.
  struct Bound {
    AttributeId attribute = 0;
    Comparison comparison = Comparison::kEqual;
  };
  std::optional<Bound> bound;
};

// Nothing where no index serves.
std::optional<EdgeKey> find_key(const Program& program);

// Keys of the earlier events that pass with this later event: exactly those within the range, if it is
// usable. A NULL key never passes. O(1) where the key stands under + - * / of INTs and DECIMALs (but not a
// truncating division), or alone; else a search by evaluation, about ten steps, at most 200. REQUIRES: kPoint
// or kInterval.
KeyRange key_range(const Program& program, const EdgeKey& key, RowSource later);

// The same of kText; nothing: no earlier event passes. A view into the row or the program.
std::optional<std::string_view> key_text(const Program& program, const EdgeKey& key, RowSource later);

}  // namespace horatio::predicate
