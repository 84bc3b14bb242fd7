// SPDX-License-Identifier: Apache-2.0
// The trends of one pattern among the events of one partition and window, one by one: sequences of events in
// the query's order, each grown event by event together with all of its parses. A parse is a binding and a
// place in the pattern tree; it lives as long as the predicates and NOTs of its steps hold. A sequence that
// no parse follows is given up, since every rule that a step can break is broken for all that begins with it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/model/query.h"
#include "engine/model/status.h"
#include "engine/trend/oracle/oracle_facts.h"
#include "engine/trend/oracle/oracle_walk.h"

namespace horatio::oracle {

// Where the trends are sought.
struct Scene {
  std::vector<Rank> events;      // ascending; the events of the pattern's types, those of NOTs included
  std::vector<Rank> partition;   // ascending; all events of the partition, of any type, in the window or not
  std::optional<Timestamp> end;  // of a window of times, exclusive
};

struct Trends {
  std::uint64_t count = 0;  // of trends; with COUNT BINDINGS of bindings
  // In how many of them the event is bound to the place.
  std::map<std::pair<PlaceId, Rank>, std::uint64_t> bound;
  std::set<std::vector<Rank>> sequences;  // if they are wanted
  bool ambiguous = false;  // an aggregated place has other events in another binding of the same trend
};

// Trends of both, as sequences of events. 0 unless sequences were wanted.
std::uint64_t shared_trends(const Trends& first, const Trends& second);

class TrendSearch {
 public:
  // `root` is the pattern or one branch of its AND. `steps_left` is the number of parses that may still be
  // built.
  TrendSearch(const Query& query, const PatternNode& root, Facts& facts, std::uint64_t& steps_left);

  // kLimitExceeded if the steps do not suffice.
  Result<Trends> run(const Scene& scene, bool want_sequences);

 private:
  using Binding = std::u16string;  // the place of each event
  struct Parse {
    Binding binding;
    std::size_t stand = PatternWalk::kStart;
    bool operator==(const Parse&) const = default;
  };
  using Parses = std::vector<Parse>;

  void extend(const Parses& parses);
  Parses followed_by(const Parses& parses, Rank next);
  bool step_holds(const Parse& parse, const PatternWalk::Step& step, Rank next);
  bool is_contiguous(Rank next) const;
  void complete(const Parses& parses);
  void note(const std::set<Binding>& bindings);
  void note(const Binding& binding);
  std::vector<Rank> events_of(PlaceId place, const Binding& binding) const;

  // No occurrence of the NOT between the last event and `next`; nothing is the start or end of the window.
  bool absent(const PatternNode& forbidden, std::optional<Rank> next);
  bool absent_for(const PatternNode& forbidden);
  template <class Inside>
  bool occurs(const PatternNode& forbidden, Inside inside);

  const Query& query_;
  Facts& facts_;
  PatternWalk walk_;
  std::uint64_t& steps_left_;
  std::set<PlaceId> aggregated_;
  const Scene* scene_ = nullptr;
  bool want_sequences_ = false;
  std::vector<Rank> chosen_;
  Trends found_;
};

}  // namespace horatio::oracle
