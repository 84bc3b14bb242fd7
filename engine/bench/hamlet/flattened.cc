// SPDX-License-Identifier: Apache-2.0
// SHARON on Kleene patterns, as the paper runs it (section 6.1): for each query with E+ the length l of the
// longest match of E+ is found, and the query becomes the l sequence queries with E once, twice, .. l times.
// Each keeps running sums by prefix (A-Seq): trends that end at place i grow by those that ended at place
// i - 1 when an event of place i comes. An event of E thus costs l * (l + 1) / 2 additions, per query and
// partition. Workload 1 only: COUNT(*), one Kleene type, windows that do not overlap, no two rows at one
// time.
#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "engine/bench/hamlet/system.h"
#include "engine/numbers/decimal_text.h"
#include "engine/numbers/exact_count.h"

namespace horatio::bench::figures {
namespace {

using PartitionKey = std::array<std::int64_t, kAttributes>;  // values of the grouping attributes, else 0
using Sums = std::vector<ExactCount>;                        // of all lengths, one after the other

PartitionKey key_of(const KleeneQuery& query, const Row& row) {
  PartitionKey key{};
  for (const std::size_t attribute : query.same) key[attribute] = row.values[attribute];
  for (const std::size_t attribute : query.group) key[attribute] = row.values[attribute];
  return key;
}

std::size_t longest_match(const KleeneQuery& query, const std::vector<Row>& rows) {
  std::map<std::pair<Timestamp, PartitionKey>, std::size_t> events;
  std::size_t longest = 0;
  for (const Row& row : rows) {
    if (row.type != query.kleene.front() || !query.passes(row)) continue;
    longest = std::max(longest, ++events[{row.time / query.size, key_of(query, row)}]);
  }
  return longest;
}

// One Kleene query as sequence queries.
class FlattenedQuery {
 public:
  FlattenedQuery(const KleeneQuery& query, std::size_t longest)
      : query_(query),
        longest_(longest),
        before_(query.before.size()),
        around_(before_ + query.after.size()) {
    for (std::size_t length = 1; length <= longest; ++length) counters_ += around_ + length;
  }

  void apply(const Row& row) {
    if (!is_wanted(row.type) || !query_.passes(row)) return;
    Sums& sums = windows_[row.time / query_.size][key_of(query_, row)];
    if (sums.empty()) sums.resize(counters_);
    ExactCount* first = sums.data();
    for (std::size_t length = 1; length <= longest_; ++length) {
      extend(first, length, row.type);
      first += around_ + length;
    }
  }

  // Hands over the windows that end by the watermark.
  void emit(QueryId id, Timestamp watermark, ResultSink& sink) {
    for (auto window = windows_.begin(); window != windows_.end();) {
      const Timestamp start = window->first * query_.size;
      if (watermark < start + query_.size - 1) return;
      emit_window(id, start, window->second, sink);
      window = windows_.erase(window);
    }
  }

  std::size_t bytes() const {
    std::size_t partitions = 0;
    for (const auto& [start, window] : windows_) partitions += window.size();
    return partitions * (counters_ * sizeof(ExactCount) + sizeof(PartitionKey) + sizeof(Sums));
  }

 private:
  using Window = absl::flat_hash_map<PartitionKey, Sums>;

  bool is_wanted(TypeId type) const {
    const auto in = [type](const std::vector<TypeId>& types) { return std::ranges::count(types, type) != 0; };
    return in(query_.kleene) || in(query_.before) || in(query_.after);
  }

  // The sums of one length, by place; from the last place back, so that no event follows itself.
  void extend(ExactCount* sums, std::size_t length, TypeId type) const {
    if (type != query_.kleene.front()) return grow(sums, place_of(type, length));
    for (std::size_t place = before_ + length; place-- > before_;) grow(sums, place);
  }

  static void grow(ExactCount* sums, std::size_t place) {
    if (place == 0) {
      sums[place] += ExactCount(1);
    } else {
      sums[place] += sums[place - 1];
    }
  }

  // Of a type other than the Kleene type.
  std::size_t place_of(TypeId type, std::size_t length) const {
    const auto found = std::ranges::find(query_.before, type);
    if (found != query_.before.end()) return static_cast<std::size_t>(found - query_.before.begin());
    const auto after = std::ranges::find(query_.after, type) - query_.after.begin();
    return before_ + length + static_cast<std::size_t>(after);
  }

  void emit_window(QueryId id, Timestamp start, const Window& window, ResultSink& sink) const {
    std::map<std::vector<Value>, ExactCount> groups;
    for (const auto& [key, sums] : window) {
      std::vector<Value> group;
      for (const std::size_t attribute : query_.group) group.emplace_back(key[attribute]);
      ExactCount& total = groups[group];
      std::size_t end = 0;
      for (std::size_t length = 1; length <= longest_; ++length) total += sums[(end += around_ + length) - 1];
    }
    for (const auto& [group, total] : groups) {
      if (total.is_zero()) continue;
      ResultRow row;
      row.query = id;
      row.window = WindowBounds{start, start + query_.size};
      row.group = group;
      row.cells.emplace_back();
      if (total.fits_64_bits()) {
        row.cells.back().value = total.value();
      } else {
        row.cells.back().value = decimal_text(total);
      }
      sink.accept(row);
    }
  }

  const KleeneQuery& query_;
  std::size_t longest_, before_, around_, counters_ = 0;
  std::map<Timestamp, Window> windows_;  // by number
};

class FlattenedSystem final : public System {
 public:
  explicit FlattenedSystem(const Point& point) : limits_(point.limits) {
    for (const KleeneQuery& query : point.queries) {
      if (longest_ == 0) longest_ = longest_match(query, point.data.rows);
      queries_.emplace_back(query, longest_);
    }
  }

  Status deliver(const Slot& slot, ResultSink& sink) override {
    if (began_ == 0) began_ = now();
    for (std::size_t i = 0; i < slot.rows.size(); ++i) {
      for (FlattenedQuery& query : queries_) query.apply(slot.rows[i]);
      if (i % 16 == 0 && is_beyond()) return Error{ErrorCode::kLimitExceeded, "time or memory", {}, {}};
    }
    peak_ = std::max(peak_, bytes());
    for (std::size_t q = 0; q < queries_.size(); ++q) {
      queries_[q].emit(static_cast<QueryId>(q), slot.watermark, sink);
    }
    return {};
  }

  std::size_t peak_bytes() const override { return peak_; }

 private:
  std::size_t bytes() const {
    std::size_t total = 0;
    for (const FlattenedQuery& query : queries_) total += query.bytes();
    return total;
  }
  bool is_beyond() const { return now() - began_ > limits_.seconds || bytes() > limits_.bytes; }

  Limits limits_;
  std::size_t longest_ = 0;  // the same for all: they differ around the Kleene type only
  std::vector<FlattenedQuery> queries_;
  double began_ = 0;
  std::size_t peak_ = 0;
};

}  // namespace

std::unique_ptr<System> make_flattened_system(const Point& point) {
  return std::make_unique<FlattenedSystem>(point);
}

}  // namespace horatio::bench::figures
