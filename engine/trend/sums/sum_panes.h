// SPDX-License-Identifier: Apache-2.0
// When events go into a pane's matrix instead of the lanes, and how the lanes get it. With L windows open an
// event costs L additions, a pane's matrix as many products per window once; so events are gathered where
// many windows overlap and one of the two panes before had several steps (events, or runs of them). That
// depends on the events of the partition alone: results must not on anything else (rule 11).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/trend/sums/sum_lanes.h"
#include "engine/trend/sums/sum_pane.h"
#include "engine/trend/sums/sum_runs.h"

namespace horatio::trend {

template <class Num>
class SumPanes {
 public:
  SumPanes(const TrendQuery& query, SumLanes<Num>& lanes, std::int64_t windows)
      : lanes_(lanes), windows_(windows) {
    const bool linear = query.query().selection == Selection::kAllCombinations && query.negations().empty();
    const auto& window = query.query().window;
    const bool overlap = window && (window->size - 1) / window->slide + 1 >= windows;
    use_ =
        windows > 0 && overlap && linear && lanes.plain() && lanes.program().states() <= SumPane::kMostStates;
  }

  bool used() const { return use_; }

  // Takes an event for all live lanes of the list; false if they have to take it themselves.
  bool gather(LaneList& list, const SumEffect& effect, Timestamp time) {
    SumPane* pane = pane_of(list, time);
    if (pane == nullptr) return false;
    if (is_worth(*pane, time) && pane->add(effect, time, lanes_.strict())) return true;
    settle(list);
    pane->direct_time = time;
    return false;
  }

  // The same of a run.
  bool gather(LaneList& list, const SumRuns<Num>& runs, TypeId type, const RunTally& tally, bool over) {
    SumPane* pane = pane_of(list, tally.last());
    if (pane == nullptr) return false;
    const bool all = over || !lanes_.strict();
    if (is_worth(*pane, tally.last()) && all && runs.gather(*pane, type, tally)) return true;
    settle(list);
    if (!all) pane->direct_time = tally.last();
    return false;
  }

  // Multiplies the live lanes by the matrix, which is the identity then.
  void settle(LaneList& list) {
    auto* pane = static_cast<SumPane*>(list.pane.get());
    if (pane == nullptr || pane->empty()) return;
    read_sums(*pane);
    for (Lane* lane = list.live; lane != nullptr; lane = lane->next) {
      if (lane->window >= pane->first_window) multiply(static_cast<SumLane&>(*lane), *pane);
    }
    if (pane->touched() != 0) pane->direct_time = pane->time();
    pane->clear();
  }

  void drop(LaneList& list) {
    if (list.pane == nullptr) return;
    bytes_ -= static_cast<const SumPane&>(*list.pane).bytes();
    list.pane.reset();
  }

  void write(const LaneList& list, StateWriter& out) const {
    out.number(static_cast<std::uint8_t>(list.pane != nullptr));
    if (list.pane != nullptr) static_cast<const SumPane&>(*list.pane).write(out);
  }

  // The matrix of a snapshot goes on, or is applied where panes are not used.
  bool read(StateReader& in, LaneList& list) {
    if (in.number<std::uint8_t>() == 0) return !in.failed();
    if (!lanes_.plain() || lanes_.program().states() > SumPane::kMostStates) return false;
    SumPane& pane = make(list);
    if (!pane.read(in)) return false;
    while (list.live != nullptr && list.live->window < pane.first_window) list.live = list.live->next;
    if (use_) return true;
    settle(list);
    drop(list);
    return true;
  }

  std::size_t bytes() const { return bytes_; }

 private:
  static constexpr std::uint32_t kSeveralSteps = 3;

  SumPane& make(LaneList& list) {
    auto pane = std::make_unique<SumPane>(lanes_.program().states());
    SumPane& made = *pane;
    bytes_ += made.bytes();
    list.pane = std::move(pane);
    return made;
  }

  // The pane of the list at its present windows, one step further; none if they are few.
  SumPane* pane_of(LaneList& list, Timestamp time) {
    if (!use_) return nullptr;
    auto* pane = static_cast<SumPane*>(list.pane.get());
    const std::int64_t first = list.live->window;
    const std::int64_t last = list.tail->window;
    if (last - first + 1 < windows_) {
      if (pane == nullptr) return nullptr;
      settle(list);  // a snapshot's, of a program that gathered for fewer windows
      pane->direct_time = time;
      return nullptr;
    }
    const bool fresh = pane == nullptr;
    if (fresh) pane = &make(list);
    if (fresh || first > pane->last_window) {
      // No window is left from before: the pane would be gone if their rows had left earlier.
      pane->steps = pane->steps_last = pane->steps_before = 0;
      pane->direct_time = time;
    }
    if (pane->first_window != first || pane->last_window != last) {
      pane->first_window = first;
      pane->last_window = last;
      pane->steps_before = std::exchange(pane->steps_last, std::exchange(pane->steps, 0));
    }
    ++pane->steps;
    return pane;
  }

  // Where lanes have something of the newest time themselves, all of that time goes to them.
  bool is_worth(const SumPane& pane, Timestamp time) const {
    // Where a window opens later than another closes, every second pane is short.
    return std::max(pane.steps_last, pane.steps_before) >= kSeveralSteps &&
           !(lanes_.strict() && pane.direct_time == time);
  }

  // A sum that the pane changes: `own` times itself, and the terms.
  struct Sum {
    std::size_t state = 0;
    std::uint64_t own = 0;
    std::vector<SumPane::Term> terms;  // of other states
  };

  void read_sums(const SumPane& pane) {
    std::size_t most = 0;
    const auto read = [&](std::uint64_t states, std::vector<Sum>& sums, auto read_terms) {
      sums.resize(static_cast<std::size_t>(std::popcount(states)));
      for (Sum& sum : sums) {
        sum.state = static_cast<std::size_t>(std::countr_zero(states));
        states &= states - 1;
        read_terms(sum);
        most = std::max(most, sum.terms.size());
      }
    };
    read(pane.touched(), newest_, [&](Sum& sum) { pane.newest_terms_of(sum.state, sum.terms); });
    read(pane.changed(), sums_, [&](Sum& sum) { pane.terms_of(sum.state, sum.terms); });
    for (Sum& sum : sums_) take_own(sum);
    in_place_ = put_in_order();
    results_.resize(sums_.size());
    operations_ = pane.operations() + 2 * most;
  }

  // A sum is among its own terms, since no trend leaves its state, but in a matrix of damaged bytes.
  static void take_own(Sum& sum) {
    const auto own = std::find_if(sum.terms.begin(), sum.terms.end(),
                                  [&](const SumPane::Term& term) { return term.state == sum.state; });
    sum.own = own == sum.terms.end() ? 0 : own->factor;
    if (own != sum.terms.end()) sum.terms.erase(own);
  }

  // Each sum before those that it reads; false if they read each other in a circle.
  bool put_in_order() {
    for (auto first = sums_.begin(); first != sums_.end(); ++first) {
      const auto next = std::find_if(first, sums_.end(), [&](const Sum& sum) {
        return std::none_of(first, sums_.end(), [&](const Sum& other) { return reads(other, sum.state); });
      });
      if (next == sums_.end()) return false;
      std::swap(*first, *next);
    }
    return true;
  }
  static bool reads(const Sum& sum, std::size_t state) {
    return std::any_of(sum.terms.begin(), sum.terms.end(),
                       [state](const SumPane::Term& term) { return term.state == state; });
  }

  void multiply(SumLane& lane, const SumPane& pane) {
    lanes_.commit(lane);
    Num* sums = lanes_.sums(lane);
    for (const Sum& sum : newest_) add_terms(lanes_.pending_sums(lane)[sum.state], sum, sums, pane);
    if (in_place_) {
      for (const Sum& sum : sums_) multiply(sums[sum.state], sum, sums, pane);
    } else {
      for (std::size_t i = 0; i < sums_.size(); ++i) {
        results_[i] = sums[sums_[i].state];
        multiply(results_[i], sums_[i], sums, pane);
      }
      for (std::size_t i = 0; i < sums_.size(); ++i) sums[sums_[i].state] = std::move(results_[i]);
    }
    lane.touched |= pane.touched();
    if (pane.touched() != 0) lane.time = pane.time();
    lane.operations += operations_;
    lanes_.watch(lane);
  }

  void multiply(Num& target, const Sum& sum, const Num* sums, const SumPane& pane) {
    if (sum.own != 1) target.scale(sum.own);
    add_terms(target, sum, sums, pane);
  }

  void add_terms(Num& target, const Sum& sum, const Num* sums, const SumPane& pane) {
    for (const SumPane::Term& term : sum.terms) {
      if (term.state == pane.states()) {
        target += Num(term.factor);
      } else {
        target.add_scaled(sums[term.state], term.factor);
      }
    }
  }

  SumLanes<Num>& lanes_;
  const std::int64_t windows_;
  bool use_ = false;
  std::size_t bytes_ = 0;
  // Of the pane that is being settled.
  std::vector<Sum> sums_, newest_;
  bool in_place_ = false;
  std::uint64_t operations_ = 0;
  std::vector<Num> results_;  // of one window, where sums read each other in a circle
};

}  // namespace horatio::trend
