// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/workload_generator.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/trend/testing/aggregate_generator.h"
#include "engine/trend/testing/condition_generator.h"
#include "engine/trend/testing/dice.h"
#include "engine/trend/testing/pattern_generator.h"
#include "engine/trend/testing/schema_generator.h"

namespace horatio::oracle {
namespace {

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
    AggregateGenerator aggregates(pattern_, bindings_, dice_);
    const std::string returned = aggregates.returned();
    std::vector<std::string> clauses = {where(),   within,     group_by(), aggregates.having(),
                                        numbers(), selection()};
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
};

}  // namespace

RandomWorkload random_workload(std::mt19937_64& random) {
  Dice dice(random);
  const std::vector<WrittenType> types = random_types(dice);
  RandomWorkload workload{schema_text(types), {}};
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
