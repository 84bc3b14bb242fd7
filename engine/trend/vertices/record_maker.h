// SPDX-License-Identifier: Apache-2.0
// Which values of an event later ones are compared with, and the comparison: the edge conditions of one
// query.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/automaton/determinised.h"
#include "engine/model/event_batch.h"
#include "engine/model/state_io.h"
#include "engine/trend/trend_query.h"
#include "engine/trend/vertices/event_record.h"

namespace horatio::trend {

class RecordMaker {
 public:
  explicit RecordMaker(const TrendQuery& query);  // `query` outlives the object

  RecordPointer make(const EventRef& event, std::uint64_t sequence) const;

  // Whether all conjuncts of the edge condition are TRUE on the pair; true for kNoEdgeCondition.
  bool holds(automaton::EdgeConditionId edge, const EventRecord& earlier, const EventRef& later) const;

  // Of the values that the condition reads of its earlier event: index into EventRecord::values.
  std::size_t first_value(std::size_t condition) const { return slots_[condition].begin; }

  void write(const EventRecord& record, StateWriter& out) const;
  RecordPointer read(StateReader& in) const;  // the reader has failed if the bytes are no record

 private:
  struct Slots {
    std::size_t begin = 0, size = 0;  // of a condition's values among those of a record of its type
  };

  bool is_well_typed(const EventRecord& record) const;

  const TrendQuery& query_;
  std::vector<Slots> slots_;                         // by condition
  std::vector<std::vector<std::uint16_t>> by_type_;  // conditions whose earlier event is of the type
  std::vector<std::size_t> values_;                  // by type: values of a record
};

}  // namespace horatio::trend
