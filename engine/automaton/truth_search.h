// SPDX-License-Identifier: Apache-2.0
// Which guards of a step can be true together. What they are made of, the *atoms*, are local classes, edge
// conditions and single NOTs, each of which may hold or not. A guard is a disjunction of conjunctions of
// atoms, none negated, so an assignment that makes some guards true and others false need not make more
// true than one term of each of the former.
//
// Guards are looked at one after the other, with all truths of those before that can occur and, for each, an
// assignment that shows it. One of the next guard's truths then costs nothing; the other needs a search.
#pragma once

#include <boost/dynamic_bitset.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/automaton/step_guards.h"

namespace horatio::automaton {

class TruthSearch {
 public:
  // Each test of a term takes one from `work`; once it is zero, whatever would need a search is held for
  // possible.
  TruthSearch(std::span<const Guard> guards, std::uint64_t& work);

  // In no particular order; nothing if there are more than `most`.
  std::optional<std::vector<Truth>> run(std::size_t most);

 private:
  using Atoms = boost::dynamic_bitset<std::uint64_t>;

  // Of the guards looked at so far.
  struct Prefix {
    Truth truth;
    std::optional<Atoms> assignment;  // none: nobody knows
  };

  std::optional<Prefix> extend(const Prefix& prefix, std::size_t guard, bool value);
  bool search(Atoms& assignment, const Truth& truth, std::size_t guards);
  bool holds(std::size_t guard, const Atoms& assignment);
  bool contradicts(const Atoms& assignment, const Truth& truth, std::size_t guards);

  std::vector<std::vector<Atoms>> terms_;  // by guard
  std::size_t atoms_ = 0;
  std::uint64_t& work_;
};

}  // namespace horatio::automaton
