// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/index/event_keys.h"

#include <algorithm>

namespace horatio::trend {
namespace {

std::optional<std::int64_t> ordinal_of(const StoredValue& value) {
  return value.is_null() ? std::nullopt : std::optional(predicate::ordinal(value));
}

class OfRecord {
 public:
  explicit OfRecord(const EventRecord& event) : event_(event) {}
  Timestamp time() const { return event_.time; }
  std::optional<std::int64_t> ordinal(const KeyPlace& place) const { return ordinal_of(value(place)); }
  StoredValue value(const KeyPlace& place) const { return event_.values[place.value]; }

 private:
  const EventRecord& event_;
};

class OfBlock {
 public:
  explicit OfBlock(const EventRef& event) : event_(event) {}
  Timestamp time() const { return event_.time; }
  std::optional<std::int64_t> ordinal(const KeyPlace& place) const {
    const ColumnView& column = event_.block->columns[place.attribute];
    if (column.encoding != ColumnView::Encoding::kInt64) return ordinal_of(value(place));
    return column.is_null(event_.row) ? std::nullopt : std::optional(column.int_at(event_.row));
  }
  StoredValue value(const KeyPlace& place) const {
    return StoredValue::of(event_.block->columns[place.attribute], event_.row);
  }

 private:
  const EventRef& event_;
};

template <class Event>
std::optional<std::int64_t> ordinal_of(const KeyPlace& place, const Event& event) {
  return place.is_time ? event.time() : event.ordinal(place);
}

// False if the key is NULL.
template <class Event>
bool add_to_hashed(const KeyPlace& place, const Event& event, bool alone, HashedKey& key) {
  if (place.is_text) {
    const StoredValue value = event.value(place);
    if (!value.is_null()) key.add(value.text());
    return !value.is_null();
  }
  const auto ordinal = ordinal_of(place, event);
  if (ordinal) alone ? key.set(*ordinal) : key.add(*ordinal);
  return ordinal.has_value();
}

template <class Event>
void read_key_of(const VertexIndexPlan& plan, const Event& event, VertexKey& key) {
  key.is_null = true;
  key.hashed.clear();
  for (const KeyPlace& place : plan.hashed) {
    if (!add_to_hashed(place, event, plan.hashes_one_ordinal(), key.hashed)) return;
  }
  if (plan.ordered) {
    const auto ordinal = ordinal_of(*plan.ordered, event);
    if (!ordinal) return;
    key.ordinal = *ordinal;
  }
  key.is_null = false;
}

}  // namespace

void read_key(const VertexIndexPlan& plan, const EventRecord& event, VertexKey& key) {
  read_key_of(plan, OfRecord(event), key);
}

EventKeys::EventKeys(const TrendQuery& query, const IndexPlan& plan)
    : query_(query), probes_(plan.indexed_steps), keys_(plan.index_count) {}

void EventKeys::read(const VertexIndexPlan& index, VertexKey& key) const {
  read_key_of(index, OfBlock(event_), key);
}

void EventKeys::look_up(const StepPlan& step, const VertexIndexPlan& index, Probe& probe) const {
  probe.hashed.clear();
  probe.usable = true;
  probe.nothing = false;
  probe.range = {INT64_MIN, INT64_MAX, true};
  for (const std::uint16_t c : step.hashed) {
    look_up(query_.conditions()[c], index.hashes_one_ordinal(), probe);
    if (!probe.usable) return;
  }
  for (const std::uint16_t c : step.ordered) {
    const predicate::KeyRange range = query_.conditions()[c].range(*event_.block, event_.row);
    probe.usable = range.usable;
    if (!range.usable) return;
    probe.range.low = std::max(probe.range.low, range.low);
    probe.range.high = std::min(probe.range.high, range.high);
  }
  probe.nothing = probe.nothing || probe.range.is_empty();
}

void EventKeys::look_up(const EdgeCondition& condition, bool alone, Probe& probe) const {
  if (condition.key()->kind == predicate::EdgeKey::Kind::kText) {
    const auto text = condition.text(*event_.block, event_.row);
    text ? probe.hashed.add(*text) : void(probe.nothing = true);
    return;
  }
  const predicate::KeyRange range = condition.range(*event_.block, event_.row);
  probe.usable = range.usable;
  if (!range.usable) return;
  if (range.is_empty()) {
    probe.nothing = true;
  } else {
    alone ? probe.hashed.set(range.low) : probe.hashed.add(range.low);
  }
}

}  // namespace horatio::trend
