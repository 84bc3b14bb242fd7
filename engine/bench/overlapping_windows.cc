// SPDX-License-Identifier: Apache-2.0
// SEQ(A, B+) over windows of which 1, 2, 8, 32 and 128 overlap: windows of 4,096 events (APPROX), where most
// work is in the sums, and of 48 events (U64), where there are more rows than events; EXACT with counts of
// 3,000 bits. Target: 128 cost at most 6 times one.
#include "engine/bench/chain.h"
#include "engine/bench/suite.h"

namespace horatio::bench {
namespace {

struct Shape {
  const char* name;
  Timestamp size;
  Timestamp step;  // time between two events
  Numbers numbers;
  std::size_t events, events_checked;
};

constexpr Shape kShapes[] = {
    {"4096 events", 4096, 1, Numbers::kApprox, 131'072, 8'192},
    {"48 events", 384, 8, Numbers::kU64, 50'000, 1'000},
    {"4096 events EXACT", 4096, 1, Numbers::kExact, 16'384, 1'000},
};

Stream make_stream(std::size_t events, Timestamp step) {
  Stream stream;
  Dice dice(11);
  for (std::size_t i = 0; i < events; ++i) {
    const auto type = static_cast<TypeId>(dice.below(4) == 0 ? 0 : 1);
    stream.push_back({static_cast<Timestamp>(i) * step, type, false, 0, 0});
  }
  return stream;
}

void count(const Chain& chain, const Stream& stream, Numbers numbers, Answers& answers) {
  if (numbers == Numbers::kExact) return add_counts<Exact>(chain, stream, 0, numbers, answers);
  add_counts<Wide>(chain, stream, 0, numbers, answers);
}

void measure(const Suite& suite, const Shape& shape, Strategy strategy) {
  const Stream stream = make_stream(suite.size(shape.events, shape.events_checked), shape.step);
  const auto input = std::make_shared<std::vector<Delivery>>(deliver(stream, 2));
  std::vector<Case> cases;
  for (const Timestamp overlap : {1, 2, 8, 32, 128}) {
    const Chain chain{{{0}, {1, true}}, shape.size, shape.size / overlap};
    Answers answers;
    count(chain, stream, shape.numbers, answers);
    const std::string workload = schema_text(2) + "QUERY q RETURN COUNT(*) PATTERN " + pattern_text(chain) +
                                 " WITHIN " + std::to_string(chain.size) + " MILLISECONDS SLIDE " +
                                 std::to_string(chain.slide) + " MILLISECONDS " + clause(shape.numbers) + ";";
    EngineOptions options;
    options.strategy = strategy;
    cases.push_back(
        {std::string(shape.name) + " " + std::to_string(overlap) + " overlap " + name_of(strategy), workload,
         input, stream.size(), options});
    suite.check(cases.back(), answers);
  }
  suite.time(cases);
}

}  // namespace

void overlapping_windows(const Suite& suite) {
  for (const Shape& shape : kShapes) {
    measure(suite, shape, Strategy::kAuto);
    measure(suite, shape, Strategy::kNever);
  }
}

}  // namespace horatio::bench
