// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/held_events.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "engine/plan/gather.h"

namespace horatio {
namespace {

constexpr std::size_t kSmallBatch = std::size_t{4} << 10U;  // bytes below which a batch is not worth copying

// Buffers up to this size are kept between calls; larger ones are cheap against the events that needed them.
constexpr std::size_t kKeptEvents = 16384;

bool by_time(const EventRef& left, const EventRef& right) { return left.time < right.time; }

struct Arrived {
  std::uint32_t arrival;
  EventRef event;
};

Error twice(std::uint32_t arrival) {
  return {ErrorCode::kBadEvent,
          "two rows of one batch have the arrival number " + std::to_string(arrival),
          "number the rows of a batch in the order of their arrival",
          {}};
}

}  // namespace

HeldEvents::HeldEvents(const Schema& schema, std::vector<bool> wanted)
    : schema_(schema), wanted_(std::move(wanted)) {}

// std::push_heap keeps the largest first; the earliest event has to be first, so the order is turned round.
bool HeldEvents::later(const RunPointer& left, const RunPointer& right) {
  if (left->head() != right->head()) return left->head() > right->head();
  return left->ordinal > right->ordinal;
}

Status HeldEvents::add(EventBatch batch) {
  auto run = std::make_unique<Run>();
  run->batch = std::move(batch);
  std::size_t rows = 0;
  for (const EventBlock& block : run->batch.blocks) rows += block.rows;
  if (Status indexed = index(run->batch, run->events); !indexed.ok()) return indexed;
  if (run->events.empty()) return {};
  run->ordinal = next_ordinal_++;
  if (run->events.size() * 4 <= rows) compact(*run);
  account(*run);
  size_ += run->events.size();
  forget_key_groups();
  runs_.push_back(std::move(run));
  std::push_heap(runs_.begin(), runs_.end(), later);
  return {};
}

// Arrival numbers are usually 0 to rows - 1, so rows are put at their place instead of sorted.
Status HeldEvents::index(const EventBatch& batch, std::vector<EventRef>& events) const {
  std::size_t rows = 0;
  for (const EventBlock& block : batch.blocks) rows += block.rows;
  std::vector<Arrived> sparse;
  std::size_t placed = 0;
  events.assign(rows, EventRef());
  for (const EventBlock& block : batch.blocks) {
    if (!wanted_[block.type]) continue;
    for (std::uint32_t row = 0; row < block.rows; ++row) {
      const std::uint32_t arrival = block.arrival(row);
      if (arrival >= rows) {
        sparse.push_back({arrival, {block.time(row), &block, row}});
        continue;
      }
      if (events[arrival].block != nullptr) return twice(arrival);
      events[arrival] = {block.time(row), &block, row};
      ++placed;
    }
  }
  if (placed != rows) std::erase_if(events, [](const EventRef& event) { return event.block == nullptr; });
  std::sort(sparse.begin(), sparse.end(),
            [](const Arrived& left, const Arrived& right) { return left.arrival < right.arrival; });
  for (std::size_t i = 0; i < sparse.size(); ++i) {
    if (i > 0 && sparse[i].arrival == sparse[i - 1].arrival) return twice(sparse[i].arrival);
    events.push_back(sparse[i].event);
  }
  if (!std::is_sorted(events.begin(), events.end(), by_time)) {
    std::stable_sort(events.begin(), events.end(), by_time);
  }
  return {};
}

HeldEvents::Taken HeldEvents::take(Timestamp watermark, std::size_t max_events) {
  if (runs_.empty() || runs_.front()->head() > watermark) return {};
  forget_key_groups();
  Taken taken = take_from_first(watermark, std::max<std::size_t>(max_events, 1));
  if (taken.events.empty()) {
    merge(watermark, std::max<std::size_t>(max_events, 1));
    taken.events = merged_;
  }
  size_ -= taken.events.size();
  taken.all = runs_.empty() || runs_.front()->head() > watermark;
  return taken;
}

// Where the first run alone has what is asked for, its events are handed out in place.
HeldEvents::Taken HeldEvents::take_from_first(Timestamp watermark, std::size_t max_events) {
  Run& run = *runs_.front();
  const auto begin = run.events.begin() + static_cast<std::ptrdiff_t>(run.next);
  auto end = std::upper_bound(begin, run.events.end(), EventRef{watermark, nullptr, 0}, by_time);
  if (static_cast<std::size_t>(end - begin) > max_events) {
    const EventRef last = begin[static_cast<std::ptrdiff_t>(max_events) - 1];
    end = std::upper_bound(begin, end, last, by_time);
  }
  if (runs_.size() > 1 && second_head() <= (end - 1)->time) return {};
  const auto count = static_cast<std::size_t>(end - begin);
  Taken taken;
  taken.events = std::span<const EventRef>(run.events).subspan(run.next, count);
  advance_first(count);
  return taken;
}

Timestamp HeldEvents::second_head() const {
  const Timestamp left = runs_[1]->head();
  return runs_.size() > 2 ? std::min(left, runs_[2]->head()) : left;
}

// Moves the first run on and puts it back at its place in the heap, or among the finished.
void HeldEvents::advance_first(std::size_t count) {
  std::pop_heap(runs_.begin(), runs_.end(), later);
  Run& run = *runs_.back();
  run.next += count;
  if (run.left() == 0) {
    finished_.push_back(std::move(runs_.back()));
    runs_.pop_back();
    return;
  }
  if (run.left() * 4 <= run.events.size()) thin_.push_back(&run);
  std::push_heap(runs_.begin(), runs_.end(), later);
}

void HeldEvents::merge(Timestamp watermark, std::size_t max_events) {
  merged_.clear();
  const auto wanted = [&](Timestamp time) {
    return time <= watermark && (merged_.size() < max_events || time == merged_.back().time);
  };
  while (!runs_.empty() && wanted(runs_.front()->head())) {
    const Run& run = *runs_.front();
    const Timestamp bound = runs_.size() > 1 ? second_head() : kEndOfTime;
    std::size_t next = run.next;
    // At least one; then on while no other run can come between.
    do {
      merged_.push_back(run.events[next++]);
    } while (next < run.events.size() && run.events[next].time < bound && wanted(run.events[next].time));
    advance_first(next - run.next);
  }
}

void HeldEvents::release() {
  for (Run* run : thin_) {
    if (run->left() != 0 && run->next != 0) compact(*run);
  }
  thin_.clear();
  for (const RunPointer& run : finished_) bytes_ -= run->counted;
  finished_.clear();
  merged_.clear();
  if (merged_.capacity() > kKeptEvents) merged_ = std::vector<EventRef>();
}

void HeldEvents::forget_key_groups() {
  if (sorted_by_key_group_) by_key_group_.clear();
  sorted_by_key_group_ = false;
}

void HeldEvents::compact(Run& run) {
  if (run.batch.bytes + run.events.capacity() * sizeof(EventRef) < kSmallBatch) return;
  run.batch = gather(std::span<const EventRef>(run.events).subspan(run.next), schema_);
  run.next = 0;
  run.events = std::vector<EventRef>();  // the old memory goes too
  // Gathered rows are numbered from 0 in order, so this finds that order again.
  [[maybe_unused]] const Status indexed = index(run.batch, run.events);
  assert(indexed.ok());
  account(run);
}

void HeldEvents::account(Run& run) {
  bytes_ -= run.counted;
  run.counted = sizeof(Run) + run.batch.bytes + run.events.capacity() * sizeof(EventRef);
  for (const EventBlock& block : run.batch.blocks) {
    run.counted += sizeof(EventBlock) + block.columns.capacity() * sizeof(ColumnView);
  }
  bytes_ += run.counted;
}

std::span<const EventRef> HeldEvents::of(KeyGroup key_group) const {
  if (!sorted_by_key_group_) {
    by_key_group_.clear();
    std::vector<const Run*> runs;
    for (const RunPointer& run : runs_) runs.push_back(run.get());
    std::sort(runs.begin(), runs.end(),
              [](const Run* left, const Run* right) { return left->ordinal < right->ordinal; });
    for (const Run* run : runs) {
      for (std::size_t i = run->next; i < run->events.size(); ++i) {
        const EventRef& event = run->events[i];
        by_key_group_[event.block->key_group(event.row)].push_back(event);
      }
    }
    for (auto& [group, events] : by_key_group_) {
      if (!std::is_sorted(events.begin(), events.end(), by_time))
        std::stable_sort(events.begin(), events.end(), by_time);
    }
    sorted_by_key_group_ = true;
  }
  const auto found = by_key_group_.find(key_group);
  return found == by_key_group_.end() ? std::span<const EventRef>() : found->second;
}

std::size_t HeldEvents::bytes() const {
  std::size_t bytes = bytes_ + merged_.capacity() * sizeof(EventRef);
  for (const auto& [group, events] : by_key_group_)
    bytes += sizeof(events) + events.capacity() * sizeof(EventRef);
  return bytes;
}

}  // namespace horatio
