// SPDX-License-Identifier: Apache-2.0
// When the last event that contributed to a row came: the newest event of the row's window and group that is
// of the pattern's last type and satisfies its predicates (every trend ends with such an event).
#pragma once

#include <absl/container/flat_hash_map.h>

#include <tuple>
#include <vector>

#include "engine/bench/hamlet/queries.h"
#include "engine/model/result.h"

namespace horatio::bench::figures {

struct RowName {
  QueryId query = 0;
  Timestamp start = 0;  // of the window
  std::int64_t group = 0, subgroup = 0;

  friend auto operator<=>(const RowName&, const RowName&) = default;
};

RowName name_of(const ResultRow& row);

class Arrivals {
 public:
  Arrivals(const Data& data, const Queries& queries);

  // The time of the last event that contributed.
  Timestamp last(const RowName& row) const;

 private:
  using Key = std::tuple<std::size_t, Timestamp, std::int64_t, std::int64_t>;  // query, pane, group

  const Queries& queries_;
  absl::flat_hash_map<Key, Timestamp> last_;
};

}  // namespace horatio::bench::figures
