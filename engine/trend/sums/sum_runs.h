// SPDX-License-Identifier: Apache-2.0
// Runs of one type applied to running sums at once (research note on window algebra, 2.1 and 2.5). For each
// move of the type, with r the sum it goes into and x its other sources, b events of different times do
//   r' = 2^b r + (2^b - 1) x,   R' = 2^b R + (2^b - 1) X + 2^(b-1) A (r + x)
// where a trend can be extended again and again (R, X: sums of a weight, A: the weight summed over the
// events), else r' = r + b x, R' = R + b X + A x. Moves that read what others write go through the power of
// their matrix (run_matrix.h); of those only trends are counted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "engine/trend/runs/run_tally.h"
#include "engine/trend/sums/run_matrix.h"
#include "engine/trend/sums/sum_lanes.h"
#include "engine/trend/sums/sum_pane.h"

namespace horatio::trend {

template <class Num>
class SumRuns {
 public:
  SumRuns(const TrendQuery& query, SumLanes<Num>& lanes) : lanes_(lanes) {
    for (std::size_t type = 0; type < query.schema().types.size(); ++type) {
      of_type_.push_back(form_of(query, static_cast<TypeId>(type)));
    }
  }

  bool takes(TypeId type) const { return of_type_[type].form != Form::kNone; }
  bool takes_ties(TypeId type) const { return !lanes_.strict() || of_type_[type].form != Form::kMatrix; }
  bool opens(TypeId type) const { return takes(type) && of_type_[type].effect->opens; }

  // Whether events of the type move any trend. REQUIRES: takes(type).
  bool moves(TypeId type) const { return !of_type_[type].moves.empty(); }

  // Applies what the query's class has counted to a lane. `over`: no further event of tally.last() comes.
  // REQUIRES: moves(type), tally.events() > 0. O(moves * (1 + components)).
  void apply(SumLane& lane, TypeId type, const RunTally& tally, const RunUse& use, bool over) {
    const OfType& of = of_type_[type];
    if (of.is_plain && (over || !lanes_.strict())) {
      apply_plain(lane, of, tally);
    } else {
      apply_parted(lane, of, tally, use, over);
    }
  }

  // Applies a whole run to a pane; false, and nothing done, if that cannot be. REQUIRES: as above; no further
  // event of tally.last() comes.
  bool gather(SumPane& pane, TypeId type, const RunTally& tally) const {
    const OfType& of = of_type_[type];
    if (of.form != Form::kIndependent) return false;
    const RunTally::Part part = part_of(tally, true);
    pane.commit();
    const auto in_pane = [](const Move& move) {
      return SumPane::Move{move.to, move.starts, move.loops, {move.others.data(), move.others.size()}};
    };
    for (const Move& move : of.moves) {
      if (!pane.has_room(in_pane(move), part)) return false;
    }
    for (const Move& move : of.moves) pane.multiply(in_pane(move), part);
    pane.count_operations(of.operations * tally.events());
    return true;
  }

 private:
  enum class Form : std::uint8_t { kNone, kIndependent, kMatrix };
  // A SumMove, close together.
  struct Move {
    SumState to = 0;
    bool starts = false, loops = false;
    bool has_one = false;                     // others.front() is all that comes in: no start, nothing else
    SumState one = 0;                         // it
    absl::InlinedVector<SumState, 4> others;  // sources that no move of the type goes into
    const SlotMove* slot = nullptr;           // the only one
  };
  using Moves = absl::InlinedVector<Move, 1>;
  struct OfType {
    Form form = Form::kNone;
    bool is_plain = false;  // kIndependent, and nothing but trends is counted
    std::uint32_t operations = 0;
    const SumEffect* effect = nullptr;
    Moves moves;
  };
  // The part of a run that is applied at once.
  struct Stretch {
    const RunTally& tally;
    RunTally::Part part;
    bool all, strict;

    std::uint64_t half_scaled(const IntegerTally& weight) const {
      return !strict ? sum(weight) : all ? tally.half_scaled(weight) : weight.half_scaled;
    }
    ScaledDouble half_scaled(const RealTally& weight) const {
      return !strict ? sum(weight) : all ? tally.half_scaled(weight) : weight.half_scaled;
    }
    template <class Value>
    Value sum(const WeightTally<Value>& weight) const {
      return all ? weight.earlier + weight.newest : weight.earlier;
    }
  };
  static constexpr std::uint64_t kClosedForm = 8;  // operations of it beside those of the tally, at most

  // Runs must not depend on which of several predicates an event satisfies, nor on NOTs.
  OfType form_of(const TrendQuery& query, TypeId type) {
    const SumProgram& program = lanes_.program();
    const bool alone = query.query().selection == Selection::kAllCombinations;
    if (!alone || !query.in_pattern(type) || query.classes(type) > 1) return {};
    SumEffect scratch;
    if (query.conditional(type) && !program.effect(type, {}, scratch).empty()) return {};
    const SumEffect& effect = program.effect(type, {query.conditional(type) ? 1U : 0U}, scratch);
    if (effect.fired != 0 || effect.extended != 0) return {};
    if (is_independent(effect)) {
      return {Form::kIndependent, lanes_.plain(), effect.operations, &effect, moves_of(effect)};
    }
    if (!lanes_.plain() || effect.moves.size() > RunMatrix::kMostMoves) return {};
    return {Form::kMatrix, false, effect.operations, &effect, moves_of(effect)};
  }

  static Moves moves_of(const SumEffect& effect) {
    const std::uint64_t targets = targets_of(effect);
    Moves moves;
    for (const SumMove& move : effect.moves) {
      Move& own = moves.emplace_back();
      own.to = move.to;
      own.starts = move.starts;
      own.slot = move.slots.empty() ? nullptr : &move.slots.front();
      for (const SumState from : move.from) {
        if (((targets >> from) & 1U) == 0) own.others.push_back(from);
        if (from == move.to) own.loops = true;
      }
      own.has_one = own.others.size() == 1 && !own.starts;
      if (own.has_one) own.one = own.others.front();
    }
    return moves;
  }

  static std::uint64_t targets_of(const SumEffect& effect) {
    std::uint64_t targets = 0;
    for (const SumMove& move : effect.moves) targets |= std::uint64_t{1} << move.to;
    return targets;
  }

  bool is_independent(const SumEffect& effect) const {
    const std::uint64_t targets = targets_of(effect);
    return std::all_of(effect.moves.begin(), effect.moves.end(), [&](const SumMove& move) {
      if (!lanes_.plain() && move.slots.size() != 1) return false;
      return std::all_of(move.from.begin(), move.from.end(),
                         [&](SumState from) { return from == move.to || ((targets >> from) & 1U) == 0; });
    });
  }

  RunTally::Part part_of(const RunTally& tally, bool all) const {
    return !lanes_.strict() ? tally.singly() : all ? tally.all() : tally.earlier();
  }
  Stretch stretch_of(const RunTally& tally, bool all) const {
    return {tally, part_of(tally, all), all, lanes_.strict()};
  }

  void apply_parted(SumLane& lane, const OfType& of, const RunTally& tally, const RunUse& use, bool over) {
    const bool all = !lanes_.strict() || (over && (of.form != Form::kMatrix || tally.ties() <= 1));
    lanes_.commit(lane);
    const Stretch stretch = stretch_of(tally, all);
    if (of.form == Form::kMatrix) {
      multiply(lane, of, stretch.part.events);
    } else if (stretch.part.events != 0) {
      for (const Move& move : of.moves) multiply(lane, move, stretch, use);
    }
    if (!all) add_newest(lane, *of.effect, tally, use);
    lane.operations += of.operations * tally.events();
    if (!lanes_.plain()) lane.operations += kClosedForm + 2 * tally.events();
  }

  // The usual case by itself, since a run does little to each of many queries.
  void apply_plain(SumLane& lane, const OfType& of, const RunTally& tally) {
    lanes_.commit(lane);
    const RunTally::Part part = part_of(tally, true);
    for (const Move& move : of.moves) {
      Num added;
      multiply_sum(lane, move, others_of(move, lanes_.sums(lane), added), part);
    }
    lane.operations += of.operations * tally.events();
  }

  void multiply_sum(SumLane& lane, const Move& move, const Num& others, const RunTally::Part& part) {
    Num& sum = lanes_.sums(lane)[move.to];
    multiply(sum, others, move.loops, part);
    if constexpr (std::is_same_v<Num, ExactCount>) {
      if (!sum.fits_64_bits()) lanes_.watch(lane);
    }
  }

  void multiply(SumLane& lane, const Move& move, const Stretch& stretch, const RunUse& use) {
    const Num* sums = lanes_.sums(lane);
    Num added;
    const Num& others = others_of(move, sums, added);
    if (!lanes_.plain()) {
      multiply_components(lane, *move.slot, move.loops, move.loops ? sums[move.to] + others : others, stretch,
                          use);
      lanes_.watch(lane);
    }
    multiply_sum(lane, move, others, stretch.part);
  }

  // What the sources of the move that are no targets of the run sum up to: one of them in place, or `added`.
  static const Num& others_of(const Move& move, const Num* sums, Num& added) {
    if (move.has_one) return sums[move.one];
    added = Num(std::uint64_t{move.starts ? 1U : 0U});
    for (const SumState from : move.others) added += sums[from];
    return added;
  }

  template <class Value>
  void multiply(Value& sum, const Value& others, bool loops, const RunTally::Part& part) {
    if (!loops) return sum.add_scaled(others, part.events);
    if (part.factor != 1) {
      sum.scale(part.factor);
      sum.add_scaled(others, part.factor - 1);
    }
    sum.apply_run(others, part.doublings, lanes_.largest());
  }

  // `base`: r + x, or x without a loop.
  void multiply_components(SumLane& lane, const SlotMove& slot, bool loops, const Num& base,
                           const Stretch& stretch, const RunUse& use) {
    const Components& components = lanes_.components();
    for (std::size_t c = 0; c < components.linear.size(); ++c) {
      const bool weighs = slot.place == components.linear[c].place && use.linear[c] != kNoComponent;
      lanes_.visit_linear(c, [&]<class Value>() {
        Value* cells = lanes_.template linear<Value>(lane, c);
        Value others{};
        for (const std::uint16_t from : slot.from) {
          if (from != slot.to) others += cells[from];
        }
        multiply(cells[slot.to], others, loops, stretch.part);
        if (!weighs) return;
        if (components.linear[c].is_float()) {
          if constexpr (std::is_same_v<Value, ScaledDouble>) {
            add_weight(cells[slot.to], base, loops, stretch, stretch.tally.real(use.linear[c]));
          }
        } else if constexpr (std::is_same_v<Value, Num>) {
          add_weight(cells[slot.to], base, loops, stretch, stretch.tally.integer(use.linear[c]));
        }
      });
    }
    if (!base.is_zero()) add_extremes(lane, slot, stretch, use);
  }

  void add_weight(Num& target, const Num& base, bool loops, const Stretch& stretch,
                  const IntegerTally& weight) {
    if (!loops) return target.add_scaled(base, stretch.sum(weight));
    const std::uint64_t half = stretch.half_scaled(weight);
    if (half == 0) return;
    Num gain = base;
    const std::uint64_t doublings = stretch.part.doublings;
    gain.scale(doublings == 0 ? half / 2 : half);
    if (doublings > 1) gain.shift(doublings - 1, lanes_.largest());
    target += gain;
  }

  // An overflowed count makes the cell OVERFLOW, so what is summed then does not matter.
  void add_weight(ScaledDouble& target, const Num& base, bool loops, const Stretch& stretch,
                  const RealTally& weight) {
    if constexpr (std::is_constructible_v<ScaledDouble, const Num&>) {
      if (base.overflowed()) return;
      ScaledDouble gain(base);
      if (!loops) return target.add_product(gain, stretch.sum(weight));
      gain *= stretch.half_scaled(weight);
      if (stretch.part.doublings == 0) {
        gain.halve();
      } else {
        gain.shift(stretch.part.doublings - 1);
      }
      target += gain;
    }
  }

  void add_extremes(SumLane& lane, const SlotMove& slot, const Stretch& stretch, const RunUse& use) {
    const Components& components = lanes_.components();
    for (std::size_t c = 0; c < components.extremes.size(); ++c) {
      const bool is_maximum = components.extremes[c].is_maximum;
      Extreme* cells = lanes_.extremes(lane, c);
      for (const std::uint16_t from : slot.from) cells[slot.to].add(cells[from], is_maximum);
      if (slot.place != components.extremes[c].place || use.extremes[c] == kNoComponent) continue;
      const ExtremeTally& extreme = stretch.tally.extreme(use.extremes[c]);
      cells[slot.to].add(extreme.earlier, is_maximum);
      if (stretch.all) cells[slot.to].add(extreme.newest, is_maximum);
    }
  }

  // The events of the newest time wait for the commit, as single ones do.
  void add_newest(SumLane& lane, const SumEffect& effect, const RunTally& tally, const RunUse& use) {
    const Num* sums = lanes_.sums(lane);
    for (const SumMove& move : effect.moves) {
      Num fresh(std::uint64_t{move.starts ? 1U : 0U});
      for (const SumState from : move.from) fresh += sums[from];
      lanes_.pending_sums(lane)[move.to].add_scaled(fresh, tally.ties());
      if (!lanes_.plain() && !fresh.is_zero()) add_newest(lane, move.slots.front(), fresh, tally, use);
      lane.touched |= std::uint64_t{1} << move.to;
    }
    lane.time = tally.last();
  }

  void add_newest(SumLane& lane, const SlotMove& slot, const Num& fresh, const RunTally& tally,
                  const RunUse& use) {
    const Components& components = lanes_.components();
    const std::size_t slots = lanes_.program().slots();
    for (std::size_t c = 0; c < components.linear.size(); ++c) {
      const bool weighs = slot.place == components.linear[c].place && use.linear[c] != kNoComponent;
      lanes_.visit_linear(c, [&]<class Value>() {
        Value* cells = lanes_.template linear<Value>(lane, c);
        Value& pending = cells[slots + slot.to];
        for (const std::uint16_t from : slot.from) pending.add_scaled(cells[from], tally.ties());
        if (!weighs) return;
        if (components.linear[c].is_float()) {
          if constexpr (std::is_same_v<Value, ScaledDouble> &&
                        std::is_constructible_v<ScaledDouble, const Num&>) {
            if (!fresh.overflowed())
              pending.add_product(ScaledDouble(fresh), tally.real(use.linear[c]).newest);
          }
        } else if constexpr (std::is_same_v<Value, Num>) {
          pending.add_scaled(fresh, tally.integer(use.linear[c]).newest);
        }
      });
    }
    for (std::size_t c = 0; c < components.extremes.size(); ++c) {
      const bool is_maximum = components.extremes[c].is_maximum;
      Extreme* cells = lanes_.extremes(lane, c);
      Extreme& pending = cells[slots + slot.to];
      for (const std::uint16_t from : slot.from) pending.add(cells[from], is_maximum);
      if (slot.place != components.extremes[c].place || use.extremes[c] == kNoComponent) continue;
      pending.add(tally.extreme(use.extremes[c]).newest, is_maximum);
    }
  }

  // The same for several moves, which read what each other writes.
  void multiply(SumLane& lane, const OfType& of, std::uint64_t events) {
    while (events != 0) {
      const std::uint64_t step = std::min(events, RunMatrix::most_events(of.moves.size()));
      if (!matrix_.is_of(*of.effect, step)) matrix_.set(*of.effect, step);
      apply_matrix(lane, of.moves);
      events -= step;
    }
    lanes_.watch(lane);
  }

  void apply_matrix(SumLane& lane, const Moves& moves) {
    Num* sums = lanes_.sums(lane);
    Num added[RunMatrix::kMostMoves];
    const Num* others[RunMatrix::kMostMoves];
    const std::size_t count = moves.size();
    for (std::size_t j = 0; j < count; ++j) others[j] = &others_of(moves[j], sums, added[j]);
    const auto add = [&](Num& sum, std::size_t j, std::size_t i) {
      if (i != j && matrix_.of_sums(j, i) != 0) {
        sum.add_scaled(sums[moves[i].to], matrix_.of_sums(j, i));
      }
      if (matrix_.of_others(j, i) != 0) sum.add_scaled(*others[i], matrix_.of_others(j, i));
    };
    if (!matrix_.order().empty()) {
      for (const std::size_t j : matrix_.order()) {
        Num& sum = sums[moves[j].to];
        if (matrix_.of_sums(j, j) != 1) sum.scale(matrix_.of_sums(j, j));
        for (std::size_t i = 0; i < count; ++i) add(sum, j, i);
      }
      return;
    }
    Num after[RunMatrix::kMostMoves];
    for (std::size_t j = 0; j < count; ++j) {
      after[j].add_scaled(sums[moves[j].to], matrix_.of_sums(j, j));
      for (std::size_t i = 0; i < count; ++i) add(after[j], j, i);
    }
    for (std::size_t j = 0; j < count; ++j) sums[moves[j].to] = std::move(after[j]);
  }

  SumLanes<Num>& lanes_;
  std::vector<OfType> of_type_;
  RunMatrix matrix_;  // of the run under way
};

}  // namespace horatio::trend
