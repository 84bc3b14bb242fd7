// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/row_check.h"

namespace horatio::oracle {
namespace {

// Their windows are numbers, not times.
bool of_events(const Query& query) { return query.window && query.window->of_events; }

}  // namespace

std::string RowCheck::fault(const ResultRow& row, const Query& query, Timestamp previous,
                            Timestamp watermark) {
  std::string wrong = fault_of_shape(row, query);
  if (wrong.empty() && !is_due(row, query, previous, watermark))
    wrong = "a row left at a watermark that is not its own";
  if (of_events(query)) return wrong;
  Named named{{0, row.window, row.group}, query.name};
  if (wrong.empty() && last_ && !ascends(*last_, named)) wrong = "rows do not leave in order";
  last_ = std::move(named);
  return wrong;
}

std::string RowCheck::fault_of_shape(const ResultRow& row, const Query& query) const {
  if (row.window.has_value() != query.window.has_value()) return "a row has a window against its query";
  if (row.group.size() != query.group_by.size()) return "a row has not the group's columns";
  if (row.key_group != splitter_.of_group(query, row.group)) return "a row has the wrong key group";
  if (row.time.has_value() != of_events(query)) return "a row has a time against its query";
  return {};
}

bool RowCheck::is_due(const ResultRow& row, const Query& query, Timestamp previous, Timestamp watermark) {
  const Timestamp last = row.window && !row.time ? row.window->end - 1 : row.time.value_or(kEndOfTime);
  if (last == kEndOfTime) return watermark == kEndOfTime;
  // Whether a window without events lies before the last that has one shows with a later event only.
  const bool may_wait = query.emit_empty_windows && query.group_by.empty();
  return last <= watermark && (last > previous || may_wait);
}

// (window end, window start, query name, group), rows without WITHIN last.
bool RowCheck::ascends(const Named& before, const Named& after) {
  RowName before_window = before.row, after_window = after.row;
  before_window.group.clear();
  after_window.group.clear();
  if (precedes(before_window, after_window)) return true;
  if (precedes(after_window, before_window)) return false;
  if (before.query != after.query) return before.query < after.query;
  return precedes(before.row, after.row);
}

}  // namespace horatio::oracle
