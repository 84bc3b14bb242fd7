// SPDX-License-Identifier: Apache-2.0
// The blocks of a query (engine/trend/sharing/block.h) as its running sums see them: which sub-patterns are
// such a machine, and what a complete graphlet of one does to a lane.
//
// Paper: HAMLET, section 3.3 (the value of a snapshot per query).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/trend/sharing/block.h"
#include "engine/trend/sharing/block_expression.h"
#include "engine/trend/sums/sum_lanes.h"

namespace horatio::trend {

template <class Num>
class SumBlocks {
 public:
  SumBlocks(const TrendQuery& query, SumLanes<Num>& lanes)
      : lanes_(lanes), of_type_(types_of(query, lanes)) {}

  // All of two or three types. O(types + types of the pattern^3).
  std::vector<Block> find() const {
    std::vector<std::size_t> used;
    for (std::size_t type = 0; type < of_type_.size(); ++type) {
      if (of_type_[type].used) used.push_back(type);
    }
    std::vector<Block> found;
    for (std::size_t a = 0; a < used.size(); ++a) {
      for (std::size_t b = a + 1; b < used.size(); ++b) {
        add(found, {used[a], used[b]});
        for (std::size_t c = b + 1; c < used.size(); ++c) add(found, {used[a], used[b], used[c]});
      }
    }
    return found;
  }

  // The one that is applied from here on. REQUIRES: find() gives it.
  void take(const Block& block) {
    sources_ = *outside_of(block.types);
    for (std::size_t i = 0; i < block.types.size(); ++i) {
      states_[i] = of_type_[block.types[i]].to;
      slots_[i] = of_type_[block.types[i]].slot;
    }
  }

  // Multiplies a lane by the graphlet; what its newest time adds is pending. REQUIRES: take() of its block.
  // O((1 + components) * types^2).
  void apply(SumLane& lane, const BlockExpression& graphlet, const RunUse& use) {
    lanes_.commit(lane);
    const std::size_t states = graphlet.states();
    x_ = Num(std::uint64_t{sources_.starts ? 1U : 0U});
    for (std::uint64_t from = sources_.from; from != 0; from &= from - 1)
      x_ += lanes_.sums(lane)[std::countr_zero(from)];
    if (!lanes_.plain()) {
      apply_linear(lane, graphlet, use);
      apply_extremes(lane, graphlet, use);
      lane.operations += kEvent * graphlet.events();
    }
    apply_sums(lane, graphlet);
    // A coefficient is rounded, multiplied and added; so is a second part.
    lane.operations += static_cast<std::uint64_t>(std::popcount(sources_.from)) + 6 * (states + 1) + 1;
    lanes_.watch(lane);
  }

 private:
  static constexpr std::uint64_t bit(std::size_t state) { return std::uint64_t{1} << state; }

  // What an event extends.
  struct Sources {
    bool starts = false;     // nothing: it may be a trend's first
    std::uint64_t from = 0;  // bit per state
    std::set<std::size_t> slots;
    bool empty() const { return !starts && from == 0; }
    bool operator==(const Sources&) const = default;
  };
  // What an event of a type does, where it moves trends into one sum and does nothing else.
  struct OfType {
    bool used = false;
    SumState to = 0;
    std::size_t slot = 0;  // of its trends' components
    Sources sources;
  };

  static std::vector<OfType> types_of(const TrendQuery& query, const SumLanes<Num>& lanes) {
    std::vector<OfType> types(query.schema().types.size());
    if (query.query().selection != Selection::kAllCombinations) return types;
    const SumProgram& program = lanes.program();
    for (std::size_t type = 0; type < types.size(); ++type) {
      const auto id = static_cast<TypeId>(type);
      if (!query.in_pattern(id) || query.classes(id) > 1) continue;
      SumEffect scratch;
      if (query.conditional(id) && !program.effect(id, {}, scratch).empty()) continue;
      const SumEffect& effect = program.effect(id, {query.conditional(id) ? 1U : 0U}, scratch);
      if (effect.moves.size() != 1 || effect.fired != 0 || effect.extended != 0) continue;
      const SumMove& move = effect.moves.front();
      if (!lanes.plain() && move.slots.size() != 1) continue;
      types[type] = {true, move.to, 0, {move.starts, 0, {}}};
      for (const SumState from : move.from) types[type].sources.from |= bit(from);
      if (lanes.plain()) continue;
      types[type].slot = move.slots.front().to;
      types[type].sources.slots.insert(move.slots.front().from.begin(), move.slots.front().from.end());
    }
    return types;
  }

  bool reads(std::size_t type, std::size_t other) const {
    return (of_type_[type].sources.from & bit(of_type_[other].to)) != 0;
  }

  // Every trend can go from each of the types to each other within the block: a part that repeats.
  template <class Types>
  bool is_repeated(const Types& types) const {
    std::uint8_t reached = 1;
    std::uint8_t reaching = 1;
    for (std::size_t step = 1; step < types.size(); ++step) {
      for (std::size_t i = 0; i < types.size(); ++i) {
        for (std::size_t j = 0; j < types.size(); ++j) {
          if (!reads(types[i], types[j])) continue;
          if (((reached >> j) & 1U) != 0) reached |= static_cast<std::uint8_t>(1U << i);
          if (((reaching >> i) & 1U) != 0) reaching |= static_cast<std::uint8_t>(1U << j);
        }
      }
    }
    const auto all = static_cast<std::uint8_t>((1U << types.size()) - 1U);
    return reached == all && reaching == all;
  }

  template <class Types>
  Sources outside_of(const Types& types, std::size_t type) const {
    Sources outside = of_type_[type].sources;
    for (const std::size_t other : types) {
      outside.from &= ~bit(of_type_[other].to);
      if (!lanes_.plain()) outside.slots.erase(of_type_[other].slot);
    }
    return outside;
  }

  // What all types that read anything from outside read; nothing if they differ.
  template <class Types>
  std::optional<Sources> outside_of(const Types& types) const {
    Sources common;
    for (const std::size_t type : types) {
      const Sources outside = outside_of(types, type);
      if (outside.empty()) continue;
      if (!common.empty() && common != outside) return std::nullopt;
      common = outside;
    }
    return common;
  }

  void add(std::vector<Block>& found, const std::vector<std::size_t>& types) const {
    if (!is_repeated(types) || !outside_of(types)) return;
    Block block;
    block.strict = lanes_.strict();
    for (std::size_t i = 0; i < types.size(); ++i) {
      block.types.push_back(static_cast<TypeId>(types[i]));
      std::uint8_t inside = 0;
      for (std::size_t j = 0; j < types.size(); ++j) {
        if (reads(types[i], types[j])) inside |= static_cast<std::uint8_t>(1U << j);
      }
      block.reads.push_back(inside);
      if (!outside_of(types, types[i]).empty()) block.entered |= static_cast<std::uint8_t>(1U << i);
    }
    found.push_back(std::move(block));
  }

  static bool has(std::uint8_t states, std::size_t state) { return ((states >> state) & 1U) != 0; }

  // For each sum that the graphlet changes, `add(target, state, newest)` adds up what it is now, or what the
  // newest time adds, into an empty cell or a pending one. `cell(state)`, `pending(state)`: where they are.
  template <class Value, class Cell, class Pending, class Add>
  static void change(const BlockExpression& graphlet, Cell cell, Pending pending, Add add) {
    std::array<Value, Block::kMostTypes> after;
    for (std::size_t j = 0; j < graphlet.states(); ++j) {
      if (has(graphlet.changed(), j)) add(after[j], j, false);
      if (has(graphlet.touched(), j)) add(pending(j), j, true);
    }
    for (std::size_t j = 0; j < graphlet.states(); ++j) {
      if (has(graphlet.changed(), j)) cell(j) = std::move(after[j]);
    }
  }

  void apply_sums(SumLane& lane, const BlockExpression& graphlet) {
    Num* sums = lanes_.sums(lane);
    Num* pending = lanes_.pending_sums(lane);
    change<Num>(
        graphlet, [&](std::size_t j) -> Num& { return sums[states_[j]]; },
        [&](std::size_t j) -> Num& {
          lane.touched |= bit(states_[j]);
          lane.time = graphlet.time();
          return pending[states_[j]];
        },
        [&](Num& target, std::size_t j, bool newest) {
          add_scaled(
              target, graphlet.trends().of(j, newest), graphlet.states(),
              [&](std::size_t i) -> const Num& { return i < graphlet.states() ? sums[states_[i]] : x_; });
        });
  }

  // `value(i)`: of the i-th snapshot, x last.
  template <class Target, class ValueOf>
  static void add_scaled(Target& target, const BlockExpression::Coefficients& coefficients,
                         std::size_t states, ValueOf value) {
    for (std::size_t i = 0; i <= states; ++i) {
      if (coefficients[i] != 0) target.add_scaled(value(i), coefficients[i]);
    }
  }

  void apply_linear(SumLane& lane, const BlockExpression& graphlet, const RunUse& use) {
    const Components& components = lanes_.components();
    for (std::size_t c = 0; c < components.linear.size(); ++c) {
      lanes_.visit_linear(c, [&]<class Value>() {
        Value* cells = lanes_.template linear<Value>(lane, c);
        Value outside{};
        for (const std::size_t from : sources_.slots) outside += cells[from];
        change<Value>(
            graphlet, [&](std::size_t j) -> Value& { return cells[slots_[j]]; },
            [&](std::size_t j) -> Value& { return cells[lanes_.program().slots() + slots_[j]]; },
            [&](Value& target, std::size_t j, bool newest) {
              add_scaled(target, graphlet.trends().of(j, newest), graphlet.states(),
                         [&](std::size_t i) -> const Value& {
                           return i < graphlet.states() ? cells[slots_[i]] : outside;
                         });
              if (use.linear[c] == kNoComponent) return;
              if (components.linear[c].is_float()) {
                add_real(target, lane, graphlet, graphlet.real(use.linear[c]).of(j, newest));
              } else {
                add_integer(target, lane, graphlet, graphlet.integer(use.linear[c]).of(j, newest));
              }
            });
      });
    }
  }

  const Num& trends(SumLane& lane, const BlockExpression& graphlet, std::size_t i) const {
    return i < graphlet.states() ? lanes_.sums(lane)[states_[i]] : x_;
  }

  template <class Value>
  void add_integer(Value& target, SumLane& lane, const BlockExpression& graphlet,
                   const BlockExpression::Coefficients& weighed) const {
    if constexpr (std::is_same_v<Value, Num>) {
      add_scaled(target, weighed, graphlet.states(),
                 [&](std::size_t i) -> const Num& { return trends(lane, graphlet, i); });
    }
  }

  // An overflowed count makes the cell OVERFLOW, so what is summed then does not matter.
  template <class Value>
  void add_real(Value& target, SumLane& lane, const BlockExpression& graphlet,
                const BlockExpression::Over<ScaledDouble>& weighed) const {
    if constexpr (std::is_same_v<Value, ScaledDouble> && std::is_constructible_v<ScaledDouble, const Num&>) {
      for (std::size_t i = 0; i <= graphlet.states(); ++i) {
        const Num& count = trends(lane, graphlet, i);
        if (!weighed[i].is_zero() && !count.overflowed()) target.add_product(ScaledDouble(count), weighed[i]);
      }
    }
  }

  void apply_extremes(SumLane& lane, const BlockExpression& graphlet, const RunUse& use) {
    const Components& components = lanes_.components();
    for (std::size_t c = 0; c < components.extremes.size(); ++c) {
      const bool is_maximum = components.extremes[c].is_maximum;
      Extreme* cells = lanes_.extremes(lane, c);
      Extreme outside;
      for (const std::size_t from : sources_.slots) outside.add(cells[from], is_maximum);
      change<Extreme>(
          graphlet, [&](std::size_t j) -> Extreme& { return cells[slots_[j]]; },
          [&](std::size_t j) -> Extreme& { return cells[lanes_.program().slots() + slots_[j]]; },
          [&](Extreme& target, std::size_t j, bool newest) {
            const BlockExpression::Coefficients& coefficients = graphlet.trends().of(j, newest);
            for (std::size_t i = 0; i <= graphlet.states(); ++i) {
              if (coefficients[i] == 0 || trends(lane, graphlet, i).is_zero()) continue;
              target.add(i < graphlet.states() ? cells[slots_[i]] : outside, is_maximum);
              if (use.extremes[c] != kNoComponent)
                target.add(graphlet.extreme(use.extremes[c]).of(j, newest)[i], is_maximum);
            }
          });
    }
  }

  // Operations of an event behind one number of a graphlet's second parts, at most.
  static constexpr std::uint64_t kEvent = 2 * Block::kMostTypes + 4;

  SumLanes<Num>& lanes_;
  std::vector<OfType> of_type_;
  // Of the block that is applied.
  Sources sources_;
  std::array<SumState, Block::kMostTypes> states_{};
  std::array<std::size_t, Block::kMostTypes> slots_{};
  Num x_;  // of the lane under way
};

}  // namespace horatio::trend
