// SPDX-License-Identifier: Apache-2.0
// An event that later ones are compared with: its time, its place in the order of arrival, and the values
// that edge conditions read. Shared by the vertices of all lanes of one query; counted, not atomic: an
// evaluator is owned by one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/model/schema.h"
#include "engine/predicate/edge_condition.h"

namespace horatio::trend {

struct EventRecord {
  TypeId type = 0;
  Timestamp time = 0;
  std::uint64_t sequence = 0;  // ascending in the query's order
  std::uint32_t owners = 0;
  std::vector<StoredValue> values;  // for all conditions of its type, one after the other
  std::vector<std::string> texts;   // what text values point to

  // What an edge condition calls the earlier event.
  std::span<const StoredValue> values_at(std::size_t begin, std::size_t size) const {
    return std::span(values).subspan(begin, size);
  }
  std::size_t bytes() const {
    std::size_t total = sizeof(EventRecord) + values.capacity() * sizeof(StoredValue) +
                        texts.capacity() * sizeof(std::string);
    for (const std::string& text : texts) total += text.capacity();
    return total;
  }
};

class RecordPointer {
 public:
  RecordPointer() = default;
  explicit RecordPointer(EventRecord* record) : record_(record) { ++record_->owners; }
  RecordPointer(const RecordPointer& other) : record_(other.record_) {
    if (record_ != nullptr) ++record_->owners;
  }
  RecordPointer(RecordPointer&& other) noexcept : record_(std::exchange(other.record_, nullptr)) {}
  RecordPointer& operator=(RecordPointer other) noexcept {
    std::swap(record_, other.record_);
    return *this;
  }
  ~RecordPointer() {
    if (record_ != nullptr && --record_->owners == 0) delete record_;
  }

  const EventRecord* operator->() const { return record_; }
  const EventRecord& operator*() const { return *record_; }
  const EventRecord* get() const { return record_; }

 private:
  EventRecord* record_ = nullptr;
};

}  // namespace horatio::trend
