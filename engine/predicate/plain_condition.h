// SPDX-License-Identifier: Apache-2.0
// A condition evaluated straight from the text of rule 10, node by node on big rationals: slow, and sharing
// nothing with the compiled Predicate, whose tests (and the oracles of the rooms) compare against it.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/expression.h"
#include "engine/model/value.h"

namespace horatio {

// An event that a condition reads; the attributes by AttributeId.
struct PlainOperand {
  Timestamp time;
  const std::vector<Value>& attributes;
};

// Nothing is UNKNOWN. REQUIRES: the condition is one that the binder lets pass, and reads no aggregate.
std::optional<bool> plain_condition(const Expression& condition, const PlainOperand& event);
std::optional<bool> plain_condition(const Expression& condition, Timestamp time,
                                    const std::vector<Value>& attributes);

// Of two adjacent events: what is written as NEXT(E) reads `next`.
std::optional<bool> plain_condition(const Expression& condition, const PlainOperand& event,
                                    const PlainOperand& next);

// The value of an unsigned literal of digits, with a '.' or an exponent if need be.
boost::multiprecision::cpp_rational plain_literal(const std::string& text);

// Rounded to nearest, ties to even; infinite beyond the largest double.
double nearest_double(const boost::multiprecision::cpp_rational& value);

}  // namespace horatio
