// SPDX-License-Identifier: Apache-2.0
// The event streams of the figures: rows in ascending order of time, each with the same few INT attributes,
// and the slots of stream time in which they are handed to a system.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/model/event_batch.h"

namespace horatio::bench::figures {

inline constexpr std::size_t kAttributes = 4;
inline constexpr Timestamp kSecond = 1000;
inline constexpr Timestamp kMinute = 60 * kSecond;

struct Row {
  Timestamp time = 0;  // milliseconds from the start of the stream
  TypeId type = 0;
  std::array<std::int64_t, kAttributes> values{};
};

struct Data {
  std::string name;
  std::string source;  // "generator", or a file
  std::vector<std::string> types;
  std::array<std::string, kAttributes> attributes;  // of every type
  std::vector<Row> rows;
};

// "STREAM s (TYPE Request (district INT, ..."
std::string schema_text(const Data& data);

// What arrives at once: the rows of one span of stream time, and the watermark at its end.
struct Slot {
  EventBatch batch;
  std::span<const Row> rows;  // the same, one by one
  Timestamp watermark = 0;
};

// Slot i holds the rows of [i * span, (i + 1) * span); the last one ends with the stream. `data` outlives
// the slots.
std::vector<Slot> cut(const Data& data, Timestamp span);

// Moves times so that the stream has `per_minute` rows a minute on average and starts at 0: the speed-up
// factor of the paper (section 6.1).
void speed_up(Data& data, double per_minute);

// Moves rows on by milliseconds until no two have one time.
void separate(Data& data);

}  // namespace horatio::bench::figures
