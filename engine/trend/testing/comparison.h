// SPDX-License-Identifier: Apache-2.0
// Rows of engines against those of the oracle (rule 10): exact cells are equal, approximate ones within their
// own bound, which is not absurd, and the statuses are those that the true values ask for.
#pragma once

#include <string>

#include "engine/model/query.h"
#include "engine/trend/oracle/oracle.h"
#include "engine/trend/testing/delivery.h"

namespace horatio::oracle {

// The first difference in words; empty: there is none.
std::string difference(const Workload& workload, const Answer& expected, const Delivered& found);

// Rule 11: two deliveries to the same strategy agree in every bit. The first difference in words.
std::string difference(const Workload& workload, const Delivered& first, const Delivered& second);

// For messages of failed tests, a line each.
std::string describe(const Schema& schema, const std::vector<PlainEvent>& events);
std::string describe(const Workload& workload, const std::vector<Row>& rows);
std::string describe(const Workload& workload, const std::vector<DeliveredRow>& rows);

}  // namespace horatio::oracle
