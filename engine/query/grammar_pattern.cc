// SPDX-License-Identifier: Apache-2.0
#include "engine/query/grammar_pattern.h"

namespace horatio::grammar {

bool parse_pattern(Input& in, Expectations& expectations, NodeStack& nodes) {
  return parse<PatternDisjunction>(in, expectations, nodes);
}

}  // namespace horatio::grammar
