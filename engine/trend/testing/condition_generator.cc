// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/condition_generator.h"

#include <initializer_list>
#include <vector>

#include "absl/strings/str_cat.h"

namespace horatio::oracle {
namespace {

std::vector<std::string> columns_of(const WrittenPlace& place, std::initializer_list<const char*> kinds) {
  std::vector<std::string> result;
  for (const WrittenColumn& column : place.type->columns) {
    if (column.name[0] == 'k') continue;
    for (const char* kind : kinds) {
      if (column.type.starts_with(kind)) result.push_back(column.name);
    }
  }
  return result;
}

std::string comparison(Dice& dice) { return dice.pick({"<", "<=", ">", ">=", "<>", "=", "<=", ">="}); }

std::string number_literal(Dice& dice) {
  return dice.pick(
      {"0", "1", "2", "3", "-1", "0.5", "1.50", "2.0", "9007199254740993", "1e3", "18446744073709551616"});
}

// Conditions on one event.
class LocalCondition {
 public:
  LocalCondition(const WrittenPlace& place, Dice& dice) : place_(place), dice_(dice) {}

  std::string make(int depth) {
    if (depth > 0 && dice_.chance(35)) {
      const std::string left = make(depth - 1);
      if (dice_.chance(25)) return absl::StrCat("NOT (", left, ")");
      return absl::StrCat("(", left, dice_.pick({" OR ", " OR ", " AND "}), make(depth - 1), ")");
    }
    switch (dice_.below(5)) {
      case 0:
        return text();
      case 1:
        return truth();
      case 2:
        return time();
      default:
        return number();
    }
  }

 private:
  std::string attribute(const std::string& column) const { return absl::StrCat(place_.name, ".", column); }

  std::string arithmetic(int depth) {
    const auto columns = columns_of(place_, {"INT", "FLOAT", "DECIMAL"});
    if (columns.empty() || dice_.chance(25)) return number_literal(dice_);
    const std::string column = attribute(dice_.pick(columns));
    if (depth == 0 || dice_.chance(50)) return column;
    return absl::StrCat("(", column, " ", dice_.pick({"+", "-", "*", "/"}), " ", arithmetic(depth - 1), ")");
  }

  std::string number() {
    const auto columns = columns_of(place_, {"INT", "FLOAT", "DECIMAL"});
    if (columns.empty()) return time();
    const std::string column = attribute(dice_.pick(columns));
    switch (dice_.below(6)) {
      case 0:
        return absl::StrCat(column, " BETWEEN ", dice_.pick({"0", "-1", "0.5"}), " AND ",
                            dice_.pick({"2", "1.5", "3"}));
      case 1:
        return absl::StrCat(column, dice_.pick({" IN (", " NOT IN ("}), number_literal(dice_), ", 1, ",
                            arithmetic(1), ")");
      case 2:
        return column + dice_.pick({" IS NULL", " IS NOT NULL"});
      case 3:
        return absl::StrCat(arithmetic(2), " ", comparison(dice_), " ", column);
      default:
        return absl::StrCat(column, " ", comparison(dice_), " ", number_literal(dice_));
    }
  }

  std::string text() {
    const auto columns = columns_of(place_, {"STRING"});
    if (columns.empty()) return number();
    const std::string column = attribute(dice_.pick(columns));
    if (dice_.chance(30))
      return column + dice_.pick({" IN ('a', 'it''s')", " NOT IN ('b')", " NOT IN ('a', '')"});
    return absl::StrCat(column, " ", comparison(dice_), " ",
                        dice_.pick({"'a'", "'b'", "''", "'it''s'", "'\xC3\xA9'"}));
  }

  std::string truth() {
    const auto columns = columns_of(place_, {"BOOL"});
    if (columns.empty()) return number();
    return attribute(dice_.pick(columns)) + dice_.pick({" = TRUE", " <> FALSE", " = FALSE", " IS NOT NULL"});
  }

  std::string time() {
    const auto columns = columns_of(place_, {"TIMESTAMP"});
    if (!columns.empty() && dice_.chance(50)) {
      return absl::StrCat(place_.name, ".TIME - ", attribute(dice_.pick(columns)), " > 5 MILLISECONDS");
    }
    return absl::StrCat(place_.name, ".TIME ", dice_.pick({"> -10", ">= 20", "<> 18", "< 1000000010"}));
  }

  const WrittenPlace& place_;
  Dice& dice_;
};

// Conditions between an event and the one that directly follows.
class EdgeCondition {
 public:
  EdgeCondition(const WrittenPlace& from, const WrittenPlace& to, Dice& dice)
      : from_(from), to_(to), dice_(dice) {}

  std::string make() {
    const std::string one = single();
    if (dice_.chance(85)) return one;
    return absl::StrCat("(", one, dice_.pick({" OR ", " OR ", " AND "}), single(), ")");
  }

 private:
  std::string later(const std::string& column) const { return absl::StrCat("NEXT(", to_.name, ").", column); }
  std::string earlier(const std::string& column) const { return absl::StrCat(from_.name, ".", column); }

  std::string single() {
    switch (dice_.below(8)) {
      case 0:
        return equality({"STRING"});
      case 1:
        return equality({"BOOL"});
      case 2:
        return time();
      case 3:
        return equality({"INT", "FLOAT", "DECIMAL"});
      default:
        return number();
    }
  }

  std::string equality(std::initializer_list<const char*> kinds) {
    const auto left = columns_of(from_, kinds);
    const auto right = columns_of(to_, kinds);
    if (left.empty() || right.empty()) return number();
    std::string x = earlier(dice_.pick(left));
    std::string y = later(dice_.pick(right));
    if (dice_.chance(30)) std::swap(x, y);
    return absl::StrCat(x, dice_.pick({" = ", " = ", " <> "}), y);
  }

  std::string shifted(const std::string& column) {
    switch (dice_.below(8)) {
      case 0:
        return absl::StrCat(column, " + ", number_literal(dice_));
      case 1:
        return absl::StrCat(column, " - 1");
      case 2:
        return absl::StrCat("2 * ", column);
      case 3:
        return absl::StrCat("(", column, " / 2)");
      default:
        return column;
    }
  }

  std::string number() {
    const auto left = columns_of(from_, {"INT", "FLOAT", "DECIMAL"});
    const auto right = columns_of(to_, {"INT", "FLOAT", "DECIMAL"});
    if (left.empty() || right.empty()) return time();
    const std::string x = earlier(dice_.pick(left));
    const std::string y = later(dice_.pick(right));
    switch (dice_.below(10)) {
      case 0:
        return absl::StrCat(y, " BETWEEN ", x, " AND ", x, " + 2");
      case 1:
        return absl::StrCat(y, " IN (", x, ", 1)");
      case 2:
        return absl::StrCat("(", x, " < ", y, " OR ", y, " IS NULL)");
      case 3:
        return absl::StrCat(y, " - ", x, " ", comparison(dice_), " ", dice_.pick({"0", "1", "-1", "0.5"}));
      case 4:
        return absl::StrCat(shifted(y), " ", comparison(dice_), " ", shifted(x));
      default:
        return absl::StrCat(shifted(x), " ", comparison(dice_), " ", shifted(y));
    }
  }

  std::string time() {
    if (dice_.chance(25)) {
      return absl::StrCat("NEXT(", to_.name, ").TIME ", dice_.pick({">", "<>", "<="}), " ", from_.name,
                          ".TIME");
    }
    return absl::StrCat("NEXT(", to_.name, ").TIME - ", from_.name, ".TIME ",
                        dice_.pick({"<=", "<", ">", "="}), dice_.pick({" 1", " 2", " 3", " 5"}),
                        " MILLISECONDS");
  }

  const WrittenPlace& from_;
  const WrittenPlace& to_;
  Dice& dice_;
};

}  // namespace

std::string random_condition(const WrittenPlace& place, Dice& dice) {
  return LocalCondition(place, dice).make(2);
}

std::string random_edge_condition(const WrittenPlace& from, const WrittenPlace& to, Dice& dice) {
  return EdgeCondition(from, to, dice).make();
}

}  // namespace horatio::oracle
