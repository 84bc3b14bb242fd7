// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <cstdint>

#include "engine/trend/testing/letter_query.h"

namespace horatio::oracle {

std::vector<PlainEvent> letters(std::string_view text) {
  std::vector<PlainEvent> events;
  Timestamp time = -3;
  bool together = false;
  for (const char c : text) {
    if (c == '(') {
      ++time;
      together = true;
    } else if (c == ')') {
      together = false;
    } else if (std::isdigit(c) != 0) {
      events.back().attributes[0] = std::int64_t{c - '0'};
      events.back().attributes[2] = static_cast<double>(c - '0');
    } else {
      if (!together) ++time;
      events.push_back(
          {static_cast<TypeId>(c - 'A'), time, {std::int64_t{1}, std::int64_t{1}, 1.0, std::int64_t{1}}});
    }
  }
  return events;
}

}  // namespace horatio::oracle
