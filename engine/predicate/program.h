// SPDX-License-Identifier: Apache-2.0
// A compiled predicate: a tree in one flat array, evaluated on a row of a block. Comparisons of a column with
// a constant are leaves of their own (ranges), so that the usual predicate never builds a Number. Immutable
// once built; evaluation allocates nothing while values fit 64 bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/predicate/node.h"
#include "engine/predicate/number.h"

namespace horatio::predicate {

class Program {
 public:
  Truth truth(const EventBlock& block, std::uint32_t row) const { return truth(root, block, row); }

  // The truth value, number (NULL included) or text (nothing: NULL) of a node. REQUIRES: a node of that sort.
  Truth truth(NodeId id, const EventBlock& block, std::uint32_t row) const {
    const Node& node = nodes[id];
    return node.is_leaf() ? leaf_truth(node, block, row) : composite(node, block, row);
  }
  Number number(NodeId id, const EventBlock& block, std::uint32_t row) const;
  std::optional<std::string_view> text(NodeId id, const EventBlock& block, std::uint32_t row) const;

  std::vector<Node> nodes;
  std::vector<NodeId> lists;
  std::vector<Number> numbers;
  std::vector<std::string> texts;
  NodeId root = 0;

 private:
  Truth composite(const Node& node, const EventBlock& block, std::uint32_t row) const;
  Truth all(const Node& node, const EventBlock& block, std::uint32_t row) const;
  Truth any(const Node& node, const EventBlock& block, std::uint32_t row) const;
  Truth compare_columns(const Node& node, const EventBlock& block, std::uint32_t row) const;
  Truth compare_with_text(const Node& node, const EventBlock& block, std::uint32_t row) const;
  Truth compare_nodes(const Node& node, const EventBlock& block, std::uint32_t row) const;
};

}  // namespace horatio::predicate
