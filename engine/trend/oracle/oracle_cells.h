// SPDX-License-Identifier: Apache-2.0
// From the trends of the partitions of a row to its cells (rules 4, 7 and 10) and its HAVING.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <vector>

#include "engine/model/query.h"
#include "engine/trend/oracle/oracle.h"
#include "engine/trend/oracle/oracle_trends.h"

namespace horatio::oracle {

// What a window and group have gathered.
class RowTotals {
 public:
  RowTotals(const Schema& schema, const Query& query, const Facts& facts);

  // The trends of one more partition: of the pattern, or of the two branches of its AND.
  void add(const std::vector<Trends>& branches);

  const boost::multiprecision::cpp_int& units() const { return units_; }  // trends, bindings or pairs

  // Cells and HAVING. False if HAVING cannot hold.
  bool finish(Row& row) const;

 private:
  struct Total {
    boost::multiprecision::cpp_int count;
    boost::multiprecision::cpp_rational sum, magnitude;
    std::optional<boost::multiprecision::cpp_rational> least, greatest;
  };
  void add(const Aggregate& aggregate, const Value& value, const boost::multiprecision::cpp_int& times,
           Total& total) const;
  ExactCell cell(const Aggregate& aggregate, const Total& total) const;
  AttributeType type_of(const Aggregate& aggregate) const;
  bool overflows(const Aggregate& aggregate, const Total& total) const;

  const Schema& schema_;
  const Query& query_;
  const Facts& facts_;
  std::vector<Aggregate> aggregates_;  // returned, then hidden
  std::vector<Total> totals_;
  boost::multiprecision::cpp_int units_;
};

// A NULL of the language: FLOATs that are no finite number are NULL as well.
bool is_null(const Value& value);

}  // namespace horatio::oracle
