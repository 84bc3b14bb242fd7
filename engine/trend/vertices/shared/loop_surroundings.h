// SPDX-License-Identifier: Apache-2.0
// What events of other types have to do with a Kleene loop that a query shares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/trend/vertices/shared/kleene_loop.h"
#include "engine/trend/vertices/vertex_plan.h"

namespace horatio::trend {

class LoopSurroundings {
 public:
  // `number`: of the loop in its key space.
  LoopSurroundings(const VertexPlan& plan, const KleeneLoop& loop, std::size_t number);

  std::size_t number() const { return number_; }
  TypeId type() const { return loop_.type; }
  automaton::State state() const { return loop_.state; }
  std::size_t index() const { return loop_.index; }
  // Whether events of the type go on with trends that are in the loop.
  bool is_read_by(TypeId type) const { return reads_[type] != 0; }
  // Whether they can change what goes into the loop.
  bool is_fed_by(TypeId type) const { return feeds_[type] != 0; }

 private:
  KleeneLoop loop_;
  std::size_t number_;
  std::vector<std::uint8_t> reads_, feeds_;  // by type
};

}  // namespace horatio::trend
