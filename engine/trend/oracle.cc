// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/oracle.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "engine/predicate/plain_condition.h"

namespace horatio::oracle {
namespace {

__extension__ typedef __int128 Wide;

using Events = std::vector<const PlainEvent*>;

struct ValuesBefore {
  bool operator()(const std::vector<Value>& left, const std::vector<Value>& right) const {
    return std::ranges::lexicographical_compare(
        left, right, [](const Value& x, const Value& y) { return compare(x, y) < 0; });
  }
};

// Which places of the pattern an event can fill, by type and local predicates.
class Places {
 public:
  Places(const Query& query, const PlainEvent& event) : query_(query), event_(event) {}

  bool fills(PlaceId place) const {
    if (query_.pattern.places[place].type != event_.type) return false;
    return std::ranges::all_of(query_.local, [&](const LocalPredicate& p) {
      return p.place != place || plain_condition(p.condition, event_.time, event_.attributes) == true;
    });
  }
  std::vector<bool> all() const {
    std::vector<bool> result(query_.pattern.places.size());
    for (PlaceId place = 0; place < result.size(); ++place) result[place] = fills(place);
    return result;
  }

 private:
  const Query& query_;
  const PlainEvent& event_;
};

// Does a sequence of events conform to the pattern in at least one binding? Plain backtracking: each node
// tries to take events from a position on and asks the continuation whether the rest can be taken too.
class Matcher {
 public:
  using Then = std::function<bool(std::size_t)>;

  // fills[i]: the places that the i-th event of the sequence can fill.
  explicit Matcher(const std::vector<const std::vector<bool>*>& fills) : fills_(fills) {}

  bool matches(const PatternNode& root) const {
    return take(root, 0, [&](std::size_t position) { return position == fills_.size(); });
  }

 private:
  bool take(const PatternNode& node, std::size_t position, const Then& then) const {
    switch (node.kind) {
      case PatternNode::Kind::kType:
        return position < fills_.size() && (*fills_[position])[node.place] && then(position + 1);
      case PatternNode::Kind::kSequence:
        return sequence(node, 0, position, then);
      case PatternNode::Kind::kRepeat:
        return repeat(node, 0, position, then);
      case PatternNode::Kind::kOr:
        return std::ranges::any_of(node.children,
                                   [&](const PatternNode& child) { return take(child, position, then); });
      default:
        return false;
    }
  }

  bool sequence(const PatternNode& node, std::size_t child, std::size_t position, const Then& then) const {
    if (child == node.children.size()) return then(position);
    return take(node.children[child], position,
                [&](std::size_t after) { return sequence(node, child + 1, after, then); });
  }

  bool repeat(const PatternNode& node, std::uint32_t done, std::size_t position, const Then& then) const {
    if (done >= node.min && then(position)) return true;
    if (done == node.max) return false;
    return take(node.children.front(), position, [&](std::size_t after) {
      // An empty iteration: all that are still required can be empty as well, and more of them change
      // nothing.
      if (after == position) return done < node.min && then(after);
      return repeat(node, done + 1, after, then);
    });
  }

  const std::vector<const std::vector<bool>*>& fills_;
};

// The events of one window and partition, in the query's order.
class Enumeration {
 public:
  Enumeration(const Query& query, const Events& events) : query_(query), events_(events) {
    for (const PlainEvent* event : events) fills_.push_back(Places(query, *event).all());
  }

  boost::multiprecision::cpp_int count() {
    extend(0);
    return count_;
  }

 private:
  // All subsequences that go on from the chosen ones with events from `from` on.
  void extend(std::size_t from) {
    for (std::size_t i = from; i < events_.size(); ++i) {
      if (!chosen_.empty() && !may_follow(*events_[last_], *events_[i])) continue;
      const std::size_t before = last_;
      chosen_.push_back(&fills_[i]);
      last_ = i;
      if (Matcher(chosen_).matches(query_.pattern.root)) ++count_;
      extend(i + 1);
      chosen_.pop_back();
      last_ = before;
    }
  }

  bool may_follow(const PlainEvent& earlier, const PlainEvent& later) const {
    return query_.ties == Ties::kArrival || earlier.time < later.time;
  }

  const Query& query_;
  const Events& events_;
  std::vector<std::vector<bool>> fills_;
  std::vector<const std::vector<bool>*> chosen_;
  std::size_t last_ = 0;
  boost::multiprecision::cpp_int count_ = 0;
};

// Starts of the windows [start, start + size) that hold `time`; bounds that do not fit 64 bits make no
// window.
std::vector<WindowBounds> windows_that_hold(const WindowSpec& window, Timestamp time) {
  Wide rest = (Wide{time} - window.offset) % window.slide;
  if (rest < 0) rest += window.slide;
  std::vector<WindowBounds> result;
  for (Wide start = Wide{time} - rest; start + window.size > time; start -= window.slide) {
    if (start < INT64_MIN || start + window.size > INT64_MAX) continue;
    result.push_back({static_cast<Timestamp>(start), static_cast<Timestamp>(start + window.size)});
  }
  return result;
}

bool is_null(const Value& value) {
  if (const auto* f = std::get_if<double>(&value)) return !std::isfinite(*f);
  return std::holds_alternative<std::monostate>(value);
}

bool answerable(const PatternNode& node) {
  if (node.kind == PatternNode::Kind::kNot || node.kind == PatternNode::Kind::kAnd) return false;
  return std::ranges::all_of(node.children, answerable);
}

class QueryAnswer {
 public:
  QueryAnswer(const Query& query, QueryId id, std::size_t largest)
      : query_(query), id_(id), largest_(largest) {}

  // Events in the query's order.
  Status run(const Events& events, Answer& answer) {
    for (const PlainEvent* event : events) place(*event, answer);
    for (const auto& [key, partition] : partitions_) {
      if (partition.size() > largest_) {
        return Error{
            ErrorCode::kLimitExceeded, "a partition is too large for brute force", "use fewer events", {}};
      }
    }
    for (const auto& [key, partition] : partitions_) {
      rows_[{key.window_start, key.group}] += Enumeration(query_, partition).count();
    }
    for (const auto& [key, count] : rows_) {
      if (count > 0) answer.rows.push_back({id_, bounds_of_start(key.first), key.second, count});
    }
    return {};
  }

 private:
  struct Key {
    std::optional<Timestamp> window_start;
    std::vector<Value> group, equivalence;
  };
  struct KeyBefore {
    bool operator()(const Key& x, const Key& y) const {
      if (x.window_start != y.window_start) return x.window_start < y.window_start;
      const ValuesBefore before;
      if (before(x.group, y.group)) return true;
      if (before(y.group, x.group)) return false;
      return before(x.equivalence, y.equivalence);
    }
  };
  using RowKey = std::pair<std::optional<Timestamp>, std::vector<Value>>;
  struct RowKeyBefore {
    bool operator()(const RowKey& x, const RowKey& y) const {
      if (x.first != y.first) return x.first < y.first;
      return ValuesBefore()(x.second, y.second);
    }
  };

  static std::vector<Value> key_of(const std::vector<KeyAttribute>& attributes, const PlainEvent& event) {
    std::vector<Value> key;
    for (const KeyAttribute& attribute : attributes)
      key.push_back(event.attributes[*attribute.of_type[event.type]]);
    return key;
  }

  void place(const PlainEvent& event, Answer& answer) {
    const auto of_pattern = [&](const Place& place) { return place.type == event.type; };
    if (std::ranges::none_of(query_.pattern.places, of_pattern)) return;
    Key key{std::nullopt, key_of(query_.group_by, event), key_of(query_.equivalence, event)};
    if (std::ranges::any_of(key.group, is_null) || std::ranges::any_of(key.equivalence, is_null)) {
      ++answer.left_out;
      return;
    }
    const auto places = Places(query_, event).all();
    if (std::ranges::find(places, true) == places.end()) return;  // can be in no trend
    if (!query_.window) {
      partitions_[key].push_back(&event);
      return;
    }
    for (const WindowBounds& window : windows_that_hold(*query_.window, event.time)) {
      key.window_start = window.start;
      partitions_[key].push_back(&event);
    }
  }

  std::optional<WindowBounds> bounds_of_start(std::optional<Timestamp> start) const {
    if (!start) return std::nullopt;
    return WindowBounds{*start, *start + query_.window->size};
  }

  const Query& query_;
  QueryId id_;
  std::size_t largest_;
  std::map<Key, Events, KeyBefore> partitions_;
  std::map<RowKey, boost::multiprecision::cpp_int, RowKeyBefore> rows_;
};

}  // namespace

bool precedes(const Row& left, const Row& right) {
  const auto window = [](const Row& row) {
    // Rows without WITHIN last.
    return row.window ? std::tuple(0, row.window->end, row.window->start)
                      : std::tuple(1, Timestamp{0}, Timestamp{0});
  };
  if (left.query != right.query) return left.query < right.query;
  if (window(left) != window(right)) return window(left) < window(right);
  return ValuesBefore()(left.group, right.group);
}

Result<Answer> answer(const Workload& workload, const std::vector<PlainEvent>& events, std::size_t largest) {
  Events ordered;
  for (const PlainEvent& event : events) ordered.push_back(&event);
  std::ranges::stable_sort(ordered, {}, &PlainEvent::time);
  Answer result;
  for (QueryId id = 0; id < workload.queries.size(); ++id) {
    const Query& query = workload.queries[id];
    if (!answerable(query.pattern.root) || query.selection != Selection::kAllCombinations) {
      return Error{ErrorCode::kNotAvailable, "the oracle does not answer " + query.name, "", {}};
    }
    if (auto status = QueryAnswer(query, id, largest).run(ordered, result); !status) return status.error();
  }
  std::ranges::sort(result.rows, precedes);
  return result;
}

}  // namespace horatio::oracle
