// SPDX-License-Identifier: Apache-2.0
// Small queries and streams for tests that do without the parser. Every event type is a capital letter and
// has the attributes v INT, k INT, w FLOAT, d DECIMAL(2); an alias is small letters and digits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/query.h"
#include "engine/trend/oracle/oracle.h"

namespace horatio::oracle {

class LetterQuery {
 public:
  // As in the language, FOR with a bare number of time units: "SEQ(A, (SEQ(NOT N, B+ b))+, NOT M FOR 5) OR
  // C". Returns COUNT(*) until aggregates are added.
  explicit LetterQuery(std::string_view pattern);

  Query& query() { return workload_.queries.front(); }
  const Workload& workload() const { return workload_; }

  LetterQuery& local(const std::string& alias, Expression condition);
  LetterQuery& edge(const std::string& from, const std::string& to, Expression condition);
  LetterQuery& returns(Aggregate::Function function, const std::string& alias = {},
                       std::string_view attribute = "v");
  LetterQuery& group_by(std::string_view attribute);
  LetterQuery& equivalence(std::string_view attribute);
  LetterQuery& within(std::int64_t size, std::int64_t slide = 0, std::int64_t offset = 0);
  LetterQuery& within_events(std::int64_t size, std::int64_t slide = 0);
  LetterQuery& ties_arrival();
  LetterQuery& match(Selection selection);
  LetterQuery& count_bindings();
  LetterQuery& emit_empty_windows();
  LetterQuery& numbers(Numbers numbers);
  LetterQuery& having(Expression condition);

  // Expressions.
  Expression of(const std::string& alias, std::string_view attribute) const;
  Expression next(const std::string& alias, std::string_view attribute) const;
  Expression time_of(const std::string& alias) const;

 private:
  PlaceId place(const std::string& alias) const;
  Workload workload_;
};

Expression number(std::int64_t value);
Expression aggregate(std::uint16_t number);
Expression operation(Expression::Kind kind, Expression left, Expression right);

// One event per letter, v = 1, k = 1, d = 0.01, w = 1.0, at times -2, -1, ... A digit gives the event before
// it another v and w; letters in parentheses have one time: "A(BB3)C".
std::vector<PlainEvent> letters(std::string_view text);

}  // namespace horatio::oracle
