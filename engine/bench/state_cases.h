// SPDX-License-Identifier: Apache-2.0
// Engines that hold state, for benchmarks of snapshots: what they have taken, and what they answer at the
// end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "engine/model/result.h"
#include "engine/plan/engine.h"

namespace horatio::bench {

inline constexpr std::size_t kStateKeyGroups = 128;

struct StateCase {
  std::string name;
  std::string workload;  // over schema_text(1)
  std::size_t events = 0;
  std::size_t groups = 0;
  bool held = false;  // no watermark comes, so nothing is applied
};

// `count` queries, which differ by a condition that all events satisfy. `where`: may be empty.
std::string state_queries(std::size_t count, const std::string& returned, const std::string& pattern,
                          const std::string& where, const std::string& numbers);

// Has taken the events, of which none is due. Exits with 1 on a fault.
std::unique_ptr<Engine> filled_engine(const StateCase& of);

// All that rows say, and their order.
class RowDigest final : public ResultSink {
 public:
  void accept(const ResultRow& row) override {
    ++rows_;
    add(row.query);
    add(static_cast<std::uint64_t>(row.window ? row.window->start : 0));
    for (const Value& value : row.group) add(std::hash<Value>{}(value));
    for (const Cell& cell : row.cells) {
      add(static_cast<std::uint64_t>(cell.status));
      add(std::hash<decltype(cell.value)>{}(cell.value));
    }
  }
  std::uint64_t rows() const { return rows_; }
  bool operator==(const RowDigest& other) const { return rows_ == other.rows_ && digest_ == other.digest_; }

 private:
  void add(std::uint64_t value) { digest_ = (digest_ ^ value) * 0x9E3779B97F4A7C15U; }

  std::uint64_t rows_ = 0, digest_ = 0;
};
// At the end of the input.
RowDigest rows_of(Engine& engine);

}  // namespace horatio::bench
