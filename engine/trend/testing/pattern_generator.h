// SPDX-License-Identifier: Apache-2.0
// Random patterns as text: sequences, repetition, groups, OR, AND, NOT at every place where it can stand,
// parts that can be empty, types that occur at several places.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "engine/trend/testing/dice.h"

namespace horatio::oracle {

struct WrittenColumn {
  std::string name;
  std::string type;
};

struct WrittenType {
  std::string name;  // as written, quotes included
  std::vector<WrittenColumn> columns;
  bool has(const std::string& column) const {
    return std::ranges::find(columns, column, &WrittenColumn::name) != columns.end();
  }
};

struct WrittenPlace {
  std::string name;  // by which other clauses call it
  const WrittenType* type = nullptr;
  bool negated = false;
};

struct WrittenPattern {
  std::string text;
  std::vector<WrittenPlace> places;
  // Places of which an event of the second can directly follow one of the first.
  std::vector<std::pair<std::size_t, std::size_t>> adjacent;
  bool branches_share_types = false;  // of an AND
};

// How long NOT ... FOR may last, in milliseconds; 0: there is none.
WrittenPattern random_pattern(const std::vector<WrittenType>& types, std::size_t longest_lasting, Dice& dice);

// Patterns that share a Kleene type, called b; other places are x, y and n.
WrittenPattern random_kleene_pattern(const std::vector<WrittenType>& types, const WrittenType& kleene,
                                     Dice& dice);

}  // namespace horatio::oracle
