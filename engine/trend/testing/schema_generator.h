// SPDX-License-Identifier: Apache-2.0
// Random schemas of one to four types with attributes of every kind.
#pragma once

#include <string>
#include <vector>

#include "engine/trend/testing/dice.h"
#include "engine/trend/testing/pattern_generator.h"

namespace horatio::oracle {

// Names of keys are k1 and k2, of one type in all that carry them.
std::vector<WrittenType> random_types(Dice& dice);

// The STREAM.
std::string schema_text(const std::vector<WrittenType>& types);

}  // namespace horatio::oracle
