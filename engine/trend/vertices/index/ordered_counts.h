// SPDX-License-Identifier: Apache-2.0
// What OrderedSums is (ordered_sums.h), for masses that are counts of 64 bits or OVERFLOW and nothing else:
// what they add up to does not depend on their order, so leaves are larger, and summed in lanes
// (count_node.h). B+-trees whose inner entries hold the total of their child; any number of them share one
// object.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "engine/model/state_io.h"
#include "engine/numbers/saturating_count.h"
#include "engine/trend/vertices/index/count_node.h"
#include "engine/trend/vertices/mass.h"

namespace horatio::trend {

class OrderedCounts {
 public:
  using Key = TreeKey;

  OrderedCounts(const Components&, std::size_t) {}  // as OrderedSums: of no components

  void add_tree() {
    trees_.emplace_back();
    note_bytes();
  }
  // No trees; memory stays for those to come.
  void clear();

  // Several masses may have one key. Returns the additions into any one number; what they are does not matter
  // where none is rounded, so for all of them it is one.
  std::size_t insert(std::size_t tree, Key key, const Mass<SaturatingCount>& mass) {
    if (trees_[tree].height == kSmall && insert_small(trees_[tree], key, mass.trends)) return 1;
    if (!is_at_finger(tree, key)) descend(tree, key);
    if (leaves_[finger().leaf].is_full()) make_room(tree, key);
    const Way& way = finger();
    for (std::uint32_t level = 0; level < trees_[tree].height; ++level) {
      inner_[way.places[level].node].counts.add(way.places[level].entry, mass.trends);
    }
    leaves_[way.leaf].push_back(key, mass.trends);
    return 1;
  }

  // The next sums are of what is at keys up to these, in this order: finds all ways down side by side, so
  // that one does not wait for the nodes of another. Sums and insertions of other keys stay right.
  static constexpr std::size_t kAhead = 8;
  void look_ahead(std::size_t tree, std::span<const Key> highs);  // REQUIRES: at most kAhead

  // The next sums are of trees of which this is one: fetches it from memory if it is small.
  void prefetch(std::size_t tree) const {
    if (trees_[tree].height == kSmall && trees_[tree].root != kNoNode) small_[trees_[tree].root].prefetch();
  }

  // Adds what is at the keys low <= k <= high to `sum`. REQUIRES: low <= high.
  std::size_t add_range(std::size_t tree, Key low, Key high, Mass<SaturatingCount>& sum) const;

  // Calls `visit(key, mass)` for all keys, each once, ascending.
  using Visit = std::function<void(Key, const Mass<SaturatingCount>&)>;
  void for_each(std::size_t tree, const Visit& visit) const;

  std::size_t bytes() const { return bytes_; }

  // The keys in their order, each once, with what there is.
  void write(std::size_t tree, StateWriter& out) const;
  // REQUIRES: the tree is empty. The reader has failed if the bytes are no such keys.
  void read(std::size_t tree, StateReader& in);

 private:
  // Most trees are small where there are many, and begin as one leaf of these.
  using SmallLeaf = CountLeaf<16>;
  using Leaf = CountLeaf<32>;
  using Node = std::uint32_t;
  static constexpr Node kNoNode = std::numeric_limits<Node>::max();
  static constexpr std::size_t kNoTree = std::numeric_limits<std::size_t>::max();
  // At least 2 * 8^9 leaves, more than there are numbers for nodes.
  static constexpr std::uint32_t kMostLevels = 11;

  static constexpr std::uint32_t kSmall = std::numeric_limits<std::uint32_t>::max();
  struct Tree {
    Node root = kNoNode;
    std::uint32_t height = kSmall;  // of inner nodes; kSmall: the root is a small leaf, if there is one
  };
  struct Place {
    Node node = 0;
    std::uint32_t entry = 0;
  };
  struct Subtree {
    Node node;
    std::uint32_t height;
  };
  // The way down to where a key is or would be.
  struct Way {
    Key key = 0, end = 0;                     // keys of key <= k < end lead the same way
    Node leaf = kNoNode;                      // at its end; kNoNode: the way is not right any more
    std::array<Place, kMostLevels> places{};  // from the top

    void start(Key at, Node root) { key = at, end = kLargestKey, leaf = root; }
  };

  bool is_at_finger(std::size_t tree, Key key) const {
    return finger_tree_ == tree && finger().key <= key && key < finger().end;
  }
  Way& finger() const { return ways_[finger_]; }
  // False: the leaf was full, and the tree is not small any more.
  bool insert_small(Tree& of, Key key, const SaturatingCount& count) {
    if (of.root == kNoNode || small_[of.root].is_full()) {
      if (!make_small_room(of)) return false;
    }
    small_[of.root].push_back(key, count);
    return true;
  }
  bool make_small_room(Tree& of);
  void descend(std::size_t tree, Key key);
  void go_down(Way& way, std::uint32_t level) const;
  void find_way(std::size_t tree, Key key) const;
  bool take_way_ahead(std::size_t tree, Key key) const;
  void make_room(std::size_t tree, Key key);
  void split_on_the_way(Tree& of, Key key);
  void split(Place at, std::uint32_t height);
  void note_bytes() {
    bytes_ = trees_.capacity() * sizeof(Tree) + small_.capacity() * sizeof(SmallLeaf) +
             leaves_.capacity() * sizeof(Leaf) + inner_.capacity() * sizeof(InnerCounts) +
             ways_.capacity() * sizeof(Way);
  }
  Node make_leaf();
  Node make_inner();
  SaturatingCount total(Subtree of) const;
  void add_up_to(Subtree at, Key high, HalfSums& sums) const;
  void add_between(Subtree at, Key low, Key high, HalfSums& sums) const;
  void add_from(Subtree at, Key low, HalfSums& sums) const;
  template <class VisitCount>
  void walk(Subtree of, const VisitCount& visit) const;
  template <std::uint32_t kRows, class VisitCount>
  static void walk_leaf(const CountLeaf<kRows>& leaf, const VisitCount& visit);

  std::vector<Tree> trees_;
  std::vector<SmallLeaf> small_;
  std::vector<Leaf> leaves_;
  std::vector<InnerCounts> inner_;
  std::size_t bytes_ = 0;
  // Once there is a tree that is not small: the first of the key that was asked for last, unless that was
  // looked for ahead; the others of the keys ahead.
  mutable std::vector<Way> ways_;
  mutable std::size_t finger_ = 0, finger_tree_ = kNoTree;  // the way of the key that was asked for last
  mutable std::size_t next_ahead_ = 0;
  std::size_t end_ahead_ = 0, ahead_tree_ = kNoTree;
};

}  // namespace horatio::trend
