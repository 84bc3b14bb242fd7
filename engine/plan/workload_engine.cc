// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/workload_engine.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "engine/plan/batch_check.h"

namespace horatio {
namespace {

std::vector<bool> wanted_types(const Workload& workload) {
  std::vector<bool> wanted;
  for (const RequiredType& type : required_columns(workload)) wanted.push_back(type.used);
  return wanted;
}

constexpr std::size_t kKeptEvents = 16384;  // a larger buffer is not kept between calls

KeyGroup key_group_of(const EventRef& event) { return event.block->key_group(event.row); }

// Passes rows on and notes how many and how far.
class CountingSink final : public ResultSink {
 public:
  CountingSink(ResultSink& next, std::uint64_t& rows, Timestamp& end) : next_(next), rows_(rows), end_(end) {}
  void accept(const ResultRow& row) override {
    ++rows_;
    if (row.window) end_ = std::max(end_, row.window->end);
    next_.accept(row);
  }

 private:
  ResultSink& next_;
  std::uint64_t& rows_;
  Timestamp& end_;
};

// Without a branch per row.
bool is_after(const EventBatch& batch, Timestamp watermark) {
  bool after = true;
  for (const EventBlock& block : batch.blocks) {
    for (std::uint32_t row = 0; row < block.rows; ++row) after &= block.time(row) > watermark;
  }
  return after;
}

Error late(const EventBlock& block, std::uint32_t row, Timestamp watermark, const Schema& schema) {
  return {ErrorCode::kLateEvent,
          "an event of type " + schema.types[block.type].name + " at time " +
              std::to_string(block.time(row)) + " of key group " + std::to_string(block.key_group(row)) +
              " is not after the applied watermark " + std::to_string(watermark),
          "sort late events out before they reach the engine",
          {}};
}

}  // namespace

WorkloadEngine::WorkloadEngine(std::shared_ptr<const Workload> workload,
                               std::unique_ptr<TrendProcessor> trends)
    : workload_(std::move(workload)),
      wanted_(wanted_types(*workload_)),
      held_(workload_->schema, wanted_),
      trends_(std::move(trends)) {}

Status WorkloadEngine::apply(EventBatch batch) {
  if (Status checked = check_batch(batch, workload_->schema); !checked.ok()) return checked;
  std::erase_if(batch.blocks, [](const EventBlock& block) { return block.rows == 0; });
  if (Status checked = check_times(batch); !checked.ok()) return checked;
  note_unheld(batch);
  return held_.add(std::move(batch));
}

Status WorkloadEngine::check_times(const EventBatch& batch) const {
  if (restored_watermark_.empty() && (target_ == kBeforeTime || is_after(batch, target_))) return {};
  for (const EventBlock& block : batch.blocks) {
    for (std::uint32_t row = 0; row < block.rows; ++row) {
      Timestamp watermark = target_;
      if (!restored_watermark_.empty()) watermark = std::max(watermark, watermark_of(block.key_group(row)));
      if (block.time(row) <= watermark && watermark != kBeforeTime) {
        return late(block, row, watermark, workload_->schema);
      }
    }
  }
  return {};
}

void WorkloadEngine::note_unheld(const EventBatch& batch) {
  for (const EventBlock& block : batch.blocks) {
    if (wanted_[block.type]) continue;
    for (std::uint32_t row = 0; row < block.rows; ++row) {
      Timestamp& newest = newest_unheld_.try_emplace(block.key_group(row), kBeforeTime).first->second;
      newest = std::max(newest, block.time(row));
    }
  }
}

Result<bool> WorkloadEngine::advance(Timestamp watermark, std::size_t max_events) {
  if (watermark < target_) {
    return Error{
        ErrorCode::kProtocol,
        "the watermark goes back from " + std::to_string(target_) + " to " + std::to_string(watermark),
        "send watermarks in ascending order",
        {}};
  }
  target_ = watermark;
  const HeldEvents::Taken taken = held_.take(watermark, max_events);
  if (!taken.events.empty()) reached_ = taken.events.back().time;
  const Status applied = apply_in_key_groups(taken.events);
  events_applied_ += taken.events.size();
  held_.release();
  if (!applied.ok()) return applied.error();
  if (taken.all) complete(watermark);
  return taken.all;
}

// No time stamp is ever applied in part.
Timestamp WorkloadEngine::cut_advance() {
  complete(reached_);
  return reached_;
}

void WorkloadEngine::complete(Timestamp watermark) {
  trends_->advance(watermark);
  applied_ = watermark;
  target_ = watermark;
  if (watermark != kEndOfTime) last_finite_ = watermark;
  std::erase_if(restored_watermark_, [&](const auto& restored) { return restored.second <= last_finite_; });
}

Status WorkloadEngine::apply_in_key_groups(std::span<const EventRef> events) {
  if (events.empty()) return {};
  const KeyGroup first = key_group_of(events.front());
  const bool one = std::all_of(events.begin(), events.end(),
                               [&](const EventRef& event) { return key_group_of(event) == first; });
  return one ? trends_->apply(first, events) : apply_grouped(events);
}

// A counting sort by key group, which keeps the order within each.
Status WorkloadEngine::apply_grouped(std::span<const EventRef> events) {
  touched_.clear();
  for (const EventRef& event : events) {
    const KeyGroup key_group = key_group_of(event);
    if (counts_.size() <= key_group) counts_.resize(std::size_t{key_group} + 1, 0);
    if (counts_[key_group]++ == 0) touched_.push_back(key_group);
  }
  std::sort(touched_.begin(), touched_.end());
  std::uint32_t begin = 0;
  for (const KeyGroup key_group : touched_) begin += std::exchange(counts_[key_group], begin);
  grouped_.resize(events.size());
  for (const EventRef& event : events) grouped_[counts_[key_group_of(event)]++] = event;
  Status status;
  begin = 0;
  for (const KeyGroup key_group : touched_) {
    const std::uint32_t end = std::exchange(counts_[key_group], 0);
    if (status.ok()) status = trends_->apply(key_group, std::span(grouped_).subspan(begin, end - begin));
    begin = end;
  }
  if (grouped_.capacity() > kKeptEvents) grouped_ = std::vector<EventRef>();
  return status;
}

bool WorkloadEngine::emit(ResultSink& sink, std::size_t max_rows) {
  CountingSink counting(sink, rows_emitted_, last_window_end_);
  return trends_->emit(counting, max_rows);
}

std::size_t WorkloadEngine::bytes() const {
  return held_.bytes() + trends_->bytes() + grouped_.capacity() * sizeof(EventRef);
}

EngineStats WorkloadEngine::stats() const {
  return {events_applied_,           rows_emitted_,
          trends_->left_out(),       held_.size(),
          trends_->sharing_counts(), trends_->skipped_partial()};
}

}  // namespace horatio
