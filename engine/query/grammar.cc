// SPDX-License-Identifier: Apache-2.0
#include "engine/query/grammar.h"

namespace horatio::grammar {

bool parse_statement(Input& in, Expectations& expectations, NodeStack& nodes) {
  return parse<Statement>(in, expectations, nodes);
}

bool parse_cut_statement(Input& in, Expectations& expectations, NodeStack& nodes) {
  return parse<CutStatement>(in, expectations, nodes);
}

}  // namespace horatio::grammar
