// SPDX-License-Identifier: Apache-2.0
// Plain events to columns, in every form that the contract of EventBatch allows: unaligned, rows in any
// order, text plain or by dictionary, absent columns, garbage behind NULLs. For tests of engines.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/trend/oracle/oracle.h"

namespace horatio::oracle {

struct Arrival {
  const PlainEvent* event = nullptr;
  std::uint32_t place = 0;  // of arrival within the batch
  KeyGroup key_group = 0;
};

// sent[type][attribute]: false leaves the column out (kAbsent). The batch owns its memory.
EventBatch make_batch(const Schema& schema, std::vector<Arrival> arrivals,
                      const std::vector<std::vector<bool>>& sent, std::mt19937_64& random);

}  // namespace horatio::oracle
