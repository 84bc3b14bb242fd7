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

  // All of two or three types. O(types^3).
  std::vector<Block> find() const {
    std::vector<Block> found;
    const std::size_t types = of_type_.size();
    for (std::size_t a = 0; a < types; ++a) {
      for (std::size_t b = a + 1; b < types && of_type_[a].used; ++b) {
        if (!of_type_[b].used) continue;
        add(found, {a, b});
        for (std::size_t c = b + 1; c < types; ++c) {
          if (of_type_[c].used) add(found, {a, b, c});
        }
      }
    }
    return found;
  }

  // The one that is applied from here on. REQUIRES: find() gives it.
  void take(const Block& block) {
    sources_ = *outside_of(block.types);
    for (std::size_t i = 0; i < block.types.size(); ++i) states_[i] = of_type_[block.types[i]].to;
  }

  // Multiplies a lane by the graphlet; what its newest time adds is pending. REQUIRES: take() of its block.
  // O(types^2).
  void apply(SumLane& lane, const BlockExpression& graphlet) {
    lanes_.commit(lane);
    Num* sums = lanes_.sums(lane);
    const std::size_t states = graphlet.states();
    Num x(std::uint64_t{sources_.starts ? 1U : 0U});
    for (std::uint64_t from = sources_.from; from != 0; from &= from - 1) x += sums[std::countr_zero(from)];
    const auto add = [&](Num& target, const BlockExpression::Coefficients& coefficients) {
      for (std::size_t i = 0; i < states; ++i) {
        if (coefficients[i] != 0) target.add_scaled(sums[states_[i]], coefficients[i]);
      }
      if (coefficients[states] != 0) target.add_scaled(x, coefficients[states]);
    };
    std::array<Num, Block::kMostTypes> after;
    for (std::size_t j = 0; j < states; ++j) {
      if (((graphlet.changed() >> j) & 1U) != 0) add(after[j], graphlet.of(j));
      if (((graphlet.touched() >> j) & 1U) == 0) continue;
      add(lanes_.pending_sums(lane)[states_[j]], graphlet.newest_of(j));
      lane.touched |= bit(states_[j]);
      lane.time = graphlet.time();
    }
    for (std::size_t j = 0; j < states; ++j) {
      if (((graphlet.changed() >> j) & 1U) != 0) sums[states_[j]] = std::move(after[j]);
    }
    // A coefficient is rounded, multiplied and added.
    lane.operations += static_cast<std::uint64_t>(std::popcount(sources_.from)) + 3 * (states + 1) + 1;
    lanes_.watch(lane);
  }

 private:
  static constexpr std::uint64_t bit(std::size_t state) { return std::uint64_t{1} << state; }

  // What an event extends.
  struct Sources {
    bool starts = false;     // nothing: it may be a trend's first
    std::uint64_t from = 0;  // bit per state
    bool operator==(const Sources&) const = default;
  };
  // What an event of a type does, where it moves trends into one sum and does nothing else.
  struct OfType {
    bool used = false;
    SumState to = 0;
    Sources sources;
  };

  static std::vector<OfType> types_of(const TrendQuery& query, const SumLanes<Num>& lanes) {
    std::vector<OfType> types(query.schema().types.size());
    if (query.query().selection != Selection::kAllCombinations || !lanes.plain()) return types;
    const SumProgram& program = lanes.program();
    for (std::size_t type = 0; type < types.size(); ++type) {
      const auto id = static_cast<TypeId>(type);
      if (!query.in_pattern(id) || query.classes(id) > 1) continue;
      SumEffect scratch;
      if (query.conditional(id) && !program.effect(id, {}, scratch).empty()) continue;
      const SumEffect& effect = program.effect(id, {query.conditional(id) ? 1U : 0U}, scratch);
      if (effect.moves.size() != 1 || effect.fired != 0 || effect.extended != 0) continue;
      const SumMove& move = effect.moves.front();
      types[type] = {true, move.to, {move.starts, 0}};
      for (const SumState from : move.from) types[type].sources.from |= bit(from);
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
    for (const std::size_t other : types) outside.from &= ~bit(of_type_[other].to);
    return outside;
  }

  // What all types that read anything from outside read; nothing if they differ.
  template <class Types>
  std::optional<Sources> outside_of(const Types& types) const {
    Sources common;
    for (const std::size_t type : types) {
      const Sources outside = outside_of(types, type);
      if (outside == Sources()) continue;
      if (common != Sources() && common != outside) return std::nullopt;
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
      if (outside_of(types, types[i]) != Sources()) block.entered |= static_cast<std::uint8_t>(1U << i);
    }
    found.push_back(std::move(block));
  }

  SumLanes<Num>& lanes_;
  std::vector<OfType> of_type_;
  // Of the block that is applied.
  Sources sources_;
  std::array<SumState, Block::kMostTypes> states_{};
};

}  // namespace horatio::trend
