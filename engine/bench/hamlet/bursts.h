// SPDX-License-Identifier: Apache-2.0
// The bursts of a stream (Definition 10): per set of queries with the same Kleene sub-pattern, keys and more
// than one member, per partition and pane, the runs of events of the sub-pattern's types that no event of
// another type of those queries cuts. Predicates are not looked at.
#pragma once

#include <cstddef>

#include "engine/bench/hamlet/queries.h"

namespace horatio::bench::figures {

struct Bursts {
  std::size_t count = 0, events = 0;
  double mean() const { return count == 0 ? 0 : static_cast<double>(events) / static_cast<double>(count); }
};

Bursts bursts_of(const Data& data, const Queries& queries, Timestamp pane);

}  // namespace horatio::bench::figures
