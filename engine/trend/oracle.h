// SPDX-License-Identifier: Apache-2.0
// The trend room's oracle: counts by brute force from the definitions (rules 1-5 and 7-10 of the language, as
// far as COUNT(*) needs them). Every subsequence of the events of a window and partition is built and matched
// against the pattern tree by backtracking. Shares nothing with the engine but the model's structs. O(2^n)
// per window and partition, so it refuses larger ones.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>
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

struct Row {
  QueryId query = 0;
  std::optional<WindowBounds> window;
  std::vector<Value> group;  // by Query::group_by
  boost::multiprecision::cpp_int count;
};

struct Answer {
  std::vector<Row> rows;       // ascending by (query, window end, window start, group)
  std::uint64_t left_out = 0;  // (event, query) pairs with a NULL key, among events of the pattern's types
};

// The order of Answer::rows.
bool precedes(const Row& left, const Row& right);

// `events` as they arrived. kLimitExceeded if a window of a partition holds more than `largest` events that
// some place of its pattern takes; kNotAvailable for a pattern with NOT or AND, or a selection other than ALL
// COMBINATIONS.
Result<Answer> answer(const Workload& workload, const std::vector<PlainEvent>& events,
                      std::size_t largest = 14);

}  // namespace horatio::oracle
