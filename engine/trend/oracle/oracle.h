// SPDX-License-Identifier: Apache-2.0
// The trend room's oracle: rows by brute force from the definitions (rules 1 to 8 and 10 of the language).
// Every sequence of events of a window and partition that can be a trend is built, with all of its bindings,
// by walking the pattern tree. Shares nothing with the engine but the model's structs. O(2^n) per window and
// partition, so it refuses what would take too long.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/model/query.h"
#include "engine/model/status.h"
#include "engine/model/value.h"

namespace horatio::oracle {

// An event outside of columns. `attributes` by AttributeId of its type.
struct PlainEvent {
  TypeId type = 0;
  Timestamp time = 0;
  std::vector<Value> attributes;
};

// time + by, but no later than the last time before the end of all input.
constexpr Timestamp saturating_later(Timestamp time, Timestamp by) {
  return time > kEndOfTime - 1 - by ? kEndOfTime - 1 : time + by;
}

// A bound of rule 10 beyond this many operations * 2^-52 * SUM of |a| is absurd for streams that brute force
// can answer.
inline constexpr double kMostOperations = 1'000'000;

// The true value of an aggregate; that of a DECIMAL is not scaled.
struct ExactCell {
  enum class Form : std::uint8_t { kNull, kNumber, kOverflow };  // kOverflow: of U64
  Form form = Form::kNull;
  boost::multiprecision::cpp_rational value;      // also of an overflow
  boost::multiprecision::cpp_rational magnitude;  // SUM, AVG: the sum with |a|; of others |value|
};

struct RowName {
  QueryId query = 0;
  std::optional<WindowBounds> window;  // of EVENTS: numbers
  std::vector<Value> group;            // by Query::group_by
};

struct Row : RowName {
  // Of EVENTS: when its last event was; kEndOfTime if the input ended before the window was full.
  std::optional<Timestamp> time;
  std::vector<ExactCell> cells;  // by Query::aggregates
  // HAVING holds for the true values. If not, some value within the largest sane bounds of the APPROX cells,
  // or of a SUM or AVG that has overflowed, would make it hold: such a row may be emitted or not.
  bool passes = true;
};

struct Answer {
  std::vector<Row> rows;       // ascending by (query, window end, window start, group)
  std::uint64_t left_out = 0;  // (event, query) pairs with a NULL key, among events of the pattern's types
};

// The order of Answer::rows.
bool precedes(const RowName& left, const RowName& right);

struct Limits {
  std::size_t events = 14;          // of one window and partition that some place can take
  std::uint64_t steps = 2'000'000;  // parses of partial trends that may be built in all
};

// `events` as they arrived. kLimitExceeded past the limits; kInvalidClause if an aggregated place has other
// events in another binding of the same trend, which makes the query one to refuse (rule 3).
Result<Answer> answer(const Workload& workload, const std::vector<PlainEvent>& events, Limits limits = {});

}  // namespace horatio::oracle
