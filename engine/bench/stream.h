// SPDX-License-Identifier: Apache-2.0
// Synthetic streams of the benchmarks: events in ascending order of time, each with two INT attributes, v
// (which may be NULL) and g, and the batches that carry them to an engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/model/event_batch.h"

namespace horatio::bench {

struct Event {
  Timestamp time = 0;
  TypeId type = 0;
  bool null_v = false;
  std::int64_t v = 0;
  std::int64_t g = 0;
};

using Stream = std::vector<Event>;

struct Delivery {
  EventBatch batch;
  Timestamp watermark = 0;  // all events up to it have been delivered
};

inline constexpr std::size_t kBatchRows = 8192;

// Columns that stay where they are for as long as the block or the view does.
EventBlock block_of(TypeId type, const std::vector<Timestamp>& times,
                    const std::vector<std::uint32_t>& arrivals);  // without attributes
ColumnView int_column(const std::vector<std::int64_t>& values);

// The stream in batches of kBatchRows. REQUIRES: times ascend, types are below `types`.
std::vector<Delivery> deliver(const Stream& stream, std::size_t types);

// "STREAM s (TYPE T0 (v INT, g INT), TYPE T1 ..." with T as the prefix of each name.
std::string schema_text(std::size_t types);

// A fixed pseudo-random sequence (SplitMix64): the same on every machine.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(bound));
  }

 private:
  std::uint64_t state_;
};

}  // namespace horatio::bench
