// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/runs/burst.h"

#include <algorithm>
#include <bit>

#include "engine/trend/totals.h"

namespace horatio::trend {

void BurstPart::write(StateWriter& out) const {
  out.number(static_cast<std::uint32_t>(events.size()));
  for (const Event& event : events) {
    out.number(event.place);
    out.number(event.type);
    out.number(event.time);
    for (const std::uint64_t weight : event.weights.integers) out.number(weight);
    for (const double weight : event.weights.reals) out.number(std::bit_cast<std::uint64_t>(weight));
    for (const Extreme& weight : event.weights.extremes) trend::write(weight, out);
  }
}

BurstPart BurstPart::read(StateReader& in, const RunUse& use, std::size_t types) {
  BurstPart part;
  part.events.resize(in.count<std::uint32_t>(sizeof(std::uint32_t) + 1 + sizeof(Timestamp)));
  const Event* before = nullptr;
  for (Event& event : part.events) {
    event.place = in.number<std::uint32_t>();
    event.type = in.number<std::uint8_t>();
    event.time = in.number<Timestamp>();
    event.weights.integers.resize(use.integers_used.size());
    for (std::uint64_t& weight : event.weights.integers) weight = in.number<std::uint64_t>();
    event.weights.reals.resize(use.reals_used.size());
    for (double& weight : event.weights.reals) weight = std::bit_cast<double>(in.number<std::uint64_t>());
    event.weights.extremes.resize(use.extremes_used.size());
    for (Extreme& weight : event.weights.extremes) weight = read_extreme(in);
    const bool follows = before == nullptr || (before->place < event.place && before->time <= event.time);
    if (!follows || event.place >= Burst::kMostEvents || event.type >= types) in.fail();
    if (in.failed()) return {};
    before = &event;
  }
  return part;
}

void Burst::start(const RunPlan::OfType& plan) {
  const TallyPlan& weights = plan.classes.front().weights;
  conditions_ = plan.conditions.size();
  integers_of_one_ = weights.integers.size();
  reals_of_one_ = weights.reals.size();
  extremes_of_one_ = weights.extremes.size();
  room_ = 0;
  times_.clear();
  types_.clear();
  outcomes_.clear();
  integers_.clear();
  reals_.clear();
  extremes_.clear();
}

void Burst::add(Timestamp time, std::uint8_t type, const TallyWeights& weights) {
  has_grown_ = times_.size() >= room_;
  if (has_grown_) make_room();
  times_.push_back(time);
  types_.push_back(type);
  if (conditions_ == 1) {
    outcomes_.push_back(weights.outcome.front());
  } else {
    outcomes_.insert(outcomes_.end(), weights.outcome.begin(), weights.outcome.end());
  }
  if (integers_of_one_ + reals_of_one_ + extremes_of_one_ == 0) return;
  integers_.insert(integers_.end(), weights.integers.begin(), weights.integers.end());
  reals_.insert(reals_.end(), weights.reals.begin(), weights.reals.end());
  extremes_.insert(extremes_.end(), weights.extremes.begin(), weights.extremes.end());
}

void Burst::make_room() {
  room_ = std::max<std::size_t>(8, 2 * times_.size());
  times_.reserve(room_);
  types_.reserve(room_);
  outcomes_.reserve(room_ * conditions_);
  integers_.reserve(room_ * integers_of_one_);
  reals_.reserve(room_ * reals_of_one_);
  extremes_.reserve(room_ * extremes_of_one_);
}

void Burst::read(std::size_t event, TallyWeights& weights) const {
  if (integers_of_one_ + reals_of_one_ + extremes_of_one_ == 0) {
    weights.integers.clear();
    weights.reals.clear();
    weights.extremes.clear();
    return;
  }
  const auto copy = [event](const auto& all, std::size_t of_one, auto& one) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(event * of_one);
    one.assign(begin, begin + static_cast<std::ptrdiff_t>(of_one));
  };
  copy(integers_, integers_of_one_, weights.integers);
  copy(reals_, reals_of_one_, weights.reals);
  copy(extremes_, extremes_of_one_, weights.extremes);
}

BurstPart Burst::part_of(const RunUse& use) const {
  BurstPart part;
  for (std::size_t i = 0; i < size(); ++i) {
    if (!passes(i, use.condition)) continue;
    BurstPart::Event event{static_cast<std::uint32_t>(i), types_[i], times_[i], {}};
    for (const std::uint32_t weight : use.integers_used)
      event.weights.integers.push_back(integers_[i * integers_of_one_ + weight]);
    for (const std::uint32_t weight : use.reals_used)
      event.weights.reals.push_back(reals_[i * reals_of_one_ + weight]);
    for (const std::uint32_t weight : use.extremes_used)
      event.weights.extremes.push_back(extremes_[i * extremes_of_one_ + weight]);
    part.events.push_back(std::move(event));
  }
  return part;
}

bool Burst::join(std::span<const std::pair<const RunUse*, const BurstPart*>> parts) {
  std::size_t events = 0;
  for (const auto& [use, part] : parts) {
    if (!part->events.empty()) events = std::max<std::size_t>(events, part->events.back().place + 1);
  }
  times_.resize(events);
  types_.resize(events);
  outcomes_.resize(events * conditions_);
  integers_.resize(events * integers_of_one_);
  reals_.resize(events * reals_of_one_);
  extremes_.resize(events * extremes_of_one_);
  std::vector<bool> known(events);
  const bool joined = std::all_of(parts.begin(), parts.end(),
                                  [&](const auto& of) { return join(*of.first, *of.second, known); });
  return joined && std::find(known.begin(), known.end(), false) == known.end() &&
         std::is_sorted(times_.begin(), times_.end()) &&
         std::all_of(parts.begin(), parts.end(),
                     [&](const auto& of) { return is_whole(*of.first, *of.second); });
}

bool Burst::join(const RunUse& use, const BurstPart& part, std::vector<bool>& known) {
  for (const BurstPart::Event& event : part.events) {
    const std::size_t i = event.place;
    if (known[i] && (times_[i] != event.time || types_[i] != event.type)) return false;
    known[i] = true;
    times_[i] = event.time;
    types_[i] = event.type;
    outcomes_[i * conditions_ + use.condition] = 1;
    for (std::size_t w = 0; w < use.integers_used.size(); ++w)
      integers_[i * integers_of_one_ + use.integers_used[w]] = event.weights.integers[w];
    for (std::size_t w = 0; w < use.reals_used.size(); ++w)
      reals_[i * reals_of_one_ + use.reals_used[w]] = event.weights.reals[w];
    for (std::size_t w = 0; w < use.extremes_used.size(); ++w)
      extremes_[i * extremes_of_one_ + use.extremes_used[w]] = event.weights.extremes[w];
  }
  return true;
}

// Whether another query of the same condition has brought no more events.
bool Burst::is_whole(const RunUse& use, const BurstPart& part) const {
  std::size_t passing = 0;
  for (std::size_t i = 0; i < size(); ++i) passing += passes(i, use.condition) ? 1 : 0;
  return passing == part.events.size();
}

std::size_t Burst::heap_bytes() const {
  return times_.capacity() * sizeof(Timestamp) + types_.capacity() + outcomes_.capacity() +
         integers_.capacity() * sizeof(std::uint64_t) + reals_.capacity() * sizeof(double) +
         extremes_.capacity() * sizeof(Extreme);
}

}  // namespace horatio::trend
