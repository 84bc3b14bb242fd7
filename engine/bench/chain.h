// SPDX-License-Identifier: Apache-2.0
// The running sums of SEQ(X1, .., Xn), each Xi one type or type+, all types different, written down from the
// definition: trends that end with Xi = those that ended with X(i-1) before, plus those that ended with Xi if
// it may repeat. COUNT(*) per window and group.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/bench/answers.h"
#include "engine/bench/stream.h"

namespace horatio::bench {

struct Step {
  TypeId type = 0;
  bool kleene = false;
  std::function<bool(const Event&)> holds = {};  // none: every event of the type
};

struct Chain {
  std::vector<Step> steps;
  Timestamp size = 0;   // 0: one window over the whole stream
  Timestamp slide = 0;  // 0: as size
  bool grouped = false;
  bool ties_by_arrival = false;
};

// "SEQ(T0, T1+)"
inline std::string pattern_text(const Chain& chain) {
  std::string text;
  for (const Step& step : chain.steps) {
    text += (text.empty() ? "SEQ(T" : ", T") + std::to_string(step.type) + (step.kleene ? "+" : "");
  }
  return text + ")";
}

inline Timestamp floor_to(Timestamp time, Timestamp slide) {
  const Timestamp rest = time % slide;
  return time - (rest < 0 ? rest + slide : rest);
}

// One window of one group.
template <class Num>
class ChainSums {
 public:
  explicit ChainSums(const Chain& chain) : chain_(chain), sums_(chain.steps.size()), fresh_(sums_.size()) {}

  void add(const Event& event) {
    if (event.time != time_ || chain_.ties_by_arrival) settle();
    time_ = event.time;
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      const Step& step = chain_.steps[i];
      if (step.type != event.type || (step.holds && !step.holds(event))) continue;
      if (i == 0) {
        fresh_[i] += 1;
      } else {
        fresh_[i] += sums_[i - 1];
      }
      if (step.kleene) fresh_[i] += sums_[i];
      pending_ = true;
    }
  }
  const Num& total() {
    settle();
    return sums_.back();
  }

 private:
  // Events of one time do not follow each other: what they add counts from the next time on.
  void settle() {
    if (!pending_) return;
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      sums_[i] += fresh_[i];
      fresh_[i] = 0;
    }
    pending_ = false;
  }

  const Chain& chain_;
  std::vector<Num> sums_, fresh_;
  Timestamp time_ = 0;
  bool pending_ = false;
};

// Adds the rows of one query to the answers.
template <class Num>
void add_counts(const Chain& chain, const Stream& stream, QueryId query, Numbers numbers, Answers& answers) {
  std::map<std::pair<Timestamp, std::int64_t>, ChainSums<Num>> windows;
  const Timestamp slide = chain.slide != 0 ? chain.slide : chain.size;
  for (const Event& event : stream) {
    const std::int64_t group = chain.grouped ? event.g : 0;
    Timestamp start = chain.size == 0 ? 0 : floor_to(event.time, slide);
    do {
      windows.try_emplace({start, group}, chain).first->second.add(event);
      start -= slide;
    } while (chain.size != 0 && start + chain.size > event.time);
  }
  for (auto& [key, sums] : windows) {
    if (sums.total() != 0) answers[{query, key.first, key.second}] = {expected_count(sums.total(), numbers)};
  }
}

}  // namespace horatio::bench
