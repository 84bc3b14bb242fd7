// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/negation_stamps.h"

#include <algorithm>

namespace horatio::trend {

NegationStamps::NegationStamps(const std::vector<std::vector<NegationStep>>& negations) {
  for (const auto& steps : negations) {
    stamps_.emplace_back(steps.size(), kNever);
    first_word_.push_back(fired_.size());
    fired_.resize(fired_.size() + words_of(steps.size()));
  }
  if (negations.size() > kMarked) occurrences_.resize(negations.size() - kMarked);
}

NegationStamps::~NegationStamps() = default;

std::size_t NegationStamps::words(const std::vector<std::vector<NegationStep>>& negations) {
  std::size_t words = 0;
  for (const auto& steps : negations) words += words_of(steps.size());
  return words;
}

Order NegationStamps::latest(const automaton::NegationSet& negations) const {
  Order latest = kNever;
  negations.for_each([&](std::size_t negation) { latest = std::max(latest, latest_of(negation)); });
  return latest;
}

// Steps of one time read the stamps from before it. Returns the start of an occurrence that is complete now.
Order NegationStamps::advance(std::size_t negation, Order now) {
  std::vector<Order>& stamps = stamps_[negation];
  std::uint64_t* const fired = &fired_[first_word_[negation]];
  Order complete = kNever;
  for (std::size_t step = stamps.size(); step-- > 0;) {
    if ((fired[step / 64] >> (step % 64) & 1U) == 0) continue;
    const Order start = step == 0 ? now : stamps[step - 1];
    stamps[step] = std::max(stamps[step], start);
    if (step + 1 == stamps.size()) complete = start;
  }
  std::fill_n(fired, words_of(stamps.size()), 0);
  return complete;
}

void NegationStamps::note(std::size_t negation, const Occurrence& occurrence) {
  occurrences_[negation - kMarked].push_back(occurrence);
}

bool NegationStamps::kill(std::size_t negation, Order last, Timestamp last_time, std::int64_t lasting) const {
  const auto& occurrences = occurrences_[negation - kMarked];
  return std::any_of(occurrences.begin(), occurrences.end(), [&](const Occurrence& occurrence) {
    return occurrence.kills(last, last_time, lasting);
  });
}

std::size_t NegationStamps::occurrence_bytes() const {
  std::size_t bytes = 0;
  for (const auto& occurrences : occurrences_) bytes += occurrences.size() * sizeof(Occurrence);
  return bytes;
}

void NegationStamps::write(StateWriter& out) const {
  for (const auto& stamps : stamps_) {
    for (const Order stamp : stamps) out.number(stamp);
  }
  for (const auto& occurrences : occurrences_) {
    out.number(static_cast<std::uint64_t>(occurrences.size()));
    for (const Occurrence& occurrence : occurrences) {
      out.number(occurrence.start);
      out.number(occurrence.complete);
    }
  }
}

void NegationStamps::read(StateReader& in) {
  for (auto& stamps : stamps_) {
    for (Order& stamp : stamps) stamp = in.number<Order>();
  }
  for (auto& occurrences : occurrences_) {
    const auto count = in.count<std::uint64_t>(sizeof(Order) + sizeof(Timestamp));
    for (std::uint64_t i = 0; i < count && !in.failed(); ++i) {
      const auto start = in.number<Order>();
      occurrences.push_back({start, in.number<Timestamp>()});
    }
  }
}

}  // namespace horatio::trend
