// SPDX-License-Identifier: Apache-2.0
#include "engine/query/grammar_expression.h"

namespace horatio::grammar {

bool parse_expression(Input& in, Expectations& expectations, NodeStack& nodes) {
  return parse<Disjunction>(in, expectations, nodes);
}

}  // namespace horatio::grammar
