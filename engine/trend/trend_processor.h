// SPDX-License-Identifier: Apache-2.0
// The room of trend aggregation, strategy `never`: every query alone, running sums per automaton state in one
// lane per open window of a partition. An event costs one key lookup per set of queries with the same key
// attributes, then for each query as many additions per open window as its moves have sources; nothing is
// allocated per event but where it opens a window for its key.
//
// Papers: GRETA (running sums without edge predicates), HAMLET section 3 (the unshared baseline).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/model/processor.h"
#include "engine/model/query.h"
#include "engine/model/state_io.h"
#include "engine/trend/key_space.h"
#include "engine/trend/open_windows.h"

namespace horatio {

namespace trend {
struct StoredIdentity;
}

class TrendProcessor final : public Processor {
 public:
  // Answers `queries` of the workload. An error is the first that TrendQuery::compile finds.
  static Result<std::unique_ptr<TrendProcessor>> make(std::shared_ptr<const Workload> workload,
                                                      std::span<const QueryId> queries);

  Status apply(KeyGroup key_group, std::span<const EventRef> events) override;
  void advance(Timestamp watermark) override;
  bool emit(ResultSink& sink, std::size_t max_rows) override;
  void snapshot(KeyGroup key_group, std::string& out) const override;
  Status restore(KeyGroup key_group, std::span<const std::byte> in) override;
  std::size_t bytes() const override;

  // After restore(): queries of which the restored content knew nothing count, in this key group, only
  // windows that begin after `time` (the newest time that was taken over before they existed).
  void fence_new_queries(KeyGroup key_group, Timestamp time);

  // (event, query) pairs with a NULL in a key attribute.
  std::uint64_t left_out() const { return left_out_; }

 private:
  TrendProcessor(std::shared_ptr<const Workload> workload,
                 std::vector<std::unique_ptr<trend::RunningQuery>> queries);

  void rank_queries();
  void form_key_spaces();

  Status apply(trend::KeySpace& space, KeyGroup key_group, std::span<const EventRef> events);
  // The query that found the event's group under another key group; nullptr: none, the event is applied.
  const trend::RunningQuery* apply(trend::KeySpace& space, KeyGroup key_group, const EventRef& event);
  Error conflict(const trend::RunningQuery& query, KeyGroup key_group) const;
  void extend(trend::RunningQuery& query, trend::LaneList& lanes, std::span<const Move> moves, Timestamp time,
              std::int64_t first_window);
  void open_lanes(trend::RunningQuery& query, trend::Partition& partition, const WindowRange& range);
  void add_lane(trend::RunningQuery& query, trend::Partition& partition, trend::Lane* lane);
  trend::OpenWindow& open_window(trend::RunningQuery& query, std::int64_t number, bool live);

  bool is_due(const trend::WindowKey& key) const;
  bool emit_lane(trend::RunningQuery& query, trend::OpenWindow& window, const trend::WindowKey& key,
                 ResultSink& sink);
  void drop_window(trend::OpenWindows::iterator window);
  void release(trend::RunningQuery& query, trend::Lane* lane);

  void snapshot(const trend::RunningQuery& query, KeyGroup key_group, StateWriter& out) const;
  Status restore_query(KeyGroup key_group, StateReader& in);
  Status restore_partitions(trend::RunningQuery& query, KeyGroup key_group, std::span<const State> states,
                            StateReader& in);
  Status restore_lanes(trend::RunningQuery& query, trend::Partition& partition, std::uint32_t lanes,
                       std::span<const State> states, StateReader& in);
  trend::RunningQuery* query_of(const trend::StoredIdentity& stored) const;

  std::shared_ptr<const Workload> workload_;
  std::vector<std::unique_ptr<trend::RunningQuery>> queries_;
  std::vector<trend::RunningQuery*> by_rank_;
  std::vector<std::unique_ptr<trend::KeySpace>> spaces_;
  trend::OpenWindows windows_;
  Timestamp watermark_ = kBeforeTime;
  std::vector<bool> known_;  // by rank: the queries that the newest restore() had content of
  std::uint64_t left_out_ = 0;
  std::size_t lane_bytes_ = 0;
  std::size_t window_bytes_ = 0;
  // Kept between calls so that the path of an event allocates nothing.
  std::string key_;
  std::size_t group_bytes_ = 0;
  std::vector<Move> scratch_;
  ResultRow row_;
};

}  // namespace horatio
