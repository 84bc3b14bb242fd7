// SPDX-License-Identifier: Apache-2.0
// The order in which events are sent: each is delayed by up to a random out-of-orderness. Where arrival
// decides between equal times, events of one time keep their order.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

#include "engine/model/query.h"
#include "engine/trend/oracle/oracle.h"

namespace horatio::oracle {

struct SendingOrder {
  std::vector<std::size_t> order;     // indices into the events
  std::vector<Timestamp> least_left;  // [i]: no event sent from the i-th on is earlier; one more than events
};

// REQUIRES: `events` ascend in time.
SendingOrder sending_order(const Workload& workload, const std::vector<PlainEvent>& events,
                           std::mt19937_64& random);

}  // namespace horatio::oracle
