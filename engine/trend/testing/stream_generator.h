// SPDX-License-Identifier: Apache-2.0
// Random small streams for differential tests: many ties, NULLs, few keys, values at the corners of their
// types, negative times.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

#include "engine/trend/oracle/oracle.h"

namespace horatio::oracle {

// `events` events in ascending time; arrival is the order of the vector. Attributes whose name begins with
// 'k' are taken for keys and have few values.
std::vector<PlainEvent> random_stream(const Schema& schema, std::size_t events, std::mt19937_64& random);

}  // namespace horatio::oracle
