// SPDX-License-Identifier: Apache-2.0
// Conditions of HAVING and what is known of their aggregates, for tests.
#pragma once

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/predicate/having.h"
#include "engine/predicate/test_row.h"

namespace horatio::predicate::test {

// Aggregates of the tests, by index: two INTs, two FLOATs, a DECIMAL(2).
enum : std::uint16_t { kCount, kSum, kAvg, kMax, kPrice, kAggregates };
inline constexpr AttributeType kTypesOf[kAggregates] = {{AttributeKind::kInt},
                                                        {AttributeKind::kInt},
                                                        {AttributeKind::kFloat},
                                                        {AttributeKind::kFloat},
                                                        {AttributeKind::kDecimal, 2}};

inline Expression aggregate(std::uint16_t index) {
  Expression e = leaf(Kind::kAggregate);
  e.aggregate = index;
  e.type = kTypesOf[index];
  return e;
}

inline Expression binary(Kind kind, Expression left, Expression right) {
  return node(kind, {std::move(left), std::move(right)});
}
inline Expression greater(Expression left, Expression right) {
  return binary(Kind::kGreater, std::move(left), std::move(right));
}
inline Expression less(Expression left, Expression right) {
  return binary(Kind::kLess, std::move(left), std::move(right));
}
inline Expression equal(Expression left, Expression right) {
  return binary(Kind::kEqual, std::move(left), std::move(right));
}
inline Expression negative(Expression e) { return node(Kind::kNegate, {std::move(e)}); }
inline Expression negation(Expression e) { return node(Kind::kNot, {std::move(e)}); }

using Values = std::vector<HavingValue>;

// All NULL but one.
inline Values with(std::uint16_t index, HavingValue value) {
  Values values(kAggregates);
  values[index] = std::move(value);
  return values;
}

// 'T', 'F' or '?': holds, fails, may hold.
inline char verdict(const Expression& condition, const Values& values) {
  const auto compiled = HavingCondition::compile(condition);
  BOOST_TEST_REQUIRE(compiled.ok());
  const Verdict result = compiled->holds(values);
  BOOST_TEST(compiled->emits(values) == (result != Verdict::kFails));
  return result == Verdict::kHolds ? 'T' : (result == Verdict::kFails ? 'F' : '?');
}
inline char verdict(const Expression& condition, std::uint16_t index, HavingValue value) {
  return verdict(condition, with(index, std::move(value)));
}

inline ErrorCode fault(const Expression& condition) {
  const auto compiled = HavingCondition::compile(condition);
  BOOST_TEST_REQUIRE(!compiled.ok());
  BOOST_TEST(!compiled.error().message.empty());
  return compiled.error().code;
}

}  // namespace horatio::predicate::test
