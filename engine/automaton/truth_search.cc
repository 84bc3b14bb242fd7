// SPDX-License-Identifier: Apache-2.0
#include "engine/automaton/truth_search.h"

#include <algorithm>
#include <map>
#include <utility>

namespace horatio::automaton {
namespace {

// What can hold or not, by kind and number.
enum class AtomKind : std::uint8_t { kClass, kEdge, kNegation };
using Atom = std::pair<AtomKind, std::size_t>;

void add_atoms(const Term& term, std::vector<Atom>& atoms) {
  if (term.edge != kNoEdgeCondition) atoms.emplace_back(AtomKind::kEdge, term.edge);
  term.negations.for_each(
      [&atoms](std::size_t negation) { atoms.emplace_back(AtomKind::kNegation, negation); });
}

// By term; the class is in each.
std::vector<std::vector<Atom>> atoms_of(const Guard& guard) {
  std::vector<std::vector<Atom>> terms(std::max<std::size_t>(guard.terms.size(), 1));
  for (std::size_t t = 0; t < terms.size(); ++t) {
    if (guard.local_class != kAlways) terms[t].emplace_back(AtomKind::kClass, guard.local_class);
    if (t < guard.terms.size()) add_atoms(guard.terms[t], terms[t]);
  }
  return terms;
}

}  // namespace

TruthSearch::TruthSearch(std::span<const Guard> guards, std::uint64_t& work) : work_(work) {
  std::map<Atom, std::size_t> numbers;
  std::vector<std::vector<std::vector<Atom>>> written;
  for (const Guard& guard : guards) {
    written.push_back(atoms_of(guard));
    for (const auto& term : written.back()) {
      for (const Atom& atom : term) numbers.try_emplace(atom, numbers.size());
    }
  }
  for (const auto& terms : written) {
    auto& of_guard = terms_.emplace_back();
    for (const auto& term : terms) {
      Atoms& atoms = of_guard.emplace_back(numbers.size());
      for (const Atom& atom : term) atoms.set(numbers.at(atom));
    }
  }
  atoms_ = numbers.size();
}

std::optional<std::vector<Truth>> TruthSearch::run(std::size_t most) {
  std::vector<Prefix> prefixes{{Truth(terms_.size()), Atoms(atoms_)}};
  for (std::size_t guard = 0; guard < terms_.size(); ++guard) {
    std::vector<Prefix> longer;
    for (const Prefix& prefix : prefixes) {
      for (const bool value : {false, true}) {
        if (auto extended = extend(prefix, guard, value)) longer.push_back(std::move(*extended));
      }
      // Each of them is the beginning of at least one.
      if (longer.size() > most) return std::nullopt;
    }
    prefixes = std::move(longer);
  }
  std::vector<Truth> truths;
  for (Prefix& prefix : prefixes) truths.push_back(std::move(prefix.truth));
  return truths;
}

std::optional<TruthSearch::Prefix> TruthSearch::extend(const Prefix& prefix, std::size_t guard, bool value) {
  Prefix result = prefix;
  result.truth[guard] = value;
  if (!prefix.assignment || holds(guard, *prefix.assignment) == value) return result;
  Atoms assignment(atoms_);
  if (!search(assignment, result.truth, guard + 1)) return std::nullopt;
  result.assignment = std::move(assignment);
  if (work_ == 0) result.assignment.reset();
  return result;
}

// The guard with the fewest terms left is decided first. What it has found with no work left is no answer.
bool TruthSearch::search(Atoms& assignment, const Truth& truth, std::size_t guards) {
  std::optional<std::vector<Atoms>> best;
  for (std::size_t g = 0; g < guards && work_ > 0; ++g) {
    if (!truth[g] || holds(g, assignment)) continue;
    std::vector<Atoms> left;
    for (const Atoms& term : terms_[g]) {
      Atoms with = assignment | term;
      if (!contradicts(with, truth, guards)) left.push_back(std::move(with));
    }
    if (left.empty()) return work_ == 0;
    if (!best || left.size() < best->size()) best = std::move(left);
  }
  if (!best || work_ == 0) return true;
  for (Atoms& with : *best) {
    if (!search(with, truth, guards)) continue;
    assignment = std::move(with);
    return true;
  }
  return false;
}

bool TruthSearch::holds(std::size_t guard, const Atoms& assignment) {
  const auto& terms = terms_[guard];
  work_ -= std::min<std::uint64_t>(work_, terms.size());
  return std::any_of(terms.begin(), terms.end(),
                     [&](const Atoms& term) { return term.is_subset_of(assignment); });
}

bool TruthSearch::contradicts(const Atoms& assignment, const Truth& truth, std::size_t guards) {
  for (std::size_t g = 0; g < guards; ++g) {
    if (!truth[g] && holds(g, assignment)) return true;
  }
  return false;
}

}  // namespace horatio::automaton
