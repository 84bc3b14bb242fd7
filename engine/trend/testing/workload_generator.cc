// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/workload_generator.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/trend/testing/condition_generator.h"
#include "engine/trend/testing/dice.h"
#include "engine/trend/testing/pattern_generator.h"

namespace horatio::oracle {
namespace {

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

std::string text_of(const std::vector<WrittenType>& types) {
  std::vector<std::string> texts;
  for (const WrittenType& type : types) {
    const auto column = [](std::string* out, const WrittenColumn& c) {
      absl::StrAppend(out, c.name, " ", c.type);
    };
    texts.push_back(absl::StrCat("  TYPE ", type.name, " (", absl::StrJoin(type.columns, ", ", column), ")"));
  }
  return absl::StrCat("STREAM s (\n", absl::StrJoin(texts, ",\n"), "\n);\n");
}

// What queries that an engine may evaluate together have in common.
struct Family {
  const WrittenType* kleene = nullptr;
  std::string group_by, equivalence;
  std::vector<std::string> conditions;  // on the Kleene type; one of them, or none
  std::string edge;                     // between its events; empty: none
};

Family random_family(const std::vector<WrittenType>& types, Dice& dice) {
  Family family;
  family.kleene = &dice.pick(types);
  for (const std::string key : {"k1", "k2"}) {
    const bool carried = std::ranges::all_of(types, [&](const WrittenType& type) { return type.has(key); });
    if (!carried || dice.chance(50)) continue;
    (dice.chance(70) ? family.group_by : family.equivalence) = key;
  }
  const WrittenPlace place{"b", family.kleene};
  family.conditions = {"", "", random_condition(place, dice), random_condition(place, dice)};
  if (dice.chance(35)) family.edge = random_edge_condition(place, place, dice);
  return family;
}

class QueryGenerator {
 public:
  // `family` may be null: the query has nothing in common with others.
  QueryGenerator(const std::vector<WrittenType>& types, const Family* family, Dice& dice)
      : types_(types), family_(family), dice_(dice) {}

  std::string make(const std::string& name) {
    const std::string within = window();
    pattern_ = family_ == nullptr ? random_pattern(types_, longest_lasting_, dice_)
                                  : random_kleene_pattern(types_, *family_->kleene, dice_);
    bindings_ = dice_.chance(family_ == nullptr ? 20 : 8);
    const std::string returned = aggregates();
    std::vector<std::string> clauses = {where(), within, group_by(), having(), numbers(), selection()};
    clauses.push_back(dice_.pick({"TIES STRICT", "TIES ARRIVAL", "TIES ARRIVAL", ""}));
    if (bindings_) clauses.emplace_back("COUNT BINDINGS");
    if (dice_.chance(20)) clauses.emplace_back("EMIT EMPTY WINDOWS");
    std::erase(clauses, "");
    dice_.shuffle(clauses);
    return absl::StrCat("QUERY ", name, "\nRETURN ", returned, "\nPATTERN ", pattern_.text, "\n",
                        absl::StrJoin(clauses, "\n"), ";\n");
  }

 private:
  std::string window() {
    longest_lasting_ = 8;
    if (dice_.chance(18)) return "";
    const std::size_t size = dice_.chance(6) ? dice_.between(40, 100) : dice_.between(2, 15);
    const std::size_t slide = size > 15          ? dice_.between(1, 3)
                              : dice_.chance(25) ? size + dice_.between(1, 4)
                                                 : std::max<std::size_t>(1, size / 4 + dice_.below(size));
    const bool tumbling = dice_.chance(25);
    if (dice_.chance(20)) {
      longest_lasting_ = 0;
      return absl::StrCat("WITHIN ", size, " EVENTS", tumbling ? "" : absl::StrCat(" SLIDE ", slide));
    }
    longest_lasting_ = std::min(longest_lasting_, size);
    std::string text = absl::StrCat("WITHIN ", size, " MILLISECONDS");
    if (!tumbling) absl::StrAppend(&text, " SLIDE ", slide, " MILLISECONDS");
    if (dice_.chance(40))
      absl::StrAppend(&text, " OFFSET ", dice_.pick({"3", "1", "7", "100", "0"}), " MILLISECONDS");
    return text;
  }

  // --- Aggregates ---

  // Of which an alias can hardly be ambiguous: its type stands at no other place, or bindings are counted.
  std::vector<const WrittenPlace*> aggregable() {
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

  struct Written {
    std::string text;      // the aggregate, or its name
    bool is_time = false;  // compares with whole numbers only
  };

  Written aggregate() {
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

  std::string aggregates() {
    places_ = aggregable();
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

  std::string having_comparison() {
    const Written read = dice_.chance(60) ? dice_.pick(returned_) : aggregate();
    switch (dice_.below(8)) {
      case 0:
        return read.text + dice_.pick({" IS NULL", " IS NOT NULL"});
      case 1:
        return read.text + dice_.pick({" BETWEEN 1 AND 4", " NOT BETWEEN 0 AND 2"});
      case 2:
        return read.text + dice_.pick({" IN (1, 3, 7)", " NOT IN (1, 2)"});
      case 3:
        return absl::StrCat("COUNT(*) + 1 ", dice_.pick({"<", ">", "<="}), " ", dice_.pick({"3", "8"}),
                            " * 2");
      default:
        return absl::StrCat(read.text, " ", dice_.pick({">", ">=", "<", "<=", "=", "<>"}), " ",
                            read.is_time ? dice_.pick({"0", "2", "-1"})
                                         : dice_.pick({"0", "1", "2", "5", "0.5", "1.5", "-1", "20"}));
    }
  }

  std::string having() {
    if (!dice_.chance(20)) return "";
    if (dice_.chance(60)) return "HAVING " + having_comparison();
    if (dice_.chance(30)) return absl::StrCat("HAVING NOT (", having_comparison(), ")");
    return absl::StrCat("HAVING ", having_comparison(), dice_.pick({" OR ", " AND "}), having_comparison());
  }

  // --- Other clauses ---

  // Those of the keys that every type of the pattern carries, each with this chance.
  std::vector<std::string> keys(std::size_t percent) {
    std::vector<std::string> result;
    for (const std::string key : {"k1", "k2"}) {
      const auto carries = [&](const WrittenPlace& place) { return place.type->has(key); };
      if (std::ranges::all_of(pattern_.places, carries) && dice_.chance(percent)) result.push_back(key);
    }
    dice_.shuffle(result);
    return result;
  }

  std::string group_by() {
    if (family_ != nullptr) return family_->group_by.empty() ? "" : "GROUP BY " + family_->group_by;
    const auto group = keys(50);
    return group.empty() ? "" : absl::StrCat("GROUP BY ", absl::StrJoin(group, ", "));
  }

  std::string where() {
    std::vector<std::string> conjuncts = family_ == nullptr ? own_conditions() : family_conditions();
    std::erase(conjuncts, "");
    dice_.shuffle(conjuncts);
    return conjuncts.empty() ? "" : absl::StrCat("WHERE ", absl::StrJoin(conjuncts, " AND "));
  }

  std::vector<std::string> own_conditions() {
    std::vector<std::string> conjuncts;
    if (const auto equivalence = keys(30); !equivalence.empty())
      conjuncts.push_back(absl::StrCat("[", absl::StrJoin(equivalence, ", "), "]"));
    for (const WrittenPlace& place : pattern_.places) {
      if (dice_.chance(16)) conjuncts.push_back(random_condition(place, dice_));
    }
    if (!pattern_.adjacent.empty() && dice_.chance(45)) {
      for (std::size_t i = dice_.between(1, 2); i > 0; --i) {
        const auto& [from, to] = dice_.pick(pattern_.adjacent);
        conjuncts.push_back(random_edge_condition(pattern_.places[from], pattern_.places[to], dice_));
      }
    }
    return conjuncts;
  }

  std::vector<std::string> family_conditions() {
    std::vector<std::string> conjuncts{dice_.pick(family_->conditions),
                                       dice_.chance(70) ? family_->edge : ""};
    if (!family_->equivalence.empty()) conjuncts.push_back(absl::StrCat("[", family_->equivalence, "]"));
    for (const WrittenPlace& place : pattern_.places) {
      if (place.name != "b" && dice_.chance(20)) conjuncts.push_back(random_condition(place, dice_));
    }
    return conjuncts;
  }

  std::string numbers() { return dice_.pick({"", "", "NUMBERS EXACT", "NUMBERS U64", "NUMBERS APPROX"}); }

  std::string selection() {
    if (family_ != nullptr && dice_.chance(75)) return "";
    return dice_.pick({"", "", "", "MATCH ALL COMBINATIONS", "MATCH NEXT", "MATCH NEXT", "MATCH CONTIGUOUS"});
  }

  const std::vector<WrittenType>& types_;
  const Family* family_;
  Dice& dice_;
  WrittenPattern pattern_;
  std::size_t longest_lasting_ = 0;
  bool bindings_ = false;
  std::vector<const WrittenPlace*> places_;  // that aggregates may name
  std::vector<Written> returned_;            // as HAVING can call them
};

}  // namespace

RandomWorkload random_workload(std::mt19937_64& random) {
  Dice dice(random);
  const std::vector<WrittenType> types = random_types(dice);
  RandomWorkload workload{text_of(types), {}};
  const Family family = random_family(types, dice);
  const bool is_family = dice.chance(40);
  const std::size_t queries = (is_family ? 2 : 1) + dice.below(3) + dice.below(2);
  for (std::size_t i = 0; i < queries; ++i) {
    std::string name = absl::StrCat("q", queries - i);
    std::string text = QueryGenerator(types, is_family ? &family : nullptr, dice).make(name);
    workload.queries.push_back({std::move(name), std::move(text)});
  }
  return workload;
}

std::string text_of(const RandomWorkload& workload) {
  std::string text = workload.schema;
  for (const RandomWorkload::Query& query : workload.queries) text += query.text;
  return text;
}

}  // namespace horatio::oracle
