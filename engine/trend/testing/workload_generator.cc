// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/workload_generator.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace horatio::oracle {
namespace {

struct Column {
  std::string name;
  std::string type;
};

struct Type {
  std::string name;  // as written, quotes included
  std::vector<Column> columns;
  bool has(const std::string& column) const {
    return std::ranges::find(columns, column, &Column::name) != columns.end();
  }
};

struct Written {  // a place of the pattern
  std::string name;
  const Type* type;
};

class Generator {
 public:
  explicit Generator(std::mt19937_64& random) : random_(random) {}

  std::string workload() {
    make_types();
    std::string text = "STREAM s (\n";
    for (std::size_t i = 0; i < types_.size(); ++i) {
      text += "  TYPE " + types_[i].name + " (";
      for (std::size_t j = 0; j < types_[i].columns.size(); ++j) {
        text += (j == 0 ? "" : ", ") + types_[i].columns[j].name + " " + types_[i].columns[j].type;
      }
      text += i + 1 < types_.size() ? "),\n" : ")\n);\n";
    }
    const std::size_t queries = 1 + below(3) + below(2);
    for (std::size_t i = 0; i < queries; ++i) text += query(absl::StrCat("q", queries - i));
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  bool chance(std::size_t percent) { return below(100) < percent; }
  std::string pick(std::initializer_list<const char*> values) {
    return *(values.begin() + below(values.size()));
  }

  void make_types() {
    const std::vector<std::string> names = {"A", "B", "\"C c\"", "D"};
    const std::string first_key = pick({"INT", "STRING", "FLOAT", "BOOL", "TIMESTAMP", "DECIMAL(2)"});
    const std::string second_key = pick({"STRING", "FLOAT", "INT", "DECIMAL(3)"});
    const std::size_t count = 1 + below(3) + below(2);
    for (std::size_t i = 0; i < count; ++i) {
      Type type{names[i], {}};
      if (chance(90)) type.columns.push_back({"k1", first_key});
      if (chance(90)) type.columns.push_back({"k2", second_key});
      for (const Column& c :
           {Column{"v", "INT"}, Column{"n", "INT"}, Column{"w", "FLOAT"}, Column{"d", "DECIMAL(2)"},
            Column{"s", "STRING"}, Column{"b", "BOOL"}, Column{"t", "TIMESTAMP"}}) {
        if (chance(60)) type.columns.push_back(c);
      }
      if (type.columns.empty()) type.columns.push_back({"v", "INT"});
      std::ranges::shuffle(type.columns, random_);
      types_.push_back(std::move(type));
    }
  }

  // --- Patterns ---

  std::string pattern() {
    places_.clear();
    const std::size_t shape = below(10);
    if (shape == 0) return leaf(100);
    if (shape == 1) return absl::StrCat("(", leaf(100), ")+");
    if (shape == 2) return absl::StrCat("(", sequence(1), ")+");
    return sequence(2);
  }

  std::string sequence(int depth) {
    std::string text = "SEQ(";
    const std::size_t parts = 2 + below(2);
    for (std::size_t i = 0; i < parts; ++i) text += (i == 0 ? "" : ", ") + part(depth);
    return text + ")";
  }

  std::string part(int depth) {
    if (depth == 0 || places_.size() > 4 || chance(70)) return leaf(45);
    if (chance(20)) return sequence(depth - 1);
    if (chance(20)) return absl::StrCat("(", leaf(50), ")+");
    return absl::StrCat("(", sequence(depth - 1), ")+");
  }

  // A type, with + in `percent` of all cases.
  std::string leaf(std::size_t percent) {
    const Type& type = types_[below(types_.size())];
    const bool named = std::ranges::find(places_, type.name, &Written::name) != places_.end();
    const bool repeated = chance(percent);
    if (!named && chance(50)) {
      places_.push_back({type.name, &type});
      return type.name + (repeated ? "+" : "");
    }
    const std::string alias = absl::StrCat("x", places_.size());
    places_.push_back({alias, &type});
    if (!repeated) return type.name + " " + alias;
    return chance(50) ? type.name + "+ " + alias : type.name + " " + alias + "+";
  }

  // --- Predicates ---

  std::vector<const Column*> columns_of(const Type& type, std::initializer_list<const char*> kinds) {
    std::vector<const Column*> result;
    for (const Column& column : type.columns) {
      if (column.name[0] == 'k') continue;
      for (const char* kind : kinds) {
        if (column.type.starts_with(kind)) result.push_back(&column);
      }
    }
    return result;
  }

  std::string attribute(const Written& place, const Column& column) { return place.name + "." + column.name; }

  std::string number_literal() {
    return pick(
        {"0", "1", "2", "3", "-1", "0.5", "1.50", "2.0", "9007199254740993", "1e3", "18446744073709551616"});
  }

  std::string number(const Written& place, int depth) {
    const auto columns = columns_of(*place.type, {"INT", "FLOAT", "DECIMAL"});
    if (columns.empty() || chance(25)) return number_literal();
    const std::string column = attribute(place, *columns[below(columns.size())]);
    if (depth == 0 || chance(50)) return column;
    return absl::StrCat("(", column, " ", pick({"+", "-", "*", "/"}), " ", number(place, depth - 1), ")");
  }

  std::string comparison_operator() { return pick({"<", "<=", ">", ">=", "<>", "=", "<=", ">="}); }

  std::string number_condition(const Written& place) {
    const auto columns = columns_of(*place.type, {"INT", "FLOAT", "DECIMAL"});
    if (columns.empty()) return time_condition(place);
    const std::string column = attribute(place, *columns[below(columns.size())]);
    switch (below(6)) {
      case 0:
        return column + " BETWEEN " + pick({"0", "-1", "0.5"}) + " AND " + pick({"2", "1.5", "3"});
      case 1:
        return column + pick({" IN (", " NOT IN ("}) + number_literal() + ", 1, " + number(place, 1) + ")";
      case 2:
        return column + pick({" IS NULL", " IS NOT NULL"});
      case 3:
        return number(place, 2) + " " + comparison_operator() + " " + column;
      default:
        return column + " " + comparison_operator() + " " + number_literal();
    }
  }

  std::string text_condition(const Written& place) {
    const auto columns = columns_of(*place.type, {"STRING"});
    if (columns.empty()) return number_condition(place);
    const std::string column = attribute(place, *columns[below(columns.size())]);
    if (chance(30)) return column + pick({" IN ('a', 'it''s')", " NOT IN ('b')", " NOT IN ('a', '')"});
    return column + " " + comparison_operator() + " " + pick({"'a'", "'b'", "''", "'it''s'", "'\xC3\xA9'"});
  }

  std::string bool_condition(const Written& place) {
    const auto columns = columns_of(*place.type, {"BOOL"});
    if (columns.empty()) return number_condition(place);
    return attribute(place, *columns[below(columns.size())]) +
           pick({" = TRUE", " <> FALSE", " = FALSE", " IS NOT NULL"});
  }

  std::string time_condition(const Written& place) {
    const auto columns = columns_of(*place.type, {"TIMESTAMP"});
    if (!columns.empty() && chance(50)) {
      return place.name + ".TIME - " + attribute(place, *columns[below(columns.size())]) +
             " > 5 MILLISECONDS";
    }
    return place.name + ".TIME " + pick({"> -10", ">= 20", "<> 18", "< 1000000010"});
  }

  std::string condition(const Written& place, int depth) {
    if (depth > 0 && chance(35)) {
      const std::string left = condition(place, depth - 1);
      if (chance(25)) return absl::StrCat("NOT (", left, ")");
      return absl::StrCat("(", left, pick({" OR ", " OR ", " AND "}), condition(place, depth - 1), ")");
    }
    switch (below(5)) {
      case 0:
        return text_condition(place);
      case 1:
        return bool_condition(place);
      case 2:
        return time_condition(place);
      default:
        return number_condition(place);
    }
  }

  // --- Clauses ---

  // Those of the keys that every type of the pattern carries, each with this chance.
  std::vector<std::string> keys(std::size_t percent) {
    std::vector<std::string> result;
    for (const std::string key : {"k1", "k2"}) {
      const auto carries = [&](const Written& place) { return place.type->has(key); };
      if (std::ranges::all_of(places_, carries) && chance(percent)) result.push_back(key);
    }
    std::ranges::shuffle(result, random_);
    return result;
  }

  static std::string joined(const std::vector<std::string>& words, const std::string& between) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
    return text;
  }

  std::string where() {
    std::vector<std::string> conjuncts;
    if (const auto equivalence = keys(40); !equivalence.empty())
      conjuncts.push_back(absl::StrCat("[", joined(equivalence, ", "), "]"));
    for (const Written& place : places_) {
      if (chance(35)) conjuncts.push_back(condition(place, 2));
    }
    std::ranges::shuffle(conjuncts, random_);
    return conjuncts.empty() ? "" : "WHERE " + joined(conjuncts, " AND ");
  }

  std::string within() {
    if (chance(20)) return "";
    const std::size_t size = 2 + below(14);
    std::string text = "WITHIN " + std::to_string(size) + " MILLISECONDS";
    switch (below(4)) {
      case 0:
        break;
      case 1:
        text += " SLIDE " + std::to_string(size + 1 + below(4)) + " MILLISECONDS";
        break;
      default:
        text +=
            " SLIDE " + std::to_string(std::max<std::size_t>(1, size / 4 + below(size))) + " MILLISECONDS";
    }
    if (chance(40)) text += " OFFSET " + pick({"3", "1", "7", "100", "0"}) + " MILLISECONDS";
    return text;
  }

  std::string query(const std::string& name) {
    std::string text =
        "QUERY " + name + "\nRETURN COUNT(*)" + (chance(30) ? " AS n" : "") + "\nPATTERN " + pattern();
    std::vector<std::string> clauses = {where(), within()};
    if (const auto group = keys(65); !group.empty()) clauses.push_back("GROUP BY " + joined(group, ", "));
    clauses.push_back(pick({"TIES STRICT", "TIES ARRIVAL", "TIES ARRIVAL", ""}));
    if (chance(10)) clauses.push_back("MATCH ALL COMBINATIONS");
    std::erase(clauses, "");
    std::ranges::shuffle(clauses, random_);
    for (const std::string& clause : clauses) text += "\n" + clause;
    return text + ";\n";
  }

  std::mt19937_64& random_;
  std::vector<Type> types_;
  std::vector<Written> places_;
};

}  // namespace

std::string random_workload(std::mt19937_64& random) { return Generator(random).workload(); }

}  // namespace horatio::oracle
