// SPDX-License-Identifier: Apache-2.0
// HAVING over exact values, and over all values that a bound leaves possible: a comparison of intervals can
// come out more than one way, and so can what is made of it.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <vector>

#include "engine/model/expression.h"

namespace horatio::oracle {

// A value that HAVING reads: all numbers in [low, high].
struct Operand {
  enum class Sort : std::uint8_t { kInteger, kDecimal, kFloat };
  enum class Form : std::uint8_t {
    kNumber,
    kNull,
    kBeyond,   // the overflow of a count: larger than any number
    kUnknown,  // any number, or NULL
  };
  Form form = Form::kNull;
  Sort sort = Sort::kInteger;
  boost::multiprecision::cpp_rational low, high;
};

// What a condition can come out as.
struct Outcomes {
  bool can_hold = false;
  bool can_fail = false;
  bool can_be_unknown = false;
};

// `aggregates` by the number that the condition's kAggregate have.
Outcomes outcomes_of(const Expression& having, const std::vector<Operand>& aggregates);

}  // namespace horatio::oracle
