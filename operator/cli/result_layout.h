// SPDX-License-Identifier: Apache-2.0
// The columns of the one table that a whole workload is printed as: query, window bounds, the union of all
// queries' group columns and of all their aggregates, each in order of first appearance, and the status.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/model/query.h"
#include "operator/cli/time_text.h"

namespace horatio::process {

struct ResultLayout {
  std::vector<std::string> group_columns;
  std::vector<std::string> aggregate_columns;

  // For each query (by QueryId): where in the two lists its own group attributes and aggregates stand.
  struct QueryColumns {
    std::vector<std::size_t> group;
    std::vector<std::size_t> aggregates;
  };
  std::vector<QueryColumns> queries;

  // A group column and an aggregate may have one name: both stay.
  std::vector<std::string> header() const;
};

ResultLayout layout_of(const Workload& workload);

// What an aggregate's cells hold. Counts are INT.
AttributeType value_type(const Aggregate& aggregate, const Query& query, const Schema& schema);

// How the query's window bounds are written: as times, or of EVENTS as the plain numbers that they are.
TimeFormat window_format(const Query& query, TimeFormat times);

}  // namespace horatio::process
