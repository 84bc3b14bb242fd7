// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/negation_stamps.h"

#include <algorithm>

namespace horatio::trend {

NegationStamps::NegationStamps(const std::vector<std::vector<NegationStep>>& negations)
    : fired_(negations.size()) {
  for (const auto& steps : negations) stamps_.emplace_back(steps.size(), kNever);
}

Order NegationStamps::latest(automaton::NegationSet negations) const {
  Order latest = kNever;
  for (; negations != 0; negations &= negations - 1) {
    latest = std::max(latest, latest_of(static_cast<std::size_t>(__builtin_ctzll(negations))));
  }
  return latest;
}

// Steps of one time read the stamps from before it. Returns the start of an occurrence that is complete now.
Order NegationStamps::advance(std::size_t negation, Order now) {
  std::vector<Order>& stamps = stamps_[negation];
  Order complete = kNever;
  for (std::size_t step = stamps.size(); step-- > 0;) {
    if ((fired_[negation] >> step & 1U) == 0) continue;
    const Order start = step == 0 ? now : stamps[step - 1];
    stamps[step] = std::max(stamps[step], start);
    if (step + 1 == stamps.size()) complete = start;
  }
  fired_[negation] = 0;
  return complete;
}

void NegationStamps::write(StateWriter& out) const {
  for (const auto& stamps : stamps_) {
    for (const Order stamp : stamps) out.number(stamp);
  }
}

void NegationStamps::read(StateReader& in) {
  for (auto& stamps : stamps_) {
    for (Order& stamp : stamps) stamp = in.number<Order>();
  }
}

}  // namespace horatio::trend
