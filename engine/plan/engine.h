// SPDX-License-Identifier: Apache-2.0
// A whole workload over one stream: takes event batches in any order above the watermark, holds them until
// the watermark passes, applies them in the query's order to the rooms, and hands out results. The only place
// that knows all rooms. Owned by one thread; reads no clock and does no I/O.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/model/processor.h"
#include "engine/model/query.h"
#include "engine/model/required_columns.h"
#include "engine/model/result.h"
#include "engine/model/status.h"
#include "engine/trend/sharing/sharing_counts.h"
#include "engine/trend/sharing/sharing_observer.h"
#include "engine/trend/vertices/shared/index_costs.h"

namespace horatio {

// How trends are aggregated (trend-engine design, section 2). Results are identical.
enum class Strategy : std::uint8_t {
  kAuto,       // sharing where it pays
  kNever,      // every query alone: running sums, or vertices where edge predicates need them
  kEnumerate,  // builds the trends, then aggregates; small inputs only
  kAlways,     // HAMLET's static baseline: every burst is shared by all queries that can
  kHamlet,     // HAMLET: who shares a burst is decided for each (engine/trend/sharing/graphlets.h)
};

inline constexpr std::array<Strategy, 5> kStrategies{Strategy::kAuto, Strategy::kNever, Strategy::kHamlet,
                                                     Strategy::kAlways, Strategy::kEnumerate};
const char* name_of(Strategy strategy);  // as --strategy has it

struct EngineOptions {
  Strategy strategy = Strategy::kAuto;
  std::size_t largest_number = 64 * 1024;  // bytes of an EXACT value; a larger one is OVERFLOW
  // For differential tests over long streams only: EXACT queries count modulo 2^61 - 1. Their COUNT cells are
  // residues, SUM cells the residue of the sum in units of its last decimal, AVG cells text: the residue of
  // the sum, "/" and that of the count. MIN, MAX, NULL and which windows have a row are as ever (but for
  // pairs of AND: a number of them that p divides passes for none). HAVING is not judged. Queries with sums
  // of FLOAT stay EXACT.
  bool modulo_p = false;
  // Strategy auto: from so many overlapping windows on events may be gathered for all of them at once
  // (engine/trend/sums/sum_panes.h). Where they are makes no difference to exact results.
  std::int64_t pane_windows = 8;
  // Strategy auto: from so many queries on that have one a Kleene sub-pattern of several types may be shared
  // (engine/trend/sharing/block.h); below, keeping its bursts costs more than it can gain.
  std::size_t block_queries = 3;
  // Strategy auto: by which it decides who shares a Kleene loop with an edge predicate. Nothing: those of the
  // machine that it was written on; measured_costs() has those of the one at hand.
  std::optional<trend::IndexCosts> index_costs;
  // Strategy hamlet, for differential tests: who shares a burst is decided by a coin of this seed.
  std::optional<std::uint64_t> random_decisions;
  // Who is told of each decision about a burst; outlives the engine. nullptr: nobody.
  trend::SharingObserver* observer = nullptr;
  // For benchmarks only, with strategy never: every query keeps a vertex per event and looks at each one that
  // a new event may follow, as GRETA was published.
  bool scan_vertices = false;
};

struct EngineStats {
  std::uint64_t events_applied = 0;
  std::uint64_t rows_emitted = 0;
  std::uint64_t left_out = 0;  // (event, query) pairs with a NULL key (rule 5)
  std::uint64_t held_events = 0;
  trend::SharingCounts sharing;  // since the engine was made
  // Windows of key groups that restored queries of an edited workload do not report: they had begun before
  // the query was there. A query without WITHIN has one.
  std::uint64_t skipped_partial = 0;
};

class Engine {
 public:
  static Result<std::unique_ptr<Engine>> make(std::shared_ptr<const Workload> workload,
                                              EngineOptions options);
  virtual ~Engine() = default;

  // Takes the batch over; O(rows log rows). A row at or below the applied watermark is kLateEvent: the caller
  // decides lateness before (rule 12), so here it is a fault and nothing of the batch is taken.
  virtual Status apply(EventBatch batch) = 0;

  // Applies held events up to `watermark`, at most about `max_events` of them in this call; true when all are
  // applied and their windows are due. Until then call again with the same watermark. REQUIRES: no result is
  // due; the watermark does not go back.
  virtual Result<bool> advance(Timestamp watermark, std::size_t max_events) = 0;

  // Ends an advance() that is half-way, as if its watermark had been the newest time that it has applied,
  // which is given back. REQUIRES: the last call of advance() returned false.
  virtual Timestamp cut_advance() = 0;

  // Hands over up to `max_rows` due rows; true when nothing is due any more.
  virtual bool emit(ResultSink& sink, std::size_t max_rows) = 0;

  // Rows up to this time may have stayed with the sender because no query asks for them; for snapshot().
  virtual void note_unsent(Timestamp newest) = 0;

  // One key group, self-contained: applied watermark, held events with their names and order, due rows, room
  // states. Header, format version, CRC and end mark are part of it. REQUIRES: advance() is not half-way.
  virtual void snapshot(KeyGroup key_group, std::string& out) const = 0;

  // Takes a snapshot written by an engine of the same or an edited workload; queries are matched by canonical
  // text. REQUIRES: nothing of that key group has been applied. An error leaves the engine unusable.
  virtual Status restore(KeyGroup key_group, std::span<const std::byte> in) = 0;

  // The newest watermark that advance() has completed; after restore(), until a newer one, the least that the
  // restored key groups had. The end of the input is never stored, since more may follow a restore: a
  // snapshot taken after it has the last finite watermark instead, or the last time of the newest window
  // handed over.
  virtual Timestamp applied_watermark() const = 0;
  // What a snapshot taken now says of a key group that was not restored: applied_watermark(), but for the end
  // of the input.
  virtual Timestamp stored_watermark() const = 0;
  virtual std::size_t held_bytes() const = 0;  // memory of events above the watermark
  virtual std::size_t bytes() const = 0;       // held events and state
  virtual EngineStats stats() const = 0;
};

// EngineOptions::index_costs, where the workload has a use for them: a few milliseconds. `nanoseconds`: a
// clock.
std::optional<trend::IndexCosts> measured_costs(const Workload& workload, Strategy strategy,
                                                const std::function<std::uint64_t()>& nanoseconds);

// All faults that only planning finds (an ambiguous alias, an automaton over 64 states); each names its query
// and has its place. Engine::make fails with the first of them.
std::vector<Error> plan_faults(const Workload& workload);

// The plan in words: canonical text of each query, its room, strategy, window, keys, automaton.
std::string explain(const Workload& workload, EngineOptions options);

}  // namespace horatio
