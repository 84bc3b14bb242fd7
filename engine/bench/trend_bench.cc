// SPDX-License-Identifier: Apache-2.0
// Events per second of SEQ(A, B+) through the whole engine (hold, order, apply, hand over), for one group and
// for a thousand. Counts are compared with a plain recurrence before anything is timed. Prints CSV.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/plan/engine.h"
#include "engine/query/parser.h"

namespace horatio {
namespace {

constexpr std::size_t kEvents = 4'000'000;
constexpr std::size_t kBatchRows = 8192;
constexpr Timestamp kWindow = 64;  // about this many events a window, so that counts stay in 64 bits
constexpr int kRuns = 5;

struct Columns {
  std::vector<Timestamp> times;
  std::vector<std::uint32_t> arrivals;
  std::vector<std::int64_t> groups;
};

// One event per time unit; A where the mixed place is divisible by four.
bool is_a(std::size_t i) { return (i * 2654435761U >> 7U) % 4 == 0; }

// With many groups the events of each lie apart by `groups` units; windows grow accordingly.
std::int64_t group_of(std::size_t i, std::size_t groups) {
  return static_cast<std::int64_t>(i * 7919U % groups);
}

EventBlock block_of(TypeId type, const Columns& columns) {
  EventBlock block;
  block.type = type;
  block.rows = static_cast<std::uint32_t>(columns.times.size());
  block.times = reinterpret_cast<const std::byte*>(columns.times.data());
  block.arrivals = reinterpret_cast<const std::byte*>(columns.arrivals.data());
  ColumnView group;
  group.encoding = ColumnView::Encoding::kInt64;
  group.values = reinterpret_cast<const std::byte*>(columns.groups.data());
  block.columns = {group};
  return block;
}

EventBatch make_batch(std::size_t first, std::size_t groups) {
  auto columns = std::make_shared<std::pair<Columns, Columns>>();
  for (std::size_t i = first; i < std::min(first + kBatchRows, kEvents); ++i) {
    Columns& of_type = is_a(i) ? columns->first : columns->second;
    of_type.times.push_back(static_cast<Timestamp>(i));
    of_type.arrivals.push_back(static_cast<std::uint32_t>(i - first));
    of_type.groups.push_back(group_of(i, groups));
  }
  EventBatch batch;
  batch.blocks = {block_of(0, columns->first), block_of(1, columns->second)};
  batch.bytes = kBatchRows * (sizeof(Timestamp) + sizeof(std::uint32_t) + sizeof(std::int64_t));
  batch.owner = std::move(columns);
  return batch;
}

class SumSink final : public ResultSink {
 public:
  void accept(const ResultRow& row) override { sum += std::get<std::uint64_t>(row.cells.front().value); }
  std::uint64_t sum = 0;  // modulo 2^64
};

// The same counts from the definition: a, b = trends that end with an A, a B.
std::uint64_t expected_sum(std::size_t groups) {
  const std::size_t window = static_cast<std::size_t>(kWindow) * groups;
  std::uint64_t sum = 0;
  std::vector<std::uint64_t> a(groups), b(groups);
  for (std::size_t i = 0; i < kEvents; ++i) {
    if (i % window == 0) {
      for (std::uint64_t& trends : b) sum += std::exchange(trends, 0);
      std::fill(a.begin(), a.end(), 0);
    }
    const auto group = static_cast<std::size_t>(group_of(i, groups));
    if (is_a(i)) {
      a[group] += 1;
    } else {
      b[group] += a[group] + b[group];
    }
  }
  for (const std::uint64_t trends : b) sum += trends;
  return sum;
}

std::unique_ptr<Engine> make_engine(std::size_t groups) {
  ParsedWorkload parsed = parse_workload(
      "STREAM s (TYPE A (g INT), TYPE B (g INT)); QUERY q RETURN COUNT(*) PATTERN SEQ(A, B+) GROUP BY g "
      "WITHIN " +
      std::to_string(kWindow * static_cast<Timestamp>(groups)) + " MILLISECONDS;");
  if (!parsed.faults.empty()) {
    std::fprintf(stderr, "%s\n", to_string(parsed.faults.front(), "bench").c_str());
    std::exit(1);
  }
  return std::move(*Engine::make(std::make_shared<const Workload>(std::move(parsed.workload)), {}));
}

// Processor seconds of one pass over the prepared batches.
double run(std::size_t groups, const std::vector<EventBatch>& batches, std::uint64_t& sum) {
  const std::unique_ptr<Engine> engine = make_engine(groups);
  SumSink sink;
  const std::clock_t begin = std::clock();
  for (std::size_t i = 0; i <= batches.size(); ++i) {
    const bool end = i == batches.size();
    if (!end && !engine->apply(batches[i]).ok()) std::exit(1);
    const Timestamp watermark =
        end ? kEndOfTime : static_cast<Timestamp>(std::min((i + 1) * kBatchRows, kEvents)) - 1;
    while (!engine->advance(watermark, 1U << 20U).value()) {
    }
    while (!engine->emit(sink, 1U << 20U)) {
    }
  }
  sum = sink.sum;
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

void measure(std::size_t groups) {
  std::vector<EventBatch> batches;
  for (std::size_t first = 0; first < kEvents; first += kBatchRows)
    batches.push_back(make_batch(first, groups));
  std::vector<double> seconds;
  for (int i = 0; i < kRuns; ++i) {
    std::uint64_t sum = 0;
    seconds.push_back(run(groups, batches, sum));
    if (sum != expected_sum(groups)) {
      std::fprintf(stderr, "wrong counts with %zu groups\n", groups);
      std::exit(1);
    }
  }
  std::sort(seconds.begin(), seconds.end());
  const double median = seconds[seconds.size() / 2];
  std::printf("SEQ(A;B+),%zu,%zu,%.4f,%.0f\n", groups, kEvents, median,
              static_cast<double>(kEvents) / median);
}

}  // namespace
}  // namespace horatio

int main() {
  std::printf("pattern,groups,events,seconds,events_per_second\n");
  horatio::measure(1);
  horatio::measure(1000);
}
