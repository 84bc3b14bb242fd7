// SPDX-License-Identifier: Apache-2.0
// Random conditions as text: on one event, and between two adjacent ones.
#pragma once

#include <string>

#include "engine/trend/testing/dice.h"
#include "engine/trend/testing/pattern_generator.h"

namespace horatio::oracle {

std::string random_condition(const WrittenPlace& place, Dice& dice);

// An event of `to` directly follows one of `from`; they may be the same place.
std::string random_edge_condition(const WrittenPlace& from, const WrittenPlace& to, Dice& dice);

}  // namespace horatio::oracle
