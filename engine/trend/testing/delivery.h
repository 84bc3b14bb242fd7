// SPDX-License-Identifier: Apache-2.0
// A stream through engines the way a hard day would bring it: batches of any size, out of order as far as the
// query's order allows, watermarks anywhere between, results in small portions, key groups split over several
// engines that are snapshotted and restored with other splits and with the queries in another order. Whatever
// it does, the rows must be those of the oracle (rule 11).
#pragma once

#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "engine/plan/engine.h"
#include "engine/trend/oracle/oracle.h"

namespace horatio::oracle {

struct DeliveredRow : RowName {  // query ids of the workload as given
  std::vector<Cell> cells;
  std::optional<Timestamp> time;  // of EVENTS
};

struct Delivered {
  std::vector<DeliveredRow> rows;  // sorted as Answer::rows
  std::string fault;               // what the engine did against its contract; empty: nothing
  std::uint64_t left_out = 0;      // as the engines count it
  bool restarted = false;          // then left_out and sharing are not the whole
  trend::SharingCounts sharing;
};

struct DeliveryOptions {
  EngineOptions engine;
  bool may_change_strategy = false;  // when engines are restored: all but enumerate read each other's state
};

// REQUIRES: `events` ascend in time.
Delivered deliver(std::shared_ptr<const Workload> workload, const std::vector<PlainEvent>& events,
                  std::mt19937_64& random, DeliveryOptions options = {});

}  // namespace horatio::oracle
