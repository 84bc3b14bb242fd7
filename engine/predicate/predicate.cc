// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/predicate.h"

#include "engine/predicate/compile.h"

namespace horatio {

Result<Predicate> Predicate::compile(const Expression& condition) {
  auto program = predicate::compile(condition);
  if (!program) return program.error();
  return Predicate(std::move(*program));
}

}  // namespace horatio
