// SPDX-License-Identifier: Apache-2.0
// A pattern before it is text, and which of its places can be adjacent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace horatio::oracle {

struct Sketch {
  enum class Form : std::uint8_t { kType, kSequence, kRepeat, kNot, kOr, kAnd };

  Form form = Form::kType;
  std::size_t place = 0;
  std::string repetition;  // kRepeat
  bool optional = false;   // kRepeat: no iteration will do
  bool again = false;      // kRepeat: one iteration may follow another
  std::string lasting;     // kNot
  std::vector<Sketch> children;
};

bool can_be_empty(const Sketch& node);

// Adds the places of which an event of the second can directly follow one of the first.
void find_adjacent(const Sketch& node, std::set<std::pair<std::size_t, std::size_t>>& pairs);

}  // namespace horatio::oracle
