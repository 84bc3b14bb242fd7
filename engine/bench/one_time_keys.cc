// SPDX-License-Identifier: Apache-2.0
// Keys that come once: what the engine holds after they are over must equal what it held before, to the byte.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "engine/bench/chain.h"
#include "engine/bench/suite.h"

namespace horatio::bench {
namespace {

constexpr Timestamp kWindow = 1000;
constexpr std::size_t kGap = 100;  // time between the two events of a key

// At each time the first event of one key and the last of an earlier one.
Stream make_stream(std::size_t keys) {
  Stream stream;
  for (std::size_t i = 0; i < keys + kGap; ++i) {
    const auto time = static_cast<Timestamp>(i);
    if (i < keys) stream.push_back({time, 0, false, 0, static_cast<std::int64_t>(i)});
    if (i >= kGap) stream.push_back({time, 1, false, 0, static_cast<std::int64_t>(i - kGap)});
  }
  return stream;
}

// Keys whose two events lie in one window have one trend.
std::uint64_t expected_rows(std::size_t keys) {
  std::uint64_t rows = 0;
  for (std::size_t i = 0; i < keys; ++i) {
    const auto first = static_cast<Timestamp>(i);
    if (floor_to(first, kWindow) == floor_to(first + static_cast<Timestamp>(kGap), kWindow)) ++rows;
  }
  return rows;
}

std::size_t peak_of(Engine& engine, const std::vector<Delivery>& input, ResultSink& sink) {
  std::size_t peak = 0;
  for (const Delivery& delivery : input) {
    run(engine, std::span(&delivery, 1), sink);
    peak = std::max(peak, engine.bytes());
  }
  return peak;
}

}  // namespace

void one_time_keys(const Suite& suite) {
  const std::size_t keys = suite.size(1'000'000, 20'000);
  const Stream stream = make_stream(keys);
  const auto input = std::make_shared<std::vector<Delivery>>(deliver(stream, 2));
  const Case of{std::to_string(keys) + " keys",
                schema_text(2) + "QUERY q RETURN COUNT(*) PATTERN SEQ(T0, T1+) GROUP BY g WITHIN " +
                    std::to_string(kWindow) + " MILLISECONDS;",
                input, stream.size()};
  const std::unique_ptr<Engine> engine = make_engine(of.workload, of.options);
  SummingSink sink;
  const std::size_t before = engine->bytes();
  const std::size_t peak = peak_of(*engine, *input, sink);
  finish(*engine, sink);
  const std::size_t after = engine->bytes();
  if (sink.rows != expected_rows(keys) || sink.sum != sink.rows || after != before) {
    std::fprintf(stderr, "one_time_keys: %llu rows of %llu, %zu bytes before and %zu after\n",
                 static_cast<unsigned long long>(sink.rows),
                 static_cast<unsigned long long>(expected_rows(keys)), before, after);
    std::exit(1);
  }
  std::printf("one_time_keys,%zu bytes before and after; peak %zu,%zu,,,,yes\n", before, peak, stream.size());
  suite.time({of});
}

}  // namespace horatio::bench
