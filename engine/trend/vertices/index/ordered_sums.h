// SPDX-License-Identifier: Apache-2.0
// Ordered indexes with sums: masses by key, and what those of an interval of keys add up to, each in
// O(log n). B+-trees whose inner entries hold the total of their child (tree_nodes.h). Numbers are only ever
// added, never subtracted, so an interval is decomposed into whole blocks and children (canonical subsets, as
// in a range tree). Any number of trees share one object: one per bucket of a hash.
//
// A sum up to some key leaves a *finger*, the way down to it: an event usually goes in where it has looked.
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
#include "engine/trend/vertices/index/tree_nodes.h"

namespace horatio::trend {

template <class Num>
class OrderedSums {
 public:
  using Key = TreeKey;

  // `components` outlives the object.
  OrderedSums(const Components& components, std::size_t slots) : nodes_(components, slots) {}

  void add_tree() { trees_.emplace_back(); }
  // No trees; memory stays for those to come.
  void clear() {
    trees_.clear();
    nodes_.clear();
    finger_tree_ = kNoTree;
  }

  // Several masses may have one key. Returns how many additions went into any one number, at most. The mass
  // is of the shape of `slots`.
  std::size_t insert(std::size_t tree, Key key, const Mass<Num>& mass) {
    Tree& of = trees_[tree];
    if (of.root == kNoNode) of.root = nodes_.make_leaf();
    std::size_t additions = 1;
    if (!is_at_finger(tree, key)) descend(tree, key);
    if (nodes_.is_leaf_full(finger_[0].node)) additions += make_room(tree, key);
    for (std::uint32_t level = 1; level <= of.height; ++level) {
      nodes_.add(finger_[level].node, finger_[level].entry, mass);
    }
    nodes_.add_to_leaf(finger_[0].node, key, mass);
    return additions + of.height;
  }

  // Adds what is at the keys low <= k <= high to `sum`, a mass of the shape of `slots`. Returns the additions
  // into any one number, at most. REQUIRES: low <= high.
  std::size_t add_range(std::size_t tree, Key low, Key high, Mass<Num>& sum) const {
    const Tree& of = trees_[tree];
    if (of.root == kNoNode) return 0;
    if (low == kLeastKey) {
      finger_tree_ = tree;
      return add_up_to(of.root, of.height, high, sum);
    }
    Node at = of.root;
    for (std::uint32_t height = of.height; height > 0; --height) {
      const std::uint32_t first = nodes_.count_below(at, low);
      const std::uint32_t last = nodes_.count_up_to(at, high);
      if (first != last) return add_between(at, height, {first, last}, {low, high}, sum);
      at = nodes_.child(at, first - 1);
    }
    return nodes_.sum_leaf(at, low, high, sum);
  }

  // Calls `visit(key, mass)` for all that has been inserted, what has come together as one.
  template <class Visit>
  void for_each(std::size_t tree, const Visit& visit) const {
    const Tree& of = trees_[tree];
    if (of.root != kNoNode) nodes_.for_each(of.root, of.height, visit);
  }

  std::size_t bytes() const { return nodes_.bytes() + trees_.capacity() * sizeof(Tree); }

  // Node for node, since sums of floating point numbers depend on how they were added up.
  void write(std::size_t tree, StateWriter& out) const {
    const Tree& of = trees_[tree];
    out.number(of.root == kNoNode ? std::uint8_t{0} : static_cast<std::uint8_t>(of.height + 1));
    if (of.root != kNoNode) nodes_.write(of.root, of.height, out);
  }
  // REQUIRES: the tree is empty. The reader has failed if the bytes are no tree.
  void read(std::size_t tree, StateReader& in) {
    const std::uint32_t levels = in.number<std::uint8_t>();
    if (levels > kMostLevels) in.fail();
    if (levels == 0 || in.failed()) return;
    trees_[tree] = {nodes_.read(levels - 1, kLeastKey, in), levels - 1};
  }

 private:
  using Node = typename TreeNodes<Num>::Node;
  static constexpr Node kNoNode = std::numeric_limits<Node>::max();
  static constexpr std::size_t kNoTree = std::numeric_limits<std::size_t>::max();
  // A tree of 13 levels would have at least 2 * 8^11 leaves, more than there are numbers for nodes.
  static constexpr std::uint32_t kMostLevels = 12;

  struct Tree {
    Node root = kNoNode;
    std::uint32_t height = 0;
  };
  struct Place {
    Node node = 0;
    std::uint32_t entry = 0;
  };
  struct Entries {
    std::uint32_t first, last;
  };
  struct Interval {
    Key low, high;
  };

  // The key goes in where the way went.
  bool is_at_finger(std::size_t tree, Key key) const {
    return finger_tree_ == tree && finger_low_ <= key && key < finger_end_;
  }

  void descend(std::size_t tree, Key key) {
    const Tree& of = trees_[tree];
    finger_tree_ = tree;
    finger_low_ = finger_end_ = key;
    Node at = of.root;
    for (std::uint32_t height = of.height; height > 0; --height) {
      finger_[height] = {at, nodes_.entry_for(at, key)};
      at = nodes_.child(at, finger_[height].entry);
    }
    finger_[0].node = at;
  }

  // In the key's leaf, which is full. Leads the finger to where the key goes in.
  std::size_t make_room(std::size_t tree, Key key) {
    const Node leaf = finger_[0].node;
    if (nodes_.merge(leaf)) return nodes_.kLeafRows;
    const std::size_t additions = split_on_the_way(trees_[tree], key, nodes_.divide(leaf));
    descend(tree, key);
    return additions;
  }

  // Splits the leaf that the key leads to, and before it every full node on the way, so that each has room
  // for another child. `at`: from where on the leaf is split.
  std::size_t split_on_the_way(Tree& of, Key key, Key at) {
    std::size_t additions = 0;
    if (of.height == 0 || nodes_.is_full(of.root)) of.root = nodes_.make_parent(of.root, of.height++);
    Node node = of.root;
    for (std::uint32_t height = of.height; height > 0; --height) {
      const std::uint32_t entry = nodes_.entry_for(node, key);
      if (height == 1 || nodes_.is_full(nodes_.child(node, entry)))
        additions += nodes_.split(node, entry, height - 1, at);
      node = nodes_.child(node, nodes_.entry_for(node, key));
    }
    return additions;
  }

  // From a node on where the ways to the bounds part. The first and the last child may hold keys beyond them.
  std::size_t add_between(Node at, std::uint32_t height, Entries entries, Interval keys,
                          Mass<Num>& sum) const {
    const auto [first, last] = entries;
    finger_tree_ = kNoTree;
    std::size_t additions = nodes_.sum(at, first, last - 1, sum);
    additions += add_from(nodes_.child(at, first - 1), height - 1, keys.low, sum);
    return additions + add_up_to(nodes_.child(at, last - 1), height - 1, keys.high, sum);
  }

  // Leaves the finger where the way went, from the node down.
  std::size_t add_up_to(Node at, std::uint32_t height, Key high, Mass<Num>& sum) const {
    std::size_t additions = 0;
    Key end = kLargestKey;
    for (; height > 0; --height) {
      const std::uint32_t last = nodes_.count_up_to(at, high);
      additions += nodes_.sum_first(at, last - 1, sum);
      end = std::min(end, nodes_.key(at, last));
      finger_[height] = {at, last - 1};
      at = nodes_.child(at, last - 1);
    }
    finger_[0].node = at;
    finger_low_ = high;
    finger_end_ = end;
    return additions + nodes_.sum_leaf(at, kLeastKey, high, sum);
  }

  std::size_t add_from(Node at, std::uint32_t height, Key low, Mass<Num>& sum) const {
    std::size_t additions = 0;
    for (; height > 0; --height) {
      const std::uint32_t first = nodes_.count_below(at, low);
      additions += nodes_.sum(at, first, nodes_.size(at, height), sum);
      at = nodes_.child(at, first - 1);
    }
    return additions + nodes_.sum_leaf(at, low, kLargestKey, sum);
  }

  std::vector<Tree> trees_;
  TreeNodes<Num> nodes_;
  // The way down to where a key is or would be, by height.
  mutable std::array<Place, kMostLevels + 1> finger_{};
  mutable std::size_t finger_tree_ = kNoTree;
  mutable Key finger_low_ = 0, finger_end_ = 0;  // keys of low <= k < end lead the same way
};

}  // namespace horatio::trend
