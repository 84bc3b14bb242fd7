// SPDX-License-Identifier: Apache-2.0
// The room of trend aggregation: keeps keys, windows and rows, and lets an evaluator per query aggregate the
// trends within a window of a partition. An event costs one key lookup per set of queries with the same key
// attributes, then what the evaluators of its queries cost.
//
// Papers: GRETA, HAMLET section 3 (the unshared baseline); trend-engine design, sections 1 to 3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/model/processor.h"
#include "engine/model/query.h"
#include "engine/model/state_io.h"
#include "engine/trend/evaluators.h"
#include "engine/trend/key_space.h"
#include "engine/trend/open_windows.h"
#include "engine/trend/sharing/graphlets.h"

namespace horatio {

namespace trend {
struct StoredIdentity;
}

struct TrendOptions {
  bool enumerate = false;  // build every trend
  // Events of one type that follow each other are applied at once, to all queries.
  trend::RunSharing runs = trend::RunSharing::kNone;
  trend::SharingDecision decision = trend::SharingDecision::kTheorems;  // with runs kTogether
  std::uint64_t seed = 0;                                               // of SharingDecision::kRandom
  trend::SharingObserver* observer = nullptr;                           // outlives the processor
  std::size_t largest_number = 64 * 1024;  // bytes of an EXACT value; a larger one is OVERFLOW
  bool modulo_p = false;                   // TrendQuery::count_modulo_p(), for tests
  std::int64_t pane_windows = 8;           // with runs kByClass: EvaluatorOptions::pane_windows
  std::size_t block_queries = 2;           // from so many on that have one a block is shared
  bool scan_vertices = false;              // EvaluatorOptions::scan

  trend::IndexCosts index_costs;  // by which it is decided who shares a Kleene loop

  trend::LoopSharing loops() const { return {decision, seed, index_costs, observer, largest_number}; }
  trend::EvaluatorOptions evaluation() const {
    return {enumerate, runs == trend::RunSharing::kByClass ? pane_windows : 0, largest_number, scan_vertices};
  }
};

class TrendProcessor final : public Processor {
 public:
  // Answers `queries` of the workload. An error is the first that TrendQuery::compile finds.
  static Result<std::unique_ptr<TrendProcessor>> make(std::shared_ptr<const Workload> workload,
                                                      std::span<const QueryId> queries,
                                                      const TrendOptions& options);
  ~TrendProcessor() override;
  TrendProcessor(const TrendProcessor&) = delete;
  TrendProcessor& operator=(const TrendProcessor&) = delete;

  Status apply(KeyGroup key_group, std::span<const EventRef> events) override;
  void advance(Timestamp watermark) override;
  bool emit(ResultSink& sink, std::size_t max_rows) override;
  void snapshot(KeyGroup key_group, std::string& out) const override;
  Status restore(KeyGroup key_group, std::span<const std::byte> in) override;
  std::size_t bytes() const override;

  // After restore(): queries of which the restored content knew nothing count, in this key group, only
  // windows that begin after `time` (the newest time that was taken over before they existed). Those between
  // it and `applied`, the watermark of the content, are skipped_partial().
  void fence_new_queries(KeyGroup key_group, Timestamp time, Timestamp applied);

  // The sharing groups found at load time, one a line (KeySpace::describe_sharing). Empty: none.
  std::string describe_sharing() const;
  // The same of the runs of one type, or of a block of these, ascending: the queries of each group.
  std::vector<std::vector<QueryId>> sharing_groups(std::span<const TypeId> types) const;

  // What has been decided about bursts; all zero but with runs kTogether, or where loops are shared.
  trend::SharingCounts sharing_counts() const;

  // (event, query) pairs with a NULL in a key attribute.
  std::uint64_t left_out() const { return left_out_; }
  std::uint64_t skipped_partial() const { return skipped_partial_; }

 private:
  TrendProcessor(std::shared_ptr<const Workload> workload,
                 std::vector<std::unique_ptr<trend::RunningQuery>> queries, const TrendOptions& options);

  void rank_queries();

  Status apply(trend::KeySpace& space, KeyGroup key_group, std::span<const EventRef> events);
  // How many of the events, from the first on, are of one type and find the lanes that they need, and no
  // others, of all queries that want them, while nobody shares a loop: a stretch, which each query takes at
  // once. O(stretch + queries + loops). REQUIRES: space.is_straight().
  std::size_t stretch_of(trend::KeySpace& space, KeyGroup key_group, std::span<const EventRef> events) const;
  Status apply_stretch(trend::KeySpace& space, std::span<const EventRef> events);
  Status apply_one_by_one(trend::KeySpace& space, KeyGroup key_group, std::span<const EventRef> events);
  // An event that is not counted in the partition's run, if there is one. `partition`: of the event's key,
  // nullptr where there is none yet, so for all below.
  Status end_run(trend::KeySpace& space, KeyGroup key_group, const EventRef& event,
                 trend::Partition*& partition);
  std::uint64_t left_out_of(const trend::KeySpace& space, TypeId type) const;
  // Counts the event as the first of a run.
  Status start_run(trend::KeySpace& space, KeyGroup key_group, const EventRef& event,
                   trend::Partition*& partition);
  // `place`: in Partition::opened_through.
  template <class Members>
  Status open_windows(trend::KeySpace& space, const Members& members, std::uint32_t place, KeyGroup key_group,
                      const EventRef& event, trend::Partition*& partition);
  // An event of a Kleene loop that queries share.
  Status apply_loop(trend::KeySpace& space, const trend::KeySpace::LoopOfType& of, KeyGroup key_group,
                    const EventRef& event, trend::Partition*& partition);
  // Opens what an event of a block opens while its run goes on.
  Status open_within_run(trend::KeySpace& space, KeyGroup key_group, const EventRef& event,
                         trend::Partition*& partition);
  // Tells a run which of its queries have windows, when it has begun and when more have been opened.
  // O(queries of the type).
  static void use_live(const trend::KeySpace::OfType& of, const trend::Partition& partition, trend::Run& run);
  // Applies the run of the partition, if there is one. `over`: no further event of its newest time comes.
  // REQUIRES: before anything else changes or reads its lanes.
  void apply_run(const trend::KeySpace& space, trend::Partition& partition, bool over) const;
  Status apply(std::span<trend::RunningQuery* const> queries, KeyGroup key_group, const EventRef& event,
               trend::Partition*& partition);
  // What the event does to one query.
  Status apply(trend::RunningQuery& query, KeyGroup key_group, const EventRef& event,
               trend::Partition*& partition);
  Status apply_numbered(trend::RunningQuery& query, KeyGroup key_group, const EventRef& event, bool opens,
                        trend::Partition*& partition);
  Status apply_in(trend::RunningQuery& query, KeyGroup key_group, const WindowRange& range, bool opens,
                  trend::Partition*& partition);
  // Opens what the event opens, and finds the first lane of a window that holds it, if any.
  Result<trend::Lane*> first_lane(trend::RunningQuery& query, KeyGroup key_group, const WindowRange& range,
                                  bool opens, trend::Partition*& partition);
  // Lanes of windows before `first` get nothing any more.
  void leave_behind(const trend::RunningQuery& query, trend::LaneList& lanes, std::int64_t first);
  Error conflict(const trend::RunningQuery& query, KeyGroup key_group) const;
  void open_lanes(trend::RunningQuery& query, trend::Partition& partition, const WindowRange& range);
  void add_lane(trend::RunningQuery& query, trend::Lane* lane);
  trend::OpenWindow& window_of(trend::RunningQuery& query, const trend::Lane& lane);
  void fill_gap(trend::RunningQuery& query, std::int64_t window, KeyGroup key_group);
  // `due`: restored as due.
  void add_gap(trend::RunningQuery& query, const trend::OpenWindow::Gap& gap, bool due);
  void complete(trend::RunningQuery& query, trend::OpenWindow&& window, Timestamp time);

  bool is_due(const trend::WindowKey& key) const;
  bool is_due(const trend::RunningQuery& query, const trend::Lane& lane) const;
  bool emit_gap(trend::OpenWindows::iterator entry, ResultSink& sink);
  bool emit_lane(trend::RunningQuery& query, trend::OpenWindow& window, ResultSink& sink);
  bool emit_row(trend::RunningQuery& query, std::int64_t window, Timestamp completed, KeyGroup key_group,
                std::vector<Value> group, ResultSink& sink);
  bool passes_having(const trend::RunningQuery& query) const;
  void drop_window(trend::OpenWindows::iterator window);
  void release(trend::RunningQuery& query, trend::Lane* lane);

  bool is_idle(const trend::RunningQuery& query, KeyGroup key_group) const;
  void snapshot(const trend::RunningQuery& query, KeyGroup key_group, StateWriter& out) const;
  void snapshot_windows(const trend::RunningQuery& query, KeyGroup key_group, StateWriter& out) const;
  void snapshot_partitions(const trend::RunningQuery& query, KeyGroup key_group, StateWriter& out) const;
  std::int64_t first_not_due(const trend::RunningQuery& query, const trend::OpenWindow::Gap& gap) const;
  void snapshot_run(const trend::RunningQuery& query, const trend::Partition& partition,
                    StateWriter& out) const;
  // The types of runs of a query.
  struct StoredTypes {
    const trend::RunningQuery* query = nullptr;
    std::vector<TypeId> types;  // several: of a block
    trend::RunUse use;          // RunPlan::use_alone()
  };
  // A run that has been read for one query, until all queries of the partition are known.
  struct StoredRun {
    trend::RunningQuery* query = nullptr;
    trend::Partition* partition = nullptr;
    trend::Run::Head head;
    const StoredTypes* of = nullptr;
    trend::RunTally tally;    // RunTally::part_of the query's use; not of a block
    trend::BurstPart events;  // the same one by one, where they were kept
  };
  using StoredRuns = std::span<const StoredRun* const>;  // of one partition
  bool read_run(trend::RunningQuery& query, StateReader& in);
  const StoredTypes* read_types(const trend::RunningQuery& query, StateReader& in);
  void resume_runs(KeyGroup key_group);
  std::vector<const StoredRun*> runs_by_partition(KeyGroup key_group) const;
  bool all_count(StoredRuns runs) const;
  bool resume(StoredRuns runs);
  bool resume_tallies(StoredRuns runs, trend::Run& run) const;
  bool resume_events(StoredRuns runs, trend::Run& run) const;
  void apply_stored(const StoredRun& run);
  void apply_stored_events(const StoredRun& run, trend::LaneList& lanes);
  Status restore_query(KeyGroup key_group, StateReader& in);
  Status restore_windows(trend::RunningQuery& query, KeyGroup key_group, StateReader& in);
  Status restore_partitions(trend::RunningQuery& query, KeyGroup key_group, StateReader& in);
  Status restore_lanes(trend::RunningQuery& query, trend::Partition& partition, std::uint32_t lanes,
                       StateReader& in);
  void restore_idle(std::uint64_t fingerprint);
  trend::RunningQuery* query_of(const trend::StoredIdentity& stored) const;

  std::shared_ptr<const Workload> workload_;
  std::vector<std::unique_ptr<trend::RunningQuery>> queries_;
  std::vector<trend::RunningQuery*> by_rank_;
  std::vector<std::unique_ptr<trend::KeySpace>> spaces_;
  mutable trend::Graphlets graphlets_;
  trend::OpenWindows windows_;
  Timestamp watermark_ = kBeforeTime;
  std::vector<bool> known_;             // by rank: the queries that the newest restore() knew
  std::vector<StoredRun> stored_runs_;  // of a restore() under way
  std::vector<std::unique_ptr<StoredTypes>> stored_types_;  // of these
  bool fenced_ = false;                                     // some query has a RunningQuery::not_before
  std::uint64_t left_out_ = 0;
  std::uint64_t skipped_partial_ = 0;
  std::size_t window_bytes_ = 0;
  // Kept between calls so that the path of an event allocates nothing.
  // Whether the event under way has found a lane. One that has not leaves no trace: its partition may be
  // there or not, by whether rows have left (rule 11).
  bool touched_ = false;
  std::string key_;
  std::size_t group_bytes_ = 0;
  std::vector<EventRef> ordered_;
  std::vector<trend::TallyWeights> weights_;
  trend::Totals totals_;
  mutable std::vector<HavingValue> having_values_;
  ResultRow row_;
};

}  // namespace horatio
