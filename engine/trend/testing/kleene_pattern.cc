// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "absl/strings/str_cat.h"
#include "engine/trend/testing/pattern_generator.h"

namespace horatio::oracle {

WrittenPattern random_kleene_pattern(const std::vector<WrittenType>& types, const WrittenType& kleene,
                                     Dice& dice) {
  WrittenPattern pattern;
  const auto place = [&](const std::string& name, const WrittenType& type) {
    pattern.places.push_back({name, &type, name == "n"});
    return absl::StrCat(type.name, " ", name);
  };
  const std::string b = place("b", kleene);
  pattern.adjacent.emplace_back(0, 0);
  const std::size_t shape = dice.below(10);
  if (shape == 0) {
    pattern.text = b + "+";
    return pattern;
  }
  const std::string x = place("x", dice.pick(types));
  if (shape <= 3) pattern.text = absl::StrCat("SEQ(", x, ", ", b, "+)");
  if (shape == 4) pattern.text = absl::StrCat("SEQ(", b, "+, ", x, ")");
  if (shape == 5) pattern.text = absl::StrCat("(SEQ(", x, ", ", b, "+))+");
  if (shape == 6)
    pattern.text = absl::StrCat("SEQ(", x, ", NOT ", place("n", dice.pick(types)), ", ", b, "+)");
  if (shape == 7)
    pattern.text = absl::StrCat("SEQ(", x, ", ", b, "+, NOT ", place("n", dice.pick(types)), ")");
  if (shape < 8) return pattern;
  const std::string y = place("y", dice.pick(types));
  pattern.text = shape == 8 ? absl::StrCat("SEQ(", x, ", ", b, "+, ", y, ")")
                            : absl::StrCat("SEQ(", x, "+, (SEQ(", b, "+, ", y, "))+)");
  return pattern;
}

}  // namespace horatio::oracle
