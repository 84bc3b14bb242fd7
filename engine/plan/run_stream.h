// SPDX-License-Identifier: Apache-2.0
// For tests of runs and panes: streams of types A and B in which events of one type often follow each other,
// and rows with the bounds of their approximate cells, so that they are compared bit by bit.
#pragma once

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/plan/test_stream.h"

namespace horatio::run_stream {

using Rows = std::vector<std::string>;
using Events = std::vector<testing::TestEvent>;

inline const std::string kSchema =
    "STREAM s (TYPE A (g STRING, v INT, f FLOAT), TYPE B (g STRING, v INT, f FLOAT));";

// "QUERY q0 RETURN <first>; QUERY q1 RETURN <second>; ..." over the schema.
inline std::string workload(const std::vector<std::string>& queries) {
  std::string text = kSchema;
  for (std::size_t i = 0; i < queries.size(); ++i)
    text += "QUERY q" + std::to_string(i) + " RETURN " + queries[i] + ";";
  return text;
}

inline testing::TestEvent event(const std::string& type, Timestamp time, std::int64_t v = 0,
                                const std::string& g = "x") {
  return {type, time, {Value{g}, Value{v}, Value{0.1 * static_cast<double>(v % 1000)}}, 0};
}

// At least one of the queries: the more there are, the shorter are the runs.
inline std::vector<std::string> some_of(const std::vector<std::string>& queries, std::mt19937_64& random) {
  std::vector<std::string> some;
  while (some.empty()) {
    std::copy_if(queries.begin(), queries.end(), std::back_inserter(some),
                 [&](const std::string&) { return random() % 3 == 0; });
  }
  return some;
}

struct Shape {
  std::size_t events = 200;
  std::uint64_t runs_of = 12;  // about so many events of A before one of B
  std::uint64_t tie_one_in = 4;
  std::uint64_t most_gap = 2;  // between times
  std::int64_t most = 9;       // of v
};

inline Events random_events(std::mt19937_64& random, const Shape& shape) {
  Events events;
  Timestamp time = 1;
  for (std::size_t i = 0; i < shape.events; ++i) {
    if (random() % shape.tie_one_in != 0) time += 1 + static_cast<Timestamp>(random() % shape.most_gap);
    const auto v = static_cast<std::int64_t>(random() % (static_cast<std::uint64_t>(shape.most) + 1));
    events.push_back(
        event(random() % shape.runs_of == 0 ? "B" : "A", time, v, random() % 4 == 0 ? "y" : "x"));
  }
  return events;
}

// RowText's rows, and behind each the bounds of its cells.
class BoundedRows final : public ResultSink {
 public:
  explicit BoundedRows(const Workload& workload) : text_(workload) {}
  void accept(const ResultRow& row) override {
    text_.accept(row);
    for (const Cell& cell : row.cells) {
      if (cell.status != CellStatus::kApprox) continue;
      text_.rows.back() += " +-" + std::to_string(cell.bound / 0x1p-52) + cell.bound_text;
    }
  }
  Rows& rows() { return text_.rows; }

 private:
  testing::RowText text_;
};

// A stream that keeps all rows.
class RowStream {
 public:
  explicit RowStream(const std::string& text, const EngineOptions& options = {}) : stream_(text, options) {}

  RowStream& send(const Events& events) {
    stream_.send(events);
    return *this;
  }
  RowStream& send(const Events& events, Timestamp after, Timestamp through) {
    Events part;
    std::copy_if(events.begin(), events.end(), std::back_inserter(part),
                 [&](const auto& event) { return event.time > after && event.time <= through; });
    return send(part);
  }
  RowStream& advance(Timestamp watermark) {
    for (bool all = false; !all;) {
      const Result<bool> advanced = stream_.engine().advance(watermark, SIZE_MAX);
      BOOST_TEST_REQUIRE(advanced.ok());
      all = *advanced;
    }
    BoundedRows sink(stream_.workload());
    while (!stream_.engine().emit(sink, 1000)) {
    }
    rows_.insert(rows_.end(), sink.rows().begin(), sink.rows().end());
    return *this;
  }
  const Rows& end() {
    advance(kEndOfTime);
    return rows_;
  }
  const Rows& rows() const { return rows_; }
  std::string snapshot() const { return stream_.snapshot(0); }
  // Goes on from a snapshot, behind rows that have been there before.
  RowStream& restore(const std::string& bytes, Rows before = {}) {
    stream_.restore(0, bytes);
    rows_ = std::move(before);
    return *this;
  }

 private:
  testing::TestStream stream_;
  Rows rows_;
};

inline EngineOptions never() {
  EngineOptions options;
  options.strategy = Strategy::kNever;
  return options;
}

// The rows of one query, sorted.
inline Rows of_query(const Rows& rows, const std::string& name) {
  Rows found;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(found),
               [&](const std::string& row) { return row.starts_with(name + "|"); });
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace horatio::run_stream
