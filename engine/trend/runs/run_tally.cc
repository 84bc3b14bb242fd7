// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/runs/run_tally.h"

#include <numeric>

#include "engine/trend/totals.h"

namespace horatio::trend {
namespace {

bool add_overflows(std::uint64_t& sum, std::uint64_t more) { return __builtin_add_overflow(sum, more, &sum); }

// half_scaled after a group of `ties` events of one time whose weights sum up to `newest`; false if it has no
// room in 64 bits.
bool closed(const IntegerTally& weight, std::uint64_t ties, std::uint64_t factor, std::uint64_t newest,
            std::uint64_t& result) {
  std::uint64_t gain = 0;
  if (__builtin_mul_overflow(factor, newest, &gain)) return false;
  if (ties == 1) return !__builtin_add_overflow(weight.half_scaled, gain, &result);
  if (__builtin_mul_overflow(weight.half_scaled, 1 + ties, &result)) return false;
  return !add_overflows(result, gain) && !add_overflows(result, gain);
}

ScaledDouble closed(const RealTally& weight, std::uint64_t ties, std::uint64_t factor) {
  ScaledDouble result = weight.half_scaled;
  ScaledDouble gain = weight.newest;
  gain.scale(factor);
  if (ties == 1) return result += gain;
  result.scale(1 + ties);
  result += gain;
  return result += gain;
}

template <class Tally, class Part>
std::vector<Tally> chosen(const std::vector<Tally>& all, const Part& used) {
  std::vector<Tally> part;
  for (const std::uint32_t index : used) part.push_back(all[index]);
  return part;
}

template <class Tally>
void put(const std::vector<Tally>& part, const std::vector<std::uint32_t>& used, std::vector<Tally>& all) {
  for (std::size_t i = 0; i < used.size(); ++i) all[used[i]] = part[i];
}

void write_weight(const IntegerTally& weight, StateWriter& out) {
  for (const std::uint64_t number : {weight.earlier, weight.newest, weight.half_scaled}) out.number(number);
}

void write_weight(const RealTally& weight, StateWriter& out) {
  for (const ScaledDouble* number : {&weight.earlier, &weight.newest, &weight.half_scaled})
    write_number(*number, out);
}

void write_weight(const ExtremeTally& weight, StateWriter& out) {
  out.number(static_cast<std::uint8_t>(weight.is_maximum));
  for (const Extreme* value : {&weight.earlier, &weight.newest}) trend::write(*value, out);
}

template <class Tally>
void write_all(const std::vector<Tally>& weights, StateWriter& out) {
  out.number(static_cast<std::uint32_t>(weights.size()));
  for (const Tally& weight : weights) write_weight(weight, out);
}

template <class Tally>
void write_used(const std::vector<Tally>& weights, const std::vector<std::uint32_t>& used, StateWriter& out) {
  out.number(static_cast<std::uint32_t>(used.size()));
  for (const std::uint32_t index : used) write_weight(weights[index], out);
}

ScaledDouble read_real(StateReader& in) {
  const auto number = ScaledDouble::from_bytes(in.text());
  if (!number) in.fail();
  return number.value_or(ScaledDouble());
}

}  // namespace

void TallyWeights::read(const TallyPlan& plan, const EventBlock& block, std::uint32_t row, std::size_t type) {
  integers.clear();
  reals.clear();
  extremes.clear();
  for (const auto& weight : plan.integers) {
    integers.push_back(weight.place == type ? EventWeights::weight(weight, block, row).integer : 0);
  }
  for (const auto& weight : plan.reals)
    reals.push_back(weight.place == type ? EventWeights::weight(weight, block, row).real : 0);
  for (const auto& extreme : plan.extremes)
    extremes.push_back(extreme.place == type ? EventWeights::extreme(extreme, block, row) : Extreme());
}

void RunUse::spread(const TallyWeights& weights, EventWeights& by_component) const {
  by_component.linear.assign(linear.size(), {});
  by_component.extremes.assign(extremes.size(), {});
  for (std::size_t c = 0; c < linear.size(); ++c) {
    if (linear[c] == kNoComponent) continue;
    if (is_real[c]) {
      by_component.linear[c].real = weights.reals[linear[c]];
    } else {
      by_component.linear[c].integer = weights.integers[linear[c]];
    }
  }
  for (std::size_t c = 0; c < extremes.size(); ++c) {
    if (extremes[c] != kNoComponent) by_component.extremes[c] = weights.extremes[extremes[c]];
  }
}

RunUse RunUse::of_part() const {
  RunUse use = *this;
  const auto renumber = [](std::vector<std::uint32_t>& used) { std::iota(used.begin(), used.end(), 0U); };
  renumber(use.integers_used);
  renumber(use.reals_used);
  renumber(use.extremes_used);
  std::uint32_t integers = 0;
  std::uint32_t reals = 0;
  std::uint32_t extremes_found = 0;
  for (std::size_t i = 0; i < linear.size(); ++i) {
    if (linear[i] != kNoComponent) use.linear[i] = is_real[i] ? reals++ : integers++;
  }
  for (std::uint32_t& extreme : use.extremes) {
    if (extreme != kNoComponent) extreme = extremes_found++;
  }
  return use;
}

void RunTally::start_weights(const TallyPlan& plan) {
  integers_.assign(plan.integers.size(), {});
  reals_.assign(plan.reals.size(), {});
  extremes_.assign(plan.extremes.size(), {});
  for (std::size_t i = 0; i < extremes_.size(); ++i) extremes_[i].is_maximum = plan.extremes[i].is_maximum;
}

bool RunTally::weights_have_room(Timestamp time, const TallyWeights& weights, bool with_ties) {
  if (ties_ > 1 && time != last_ && !with_ties) return false;
  if (ties_ != 0 && time != last_) close_weights();
  if (!make_room(time, with_ties)) return false;
  for (std::size_t i = 0; i < integers_.size(); ++i) {
    std::uint64_t newest = integers_[i].newest;
    if (add_overflows(newest, weights.integers[i])) return false;
    std::uint64_t sum = integers_[i].earlier;
    if (add_overflows(sum, newest)) return false;
    std::uint64_t after = 0;
    if (!closed(integers_[i], ties_ + 1, factor_, newest, after)) return false;
  }
  return true;
}

void RunTally::add_weights(const TallyWeights& weights) {
  for (std::size_t i = 0; i < integers_.size(); ++i) {
    integers_[i].newest += weights.integers[i];
  }
  for (std::size_t i = 0; i < reals_.size(); ++i) {
    reals_[i].newest += ScaledDouble(weights.reals[i]);
  }
  for (std::size_t i = 0; i < extremes_.size(); ++i) {
    extremes_[i].newest.add(weights.extremes[i], extremes_[i].is_maximum);
  }
}

void RunTally::close_weights() {
  for (IntegerTally& weight : integers_) {
    weight.half_scaled = half_scaled(weight);
    weight.earlier += weight.newest;
    weight.newest = 0;
  }
  for (RealTally& weight : reals_) {
    weight.half_scaled = half_scaled(weight);
    weight.earlier += weight.newest;
    weight.newest = ScaledDouble();
  }
  for (ExtremeTally& extreme : extremes_) {
    extreme.earlier.add(extreme.newest, extreme.is_maximum);
    extreme.newest = Extreme();
  }
}

std::uint64_t RunTally::half_scaled(const IntegerTally& weight) const {
  std::uint64_t result = weight.half_scaled;
  if (ties_ != 0) closed(weight, ties_, factor_, weight.newest, result);
  return result;
}

ScaledDouble RunTally::half_scaled(const RealTally& weight) const {
  return ties_ == 0 ? weight.half_scaled : closed(weight, ties_, factor_);
}

std::size_t RunTally::heap_bytes() const {
  return integers_.capacity() * sizeof(IntegerTally) + reals_.capacity() * sizeof(RealTally) +
         extremes_.capacity() * sizeof(ExtremeTally);
}

RunTally RunTally::part_of(const RunUse& use) const {
  RunTally part = *this;
  part.integers_ = chosen(integers_, use.integers_used);
  part.reals_ = chosen(reals_, use.reals_used);
  part.extremes_ = chosen(extremes_, use.extremes_used);
  return part;
}

bool RunTally::is_part_of(const RunUse& use) const {
  return integers_.size() == use.integers_used.size() && reals_.size() == use.reals_used.size() &&
         extremes_.size() == use.extremes_used.size();
}

void RunTally::set_part(const RunUse& use, const RunTally& part) {
  events_ = part.events_;
  doublings_ = part.doublings_;
  factor_ = part.factor_;
  ties_ = part.ties_;
  last_ = part.last_;
  put(part.integers_, use.integers_used, integers_);
  put(part.reals_, use.reals_used, reals_);
  put(part.extremes_, use.extremes_used, extremes_);
}

void RunTally::write(StateWriter& out) const {
  write_times(out);
  write_all(integers_, out);
  write_all(reals_, out);
  write_all(extremes_, out);
}

void RunTally::write_part(const RunUse& use, StateWriter& out) const {
  write_times(out);
  write_used(integers_, use.integers_used, out);
  write_used(reals_, use.reals_used, out);
  write_used(extremes_, use.extremes_used, out);
}

void RunTally::write_times(StateWriter& out) const {
  for (const std::uint64_t number : {events_, doublings_, factor_, ties_}) out.number(number);
  out.number(last_);
}

RunTally RunTally::read(StateReader& in) {
  RunTally tally;
  for (std::uint64_t* number : {&tally.events_, &tally.doublings_, &tally.factor_, &tally.ties_}) {
    *number = in.number<std::uint64_t>();
  }
  tally.last_ = in.number<Timestamp>();
  tally.integers_.resize(in.count<std::uint32_t>(3 * sizeof(std::uint64_t)));
  for (IntegerTally& weight : tally.integers_) {
    for (std::uint64_t* number : {&weight.earlier, &weight.newest, &weight.half_scaled})
      *number = in.number<std::uint64_t>();
  }
  tally.reals_.resize(in.count<std::uint32_t>(3 * sizeof(std::uint32_t)));
  for (RealTally& weight : tally.reals_) {
    for (ScaledDouble* number : {&weight.earlier, &weight.newest, &weight.half_scaled})
      *number = read_real(in);
  }
  tally.extremes_.resize(in.count<std::uint32_t>(1));
  for (ExtremeTally& extreme : tally.extremes_) {
    extreme.is_maximum = in.number<std::uint8_t>() != 0;
    for (Extreme* value : {&extreme.earlier, &extreme.newest}) *value = read_extreme(in);
  }
  tally.is_weighted_ = !tally.integers_.empty() || !tally.reals_.empty() || !tally.extremes_.empty();
  std::uint64_t product = 0;
  const bool fits = tally.ties_ < UINT64_MAX - 1 &&  // one more can be asked for
                    !__builtin_mul_overflow(tally.factor_, tally.ties_ + 1, &product);
  if (tally.factor_ == 0 || tally.ties_ > tally.events_ || !fits) in.fail();
  for (const IntegerTally& weight : tally.integers_) {
    std::uint64_t after = 0;
    if (!in.failed() && !closed(weight, tally.ties_, tally.factor_, weight.newest, after)) in.fail();
  }
  return tally;
}

}  // namespace horatio::trend
