// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/trend_query.h"

#include <algorithm>
#include <utility>

namespace horatio::trend {
namespace {

using Conditions = std::vector<const Expression*>;

// Equal text on one event, whatever the place is called.
bool same_condition(const Expression& left, const Expression& right) {
  return left.kind == right.kind && left.text == right.text && left.next == right.next &&
         left.attribute == right.attribute && left.type == right.type &&
         std::equal(left.children.begin(), left.children.end(), right.children.begin(), right.children.end(),
                    same_condition);
}

bool same_conditions(const Conditions& left, const Conditions& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const Expression* a, const Expression* b) { return same_condition(*a, *b); });
}

struct Classes {
  std::vector<std::vector<Conditions>> by_type;
  std::vector<std::uint8_t> of_place;
};

Classes classify(const Query& query) {
  const Pattern& pattern = query.pattern;
  std::vector<Conditions> conditions(pattern.places.size());
  for (const LocalPredicate& local : query.local) conditions[local.place].push_back(&local.condition);
  Classes classes;
  for (std::size_t place = 0; place < pattern.places.size(); ++place) {
    const TypeId type = pattern.places[place].type;
    if (classes.by_type.size() <= type) classes.by_type.resize(std::size_t{type} + 1);
    if (conditions[place].empty()) {
      classes.of_place.push_back(TrendAutomaton::kAlways);
      continue;
    }
    auto& known = classes.by_type[type];
    const auto same = std::find_if(known.begin(), known.end(), [&](const Conditions& other) {
      return same_conditions(other, conditions[place]);
    });
    // Beyond the automaton's cap the number does not matter: it refuses.
    const auto number = std::min<std::ptrdiff_t>(same - known.begin(), TrendAutomaton::kMaxStates);
    classes.of_place.push_back(static_cast<std::uint8_t>(number));
    if (same == known.end()) known.push_back(conditions[place]);
  }
  return classes;
}

Error about(const Query& query, Error error) {
  error.message = "query '" + query.name + "': " + error.message;
  if (error.place.line == 0) error.place = query.place;
  return error;
}

// Each window that an event is in has sums of its own, so one event of a new key would take this many at
// once.
constexpr std::int64_t kMaxOverlap = 1'000'000;

Status check_windows(const Query& query) {
  if (!query.window || (query.window->size - 1) / query.window->slide < kMaxOverlap) return {};
  return about(query,
               Error{ErrorCode::kTooLarge,
                     "an event would be in more than " + std::to_string(kMaxOverlap) + " windows at once",
                     "make SLIDE longer or WITHIN shorter",
                     {}});
}

Status check_supported(const Query& query) {
  const auto refuse = [&](const char* what, const char* remedy) {
    return about(query, Error{ErrorCode::kNotAvailable, std::string(what) + " not answered yet", remedy, {}});
  };
  for (const Aggregate& aggregate : query.aggregates) {
    if (aggregate.function != Aggregate::Function::kCountTrends) {
      return refuse("aggregates other than COUNT(*) are", "return COUNT(*)");
    }
  }
  if (query.selection != Selection::kAllCombinations) {
    return refuse("MATCH NEXT and MATCH CONTIGUOUS are", "use MATCH ALL COMBINATIONS");
  }
  if (query.numbers == Numbers::kApprox) return refuse("NUMBERS APPROX is", "use NUMBERS EXACT");
  return {};
}

}  // namespace

Result<TrendQuery> TrendQuery::compile(const Query& query) {
  if (Status supported = check_supported(query); !supported.ok()) return supported.error();
  if (Status windows = check_windows(query); !windows.ok()) return windows.error();
  const Classes classes = classify(query);
  Result<TrendAutomaton> automaton = TrendAutomaton::build(query.pattern, classes.of_place);
  if (!automaton.ok()) return about(query, automaton.error());
  std::vector<std::vector<Conjunction>> compiled(classes.by_type.size());
  for (std::size_t type = 0; type < classes.by_type.size(); ++type) {
    for (const Conditions& conditions : classes.by_type[type]) {
      Conjunction& conjunction = compiled[type].emplace_back();
      for (const Expression* condition : conditions) {
        Result<Predicate> predicate = Predicate::compile(*condition);
        if (!predicate.ok()) return about(query, predicate.error());
        conjunction.push_back(std::move(*predicate));
      }
    }
  }
  return TrendQuery(query, std::move(*automaton), std::move(compiled));
}

PredicateMask TrendQuery::mask(const EventBlock& block, std::uint32_t row) const {
  if (block.type >= classes_.size()) return 0;
  PredicateMask mask = 0;
  PredicateMask bit = 1;
  for (const Conjunction& conjunction : classes_[block.type]) {
    const bool passes = std::all_of(conjunction.begin(), conjunction.end(),
                                    [&](const Predicate& predicate) { return predicate.passes(block, row); });
    if (passes) mask |= bit;
    bit <<= 1U;
  }
  return mask;
}

}  // namespace horatio::trend
