// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/sending_order.h"

#include <algorithm>
#include <numeric>

#include "engine/trend/testing/dice.h"

namespace horatio::oracle {
namespace {

bool arrival_decides(const Query& query) {
  return query.ties == Ties::kArrival || (query.window && query.window->of_events);
}

}  // namespace

SendingOrder sending_order(const Workload& workload, const std::vector<PlainEvent>& events,
                           std::mt19937_64& random) {
  Dice dice(random);
  const bool keep = std::ranges::any_of(workload.queries, arrival_decides);
  const std::size_t widest = dice.chance(30) ? 0 : dice.between(0, 12);
  std::vector<Timestamp> due(events.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    due[i] = saturating_later(events[i].time, static_cast<Timestamp>(dice.between(0, widest)));
    if (keep && i > 0 && events[i].time == events[i - 1].time) due[i] = std::max(due[i], due[i - 1]);
  }
  SendingOrder sending;
  sending.order.resize(events.size());
  std::iota(sending.order.begin(), sending.order.end(), std::size_t{0});
  if (!keep) std::ranges::shuffle(sending.order, random);
  std::ranges::stable_sort(sending.order, {}, [&](std::size_t i) { return due[i]; });
  sending.least_left.assign(events.size() + 1, kEndOfTime);
  for (std::size_t i = events.size(); i-- > 0;) {
    sending.least_left[i] = std::min(sending.least_left[i + 1], events[sending.order[i]].time);
  }
  return sending;
}

}  // namespace horatio::oracle
