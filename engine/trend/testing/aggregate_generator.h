// SPDX-License-Identifier: Apache-2.0
// Random aggregates over the places of a pattern, and conditions of HAVING on them, as text.
#pragma once

#include <string>
#include <vector>

#include "engine/trend/testing/dice.h"
#include "engine/trend/testing/pattern_generator.h"

namespace horatio::oracle {

class AggregateGenerator {
 public:
  // `bindings`: COUNT BINDINGS. All arguments outlive the object.
  AggregateGenerator(const WrittenPattern& pattern, bool bindings, Dice& dice)
      : pattern_(pattern), bindings_(bindings), dice_(dice), places_(aggregable()) {}

  // What RETURN returns: one to four aggregates, now and then with a name. Once.
  std::string returned();

  // The clause, mostly empty. REQUIRES: returned() has been called.
  std::string having();

 private:
  struct Written {
    std::string text;      // the aggregate, or its name
    bool is_time = false;  // compares with whole numbers only
  };

  // Places of which an alias can hardly be ambiguous: the type stands at no other place, or bindings are
  // counted.
  std::vector<const WrittenPlace*> aggregable();
  Written aggregate();
  std::string comparison();

  const WrittenPattern& pattern_;
  const bool bindings_;
  Dice& dice_;
  std::vector<const WrittenPlace*> places_;  // that aggregates may name
  std::vector<Written> returned_;            // as HAVING can call them
};

}  // namespace horatio::oracle
