// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/comparison.h"

#include <boost/test/unit_test.hpp>
#include <string>

#include "engine/trend/testing/letter_query.h"

using namespace horatio;
using namespace horatio::oracle;
using Function = Aggregate::Function;

namespace {

// COUNT(*), SUM(B.v), AVG(B.v), SUM(B.w) of B+ over B1B2: 3, 6, 3/2, 6.
LetterQuery query() {
  LetterQuery made("B+");
  made.returns(Function::kSum, "B").returns(Function::kAvg, "B").returns(Function::kSum, "B", "w");
  return made;
}

Answer expected(const LetterQuery& made) { return answer(made.workload(), letters("B1B2")).value(); }

Delivered right() {
  Delivered delivered;
  delivered.rows.push_back({{0, std::nullopt, {}},
                            {{std::uint64_t{3}, CellStatus::kOk},
                             {std::int64_t{6}, CellStatus::kOk},
                             {1.5, CellStatus::kOk},
                             {6.0000000000000009, CellStatus::kApprox, 2e-15}},
                            std::nullopt});
  return delivered;
}

std::string found(const Delivered& delivered) {
  const LetterQuery made = query();
  return difference(made.workload(), expected(made), delivered);
}

}  // namespace

BOOST_AUTO_TEST_CASE(rows_that_are_right_differ_in_nothing) {
  BOOST_TEST(found(right()).empty(), found(right()));
  Delivered texts = right();
  texts.rows[0].cells[1].value = std::string("6");
  texts.rows[0].cells[2].value = std::string("1.5000000000000000e+0");
  BOOST_TEST(found(texts).empty(), found(texts));
}

BOOST_AUTO_TEST_CASE(a_wrong_value_status_or_bound_is_found) {
  const auto changed = [](std::size_t cell, const Cell& value) {
    Delivered delivered = right();
    delivered.rows[0].cells[cell] = value;
    return found(delivered);
  };
  BOOST_TEST(changed(0, {std::uint64_t{4}, CellStatus::kOk}).find("another value") != std::string::npos);
  BOOST_TEST(!changed(0, {3.0, CellStatus::kApprox, 1e-15}).empty());
  BOOST_TEST(!changed(0, {{}, CellStatus::kOverflow}).empty());
  BOOST_TEST(!changed(1, {}).empty());
  BOOST_TEST(!changed(2, {1.5000000000000002, CellStatus::kOk}).empty());
  BOOST_TEST(changed(3, {6.1, CellStatus::kApprox, 1e-15}).find("beyond its bound") != std::string::npos);
  BOOST_TEST(changed(3, {6.0, CellStatus::kApprox, 1.0}).find("absurd") != std::string::npos);
  BOOST_TEST(!changed(3, {6.0, CellStatus::kOk}).empty());
}

BOOST_AUTO_TEST_CASE(a_missing_row_and_one_too_many_are_found) {
  BOOST_TEST(!found({}).empty());
  Delivered twice = right();
  twice.rows.push_back(twice.rows[0]);
  BOOST_TEST(!found(twice).empty());
  Delivered elsewhere = right();
  elsewhere.rows[0].window = WindowBounds{0, 5};
  BOOST_TEST(!found(elsewhere).empty());
}

BOOST_AUTO_TEST_CASE(a_row_that_may_straddle_the_threshold_may_be_there_or_not) {
  LetterQuery made("B");
  made.returns(Function::kSum, "B", "w");
  made.having(operation(Expression::Kind::kGreater, aggregate(1), number(3)));
  const Answer answered = answer(made.workload(), letters("B3")).value();
  Delivered delivered;
  BOOST_TEST(difference(made.workload(), answered, delivered).empty());
  delivered.rows.push_back({{0, std::nullopt, {}},
                            {{std::uint64_t{1}, CellStatus::kOk}, {3.0, CellStatus::kApprox, 1e-15}},
                            std::nullopt});
  BOOST_TEST(difference(made.workload(), answered, delivered).empty());
}

BOOST_AUTO_TEST_CASE(two_deliveries_must_agree_in_every_bit) {
  const LetterQuery made = query();
  BOOST_TEST(difference(made.workload(), right(), right()).empty());
  Delivered other = right();
  other.rows[0].cells[3].value = 6.0;
  BOOST_TEST(!difference(made.workload(), right(), other).empty());
}
