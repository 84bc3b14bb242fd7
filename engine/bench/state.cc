// SPDX-License-Identifier: Apache-2.0
// Freezing and restoring state: all key groups of an engine that has taken a stream, into bytes, and these
// into a fresh engine, whose rows must be those of the undisturbed one, in the same order. A line has
// nanoseconds per byte that is written, and bytes a second. Targets: a GiB freezes in 1.5 s and restores in 5
// s.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/bench/suite.h"

namespace horatio::bench {
namespace {

constexpr std::size_t kKeyGroups = 128;

struct StateCase {
  std::string name;
  std::string workload;  // over schema_text(1)
  std::size_t events = 0;
  std::size_t groups = 0;
  bool held = false;  // no watermark comes, so nothing is applied
};

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

struct Columns {
  std::vector<Timestamp> times;
  std::vector<std::uint16_t> key_groups;
  std::vector<std::uint32_t> arrivals;
  std::vector<std::int64_t> v, g;
};

EventBatch make_batch(Dice& dice, const StateCase& of, std::size_t begin, std::size_t end) {
  auto columns = std::make_shared<Columns>();
  for (std::size_t i = begin; i < end; ++i) {
    columns->times.push_back(static_cast<Timestamp>(i));
    columns->arrivals.push_back(static_cast<std::uint32_t>(i - begin));
    columns->v.push_back(dice.below(std::int64_t{1} << 40U));
    columns->g.push_back(static_cast<std::int64_t>(i % of.groups));
    columns->key_groups.push_back(static_cast<std::uint16_t>(i % of.groups % kKeyGroups));
  }
  EventBatch batch;
  batch.blocks.push_back(block_of(0, columns->times, columns->arrivals));
  batch.blocks[0].key_groups = reinterpret_cast<const std::byte*>(columns->key_groups.data());
  batch.blocks[0].columns = {int_column(columns->v), int_column(columns->g)};
  batch.bytes = (end - begin) * 30;
  batch.owner = std::move(columns);
  return batch;
}

[[noreturn]] void fail(const StateCase& of, const std::string& what) {
  std::fprintf(stderr, "state, %s: %s\n", of.name.c_str(), what.c_str());
  std::exit(1);
}

std::unique_ptr<Engine> filled_engine(const StateCase& of) {
  std::unique_ptr<Engine> engine = make_engine(of.workload, {});
  Dice dice(11);
  SummingSink none;
  for (std::size_t begin = 0; begin < of.events; begin += kBatchRows) {
    const std::size_t end = std::min(begin + kBatchRows, of.events);
    const Delivery delivery{make_batch(dice, of, begin, end), static_cast<Timestamp>(end) - 1};
    if (!of.held) {
      run(*engine, std::span(&delivery, 1), none);
    } else if (const Status taken = engine->apply(delivery.batch); !taken.ok()) {
      fail(of, taken.error().message);
    }
  }
  if (none.rows != 0) fail(of, "rows before the end");
  return engine;
}

using Frozen = std::vector<std::string>;  // by key group

struct Times {
  std::vector<double> freeze, restore;
};

// As a session does it: one key group after the other, into memory that is there.
double freeze(const Engine& engine, Frozen& frozen) {
  double seconds = 0;
  std::string content;
  for (std::size_t key_group = 0; key_group < kKeyGroups; ++key_group) {
    const double begin = processor_seconds();
    content.clear();
    engine.snapshot(static_cast<KeyGroup>(key_group), content);
    seconds += processor_seconds() - begin;
    frozen[key_group] = content;
  }
  return seconds;
}

std::unique_ptr<Engine> restored_engine(const StateCase& of, const Frozen& frozen, double& seconds) {
  std::unique_ptr<Engine> engine = make_engine(of.workload, {});
  const double begin = processor_seconds();
  for (std::size_t key_group = 0; key_group < kKeyGroups; ++key_group) {
    const Status restored =
        engine->restore(static_cast<KeyGroup>(key_group), std::as_bytes(std::span(frozen[key_group])));
    if (!restored.ok()) fail(of, restored.error().message);
  }
  seconds = processor_seconds() - begin;
  return engine;
}

RowDigest rows_of(Engine& engine) {
  RowDigest rows;
  finish(engine, rows);
  return rows;
}

void measure(const Suite& suite, const StateCase& of) {
  if (suite.leaves_out(of.name)) return;
  Frozen frozen(kKeyGroups);
  Times times;
  std::size_t memory = 0;
  RowDigest rows;
  {
    const std::unique_ptr<Engine> engine = filled_engine(of);
    memory = engine->bytes();
    freeze(*engine, frozen);  // warms up
    for (int round = 0; round < suite.rounds(); ++round) times.freeze.push_back(freeze(*engine, frozen));
    rows = rows_of(*engine);
  }
  if (rows.rows() == 0) fail(of, "no rows");
  std::size_t bytes = 0;
  for (const std::string& content : frozen) bytes += content.size();
  for (int round = 0; round < suite.rounds(); ++round) {
    double seconds = 0;
    const std::unique_ptr<Engine> engine = restored_engine(of, frozen, seconds);
    times.restore.push_back(seconds);
    if (round == 0 && !(rows_of(*engine) == rows)) fail(of, "the restored engine's rows differ");
  }
  const std::string name = of.name + ", " + std::to_string(memory >> 20U) + " MiB held: ";
  suite.print(name + "freeze, bytes", bytes, median(times.freeze), 1);
  suite.print(name + "restore, bytes", bytes, median(times.restore),
              median(times.restore) / median(times.freeze));
}

// Query i differs from others by a condition that all events satisfy.
std::string queries(std::size_t count, const std::string& returned, const std::string& pattern,
                    const std::string& where, const std::string& numbers) {
  std::string text = schema_text(1);
  for (std::size_t i = 0; i < count; ++i) {
    text += "QUERY q" + std::to_string(i) + " RETURN " + returned + " PATTERN " + pattern + " WHERE " +
            (where.empty() ? "" : where + " AND ") + "T0.v > " + std::to_string(-1 - static_cast<int>(i)) +
            " GROUP BY g WITHIN 1000000 SECONDS NUMBERS " + numbers + ";\n";
  }
  return text;
}

}  // namespace

void state(const Suite& suite) {
  const std::string rising = "T0.v < NEXT(T0).v", sums = "COUNT(*), SUM(T0.v), MAX(T0.v)";
  const std::string count = "COUNT(*)";
  const auto one_each = [](const std::string& name, const std::string& workload, std::size_t events) {
    return StateCase{name, workload, events, events};
  };
  const auto size = [&](std::size_t full) { return suite.size(full, 2'000); };
  measure(suite,
          one_each("1 query, a group per event", queries(1, count, "T0+", "", "EXACT"), size(1'500'000)));
  measure(suite, one_each("1 query with sums, a group per event", queries(1, sums, "T0+", "", "EXACT"),
                          size(1'000'000)));
  measure(suite,
          one_each("50 queries, a group per event", queries(50, count, "T0+", "", "EXACT"), size(40'000)));
  measure(suite, one_each("50 queries with sums, a group per event", queries(50, sums, "T0+", "", "EXACT"),
                          size(25'000)));
  measure(suite, {"1 query, edges U64, 1000 groups", queries(1, count, "T0+", rising, "U64"), size(8'000'000),
                  1000});
  measure(suite, {"1 query, edges EXACT, 1000 groups", queries(1, count, "T0+", rising, "EXACT"),
                  size(5'000'000), 1000});
  measure(suite, {"50 queries, edges U64, 100 groups", queries(50, count, "T0+", rising, "U64"),
                  size(200'000), 100});
  measure(suite, {"1 query, a vertex an event, 10000 groups",
                  queries(1, count, "T0+", "T0.v != NEXT(T0).v", "EXACT"), size(2'000'000), size(10'000)});
  StateCase held = one_each("1 query, events held, a group per event", queries(1, count, "T0+", "", "EXACT"),
                            size(4'000'000));
  held.held = true;
  measure(suite, held);
}

}  // namespace horatio::bench
