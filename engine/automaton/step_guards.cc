// SPDX-License-Identifier: Apache-2.0
#include "engine/automaton/step_guards.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "engine/automaton/truth_search.h"

namespace horatio::automaton {
namespace {

bool implies(const Term& stronger, const Term& weaker) {
  return (weaker.edge == kNoEdgeCondition || weaker.edge == stronger.edge) &&
         weaker.negations.is_subset_of(stronger.negations);
}

// Splits the outcomes by the guard that divides them most evenly, and each part in turn.
class DecisionTree {
 public:
  explicit DecisionTree(std::span<const Truth> outcomes) : outcomes_(outcomes) {}

  std::vector<Decision> run() {
    std::vector<std::int32_t> all(outcomes_.size());
    std::iota(all.begin(), all.end(), 0);
    split(all);
    return std::move(decisions_);
  }

 private:
  // What leads to the part.
  std::int32_t split(std::span<std::int32_t> part) {
    if (part.size() == 1) return ~part.front();
    const std::size_t guard = dividing(part);
    const auto is_false = [&](std::int32_t i) { return !outcomes_[static_cast<std::size_t>(i)][guard]; };
    const auto middle = std::partition(part.begin(), part.end(), is_false);
    const auto number = static_cast<std::int32_t>(decisions_.size());
    decisions_.push_back({static_cast<std::uint16_t>(guard), {}});
    const auto size = static_cast<std::size_t>(middle - part.begin());
    const std::int32_t if_false = split(part.first(size));
    const std::int32_t if_true = split(part.subspan(size));
    decisions_[static_cast<std::size_t>(number)].next = {if_false, if_true};
    return number;
  }

  std::size_t dividing(std::span<const std::int32_t> part) const {
    std::size_t best = 0, best_smaller = 0;
    for (std::size_t g = 0; g < outcomes_.front().size(); ++g) {
      const auto is_true = [&](std::int32_t i) { return outcomes_[static_cast<std::size_t>(i)][g]; };
      const auto count = static_cast<std::size_t>(std::count_if(part.begin(), part.end(), is_true));
      const std::size_t smaller = std::min(count, part.size() - count);
      if (smaller <= best_smaller) continue;
      best = g;
      best_smaller = smaller;
    }
    return best;
  }

  std::span<const Truth> outcomes_;
  std::vector<Decision> decisions_;
};

}  // namespace

void minimise(std::vector<Term>& terms) {
  std::sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  std::vector<Term> minimal;
  for (const Term& term : terms) {
    const bool superfluous = std::any_of(terms.begin(), terms.end(), [&](const Term& other) {
      return !(other == term) && implies(term, other);
    });
    if (!superfluous) minimal.push_back(term);
  }
  if (minimal.size() == 1 && minimal.front() == Term{}) minimal.clear();
  terms = std::move(minimal);
}

std::uint16_t StepGuards::number_of(Guard guard) {
  minimise(guard.terms);
  if (guard == Guard{}) return kNoGuard;
  const auto known = std::find(guards_.begin(), guards_.end(), guard);
  const auto number = static_cast<std::uint16_t>(known - guards_.begin());
  if (known == guards_.end()) guards_.push_back(std::move(guard));
  return number;
}

std::optional<std::vector<Truth>> StepGuards::outcomes(std::size_t most, std::uint64_t& work) const {
  std::optional<std::vector<Truth>> found = TruthSearch(guards_, work).run(most);
  if (found) std::sort(found->begin(), found->end());
  return found;
}

std::vector<Decision> decisions_among(std::span<const Truth> outcomes) {
  return DecisionTree(outcomes).run();
}

}  // namespace horatio::automaton
