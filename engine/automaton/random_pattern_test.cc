// SPDX-License-Identifier: Apache-2.0
// Counts on the determinised automaton against the pattern tree walked by backtracking, on random patterns,
// streams and conditions. A failure prints its seed; to run it again: HORATIO_SEED=N HORATIO_COUNT=1.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "engine/automaton/alias_ambiguity.h"
#include "engine/automaton/determinised.h"
#include "engine/automaton/plain_count.h"
#include "engine/automaton/plain_match.h"
#include "engine/automaton/test_pattern.h"

namespace horatio::automaton {
namespace {

using namespace test;

struct Case {
  Sketch sketch;
  PlainStream stream;
  std::vector<ClassId> local_class;  // by place
};

bool nullable(const PatternNode& node) {
  const auto& parts = node.children;
  switch (node.kind) {
    case Kind::kSequence:
      return std::all_of(parts.begin(), parts.end(), [](const auto& part) { return nullable(part); });
    case Kind::kRepeat:
      return node.min == 0 || nullable(parts.front());
    case Kind::kOr:
      return std::any_of(parts.begin(), parts.end(), [](const auto& part) { return nullable(part); });
    default:
      return false;
  }
}

class RandomCase {
 public:
  explicit RandomCase(std::uint64_t seed) : random_(seed) {}

  Case run() {
    letters_ = 1 + below(3);
    PatternNode root = operand();
    if (below(6) == 0) root = pair_of(std::move(root), operand());
    case_.sketch.of(std::move(root));
    decide_stream();
    return std::move(case_);
  }

 private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  char letter() { return static_cast<char>('A' + below(letters_)); }

  PatternNode operand() {
    places_left_ = 5;
    PatternNode root = pattern(3);
    if (below(8) == 0 && !nullable(root)) {
      root = seq({std::move(root), case_.sketch.no_for(letter(), 1 + below(3))});
    }
    return root;
  }

  PatternNode pattern(unsigned depth) {
    const unsigned kind = depth == 0 || places_left_ <= 1 ? 0 : below(10);
    if (kind <= 2) return event();
    if (kind <= 6) return sequence(depth);
    if (kind == 7) return any_of({pattern(depth - 1), pattern(depth - 1)});
    return repetition(pattern(depth - 1));
  }

  PatternNode event() {
    if (places_left_ > 0) --places_left_;
    PatternNode leaf = case_.sketch.type(letter());
    return below(3) == 0 ? repetition(std::move(leaf)) : leaf;
  }

  PatternNode repetition(PatternNode child) {
    const unsigned min = below(3);
    const unsigned kind = below(3);
    if (kind == 0) return plus(std::move(child));
    return repeat(std::move(child), min, kind == 1 ? kUnbounded : std::max(1U, min + below(2)));
  }

  PatternNode sequence(unsigned depth) {
    std::vector<PatternNode> parts;
    bool negatable = true;
    const unsigned size = 1 + below(3);
    for (unsigned i = 0; i < size; ++i) {
      std::vector<PatternNode> nots = negatable ? negations() : std::vector<PatternNode>{};
      PatternNode part = pattern(depth - 1);
      negatable = !nullable(part);
      if (negatable) parts.insert(parts.end(), nots.begin(), nots.end());
      parts.push_back(std::move(part));
    }
    if (negatable) {
      for (PatternNode& negation : negations()) parts.push_back(std::move(negation));
    }
    return seq(std::move(parts));
  }

  std::vector<PatternNode> negations() {
    std::vector<PatternNode> result;
    while (below(4) == 0) {
      result.push_back(below(3) == 0 ? case_.sketch.no({letter(), letter()}) : case_.sketch.no({letter()}));
    }
    return result;
  }

  void decide_stream() {
    PlainStream& stream = case_.stream;
    const std::size_t events = 3 + below(5);
    for (std::size_t i = 0; i < events; ++i) stream.types.push_back(static_cast<TypeId>(below(letters_)));
    for (unsigned c = 0; c < letters_ * kClassesPerType; ++c) stream.of_class.push_back(row(events, 3));
    const unsigned with_class = below(3);
    for (const Place& place : case_.sketch.pattern.places) {
      const auto c = static_cast<std::uint8_t>(below(kClassesPerType));
      const bool none = below(4) >= with_class;
      case_.local_class.push_back(none ? kAlways : c);
      stream.class_of_place.push_back(none ? kAlways
                                           : static_cast<std::uint16_t>(place.type * kClassesPerType + c));
    }
    decide_conditions(events);
  }

  void decide_conditions(std::size_t events) {
    PlainStream& stream = case_.stream;
    const unsigned conditions = 1 + below(3);
    for (unsigned c = 0; c < conditions; ++c) {
      stream.condition.emplace_back();
      for (std::size_t i = 0; i < events; ++i) stream.condition.back().push_back(row(events, 2));
    }
    const std::size_t places = case_.sketch.pattern.places.size();
    const unsigned with_condition = below(3);
    for (std::size_t p = 0; p < places; ++p) {
      stream.condition_of.emplace_back();
      for (std::size_t q = 0; q < places; ++q) {
        stream.condition_of.back().push_back(
            below(4) < with_condition ? static_cast<std::uint16_t>(below(conditions)) : kNoEdgeCondition);
      }
    }
  }

  // True in all but one of `one_in`.
  std::vector<bool> row(std::size_t size, unsigned one_in) {
    std::vector<bool> result;
    for (std::size_t i = 0; i < size; ++i) result.push_back(below(one_in) != 0);
    return result;
  }

  std::mt19937_64 random_;
  Case case_;
  unsigned letters_ = 1;
  unsigned places_left_ = 0;
};

// What the oracle says of one operand (or the whole pattern), or of the trends of both.
struct Expected {
  Totals trends[2], bindings[2];  // [MATCH NEXT]
};

class Check {
 public:
  Check(const Case& c, std::uint64_t seed)
      : pattern_(c.sketch.pattern),
        case_(c),
        seed_(seed),
        match_(pattern_, c.stream),
        ambiguity_(*AliasAmbiguity::analyse(pattern_)) {}

  // False if the pattern is too large.
  bool run() {
    if (pattern_.root.kind != Kind::kAnd) return part(Part::kWhole, {&pattern_.root});
    const PatternNode* first = &pattern_.root.children[0];
    const PatternNode* second = &pattern_.root.children[1];
    const bool each = part(Part::kFirst, {first}) && part(Part::kSecond, {second});
    return part(Part::kBoth, {first, second}) && each;
  }

 private:
  bool part(Part part, const std::vector<const PatternNode*>& roots) {
    const Result<GuardedPositions> positions = GuardedPositions::build(pattern_, part);
    BOOST_REQUIRE_MESSAGE(positions.ok(), "seed " << seed_);
    const Expected expected = enumerate(roots);
    bool fits = compare(*positions, Counted::kTrends, false, expected.trends, roots.size() == 1);
    if (roots.size() > 1) return fits;
    fits = compare(*positions, Counted::kBindings, true, expected.bindings, true) && fits;
    return compare(*positions, Counted::kBindings, false, expected.bindings, true) && fits;
  }

  Expected enumerate(const std::vector<const PatternNode*>& roots) {
    Expected expected;
    const std::size_t events = case_.stream.types.size();
    for (std::uint32_t subset = 1; subset < (1U << events); ++subset) {
      Trend trend;
      for (std::size_t i = 0; i < events; ++i) {
        if (((subset >> i) & 1U) != 0) trend.push_back(i);
      }
      add(trend, roots, expected);
    }
    return expected;
  }

  void add(const Trend& trend, const std::vector<const PatternNode*>& roots, Expected& expected) {
    std::set<Binding> bindings;
    for (const PatternNode* root : roots) {
      bindings = match_.bindings(*root, trend);
      if (bindings.empty()) return;
      for (const Binding& binding : bindings) check_binding(binding, *bindings.begin());
    }
    if (roots.size() > 1) BOOST_TEST(ambiguity_.operands_overlap(), "overlap, seed " << seed_);
    bool next = true;
    for (const PatternNode* root : roots) next = next && match_.takes_next(*root, trend);
    for (int selection = 0; selection <= (next ? 1 : 0); ++selection) {
      ++expected.trends[selection].count;
      for (const PlaceId place : *bindings.begin()) ++expected.trends[selection].events[place];
      expected.bindings[selection].count += bindings.size();
      for (const Binding& binding : bindings) {
        for (const PlaceId place : binding) ++expected.bindings[selection].events[place];
      }
    }
  }

  void check_binding(const Binding& binding, const Binding& other) {
    for (std::size_t i = 0; i < binding.size(); ++i) {
      if (i > 0) BOOST_TEST(ambiguity_.can_follow(binding[i - 1], binding[i]), "follow, seed " << seed_);
      if (binding[i] == other[i]) continue;
      BOOST_TEST(ambiguity_.clash(binding[i]).has_value(), "clash, seed " << seed_);
      BOOST_TEST(ambiguity_.clash(other[i]).has_value(), "clash, seed " << seed_);
    }
  }

  bool compare(const GuardedPositions& positions, Counted counted, bool keep_all, const Totals* expected,
               bool with_events) {
    const auto edge_condition = [this](PlaceId from, PlaceId to) {
      return case_.stream.condition_of[from][to];
    };
    const Result<Determinised> built =
        Determinised::build({pattern_, positions, case_.local_class, edge_condition, counted, keep_all});
    if (!built.ok()) return false;
    PlainCount count(pattern_, positions, *built, case_.stream);
    const bool judges_next = counted == Counted::kTrends || keep_all;
    for (int selection = 0; selection <= (judges_next ? 1 : 0); ++selection) {
      Totals totals = count.run(selection == 1);
      BOOST_TEST(totals.count == expected[selection].count,
                 "counting " << (counted == Counted::kTrends ? "trends" : "bindings") << ", next "
                             << selection << ", keep all " << keep_all << ": " << totals.count << " is not "
                             << expected[selection].count << ", seed " << seed_);
      if (with_events) compare_events(totals, expected[selection], counted == Counted::kBindings);
    }
    return true;
  }

  void compare_events(Totals& totals, Totals expected, bool all_places) {
    for (PlaceId place = 0; place < pattern_.places.size(); ++place) {
      if (!all_places && ambiguity_.clash(place)) continue;
      BOOST_TEST(totals.events[place] == expected.events[place], "events of " << place << ", seed " << seed_);
    }
  }

  const Pattern& pattern_;
  const Case& case_;
  std::uint64_t seed_;
  PlainMatch match_;
  AliasAmbiguity ambiguity_;
};

std::uint64_t option(const char* variable, std::uint64_t otherwise) {
  const char* set = std::getenv(variable);
  return set == nullptr ? otherwise : std::strtoull(set, nullptr, 10);
}

BOOST_AUTO_TEST_CASE(counts_on_the_automaton_equal_those_on_the_pattern_tree) {
  const std::uint64_t first = option("HORATIO_SEED", 1);
  const std::uint64_t count = option("HORATIO_COUNT", 1500);
  std::uint64_t too_large = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Case random = RandomCase(seed).run();
    if (!Check(random, seed).run()) ++too_large;
  }
  BOOST_TEST_MESSAGE(too_large << " of " << count << " are too large");
  BOOST_TEST(too_large * 20 <= count);
}

}  // namespace
}  // namespace horatio::automaton
