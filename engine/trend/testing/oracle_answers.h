// SPDX-License-Identifier: Apache-2.0
// The oracle asked about small queries and streams, in short: for cases that can be counted on paper.
#pragma once

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "engine/trend/oracle/oracle.h"
#include "engine/trend/testing/letter_query.h"

namespace horatio::oracle {

using boost::multiprecision::cpp_rational;

inline std::vector<Row> rows(const LetterQuery& query, const std::vector<PlainEvent>& events) {
  const auto answered = answer(query.workload(), events);
  BOOST_TEST_REQUIRE(answered.ok());
  return answered->rows;
}

// COUNT(*) of the one row; 0 if there is none.
inline cpp_rational count(const LetterQuery& query, const std::vector<PlainEvent>& events) {
  const auto found = rows(query, events);
  BOOST_TEST_REQUIRE(found.size() <= 1U);
  return found.empty() ? cpp_rational(0) : found.front().cells.front().value;
}
inline cpp_rational count(const LetterQuery& query, const std::string& events) {
  return count(query, letters(events));
}
inline cpp_rational count(const char* pattern, const std::string& events) {
  return count(LetterQuery(pattern), events);
}
inline cpp_rational count_arrival(const char* pattern, const std::string& events) {
  return count(LetterQuery(pattern).ties_arrival(), events);
}
inline cpp_rational count_next(const char* pattern, const std::string& events) {
  return count(LetterQuery(pattern).match(Selection::kNext), events);
}
inline cpp_rational count_contiguous(const char* pattern, const std::string& events) {
  return count(LetterQuery(pattern).match(Selection::kContiguous), events);
}

using Texts = std::vector<std::string>;

// The cells of the one row; NULL is empty text.
inline Texts cells(const LetterQuery& query, const std::vector<PlainEvent>& events) {
  const auto found = rows(query, events);
  BOOST_TEST_REQUIRE(found.size() == 1U);
  Texts texts;
  for (const ExactCell& cell : found.front().cells) {
    if (cell.form == ExactCell::Form::kNull) texts.emplace_back();
    if (cell.form == ExactCell::Form::kOverflow) texts.emplace_back("OVERFLOW");
    if (cell.form == ExactCell::Form::kNumber) texts.push_back(cell.value.str());
  }
  return texts;
}

// "start:count" of each row.
inline Texts windows(const LetterQuery& query, const std::vector<PlainEvent>& events) {
  Texts texts;
  for (const Row& row : rows(query, events))
    texts.push_back(std::to_string(row.window->start) + ":" + row.cells.front().value.str());
  return texts;
}
inline Texts windows(const LetterQuery& query, const std::string& events) {
  return windows(query, letters(events));
}

// With B.v < NEXT(B).v.
inline LetterQuery rising(const char* pattern) {
  LetterQuery query(pattern);
  query.edge("B", "B", operation(Expression::Kind::kLess, query.of("B", "v"), query.next("B", "v")));
  return query;
}

inline LetterQuery all_aggregates(const char* pattern, const char* alias, const char* attribute = "v") {
  LetterQuery query(pattern);
  for (const Aggregate::Function function :
       {Aggregate::Function::kCountEvents, Aggregate::Function::kCountAttribute, Aggregate::Function::kSum,
        Aggregate::Function::kAvg, Aggregate::Function::kMin, Aggregate::Function::kMax}) {
    query.returns(function, alias, attribute);
  }
  return query;
}

}  // namespace horatio::oracle
