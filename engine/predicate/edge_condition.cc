// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/edge_condition.h"

#include "engine/predicate/compile.h"

namespace horatio {

Result<EdgeCondition> EdgeCondition::compile(const Expression& condition) {
  std::vector<AttributeId> slots;
  auto program = predicate::compile_pair(condition, slots);
  if (!program) return program.error();
  return EdgeCondition(std::move(*program), std::move(slots));
}

}  // namespace horatio
