// SPDX-License-Identifier: Apache-2.0
// One result row spread over the columns of the whole workload's table, as text: what the CSV and table
// formats share.
#pragma once

#include <string>
#include <vector>

#include "engine/model/query.h"
#include "engine/model/result.h"
#include "operator/cli/cell_text.h"
#include "operator/cli/result_layout.h"
#include "operator/cli/time_text.h"

namespace horatio::process {

struct TextCell {
  std::string text;
  TextClass kind = TextClass::kNull;
};

class RowCells {
 public:
  // REQUIRES: `workload` outlives this.
  explicit RowCells(const Workload& workload);

  std::vector<std::string> header() const { return layout_.header(); }

  // By column of the header; valid until the next call. O(columns).
  const std::vector<TextCell>& spread(const ResultRow& row, TimeFormat times);

 private:
  TextCell& cleared(std::size_t column);

  const Workload& workload_;
  ResultLayout layout_;
  std::vector<std::vector<AttributeType>> aggregate_types_;  // by QueryId
  std::vector<TextCell> cells_;
};

}  // namespace horatio::process
