// SPDX-License-Identifier: Apache-2.0
// Random queries: the canonical text parses back to the same query, and is its own canonical text; spelling
// does not matter.
#include <random>

#include "engine/query/parser.h"
#include "engine/query/test_workloads.h"

using namespace horatio;

namespace {

void expect_equal(const Expression& left, const Expression& right) {
  BOOST_REQUIRE((left.kind == right.kind && left.text == right.text && left.place == right.place));
  BOOST_REQUIRE((left.attribute == right.attribute && left.type == right.type && left.next == right.next));
  BOOST_REQUIRE_EQUAL(left.children.size(), right.children.size());
  for (std::size_t i = 0; i < left.children.size(); ++i) expect_equal(left.children[i], right.children[i]);
}

void expect_equal(const PatternNode& left, const PatternNode& right) {
  BOOST_REQUIRE((left.kind == right.kind && left.place == right.place && left.min == right.min &&
                 left.max == right.max));
  BOOST_REQUIRE_EQUAL(left.children.size(), right.children.size());
  for (std::size_t i = 0; i < left.children.size(); ++i) expect_equal(left.children[i], right.children[i]);
}

void expect_equal(const std::vector<KeyAttribute>& left, const std::vector<KeyAttribute>& right) {
  BOOST_REQUIRE_EQUAL(left.size(), right.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    BOOST_REQUIRE((left[i].name == right[i].name && left[i].type == right[i].type &&
                   left[i].of_type == right[i].of_type));
  }
}

void expect_equal(const Query& left, const Query& right) {
  BOOST_REQUIRE_EQUAL(left.name, right.name);
  BOOST_REQUIRE_EQUAL(left.aggregates[0].column, right.aggregates[0].column);
  expect_equal(left.pattern.root, right.pattern.root);
  BOOST_REQUIRE_EQUAL(left.pattern.places.size(), right.pattern.places.size());
  for (std::size_t i = 0; i < left.pattern.places.size(); ++i) {
    BOOST_REQUIRE_EQUAL(left.pattern.places[i].type, right.pattern.places[i].type);
    BOOST_REQUIRE_EQUAL(left.pattern.places[i].alias, right.pattern.places[i].alias);
  }
  BOOST_REQUIRE_EQUAL(left.local.size(), right.local.size());
  for (std::size_t i = 0; i < left.local.size(); ++i) {
    BOOST_REQUIRE_EQUAL(left.local[i].place, right.local[i].place);
    expect_equal(left.local[i].condition, right.local[i].condition);
  }
  expect_equal(left.group_by, right.group_by);
  expect_equal(left.equivalence, right.equivalence);
  BOOST_REQUIRE((left.window == right.window && left.ties == right.ties && left.numbers == right.numbers));
  BOOST_REQUIRE_EQUAL(left.canonical, right.canonical);
}

class QueryWriter {
 public:
  explicit QueryWriter(std::uint64_t seed) : random_(seed) {}

  std::string query() {
    aliases_.clear();
    std::string text = word("QUERY") + pick({"q", "\"q\"", "\"a b\"", "\"it\"\"s\"", "return"}) + " " +
                       word("RETURN") + word("COUNT") + "(*)";
    if (chance(3)) text += " " + word("AS") + pick({"n", "\"number of\"", "\"COUNT(*)\""});
    text += " " + word("PATTERN") + element(3);
    std::vector<std::string> clauses;
    if (!chance(4)) clauses.push_back(word("WHERE") + where());
    if (chance(2))
      clauses.push_back(word("GROUP") + word("BY") + pick({"driver", "district, driver", "\"rider\""}));
    if (!chance(4)) clauses.push_back(within());
    if (chance(3)) clauses.push_back(word("MATCH") + word("ALL") + word("COMBINATIONS"));
    if (chance(2)) clauses.push_back(word("TIES") + word(pick({"STRICT", "ARRIVAL"})));
    if (chance(2)) clauses.push_back(word("NUMBERS") + word(pick({"EXACT", "U64"})));
    std::shuffle(clauses.begin(), clauses.end(), random_);
    for (const std::string& clause : clauses) text += " " + clause;
    return text + ";";
  }

 private:
  bool chance(unsigned n) { return random_() % n == 0; }
  std::string pick(std::initializer_list<const char*> choices) {
    return *(choices.begin() + static_cast<std::ptrdiff_t>(random_() % choices.size()));
  }

  // A keyword in random case, with a random separator behind it.
  std::string word(std::string text) {
    for (char& c : text) {
      if (c >= 'A' && c <= 'Z' && chance(3)) c = static_cast<char>(c - 'A' + 'a');
    }
    return text + pick({" ", "  ", "\n", "\t", " /* ; ' */ ", " -- \" x\n"});
  }

  std::string element(int depth) {
    switch (depth == 0 ? 0 : random_() % 4) {
      case 1:
        return "(" + element(depth - 1) + ")" + pick({"", "+", "{1}", "{1,}"});
      case 2:
      case 3: {
        std::string text = word("SEQ") + "(" + element(depth - 1);
        for (std::size_t i = random_() % 3; i > 0; --i)
          text += pick({",", " , ", ",\n"}) + element(depth - 1);
        return text + ")" + pick({"", "", "+"});
      }
      default:
        return step();
    }
  }

  std::string step() {
    const std::string type = pick({"Travel", "\"Travel\"", "Request", "Dropoff"});
    std::string alias = "x" + std::to_string(aliases_.size());
    if (chance(5)) alias = "\"Where " + std::to_string(aliases_.size()) + "\"";
    aliases_.push_back(alias);
    switch (random_() % 4) {
      case 0:
        return type + "+ " + alias;
      case 1:
        return type + " " + alias + "+";
      case 2:
        return type + " " + alias + " {1,}";
      default:
        return type + " " + alias;
    }
  }

  std::string where() {
    std::string text = conjunct();
    for (std::size_t i = random_() % 4; i > 0; --i) {
      std::string next = conjunct();
      text += " " + word("AND") + (chance(4) ? "(" + next + " " + word("AND") + conjunct() + ")" : next);
    }
    return text;
  }

  std::string conjunct() {
    if (chance(4)) return pick({"[driver]", "[ rider , driver ]", "[\"district\", rider]"});
    return condition(3, aliases_[random_() % aliases_.size()]);
  }

  std::string condition(int depth, const std::string& alias) {
    const auto inner = [&] { return condition(depth - 1, alias); };
    switch (depth == 0 ? random_() % 5 : random_() % 8) {
      case 0:
        return alias + ".driver * " + number(2, alias) + pick({"<", "<=", ">", ">=", " = ", "<>", "!="}) +
               number(2, alias);
      case 1:
        return alias + ".driver " + (chance(2) ? word("NOT") : "") + word("IN") + "(1, " + number(1, alias) +
               ")";
      case 2:
        return alias + ".rider - 1 " + (chance(2) ? word("NOT") : "") + word("BETWEEN") + number(1, alias) +
               " " + word("AND") + number(1, alias);
      case 3:
        return alias + ".district " + word("IS") + (chance(2) ? word("NOT") : "") + word("NULL");
      case 4:
        return alias + ".district = " + pick({"'a'", "''", "'it''s'", "'; -- /*'", "'\xC3\xA9'"}) + " " +
               word("AND") + alias + "." + word("TIME") + "> 90 " + word("SECONDS") + "+ " + alias + ".TIME";
      case 5:
        return "(" + inner() + " " + word("OR") + inner() + ")";
      case 6:
        return word("NOT") + "(" + inner() + ")";
      default:
        return "(" + inner() + " " + word("AND") + inner() + ")";
    }
  }

  std::string number(int depth, const std::string& alias) {
    switch (depth == 0 ? random_() % 4 : random_() % 7) {
      case 0:
        return alias + ".driver";
      case 1:
        return alias + " . rider";
      case 2:
        return pick({"0", "007", "12345678901234567890123", "0.50", "00.5", "1.5e3", "2E+2", "3e-2"});
      case 3:
        return std::to_string(random_() % 100);
      case 4:
        return "(" + number(depth - 1, alias) + pick({" + ", " - ", " * ", " / "}) +
               number(depth - 1, alias) + ")";
      case 5:
        return number(depth - 1, alias) + pick({" + ", " - ", " * ", " / "}) + number(depth - 1, alias);
      default:
        return "- " + number(depth - 1, alias);
    }
  }

  std::string within() {
    std::string text = word("WITHIN") + span();
    if (chance(2)) text += " " + word("SLIDE") + span();
    if (chance(2)) text += " " + word("OFFSET") + pick({"0 SECONDS", "90 seconds", "0.25 HOURS"});
    return text;
  }

  std::string span() {
    return std::to_string(random_() % 100 + 1) + " " +
           word(pick({"MILLISECONDS", "SECOND", "MINUTES", "HOUR", "DAYS", "SECONDS"}));
  }

  std::mt19937_64 random_;
  std::vector<std::string> aliases_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(the_canonical_text_parses_back_to_the_same_query) {
  const std::uint64_t seed = test::seed();
  for (std::uint64_t i = 0; i < 1500; ++i) {
    const std::string text = QueryWriter(seed + i).query();
    BOOST_TEST_CONTEXT("seed " << seed + i << "\n" << text) {
      const TimeUnit unit = i % 2 == 0 ? TimeUnit::kMillisecond : TimeUnit::kNanosecond;
      const Workload first = test::parsed(std::string(test::kTrips) + text, unit);
      const Query& query = first.queries.at(0);
      const Workload second = test::parsed(canonical_text(first.schema) + "\n" + query.canonical, unit);
      expect_equal(query, second.queries.at(0));
      BOOST_REQUIRE_EQUAL(query.canonical, canonical_text(query, first.schema, unit));
    }
  }
}
