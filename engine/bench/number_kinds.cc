// SPDX-License-Identifier: Apache-2.0
// U64 against APPROX against EXACT for SEQ(A, B+) as windows grow: an EXACT count has about as many bits as
// its window has B events. In runs of 10 B, and one B at a time.
#include "engine/bench/chain.h"
#include "engine/bench/suite.h"

namespace horatio::bench {
namespace {

// Windows of `kleene` B events, in runs of `run` after an A each.
Stream make_stream(std::size_t events, std::size_t run) {
  Stream stream;
  for (std::size_t i = 0; i < events; ++i) {
    stream.push_back(
        {static_cast<Timestamp>(i), static_cast<TypeId>(i % (run + 1) == 0 ? 0 : 1), false, 0, 0});
  }
  return stream;
}

void measure(const Suite& suite, std::size_t kleene, std::size_t run) {
  const std::size_t window = (kleene + run - 1) / run * (run + 1);
  const std::size_t windows = std::max<std::size_t>(suite.size(200'000, 3'000) / window, 1);
  const Stream stream = make_stream(window * windows, run);
  const auto input = std::make_shared<std::vector<Delivery>>(deliver(stream, 2));
  const Chain chain{{{0}, {1, true}}, static_cast<Timestamp>(window)};
  std::vector<Case> cases;
  for (const Numbers numbers : {Numbers::kU64, Numbers::kApprox, Numbers::kExact}) {
    Answers answers;
    add_counts<Exact>(chain, stream, 0, numbers, answers);
    cases.push_back(
        {std::to_string(kleene) + " B in runs of " + std::to_string(run) + " " + clause(numbers).substr(8),
         schema_text(2) + "QUERY q RETURN COUNT(*) PATTERN " + pattern_text(chain) + " WITHIN " +
             std::to_string(window) + " MILLISECONDS " + clause(numbers) + ";",
         input, stream.size()});
    suite.check(cases.back(), answers);
  }
  suite.time(cases);
}

}  // namespace

void number_kinds(const Suite& suite) {
  for (const std::size_t kleene : {std::size_t{64}, std::size_t{1024}, suite.size(10'000, 2'000)}) {
    for (const std::size_t run : {std::size_t{10}, std::size_t{1}}) measure(suite, kleene, run);
  }
}

}  // namespace horatio::bench
