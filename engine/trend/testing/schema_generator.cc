// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/schema_generator.h"

#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace horatio::oracle {

std::vector<WrittenType> random_types(Dice& dice) {
  const std::vector<std::string> names = {"A", "B", "\"C c\"", "D"};
  const std::string first_key = dice.pick({"INT", "STRING", "FLOAT", "BOOL", "TIMESTAMP", "DECIMAL(2)"});
  const std::string second_key = dice.pick({"STRING", "FLOAT", "INT", "DECIMAL(3)"});
  std::vector<WrittenType> types;
  const std::size_t count = 1 + dice.below(3) + dice.below(2);
  for (std::size_t i = 0; i < count; ++i) {
    WrittenType type{names[i], {}};
    if (dice.chance(90)) type.columns.push_back({"k1", first_key});
    if (dice.chance(90)) type.columns.push_back({"k2", second_key});
    for (const WrittenColumn& c :
         {WrittenColumn{"v", "INT"}, WrittenColumn{"n", "INT"}, WrittenColumn{"w", "FLOAT"},
          WrittenColumn{"d", "DECIMAL(2)"}, WrittenColumn{"s", "STRING"}, WrittenColumn{"b", "BOOL"},
          WrittenColumn{"t", "TIMESTAMP"}}) {
      if (dice.chance(60)) type.columns.push_back(c);
    }
    if (type.columns.empty()) type.columns.push_back({"v", "INT"});
    dice.shuffle(type.columns);
    types.push_back(std::move(type));
  }
  return types;
}

std::string schema_text(const std::vector<WrittenType>& types) {
  std::vector<std::string> texts;
  for (const WrittenType& type : types) {
    const auto column = [](std::string* out, const WrittenColumn& c) {
      absl::StrAppend(out, c.name, " ", c.type);
    };
    texts.push_back(absl::StrCat("  TYPE ", type.name, " (", absl::StrJoin(type.columns, ", ", column), ")"));
  }
  return absl::StrCat("STREAM s (\n", absl::StrJoin(texts, ",\n"), "\n);\n");
}

}  // namespace horatio::oracle
