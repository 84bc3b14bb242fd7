// SPDX-License-Identifier: Apache-2.0
// The engine behind engine.h: held events, one room (trends), and the order between them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/model/state_io.h"
#include "engine/plan/engine.h"
#include "engine/plan/held_events.h"
#include "engine/trend/trend_processor.h"

namespace horatio {

class WorkloadEngine final : public Engine {
 public:
  WorkloadEngine(std::shared_ptr<const Workload> workload, std::unique_ptr<TrendProcessor> trends);

  Status apply(EventBatch batch) override;
  Result<bool> advance(Timestamp watermark, std::size_t max_events) override;
  Timestamp cut_advance() override;
  bool emit(ResultSink& sink, std::size_t max_rows) override;
  void note_unsent(Timestamp newest) override { newest_unsent_ = std::max(newest_unsent_, newest); }
  void snapshot(KeyGroup key_group, std::string& out) const override;
  Status restore(KeyGroup key_group, std::span<const std::byte> in) override;
  Timestamp applied_watermark() const override;
  Timestamp stored_watermark() const override;
  std::size_t held_bytes() const override { return held_.bytes(); }
  std::size_t bytes() const override;
  EngineStats stats() const override;

 private:
  Status check_times(const EventBatch& batch) const;
  void note_unheld(const EventBatch& batch);
  void complete(Timestamp watermark);
  Status apply_in_key_groups(std::span<const EventRef> events);
  Status apply_grouped(std::span<const EventRef> events);

  Timestamp watermark_of(KeyGroup key_group) const;
  Timestamp newest_of(KeyGroup key_group) const;
  Status restore_parts(KeyGroup key_group, StateReader& in);

  std::shared_ptr<const Workload> workload_;
  std::vector<bool> wanted_;  // by type: some query has it
  HeldEvents held_;
  std::unique_ptr<TrendProcessor> trends_;
  Timestamp applied_ = kBeforeTime;
  Timestamp target_ = kBeforeTime;           // of the advance() under way, else applied_
  Timestamp reached_ = kBeforeTime;          // of an advance() half-way: newest time that is applied
  Timestamp last_finite_ = kBeforeTime;      // newest watermark that is not the end of the input
  Timestamp last_window_end_ = kBeforeTime;  // newest of the rows handed over
  std::uint64_t events_applied_ = 0;
  std::uint64_t rows_emitted_ = 0;
  // By key group, what a restored snapshot said.
  std::unordered_map<KeyGroup, Timestamp> restored_watermark_;
  // Newest time of rows that were dropped because no query wants their type: a query that does, added later,
  // starts after it.
  std::unordered_map<KeyGroup, Timestamp> newest_unheld_;
  Timestamp newest_unsent_ = kBeforeTime;  // the same of all key groups, of rows that did not come
  // Kept between calls: events sorted by key group, and how many each has.
  std::vector<EventRef> grouped_;
  std::vector<std::uint32_t> counts_;
  std::vector<KeyGroup> touched_;
};

}  // namespace horatio
