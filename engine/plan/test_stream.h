// SPDX-License-Identifier: Apache-2.0
// For tests of the engine: a workload from text, events written down one by one, rows as text.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/model/value.h"
#include "engine/plan/engine.h"

namespace horatio::testing {

// Those that give the same rows whoever shares, and take queries of any size.
inline constexpr std::array kSameRows{Strategy::kNever, Strategy::kAuto, Strategy::kHamlet,
                                      Strategy::kAlways};

inline EngineOptions with(Strategy strategy) {
  EngineOptions options;
  options.strategy = strategy;
  return options;
}

struct TestEvent {
  std::string type;
  Timestamp time = 0;
  std::vector<Value> values;  // the first attributes of the type; the others are NULL
  KeyGroup key_group = 0;
};

// The letters of `text` as events at 1, 2, 3, ...; with `runs`, at one time stamp per run of equal letters.
std::vector<TestEvent> letters(std::string_view text, bool runs = false);

// Events as words: type (a letter), time, then after colons a STRING and an INT, either of which may be
// empty: "A1 B2:x N3:x:7 B3::7". They arrive in the order of the text.
std::vector<TestEvent> written(std::string_view text);

// Columns of the events; arrival numbers are their places in the list.
EventBatch batch_of(const std::vector<TestEvent>& events, const Schema& schema);

// Parses, or fails the test with the faults.
std::shared_ptr<const Workload> workload_of(std::string_view text);

// Rows as "query|start|end|group,...|cell|...", without WITHIN "query||group,...|cell|...". A cell is its
// value, "NULL" or "OVERFLOW"; an approximate one is followed by "~". The row time of a window of EVENTS
// comes last, as "@7" or "@end".
class RowText final : public ResultSink {
 public:
  explicit RowText(const Workload& workload) : workload_(workload) {}
  void accept(const ResultRow& row) override;
  std::vector<std::string> rows;

 private:
  const Workload& workload_;
};

class TestStream {
 public:
  explicit TestStream(std::string_view text, const EngineOptions& options = {})
      : TestStream(workload_of(text), options) {}
  explicit TestStream(std::shared_ptr<const Workload> workload, const EngineOptions& options = {});

  Engine& engine() { return *engine_; }
  const Workload& workload() const { return *workload_; }
  std::shared_ptr<const Workload> shared_workload() const { return workload_; }
  TestStream& send(const std::vector<TestEvent>& events);
  // All rows that the watermark makes due.
  std::vector<std::string> watermark(Timestamp watermark, std::size_t max_events = 1000000,
                                     std::size_t max_rows = 1000000);
  std::vector<std::string> end() { return watermark(kEndOfTime); }

  std::string snapshot(KeyGroup key_group) const;
  void restore(KeyGroup key_group, std::string_view bytes);

 private:
  std::shared_ptr<const Workload> workload_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace horatio::testing
