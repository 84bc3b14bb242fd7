// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/aggregate_generator.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace horatio::oracle {

std::vector<const WrittenPlace*> AggregateGenerator::aggregable() {
  std::vector<const WrittenPlace*> result;
  if (pattern_.branches_share_types && !bindings_) return result;
  for (const WrittenPlace& place : pattern_.places) {
    const auto same = std::ranges::count_if(pattern_.places, [&](const WrittenPlace& other) {
      return !other.negated && other.type == place.type;
    });
    if (!place.negated && (same == 1 || bindings_ || dice_.chance(4))) result.push_back(&place);
  }
  return result;
}

AggregateGenerator::Written AggregateGenerator::aggregate() {
  if (places_.empty() || dice_.chance(25)) return {"COUNT(*)"};
  const WrittenPlace& place = *dice_.pick(places_);
  if (dice_.chance(20)) return {absl::StrCat("COUNT(", place.name, ")")};
  const WrittenColumn& column = dice_.pick(place.type->columns);
  const bool number = column.type == "INT" || column.type == "FLOAT" || column.type.starts_with("DECIMAL");
  std::string function = "COUNT";
  if (number) function = dice_.pick({"COUNT", "SUM", "SUM", "AVG", "AVG", "MIN", "MAX"});
  if (column.type == "TIMESTAMP") function = dice_.pick({"COUNT", "MIN", "MAX"});
  return {absl::StrCat(function, "(", place.name, ".", column.name, ")"),
          column.type == "TIMESTAMP" && function != "COUNT"};
}

std::string AggregateGenerator::returned() {
  std::set<std::string> used;
  std::vector<std::string> texts;
  for (std::size_t i = dice_.between(1, 4); i > 0; --i) {
    const Written written = aggregate();
    if (!used.insert(written.text).second) continue;
    const bool named = dice_.chance(25);
    const std::string name = absl::StrCat("a", i);
    texts.push_back(named ? absl::StrCat(written.text, " AS ", name) : written.text);
    returned_.push_back({named && dice_.chance(50) ? name : written.text, written.is_time});
  }
  return absl::StrJoin(texts, ", ");
}

std::string AggregateGenerator::comparison() {
  const Written read = dice_.chance(60) ? dice_.pick(returned_) : aggregate();
  switch (dice_.below(8)) {
    case 0:
      return read.text + dice_.pick({" IS NULL", " IS NOT NULL"});
    case 1:
      return read.text + dice_.pick({" BETWEEN 1 AND 4", " NOT BETWEEN 0 AND 2"});
    case 2:
      return read.text + dice_.pick({" IN (1, 3, 7)", " NOT IN (1, 2)"});
    case 3:
      return absl::StrCat("COUNT(*) + 1 ", dice_.pick({"<", ">", "<="}), " ", dice_.pick({"3", "8"}), " * 2");
    default:
      return absl::StrCat(read.text, " ", dice_.pick({">", ">=", "<", "<=", "=", "<>"}), " ",
                          read.is_time ? dice_.pick({"0", "2", "-1"})
                                       : dice_.pick({"0", "1", "2", "5", "0.5", "1.5", "-1", "20"}));
  }
}

std::string AggregateGenerator::having() {
  if (!dice_.chance(20)) return "";
  if (dice_.chance(60)) return "HAVING " + comparison();
  if (dice_.chance(30)) return absl::StrCat("HAVING NOT (", comparison(), ")");
  return absl::StrCat("HAVING ", comparison(), dice_.pick({" OR ", " AND "}), comparison());
}

}  // namespace horatio::oracle
