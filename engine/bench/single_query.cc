// SPDX-License-Identifier: Apache-2.0
// SEQ(A, B+) through the whole engine (hold, order, apply, hand over), for one group and for a thousand, in
// windows of about 64 events a group. Target: 30 million events/s for one group.
#include "engine/bench/chain.h"
#include "engine/bench/suite.h"

namespace horatio::bench {
namespace {

constexpr Timestamp kWindow = 64;

// One event per time unit, a quarter of them A. With many groups the events of each lie apart by `groups`
// units; windows grow accordingly.
Stream make_stream(std::size_t events, std::size_t groups) {
  Stream stream;
  for (std::size_t i = 0; i < events; ++i) {
    const bool is_a = (i * 2654435761U >> 7U) % 4 == 0;
    stream.push_back({static_cast<Timestamp>(i), static_cast<TypeId>(is_a ? 0 : 1), false, 0,
                      static_cast<std::int64_t>(i * 7919U % groups)});
  }
  return stream;
}

}  // namespace

void single_query(const Suite& suite) {
  std::vector<Case> cases;
  for (const std::size_t groups : {std::size_t{1}, std::size_t{1000}}) {
    const Stream stream = make_stream(suite.size(4'000'000, 100'000), groups);
    const auto input = std::make_shared<std::vector<Delivery>>(deliver(stream, 2));
    const Chain chain{{{0}, {1, true}}, kWindow * static_cast<Timestamp>(groups), 0, true};
    for (const Numbers numbers : {Numbers::kExact, Numbers::kU64}) {
      Answers answers;
      add_counts<Wide>(chain, stream, 0, Numbers::kU64, answers);
      const std::string workload = schema_text(2) + "QUERY q RETURN COUNT(*) PATTERN " + pattern_text(chain) +
                                   " GROUP BY g WITHIN " + std::to_string(chain.size) + " MILLISECONDS " +
                                   clause(numbers) + ";";
      cases.push_back(
          {std::to_string(groups) + (groups == 1 ? " group " : " groups ") + clause(numbers).substr(8),
           workload,
           input,
           stream.size(),
           {}});
      suite.check(cases.back(), answers);
    }
  }
  suite.time(cases);
}

}  // namespace horatio::bench
