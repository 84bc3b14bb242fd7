// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/oracle/oracle.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "engine/trend/oracle/oracle_cells.h"
#include "engine/trend/oracle/oracle_facts.h"
#include "engine/trend/oracle/oracle_trends.h"

namespace horatio::oracle {
namespace {

__extension__ typedef __int128 Wide;

using Events = std::vector<const PlainEvent*>;
using Key = std::vector<Value>;

struct KeyBefore {
  bool operator()(const Key& left, const Key& right) const {
    return std::ranges::lexicographical_compare(
        left, right, [](const Value& x, const Value& y) { return compare(x, y) < 0; });
  }
};

// The windows [start, start + size) that hold `at`, a time or a number; bounds that do not fit 64 bits make
// no window, and there are no numbers below 0.
std::vector<WindowBounds> windows_that_hold(const WindowSpec& window, std::int64_t at) {
  Wide rest = (Wide{at} - window.offset) % window.slide;
  if (rest < 0) rest += window.slide;
  std::vector<WindowBounds> result;
  for (Wide start = Wide{at} - rest; start + window.size > at; start -= window.slide) {
    if (start < INT64_MIN || start + window.size > INT64_MAX) continue;
    if (window.of_events && start < 0) continue;
    result.push_back({static_cast<Timestamp>(start), static_cast<Timestamp>(start + window.size)});
  }
  return result;
}

class QueryAnswer {
 public:
  QueryAnswer(const Workload& workload, QueryId id, const Events& ordered, Limits limits,
              std::uint64_t& steps)
      : schema_(workload.schema),
        query_(workload.queries[id]),
        id_(id),
        ordered_(ordered),
        limits_(limits),
        facts_(query_, ordered) {
    if (query_.pattern.root.kind == PatternNode::Kind::kAnd) {
      for (const PatternNode& branch : query_.pattern.root.children)
        searches_.emplace_back(query_, branch, facts_, steps);
    } else {
      searches_.emplace_back(query_, query_.pattern.root, facts_, steps);
    }
  }

  Status run(Answer& answer) {
    for (Rank rank = 0; rank < ordered_.size(); ++rank) place(rank, answer);
    for (const auto& [partition, scene] : scenes_) {
      if (events_that_fill(scene) > limits_.events) {
        return Error{ErrorCode::kLimitExceeded, "too many events for brute force", "use fewer events", {}};
      }
    }
    for (auto& [partition, scene] : scenes_) {
      if (auto status = search(partition, scene); !status) return status;
    }
    if (query_.emit_empty_windows) add_empty();
    write(answer);
    return {};
  }

 private:
  struct Partition {
    Key group, equivalence;
    bool operator<(const Partition& other) const {
      const KeyBefore before;
      if (before(group, other.group)) return true;
      return !before(other.group, group) && before(equivalence, other.equivalence);
    }
  };
  using Start = std::optional<std::int64_t>;  // of the window; none: the query has no WITHIN
  using Whereabouts = std::pair<Start, Partition>;
  struct RowBefore {
    bool operator()(const std::pair<Start, Key>& x, const std::pair<Start, Key>& y) const {
      return x.first != y.first ? x.first < y.first : KeyBefore()(x.second, y.second);
    }
  };

  // None: a NULL among them, or an attribute that the type does not carry.
  static std::optional<Key> key_of(const std::vector<KeyAttribute>& attributes, const PlainEvent& event) {
    Key key;
    for (const KeyAttribute& attribute : attributes) {
      const auto id = attribute.of_type[event.type];
      if (!id || is_null(event.attributes[*id])) return std::nullopt;
      key.push_back(event.attributes[*id]);
    }
    return key;
  }

  void place(Rank rank, Answer& answer) {
    const PlainEvent& event = *ordered_[rank];
    const bool of_pattern = std::ranges::any_of(query_.pattern.places,
                                                [&](const auto& place) { return place.type == event.type; });
    auto group = key_of(query_.group_by, event);
    auto equivalence = key_of(query_.equivalence, event);
    if (!group || !equivalence) {
      answer.left_out += of_pattern ? 1 : 0;
      return;
    }
    const Partition partition{std::move(*group), std::move(*equivalence)};
    partitions_[partition].push_back(rank);
    if (!of_pattern) return;
    if (!query_.window) {
      scenes_[{std::nullopt, partition}].events.push_back(rank);
      return;
    }
    const bool of_events = query_.window->of_events;
    std::vector<Timestamp>& numbered = numbered_[partition.group];
    if (of_events) numbered.push_back(event.time);
    const std::int64_t at = of_events ? static_cast<std::int64_t>(numbered.size()) - 1 : event.time;
    for (const WindowBounds& window : windows_that_hold(*query_.window, at)) {
      Scene& scene = scenes_[{window.start, partition}];
      scene.events.push_back(rank);
      if (!of_events) scene.end = window.end;
    }
  }

  std::size_t events_that_fill(const Scene& scene) {
    return static_cast<std::size_t>(
        std::ranges::count_if(scene.events, [&](Rank rank) { return facts_.fills_some_place(rank); }));
  }

  Status search(const Whereabouts& at, Scene& scene) {
    if (query_.selection == Selection::kContiguous) scene.partition = partitions_[at.second];
    std::vector<Trends> branches;
    for (TrendSearch& search : searches_) {
      auto trends = search.run(scene, searches_.size() > 1 && !query_.count_bindings);
      if (!trends) return trends.error();
      if (trends->ambiguous) {
        return Error{ErrorCode::kInvalidClause, "an aggregate over an ambiguous alias", "", {}};
      }
      branches.push_back(std::move(*trends));
    }
    if (branches.size() == 2 && !(branches[0].bound.empty() && branches[1].bound.empty()) &&
        shared_trends(branches[0], branches[1]) > 0) {
      return Error{ErrorCode::kInvalidClause, "an aggregate over branches with a trend in common", "", {}};
    }
    row_at(at.first, at.second.group).add(branches);
    return {};
  }

  RowTotals& row_at(Start start, const Key& group) {
    return rows_.try_emplace({start, group}, schema_, query_, facts_).first->second;
  }

  // Rule 4: with GROUP BY the rows are there by now, since every window that holds an event has been
  // searched.
  void add_empty() {
    if (!query_.group_by.empty() || !query_.window || rows_.empty()) return;
    const std::int64_t last = *rows_.rbegin()->first.first;
    for (Wide start = *rows_.begin()->first.first; start <= last; start += query_.window->slide) {
      row_at(static_cast<std::int64_t>(start), {});
    }
  }

  void write(Answer& answer) const {
    for (const auto& [name, totals] : rows_) {
      if (totals.units() == 0 && !query_.emit_empty_windows) continue;
      Row row;
      row.query = id_;
      if (name.first) row.window = WindowBounds{*name.first, *name.first + query_.window->size};
      row.group = name.second;
      if (query_.window && query_.window->of_events) row.time = time_of(row);
      if (totals.finish(row)) answer.rows.push_back(std::move(row));
    }
  }

  Timestamp time_of(const Row& row) const {
    const auto& times = numbered_.at(row.group);
    const auto full = static_cast<std::size_t>(row.window->end);
    return full <= times.size() ? times[full - 1] : kEndOfTime;
  }

  const Schema& schema_;
  const Query& query_;
  QueryId id_;
  const Events& ordered_;
  Limits limits_;
  Facts facts_;
  std::vector<TrendSearch> searches_;  // of the pattern, or of the branches of its AND
  std::map<Partition, std::vector<Rank>> partitions_;
  std::map<Key, std::vector<Timestamp>, KeyBefore>
      numbered_;  // times of the events of each group, for EVENTS
  std::map<Whereabouts, Scene> scenes_;
  std::map<std::pair<Start, Key>, RowTotals, RowBefore> rows_;
};

}  // namespace

bool precedes(const RowName& left, const RowName& right) {
  const auto window = [](const RowName& row) {
    // Rows without WITHIN last.
    return row.window ? std::tuple(0, row.window->end, row.window->start)
                      : std::tuple(1, Timestamp{0}, Timestamp{0});
  };
  if (left.query != right.query) return left.query < right.query;
  if (window(left) != window(right)) return window(left) < window(right);
  return KeyBefore()(left.group, right.group);
}

Result<Answer> answer(const Workload& workload, const std::vector<PlainEvent>& events, Limits limits) {
  Events ordered;
  for (const PlainEvent& event : events) ordered.push_back(&event);
  std::ranges::stable_sort(ordered, {}, &PlainEvent::time);
  Answer result;
  std::uint64_t steps = limits.steps;
  for (QueryId id = 0; id < workload.queries.size(); ++id) {
    if (auto status = QueryAnswer(workload, id, ordered, limits, steps).run(result); !status) {
      return status.error();
    }
  }
  std::ranges::sort(result.rows, precedes);
  return result;
}

}  // namespace horatio::oracle
