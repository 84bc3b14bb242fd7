// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/index/event_keys.h"

#include <algorithm>

namespace horatio::trend {
namespace {

// False if it is NULL. (An optional would be written in parts and read as a whole, which stalls.)
bool read_ordinal(const StoredValue& value, std::int64_t& ordinal) {
  if (value.is_null()) return false;
  ordinal = predicate::ordinal(value);
  return true;
}

class OfRecord {
 public:
  explicit OfRecord(const EventRecord& event) : event_(event) {}
  Timestamp time() const { return event_.time; }
  bool read(const KeyPlace& place, std::int64_t& ordinal) const {
    return read_ordinal(value(place), ordinal);
  }
  StoredValue value(const KeyPlace& place) const { return event_.values[place.value]; }

 private:
  const EventRecord& event_;
};

class OfBlock {
 public:
  explicit OfBlock(const EventRef& event) : event_(event) {}
  Timestamp time() const { return event_.time; }
  bool read(const KeyPlace& place, std::int64_t& ordinal) const {
    return read_ordinal(value(place), ordinal);
  }
  StoredValue value(const KeyPlace& place) const {
    return StoredValue::of(event_.block->columns[place.attribute], event_.row);
  }

 private:
  const EventRef& event_;
};

// False if the key is NULL, in all below.
template <class Event>
bool read_ordinal(const KeyPlace& place, const Event& event, std::int64_t& ordinal) {
  if (!place.is_time) return event.read(place, ordinal);
  ordinal = event.time();
  return true;
}

template <class Event>
bool add_to_hashed(const KeyPlace& place, const Event& event, HashedKey& key) {
  if (place.is_text) {
    const StoredValue value = event.value(place);
    if (!value.is_null()) key.add(value.text());
    return !value.is_null();
  }
  std::int64_t ordinal = 0;
  if (!read_ordinal(place, event, ordinal)) return false;
  key.add(ordinal);
  return true;
}

template <class Event>
bool read_hashed(const VertexIndexPlan& plan, const Event& event, HashedKey& key) {
  if (plan.hashes_one_ordinal()) {
    std::int64_t ordinal = 0;
    if (!read_ordinal(plan.hashed.front(), event, ordinal)) return false;
    key.set(ordinal);
    return true;
  }
  key.clear();
  return std::all_of(plan.hashed.begin(), plan.hashed.end(),
                     [&](const KeyPlace& place) { return add_to_hashed(place, event, key); });
}

template <class Event>
void read_key_of(const VertexIndexPlan& plan, const Event& event, VertexKey& key) {
  key.is_null = !plan.hashed.empty() && !read_hashed(plan, event, key.hashed);
  if (!key.is_null && plan.ordered) key.is_null = !read_ordinal(*plan.ordered, event, key.ordinal);
}

}  // namespace

void read_key(const VertexIndexPlan& plan, const EventRecord& event, VertexKey& key) {
  read_key_of(plan, OfRecord(event), key);
}

EventKeys::EventKeys(const TrendQuery& query, const IndexPlan& plan)
    : query_(query), probes_(plan.indexed_steps), keys_(plan.index_count) {}

void EventKeys::read_any(const VertexIndexPlan& index, VertexKey& key) const {
  read_key_of(index, OfBlock(event_), key);
}

void EventKeys::look_up_bytes(const StepPlan& step, const EventRef& event, Probe& probe) const {
  probe.hashed.clear();
  for (std::size_t i = 0; i < step.hashed.size() && probe.usable; ++i) {
    add_to_hashed(query_.conditions()[step.hashed[i]], event, probe);
  }
}

predicate::KeyRange EventKeys::intersection(const StepPlan& step, const EventRef& event) const {
  predicate::KeyRange intersection{INT64_MIN, INT64_MAX, true};
  for (const std::uint16_t c : step.ordered) {
    const predicate::KeyRange range = range_of(c, event);
    if (!range.usable) return range;
    intersection.low = std::max(intersection.low, range.low);
    intersection.high = std::min(intersection.high, range.high);
  }
  return intersection;
}

void EventKeys::add_to_hashed(const EdgeCondition& condition, const EventRef& event, Probe& probe) {
  if (condition.key()->kind == predicate::EdgeKey::Kind::kText) {
    const auto text = condition.text(*event.block, event.row);
    text ? probe.hashed.add(*text) : void(probe.nothing = true);
    return;
  }
  const predicate::KeyRange range = condition.range(*event.block, event.row);
  probe.usable = range.usable;
  if (range.usable && !range.is_empty()) probe.hashed.add(range.low);
  probe.nothing = probe.nothing || (range.usable && range.is_empty());
}

}  // namespace horatio::trend
