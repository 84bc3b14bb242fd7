// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/operand.h"

#include <string>

namespace horatio::predicate {

const char* name_of(Sort sort) {
  switch (sort) {
    case Sort::kNull:
      return "NULL";
    case Sort::kInteger:
      return "an integer";
    case Sort::kDecimal:
      return "a decimal";
    case Sort::kFloat:
      return "a FLOAT";
    case Sort::kText:
      return "a string";
    case Sort::kTruth:
      return "a truth value";
  }
  return "?";
}

Error mismatch(Sort left, Sort right, const char* what) {
  return {ErrorCode::kTypeMismatch,
          std::string(name_of(left)) + " and " + name_of(right) + " cannot be " + what,
          "use operands of one sort",
          {}};
}

}  // namespace horatio::predicate
