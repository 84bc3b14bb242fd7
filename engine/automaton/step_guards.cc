// SPDX-License-Identifier: Apache-2.0
#include "engine/automaton/step_guards.h"

#include <algorithm>
#include <utility>

namespace horatio::automaton {
namespace {

constexpr unsigned kSearchBudget = 2000;

bool implies(const Term& stronger, const Term& weaker) {
  return (weaker.edge == kNoEdgeCondition || weaker.edge == stronger.edge) &&
         (weaker.negations & ~stronger.negations) == 0;
}

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

std::optional<std::uint8_t> StepGuards::number_of(Guard guard) {
  minimise(guard.terms);
  if (guard == Guard{}) return kNoGuard;
  const auto known = std::find(guards_.begin(), guards_.end(), guard);
  const auto number = static_cast<std::uint8_t>(known - guards_.begin());
  if (known != guards_.end()) return number;
  if (guards_.size() == Step::kMaxGuards) return std::nullopt;
  guards_.push_back(std::move(guard));
  return number;
}

// Everything that is true; all else is false. Guards are monotone, so the search makes no more true than one
// term of each guard of the mask.
struct StepGuards::Assignment {
  std::uint32_t mask = 0;
  unsigned budget = kSearchBudget;
  std::uint64_t classes = 0;
  NegationSet negations = 0;
  std::vector<EdgeConditionId> edges;

  bool holds(const Term& term) const {
    const bool edge =
        term.edge == kNoEdgeCondition || std::find(edges.begin(), edges.end(), term.edge) != edges.end();
    return edge && (term.negations & ~negations) == 0;
  }

  bool holds(const Guard& guard) const {
    if (guard.local_class != kAlways && ((classes >> guard.local_class) & 1U) == 0) return false;
    return guard.terms.empty() || std::any_of(guard.terms.begin(), guard.terms.end(),
                                              [this](const Term& term) { return holds(term); });
  }
};

bool StepGuards::contradicts(const Assignment& assignment) const {
  for (std::size_t g = 0; g < guards_.size(); ++g) {
    if (((assignment.mask >> g) & 1U) == 0 && assignment.holds(guards_[g])) return true;
  }
  return false;
}

bool StepGuards::complete(Assignment& assignment, std::size_t next) const {
  while (next < guards_.size() && ((assignment.mask >> next) & 1U) == 0) ++next;
  if (next == guards_.size() || assignment.budget == 0) return true;
  const Guard& guard = guards_[next];
  for (const Term& term : guard.terms.empty() ? std::vector<Term>{Term{}} : guard.terms) {
    if (assignment.budget > 0) --assignment.budget;
    Assignment more = assignment;
    if (guard.local_class != kAlways) more.classes |= std::uint64_t{1} << guard.local_class;
    more.negations |= term.negations;
    if (term.edge != kNoEdgeCondition) more.edges.push_back(term.edge);
    const bool found = !contradicts(more) && complete(more, next + 1);
    assignment.budget = more.budget;
    if (found) return true;
  }
  return false;
}

bool StepGuards::can_occur(std::uint32_t mask) const {
  Assignment assignment;
  assignment.mask = mask;
  return !contradicts(assignment) && complete(assignment, 0);
}

}  // namespace horatio::automaton
