// SPDX-License-Identifier: Apache-2.0
// Predicates bound to the schema: three-valued logic over attributes of the pattern's places and constants.
// Evaluation lives in engine/predicate; rule 10 of the language says how numbers compute and compare.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/model/pattern.h"

namespace horatio {

// An exact decimal literal as written: digits * 10^-scale. Kept as text, since it may have any number of digits.
struct Expression {
  enum class Kind : std::uint8_t {
    kNull,
    kInteger,    // text: decimal digits, any number of them, no sign
    kDecimal,    // text: digits with one '.', or with an exponent, no sign
    kString,     // text: UTF-8
    kBool,       // text: "TRUE" or "FALSE"
    kDuration,   // text: number of time units (already converted), decimal digits
    kAttribute,  // place, attribute
    kTime,       // place: E.TIME
    kAggregate,  // of HAVING only: aggregate
    kNegate, kAdd, kSubtract, kMultiply, kDivide,
    kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual,
    kIn,       // children[0] IN (children[1], ...)
    kBetween,  // children[0] BETWEEN children[1] AND children[2]
    kIsNull,
    kNot, kAnd, kOr,
  };

  Kind kind = Kind::kNull;
  std::string text;
  PlaceId place = 0;
  bool next = false;  // written as NEXT(E).a: the later event of an adjacent pair
  AttributeId attribute = 0;
  // kAttribute: its declared type; kAggregate: INT of counts, FLOAT of averages, else the attribute's.
  AttributeType type;
  std::uint16_t aggregate = 0;  // kAggregate: index into Query::aggregates followed by Query::hidden
  std::vector<Expression> children;
};

}  // namespace horatio
