// SPDX-License-Identifier: Apache-2.0
#include "engine/automaton/plain_count.h"

#include <algorithm>
#include <set>

namespace horatio::automaton::test {

Totals PlainCount::run(bool next) {
  const std::size_t n = stream_.types.size();
  partials_.assign(n, std::vector<Partial>(automaton_.states()));
  Partial empty;
  empty.count = 1;
  Totals totals;
  for (std::size_t last = 0; last < n; ++last) {
    extend(automaton_.start(stream_.types[last]), empty, -1, last);
    for (State state = 0; state < automaton_.states(); ++state) {
      const Partial partial = partials_[last][state];
      if (partial.count == 0) continue;
      for (std::size_t event = last + 1; event < n; ++event) {
        const auto steps = automaton_.steps(state, stream_.types[event]);
        if (extend(steps, partial, static_cast<std::int64_t>(last), event) && next) break;
      }
      if (!complete(state, last)) continue;
      totals.count += partial.count;
      const Position end = automaton_.ends(state).front().position;
      if (const auto of_end = partial.events.find(end); of_end != partial.events.end()) {
        for (const auto& [place, events] : of_end->second) totals.events[place] += events;
      }
    }
  }
  return totals;
}

std::size_t PlainCount::outcome(const Step& step, std::int64_t last, std::size_t event) const {
  return step.outcome([&](const Guard& guard) {
    const std::size_t of_type = std::size_t{stream_.types[event]} * kClassesPerType;
    if (guard.local_class != kAlways && !stream_.of_class[of_type + guard.local_class][event]) return false;
    return guard.terms.empty() || std::any_of(guard.terms.begin(), guard.terms.end(), [&](const Term& term) {
             const bool edge = term.edge == kNoEdgeCondition ||
                               stream_.condition[term.edge][static_cast<std::size_t>(last)][event];
             return edge && free_of(term.negations, last, static_cast<std::int64_t>(event));
           });
  });
}

bool PlainCount::free_of(const NegationSet& negations, std::int64_t last, std::int64_t event) const {
  const auto n = static_cast<std::int64_t>(stream_.types.size());
  return negations.all_of([&](std::size_t number) {
    const Negation& negation = positions_.negations[number];
    const std::int64_t until = negation.lasting ? std::min(n, last + *negation.lasting) : event;
    return !match_.occurs(negation.steps, last, until);
  });
}

bool PlainCount::complete(State state, std::size_t last) const {
  std::set<std::uint8_t> branches;
  for (const Ending& ending : automaton_.ends(state)) {
    const auto n = static_cast<std::int64_t>(stream_.types.size());
    if (free_of(ending.negations, static_cast<std::int64_t>(last), n)) branches.insert(ending.branch);
  }
  return branches.size() == positions_.branches;
}

bool PlainCount::extend(std::span<const Step> steps, const Partial& before, std::int64_t last,
                        std::size_t event) {
  bool extends = false;
  for (const Step& step : steps) {
    const std::size_t outcome = this->outcome(step, last, event);
    extends = extends || step.extends[outcome];
    if (step.targets[outcome] == kNoState) continue;
    Partial& after = partials_[event][step.targets[outcome]];
    after.count += before.count;
    for (const Candidate& c : step.candidates) {
      if (!c.bound || !step.takes(c, outcome)) continue;
      std::map<PlaceId, std::uint64_t>& events = after.events[c.to];
      events[positions_.places[c.to]] += before.count;
      if (c.from.empty()) continue;
      const auto earlier = before.events.find(c.from.front());
      if (earlier == before.events.end()) continue;
      for (const auto& [place, number] : earlier->second) events[place] += number;
    }
  }
  return extends;
}

}  // namespace horatio::automaton::test
