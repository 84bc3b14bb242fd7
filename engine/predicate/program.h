// SPDX-License-Identifier: Apache-2.0
// A compiled predicate: a tree in one flat array, evaluated on a row of a block or a pair of events.
// Comparisons of a column with a constant are leaves of their own (ranges), so that the usual predicate never
// builds a Number. Immutable once built; evaluation allocates nothing while values fit 64 bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/predicate/node.h"
#include "engine/predicate/number.h"
#include "engine/predicate/source.h"

namespace horatio::predicate {

class Program {
 public:
  // The truth value, number (NULL included) or text (nothing: NULL) of a node. Source: RowSource or
  // PairSource. REQUIRES: a node of that sort.
  template <class Source>
  Truth truth(Source source) const {
    return truth(root, source);
  }
  template <class Source>
  Truth truth(NodeId id, Source source) const {
    const Node& node = nodes[id];
    return node.is_leaf() ? leaf_truth(node, source) : composite(node, source);
  }
  template <class Source>
  Number number(NodeId id, Source source) const;
  template <class Source>
  std::optional<std::string_view> text(NodeId id, Source source) const;

  // Of nodes that read no event.
  Truth constant_truth(NodeId id) const;
  Number constant_number(NodeId id) const;

  std::vector<Node> nodes;
  std::vector<NodeId> lists;
  std::vector<Number> numbers;
  std::vector<std::string> texts;
  NodeId root = 0;

 private:
  template <class Source>
  Truth composite(const Node& node, Source source) const;
  template <class Source>
  Truth all(const Node& node, Source source) const;
  template <class Source>
  Truth any(const Node& node, Source source) const;
  template <class Source>
  Truth compare_columns(const Node& node, Source source) const;
  template <class Source>
  Truth compare_with_text(const Node& node, Source source) const;
  template <class Source>
  Truth compare_nodes(const Node& node, Source source) const;
};

extern template Truth Program::composite(const Node&, RowSource) const;
extern template Truth Program::composite(const Node&, PairSource) const;

}  // namespace horatio::predicate
