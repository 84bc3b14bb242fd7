// SPDX-License-Identifier: Apache-2.0
#include "engine/query/nodes.h"

#include <iterator>
#include <utility>

namespace horatio::grammar {

void NodeStack::reduce(std::size_t first, const char* rule, const char* begin, const char* end) {
  Node node{rule, begin, end, {}};
  const auto from = nodes_.begin() + static_cast<std::ptrdiff_t>(first);
  if (from != nodes_.end()) {
    node.children.assign(std::make_move_iterator(from), std::make_move_iterator(nodes_.end()));
    nodes_.erase(from, nodes_.end());
  }
  nodes_.push_back(std::move(node));
}

}  // namespace horatio::grammar
