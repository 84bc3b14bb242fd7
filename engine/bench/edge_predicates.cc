// SPDX-License-Identifier: Apache-2.0
// T+ with conditions between adjacent events, U64, by the number of live events: a window holds twice as many
// events, so that many are live on average. Target: under 150 ns per event with 16,384 live events.
#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

#include "engine/bench/answers.h"
#include "engine/bench/suite.h"

namespace horatio::bench {
namespace {

struct Condition {
  const char* name;
  const char* text;
  // COUNT(*) of the events of one window.
  Wide (*count)(const Event* begin, const Event* end);
};

// Sums of what earlier events counted, by the rank of their value (Fenwick tree, additions only).
Wide count_rising(const Event* begin, const Event* end) {
  std::vector<std::int64_t> values;
  for (const Event* event = begin; event != end; ++event) values.push_back(event->v);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::vector<Wide> tree(values.size() + 1);
  Wide total = 0;
  for (const Event* event = begin; event != end; ++event) {
    const auto rank =
        static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), event->v) - values.begin());
    Wide ending = 1;
    for (std::size_t i = rank; i > 0; i &= i - 1) ending += tree[i];
    for (std::size_t i = rank + 1; i < tree.size(); i += i & (~i + 1)) tree[i] += ending;
    total += ending;
  }
  return total;
}

Wide count_equal(const Event* begin, const Event* end) {
  std::map<std::int64_t, Wide> sums;
  Wide total = 0;
  for (const Event* event = begin; event != end; ++event) {
    Wide& sum = sums[event->v];
    const Wide ending = sum + 1;
    sum += ending;
    total += ending;
  }
  return total;
}

Wide count_rising_in_groups(const Event* begin, const Event* end) {
  std::map<std::int64_t, std::vector<std::pair<std::int64_t, Wide>>> groups;
  Wide total = 0;
  for (const Event* event = begin; event != end; ++event) {
    Wide ending = 1;
    for (const auto& [v, sum] : groups[event->g]) {
      if (v < event->v) ending += sum;
    }
    groups[event->g].emplace_back(event->v, ending);
    total += ending;
  }
  return total;
}

constexpr Condition kConditions[] = {
    {"v < NEXT v", "T0.v < NEXT(T0).v", count_rising},
    {"v = NEXT v", "T0.v = NEXT(T0).v", count_equal},
    {"v < NEXT v and g = NEXT g", "T0.v < NEXT(T0).v AND T0.g = NEXT(T0).g", count_rising_in_groups},
};

// Values of `=` and groups come about eight times a window; those of `<` are spread wide.
Stream make_stream(const Condition& condition, std::size_t live, std::size_t windows) {
  Stream stream;
  Dice dice(live);
  const auto classes = std::max<std::int64_t>(static_cast<std::int64_t>(live) / 4, 1);
  const bool equal = condition.count == count_equal;
  for (std::size_t i = 0; i < 2 * live * windows; ++i) {
    const std::int64_t v = equal ? dice.below(classes) : dice.below(std::int64_t{1} << 40U);
    stream.push_back({static_cast<Timestamp>(i), 0, false, v, dice.below(classes)});
  }
  return stream;
}

Answers expected(const Condition& condition, const Stream& stream, std::size_t window) {
  Answers answers;
  for (std::size_t begin = 0; begin < stream.size(); begin += window) {
    const Event* first = stream.data() + begin;
    answers[{0, first->time, 0}] = {expected_count(condition.count(first, first + window), Numbers::kU64)};
  }
  return answers;
}

// Seconds per event; none where only answers are checked.
double measure(const Suite& suite, const Condition& condition, std::size_t live) {
  const std::size_t windows = std::max<std::size_t>(suite.size(65'536, 512) / (2 * live), 1);
  const Stream stream = make_stream(condition, live, windows);
  const std::string workload = schema_text(1) + "QUERY q RETURN COUNT(*) PATTERN T0+ WHERE " +
                               condition.text + " WITHIN " + std::to_string(2 * live) +
                               " MILLISECONDS NUMBERS U64;";
  const Case of{std::string(condition.name) + " " + std::to_string(live) + " live", workload,
                std::make_shared<std::vector<Delivery>>(deliver(stream, 1)), stream.size()};
  suite.check(of, expected(condition, stream, 2 * live));
  const std::vector<Timing> timings = suite.time({of});
  return timings.empty() ? 0 : timings[0].median() / static_cast<double>(stream.size());
}

}  // namespace

void edge_predicates(const Suite& suite) {
  std::vector<std::size_t> sizes = {32, 256};
  if (!suite.check_only()) sizes = {32, 256, 1024, 16'384, 65'536};
  constexpr double kTooLong = 10;  // seconds for one run
  for (const Condition& condition : kConditions) {
    double each = 0;
    std::size_t before = 1;
    for (const std::size_t live : sizes) {
      // Where time grows with the square of what is live, the next size would.
      const double next = each * static_cast<double>(live / before) * 2 * static_cast<double>(live);
      if (each > 1e-6 && next > kTooLong) {
        std::fprintf(stderr, "edge_predicates, %s: %zu live events left out, about %.0f s a run\n",
                     condition.name, live, next);
        break;
      }
      each = measure(suite, condition, live);
      before = live;
    }
  }
}

}  // namespace horatio::bench
