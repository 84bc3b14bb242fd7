// SPDX-License-Identifier: Apache-2.0
// Ordered indexes with sums: masses by key, and what those of an interval of keys add up to, each in
// O(log n). B+-trees whose inner entries hold the total of their child. Numbers are only ever added, never
// subtracted, so an interval is decomposed into whole children (canonical subsets, as in a range tree). Any
// number of trees share the memory for nodes: one per bucket of a hash.
//
// Keys are never removed, and the shape depends on nothing but the order of the insertions: inserting the
// same again in the same order gives the same sums to the last bit, and so does going on with what write()
// has stored.
//
// Paper: GRETA, section 6 (vertices in a tree by their edge predicate's attribute), with the aggregates of
// the vertices kept per subtree.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/model/state_io.h"
#include "engine/trend/index/mass_table.h"

namespace horatio::trend {

template <class Num>
class OrderedSums {
 public:
  using Key = std::int64_t;

  // `components` outlives the object.
  OrderedSums(const Components& components, std::size_t slots) : sums_(components, slots) {}

  std::size_t trees() const { return roots_.size(); }
  void add_tree() { roots_.push_back(kNoNode); }

  // Several masses may have one key. Returns how many additions went into any one number, at most. The mass
  // is of the shape of `slots`.
  std::size_t insert(std::size_t tree, Key key, const Mass<Num>& mass) {
    std::uint32_t& root = roots_[tree];
    std::size_t additions = 1;
    if (root == kNoNode) root = make(0);
    if (nodes_[root].size == kFanout) additions += grow(root);
    for (std::uint32_t at = root;;) {
      if (nodes_[at].height == 0) {
        add_to_leaf(at, key, mass);
        return additions;
      }
      std::uint32_t entry = child_for(at, key);
      if (nodes_[nodes_[at].children[entry]].size == kFanout) {
        additions += split(at, entry);
        if (entry + 1 < nodes_[at].size && key >= nodes_[at].keys[entry + 1]) ++entry;
      }
      nodes_[at].keys[entry] = std::min(key, nodes_[at].keys[entry]);
      sums_.add(row(at, entry), mass);
      ++additions;
      at = nodes_[at].children[entry];
    }
  }

  // Adds what is at the keys low <= k <= high to `sum`, a mass of the shape of `slots`. Returns the additions
  // into any one number, at most. REQUIRES: low <= high.
  std::size_t add_range(std::size_t tree, Key low, Key high, Mass<Num>& sum) const {
    std::uint32_t at = roots_[tree];
    if (at == kNoNode) return 0;
    if (low == kLeast) return add_up_to(at, high, sum);
    if (high == kMost) return add_from(at, low, sum);
    for (;;) {
      const Node& node = nodes_[at];
      const std::uint32_t first = count_below(node, low);
      const std::uint32_t last = count_up_to(node, high);
      if (node.height == 0) return add_rows(at, first, last, sum);
      // The first and the last child may hold keys beyond a bound as well.
      if (last == 0) return 0;
      if (first != last) {
        std::size_t additions = add_rows(at, first, last - 1, sum);
        if (first > 0) additions += add_from(node.children[first - 1], low, sum);
        return additions + add_up_to(node.children[last - 1], high, sum);
      }
      at = node.children[first - 1];
    }
  }

  std::size_t bytes() const {
    return nodes_.capacity() * sizeof(Node) + roots_.capacity() * sizeof(std::uint32_t) + sums_.bytes();
  }

  // Node for node, since sums of floating point numbers depend on how they were added up.
  void write(std::size_t tree, StateWriter& out) const {
    const std::uint32_t root = roots_[tree];
    out.number(root == kNoNode ? std::uint8_t{0} : static_cast<std::uint8_t>(nodes_[root].height + 1));
    if (root != kNoNode) write_node(root, out);
  }
  // REQUIRES: the tree is empty. The reader has failed if the bytes are no tree.
  void read(std::size_t tree, StateReader& in) {
    const auto levels = in.number<std::uint8_t>();
    if (levels > kMostLevels) in.fail();
    if (levels == 0 || in.failed()) return;
    const std::uint32_t root = read_node(levels - 1U, in);
    roots_[tree] = root;
  }

 private:
  static constexpr std::uint32_t kFanout = 16;
  static constexpr std::uint32_t kNoNode = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint8_t kMostLevels = 32;
  static constexpr Key kLeast = std::numeric_limits<Key>::min();
  static constexpr Key kMost = std::numeric_limits<Key>::max();

  struct Node {
    std::array<Key, kFanout> keys;  // of an inner node: not above any key of the child, above all before
    std::array<std::uint32_t, kFanout> children{};
    std::uint32_t size = 0;
    std::uint32_t height = 0;
    Node() { keys.fill(kMost); }
  };

  static std::size_t row(std::uint32_t node, std::uint32_t entry) {
    return std::size_t{node} * kFanout + entry;
  }

  std::uint32_t make(std::uint32_t height) {
    nodes_.emplace_back().height = height;
    sums_.resize(nodes_.size() * kFanout);
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  // How many keys are below `key`. All places are looked at, which takes no branch that depends on the keys;
  // the unused ones hold the largest key.
  static std::uint32_t count_below(const Node& node, Key key) {
    std::uint32_t below = 0;
    for (const Key other : node.keys) below += other < key ? 1U : 0U;
    return below;
  }
  static std::uint32_t count_up_to(const Node& node, Key key) {
    return key == kMost ? node.size : count_below(node, key + 1);
  }

  std::uint32_t child_for(std::uint32_t at, Key key) const {
    const std::uint32_t up_to = count_up_to(nodes_[at], key);
    return up_to == 0 ? 0 : up_to - 1;
  }

  void add_to_leaf(std::uint32_t at, Key key, const Mass<Num>& mass) {
    Node& leaf = nodes_[at];
    const std::uint32_t entry = count_below(leaf, key);
    if (entry == leaf.size || key < leaf.keys[entry]) insert_entry(at, entry, key, 0);
    sums_.add(row(at, entry), mass);
  }

  void insert_entry(std::uint32_t at, std::uint32_t entry, Key key, std::uint32_t child) {
    Node& node = nodes_[at];
    for (std::uint32_t i = node.size; i > entry; --i) {
      node.keys[i] = node.keys[i - 1];
      node.children[i] = node.children[i - 1];
    }
    sums_.open_gap(row(at, entry), row(at, node.size));
    node.keys[entry] = key;
    node.children[entry] = child;
    ++node.size;
  }

  std::size_t grow(std::uint32_t& root) {
    const std::uint32_t old = root;
    root = make(nodes_[old].height + 1);
    insert_entry(root, 0, nodes_[old].keys[0], old);
    return split(root, 0);
  }

  // Moves the upper half of a full child to a new one beside it.
  std::size_t split(std::uint32_t at, std::uint32_t entry) {
    constexpr std::uint32_t kHalf = kFanout / 2;
    const std::uint32_t low = nodes_[at].children[entry];
    const std::uint32_t high = make(nodes_[low].height);
    Node &from = nodes_[low], &to = nodes_[high];
    for (std::uint32_t i = 0; i < kHalf; ++i) {
      to.keys[i] = from.keys[kHalf + i];
      to.children[i] = from.children[kHalf + i];
      from.keys[kHalf + i] = kMost;
    }
    from.size = to.size = kHalf;
    sums_.move(row(low, kHalf), row(low, kFanout), row(high, 0));
    sums_.clear(row(low, kHalf), row(low, kFanout));
    insert_entry(at, entry + 1, to.keys[0], high);
    sums_.clear(row(at, entry), row(at, entry + 1));
    for (std::uint32_t i = 0; i < kHalf; ++i) {
      sums_.add_row(row(at, entry), row(low, i));
      sums_.add_row(row(at, entry + 1), row(high, i));
    }
    return kHalf;
  }

  std::size_t add_rows(std::uint32_t at, std::uint32_t first, std::uint32_t last, Mass<Num>& sum) const {
    if (first >= last) return 0;
    sums_.add_to(row(at, first), row(at, last), sum);
    return last - first;
  }

  std::size_t add_up_to(std::uint32_t at, Key high, Mass<Num>& sum) const {
    std::size_t additions = 0;
    for (;;) {
      const Node& node = nodes_[at];
      const std::uint32_t last = count_up_to(node, high);
      if (node.height == 0) return additions + add_rows(at, 0, last, sum);
      if (last == 0) return additions;
      additions += add_rows(at, 0, last - 1, sum);
      at = node.children[last - 1];
    }
  }

  std::size_t add_from(std::uint32_t at, Key low, Mass<Num>& sum) const {
    std::size_t additions = 0;
    for (;;) {
      const Node& node = nodes_[at];
      const std::uint32_t first = count_below(node, low);
      additions += add_rows(at, first, node.size, sum);
      if (node.height == 0 || first == 0) return additions;
      at = node.children[first - 1];
    }
  }

  void write_node(std::uint32_t at, StateWriter& out) const {
    const Node& node = nodes_[at];
    out.number(static_cast<std::uint8_t>(node.size));
    for (std::uint32_t i = 0; i < node.size; ++i) {
      out.number(node.keys[i]);
      sums_.write(row(at, i), out);
    }
    for (std::uint32_t i = 0; i < node.size && node.height > 0; ++i) write_node(node.children[i], out);
  }

  std::uint32_t read_node(std::uint32_t height, StateReader& in) {
    const std::uint32_t at = make(height);
    const std::uint32_t size = in.number<std::uint8_t>();
    if (size == 0 || size > kFanout) in.fail();
    if (in.failed()) return at;
    nodes_[at].size = size;
    for (std::uint32_t i = 0; i < size; ++i) {
      nodes_[at].keys[i] = in.number<Key>();
      sums_.read(row(at, i), in);
      if (i > 0 && nodes_[at].keys[i] <= nodes_[at].keys[i - 1]) in.fail();
    }
    for (std::uint32_t i = 0; i < size && height > 0 && !in.failed(); ++i) {
      const std::uint32_t child = read_node(height - 1, in);
      nodes_[at].children[i] = child;
    }
    return at;
  }

  std::vector<Node> nodes_;  // of all trees
  std::vector<std::uint32_t> roots_;
  MassTable<Num> sums_;  // by node and entry
};

}  // namespace horatio::trend
