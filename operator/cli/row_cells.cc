// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/row_cells.h"

namespace horatio::process {
namespace {

enum : std::size_t { kQueryColumn, kStartColumn, kEndColumn, kFirstGroupColumn };

}  // namespace

RowCells::RowCells(const Workload& workload)
    : workload_(workload), layout_(layout_of(workload)), cells_(layout_.header().size()) {
  for (const Query& query : workload.queries) {
    auto& types = aggregate_types_.emplace_back();
    for (const Aggregate& aggregate : query.aggregates)
      types.push_back(value_type(aggregate, query, workload.schema));
  }
}

const std::vector<TextCell>& RowCells::spread(const ResultRow& row, TimeFormat times) {
  const Query& query = workload_.queries[row.query];
  const ResultLayout::QueryColumns& columns = layout_.queries[row.query];
  for (std::size_t i = 0; i < cells_.size(); ++i) cleared(i);
  cells_[kQueryColumn].text = query.name;
  cells_[kQueryColumn].kind = TextClass::kText;
  if (row.window.has_value()) {
    const TimeFormat format = window_format(query, times);
    append_time(cells_[kStartColumn].text, row.window->start, format);
    append_time(cells_[kEndColumn].text, row.window->end, format);
    cells_[kStartColumn].kind = cells_[kEndColumn].kind = TextClass::kTime;
  }
  for (std::size_t i = 0; i < row.group.size(); ++i) {
    TextCell& cell = cells_[kFirstGroupColumn + columns.group[i]];
    cell.kind = append_value(cell.text, row.group[i], query.group_by[i].type, times);
  }
  const std::size_t first_aggregate = kFirstGroupColumn + layout_.group_columns.size();
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    TextCell& cell = cells_[first_aggregate + columns.aggregates[i]];
    cell.kind = append_cell(cell.text, row.cells[i], aggregate_types_[row.query][i], times);
  }
  append_row_status(cells_.back().text, row);
  cells_.back().kind = TextClass::kText;
  return cells_;
}

TextCell& RowCells::cleared(std::size_t column) {
  cells_[column].text.clear();
  cells_[column].kind = TextClass::kNull;
  return cells_[column];
}

}  // namespace horatio::process
