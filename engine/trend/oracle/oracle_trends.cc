// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/oracle/oracle_trends.h"

#include <algorithm>

namespace horatio::oracle {
namespace {

__extension__ typedef __int128 Wide;

}  // namespace

std::uint64_t shared_trends(const Trends& first, const Trends& second) {
  const auto in_both = [&](const std::vector<Rank>& trend) { return second.sequences.contains(trend); };
  return static_cast<std::uint64_t>(std::ranges::count_if(first.sequences, in_both));
}

TrendSearch::TrendSearch(const Query& query, const PatternNode& root, Facts& facts, std::uint64_t& steps_left)
    : query_(query), facts_(facts), walk_(root), steps_left_(steps_left) {
  for (const auto* list : {&query.aggregates, &query.hidden}) {
    for (const Aggregate& aggregate : *list) {
      if (aggregate.function != Aggregate::Function::kCountTrends) aggregated_.insert(aggregate.place);
    }
  }
}

Result<Trends> TrendSearch::run(const Scene& scene, bool want_sequences) {
  scene_ = &scene;
  want_sequences_ = want_sequences;
  found_ = {};
  chosen_.clear();
  extend({Parse{}});
  if (steps_left_ == 0) {
    return Error{ErrorCode::kLimitExceeded, "too many trends for brute force", "use fewer events", {}};
  }
  return std::move(found_);
}

// `parses` are all those of the chosen events that hold so far.
void TrendSearch::extend(const Parses& parses) {
  std::optional<Rank> first_extending;  // of rule 8
  for (const Rank next : scene_->events) {
    if (steps_left_ == 0) return;
    if (!chosen_.empty()) {
      if (!facts_.precedes(chosen_.back(), next)) continue;
      const bool next_match = query_.selection == Selection::kNext;
      if (next_match && first_extending && facts_.precedes(*first_extending, next)) return;
      if (query_.selection == Selection::kContiguous && !is_contiguous(next)) return;
    }
    const Parses longer = followed_by(parses, next);
    if (longer.empty()) continue;
    if (!first_extending) first_extending = next;
    chosen_.push_back(next);
    complete(longer);
    extend(longer);
    chosen_.pop_back();
  }
}

TrendSearch::Parses TrendSearch::followed_by(const Parses& parses, Rank next) {
  Parses longer;
  for (const Parse& parse : parses) {
    for (const PatternWalk::Step& step : walk_.stand(parse.stand).steps) {
      if (!facts_.fills(next, step.place) || !step_holds(parse, step, next)) continue;
      Parse grown{parse.binding + static_cast<char16_t>(step.place), step.to};
      if (std::ranges::find(longer, grown) != longer.end()) continue;
      longer.push_back(std::move(grown));
      if (--steps_left_ == 0) return {};
    }
  }
  return longer;
}

bool TrendSearch::step_holds(const Parse& parse, const PatternWalk::Step& step, Rank next) {
  if (!chosen_.empty() && !facts_.may_be_adjacent(chosen_.back(), parse.binding.back(), next, step.place)) {
    return false;
  }
  return std::ranges::all_of(step.nots, [&](const PatternNode* node) { return absent(*node, next); });
}

bool TrendSearch::is_contiguous(Rank next) const {
  return std::ranges::none_of(scene_->partition, [&](Rank other) {
    return facts_.precedes(chosen_.back(), other) && facts_.precedes(other, next);
  });
}

void TrendSearch::complete(const Parses& parses) {
  std::set<Binding> passing;
  for (const Parse& parse : parses) {
    const bool passes =
        std::ranges::any_of(walk_.stand(parse.stand).ends, [&](const PatternWalk::Nots& nots) {
          return std::ranges::all_of(nots, [&](const PatternNode* node) {
            return node->lasting ? absent_for(*node) : absent(*node, std::nullopt);
          });
        });
    if (passes) passing.insert(parse.binding);
  }
  if (!passing.empty()) note(passing);
}

void TrendSearch::note(const std::set<Binding>& bindings) {
  if (want_sequences_) found_.sequences.insert(chosen_);
  if (query_.count_bindings) {
    for (const Binding& binding : bindings) note(binding);
    return;
  }
  const Binding& one = *bindings.begin();
  note(one);
  for (const PlaceId place : aggregated_) {
    found_.ambiguous = found_.ambiguous || std::ranges::any_of(bindings, [&](const Binding& other) {
                         return events_of(place, other) != events_of(place, one);
                       });
  }
}

void TrendSearch::note(const Binding& binding) {
  ++found_.count;
  for (std::size_t i = 0; i < binding.size(); ++i) {
    if (aggregated_.contains(binding[i])) ++found_.bound[{binding[i], chosen_[i]}];
  }
}

std::vector<Rank> TrendSearch::events_of(PlaceId place, const Binding& binding) const {
  std::vector<Rank> events;
  for (std::size_t i = 0; i < binding.size(); ++i) {
    if (binding[i] == place) events.push_back(chosen_[i]);
  }
  return events;
}

bool TrendSearch::absent(const PatternNode& forbidden, std::optional<Rank> next) {
  return !occurs(forbidden, [&](Rank rank) {
    return (chosen_.empty() || facts_.precedes(chosen_.back(), rank)) &&
           (!next || facts_.precedes(rank, *next));
  });
}

// NOT N FOR d, after the last event.
bool TrendSearch::absent_for(const PatternNode& forbidden) {
  const Wide until = Wide{facts_.event(chosen_.back()).time} + *forbidden.lasting;
  if (scene_->end && until > *scene_->end) return false;
  return !occurs(forbidden, [&](Rank rank) {
    return facts_.precedes(chosen_.back(), rank) && facts_.event(rank).time < until;
  });
}

// Events of the parts of the NOT, in the query's order, all `inside`. Nothing but their order ties them, so
// the earliest event for each part leaves the most room for the next.
template <class Inside>
bool TrendSearch::occurs(const PatternNode& forbidden, Inside inside) {
  const PatternNode& what = forbidden.children.front();
  const std::size_t parts = what.kind == PatternNode::Kind::kSequence ? what.children.size() : 1;
  std::size_t part = 0;
  std::optional<Rank> before;
  for (const Rank rank : scene_->events) {
    const PlaceId place = what.kind == PatternNode::Kind::kSequence ? what.children[part].place : what.place;
    if (!inside(rank) || !facts_.fills(rank, place)) continue;
    if (before && !facts_.precedes(*before, rank)) continue;
    before = rank;
    if (++part == parts) return true;
  }
  return false;
}

}  // namespace horatio::oracle
