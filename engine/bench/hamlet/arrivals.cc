// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/hamlet/arrivals.h"

namespace horatio::bench::figures {
namespace {

std::int64_t part(const KleeneQuery& query, const Row& row, std::size_t i) {
  return i < query.group.size() ? row.values[query.group[i]] : 0;
}

std::int64_t part(const ResultRow& row, std::size_t i) {
  return i < row.group.size() ? std::get<std::int64_t>(row.group[i]) : 0;
}

}  // namespace

RowName name_of(const ResultRow& row) { return {row.query, row.window->start, part(row, 0), part(row, 1)}; }

Arrivals::Arrivals(const Data& data, const Queries& queries) : queries_(queries) {
  std::vector<std::vector<std::size_t>> ending(data.types.size());
  for (std::size_t q = 0; q < queries.size(); ++q) ending[queries[q].end_type()].push_back(q);
  for (const Row& row : data.rows) {
    for (const std::size_t q : ending[row.type]) {
      const KleeneQuery& query = queries[q];
      if (!query.passes(row)) continue;
      last_[{q, row.time / query.slide, part(query, row, 0), part(query, row, 1)}] = row.time;
    }
  }
}

Timestamp Arrivals::last(const RowName& row) const {
  const KleeneQuery& query = queries_[row.query];
  const Timestamp first = row.start / query.slide;
  for (Timestamp pane = first + query.size / query.slide - 1; pane >= first; --pane) {
    const auto found = last_.find({row.query, pane, row.group, row.subgroup});
    if (found != last_.end()) return found->second;
  }
  return row.start;
}

}  // namespace horatio::bench::figures
