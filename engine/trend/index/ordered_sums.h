// SPDX-License-Identifier: Apache-2.0
// Ordered indexes with sums: masses by key, and what those of an interval of keys add up to, each in
// O(log n). B+-trees whose inner entries hold the total of their child, and the total of each block of
// entries beside. Numbers are only ever added, never subtracted, so an interval is decomposed into whole
// blocks and children (canonical subsets, as in a range tree). Any number of trees share the memory for
// nodes: one per bucket of a hash.
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
#include "engine/trend/index/mass_table.h"
#include "engine/trend/index/tree_node.h"

namespace horatio::trend {

template <class Num>
class OrderedSums {
 public:
  using Key = TreeKey;

  // `components` outlives the object.
  OrderedSums(const Components& components, std::size_t slots)
      : leaf_sums_(components, slots), inner_sums_(components, slots) {}

  void add_tree() {
    trees_.emplace_back();
    note_bytes();
  }

  // Several masses may have one key. Returns how many additions went into any one number, at most. The mass
  // is of the shape of `slots`.
  std::size_t insert(std::size_t tree, Key key, const Mass<Num>& mass) {
    Tree& of = trees_[tree];
    if (of.root == kNoNode) of.root = make_leaf();
    std::size_t additions = 1;
    if (!is_at_finger(tree, key)) descend(tree, key);
    if (must_split(key)) {
      additions += split_on_the_way(of, key);
      descend(tree, key);
    }
    for (std::uint32_t level = 1; level <= of.height; ++level) {
      const auto [node, entry] = finger_[level];
      if (key < inner_[node].keys[entry]) inner_[node].keys.set(entry, key);
      inner_sums_.add(row(node, entry), mass);
      inner_sums_.add(block_row(node, entry), mass);
    }
    add_to_leaf(key, mass);
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
    std::uint32_t at = of.root;
    for (std::uint32_t height = of.height; height > 0; --height) {
      const Inner& node = inner_[at];
      const std::uint32_t first = node.keys.count_below(low);
      const std::uint32_t last = node.keys.count_up_to(high);
      if (last == 0) return 0;
      if (first == last) {
        at = node.children[first - 1];
        continue;
      }
      // The first and the last child may hold keys beyond a bound as well.
      finger_tree_ = kNoTree;
      std::size_t additions = add_entries(at, first, last - 1, sum);
      if (first > 0) additions += add_from(node.children[first - 1], height - 1, low, sum);
      return additions + add_up_to(node.children[last - 1], height - 1, high, sum);
    }
    return add_leaf(at, leaves_[at].count_below(low), leaves_[at].count_up_to(high), sum);
  }

  std::size_t bytes() const { return node_bytes_ + leaf_sums_.bytes() + inner_sums_.bytes(); }

  // Node for node, since sums of floating point numbers depend on how they were added up.
  void write(std::size_t tree, StateWriter& out) const {
    const Tree& of = trees_[tree];
    out.number(of.root == kNoNode ? std::uint8_t{0} : static_cast<std::uint8_t>(of.height + 1));
    if (of.root != kNoNode) write_node(of.root, of.height, out);
  }
  // REQUIRES: the tree is empty. The reader has failed if the bytes are no tree.
  void read(std::size_t tree, StateReader& in) {
    const std::uint32_t levels = in.number<std::uint8_t>();
    if (levels > kMostLevels) in.fail();
    if (levels == 0 || in.failed()) return;
    const std::uint32_t root = read_node(levels - 1, in);
    trees_[tree] = {root, levels - 1};
  }

 private:
  static constexpr std::uint32_t kLeafKeys = 16, kInnerKeys = 32, kBlock = 8;
  static constexpr std::uint32_t kInnerRows = kInnerKeys + kInnerKeys / kBlock;  // entries, then blocks
  static constexpr std::uint32_t kNoNode = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t kNoTree = std::numeric_limits<std::size_t>::max();
  static constexpr std::uint32_t kMostLevels = 16;

  using Leaf = SortedKeys<kLeafKeys, 4>;
  struct Inner {
    SortedKeys<kInnerKeys, kBlock> keys;  // not above any key of the child, above all before
    std::array<std::uint32_t, kInnerKeys> children{};
  };
  struct Tree {
    std::uint32_t root = kNoNode;
    std::uint32_t height = 0;  // of leaves: 0
  };
  struct Place {
    std::uint32_t node = 0, entry = 0;
  };

  static std::size_t leaf_row(std::uint32_t leaf, std::uint32_t entry) {
    return std::size_t{leaf} * kLeafKeys + entry;
  }
  static std::size_t row(std::uint32_t node, std::uint32_t entry) {
    return std::size_t{node} * kInnerRows + entry;
  }
  static std::size_t block_row(std::uint32_t node, std::uint32_t entry) {
    return row(node, kInnerKeys + entry / kBlock);
  }

  std::uint32_t make_leaf() {
    leaves_.emplace_back();
    note_bytes();
    leaf_sums_.resize(leaves_.size() * kLeafKeys);
    return static_cast<std::uint32_t>(leaves_.size() - 1);
  }
  std::uint32_t make_inner() {
    inner_.emplace_back();
    note_bytes();
    inner_sums_.resize(inner_.size() * kInnerRows);
    return static_cast<std::uint32_t>(inner_.size() - 1);
  }

  void note_bytes() {
    node_bytes_ = leaves_.capacity() * sizeof(Leaf) + inner_.capacity() * sizeof(Inner) +
                  trees_.capacity() * sizeof(Tree);
  }

  // The finger leads to the leaf of the key: it lies between two of its keys.
  bool is_at_finger(std::size_t tree, Key key) const {
    if (finger_tree_ != tree) return false;
    const Leaf& leaf = leaves_[finger_[0].node];
    const std::uint32_t entry = finger_[0].entry;
    return entry > 0 && entry < leaf.size() && leaf[entry - 1] < key && key <= leaf[entry];
  }

  void descend(std::size_t tree, Key key) {
    const Tree& of = trees_[tree];
    finger_tree_ = tree;
    std::uint32_t at = of.root;
    for (std::uint32_t height = of.height; height > 0; --height) {
      const std::uint32_t entry = child_for(at, key);
      finger_[height] = {at, entry};
      at = inner_[at].children[entry];
    }
    finger_[0] = {at, leaves_[at].count_below(key)};
  }

  std::uint32_t child_for(std::uint32_t at, Key key) const {
    const std::uint32_t up_to = inner_[at].keys.count_up_to(key);
    return up_to == 0 ? 0 : up_to - 1;
  }

  bool has_at_finger(Key key) const {
    const auto [leaf, entry] = finger_[0];
    return entry < leaves_[leaf].size() && leaves_[leaf][entry] == key;
  }
  bool must_split(Key key) const { return leaves_[finger_[0].node].is_full() && !has_at_finger(key); }

  void add_to_leaf(Key key, const Mass<Num>& mass) {
    const auto [leaf, entry] = finger_[0];
    if (!has_at_finger(key)) {
      leaf_sums_.open_gap(leaf_row(leaf, entry), leaf_row(leaf, leaves_[leaf].size()));
      leaves_[leaf].insert(entry, key);
    }
    leaf_sums_.add(leaf_row(leaf, entry), mass);
  }

  // Splits the key's leaf, and before it every full node on the way, so that each has room for another child.
  std::size_t split_on_the_way(Tree& of, Key key) {
    std::size_t additions = 0;
    if (of.height == 0 || inner_[of.root].keys.is_full()) additions += grow(of);
    std::uint32_t at = of.root;
    for (std::uint32_t height = of.height; height > 0; --height) {
      std::uint32_t entry = child_for(at, key);
      const std::uint32_t child = inner_[at].children[entry];
      const bool is_full = height == 1 ? leaves_[child].is_full() : inner_[child].keys.is_full();
      if (is_full) additions += split(at, entry, height - 1);
      at = inner_[at].children[child_for(at, key)];
    }
    return additions;
  }

  // A root above the root.
  std::size_t grow(Tree& of) {
    const std::uint32_t old = of.root;
    of.root = make_inner();
    inner_[of.root].keys.insert(0, of.height == 0 ? leaves_[old][0] : inner_[old].keys[0]);
    inner_[of.root].children[0] = old;
    const std::size_t additions = add_up(of.root, 0, of.height);
    add_up_blocks(of.root);
    ++of.height;
    return additions + kBlock;
  }

  // Moves the upper half of a full child to a new one beside it.
  std::size_t split(std::uint32_t at, std::uint32_t entry, std::uint32_t height) {
    const std::uint32_t low = inner_[at].children[entry];
    const std::uint32_t high = height == 0 ? split_leaf(low) : split_inner(low);
    insert_child(at, entry + 1, height == 0 ? leaves_[high][0] : inner_[high].keys[0], high);
    inner_sums_.clear(row(at, entry), row(at, entry + 1));
    const std::size_t additions = std::max(add_up(at, entry, height), add_up(at, entry + 1, height));
    add_up_blocks(at);
    return additions + 2 * kBlock;
  }

  std::uint32_t split_leaf(std::uint32_t low) {
    const std::uint32_t high = make_leaf();
    leaves_[low].move_half(leaves_[high]);
    constexpr std::uint32_t kHalf = kLeafKeys / 2;
    leaf_sums_.move(leaf_row(low, kHalf), leaf_row(low, kLeafKeys), leaf_row(high, 0));
    leaf_sums_.clear(leaf_row(low, kHalf), leaf_row(low, kLeafKeys));
    return high;
  }

  std::uint32_t split_inner(std::uint32_t low) {
    const std::uint32_t high = make_inner();
    constexpr std::uint32_t kHalf = kInnerKeys / 2;
    inner_[low].keys.move_half(inner_[high].keys);
    std::copy_n(&inner_[low].children[kHalf], kHalf, inner_[high].children.data());
    inner_sums_.move(row(low, kHalf), row(low, kInnerKeys), row(high, 0));
    inner_sums_.clear(row(low, kHalf), row(low, kInnerKeys));
    add_up_blocks(low);
    add_up_blocks(high);
    return high;
  }

  void insert_child(std::uint32_t at, std::uint32_t entry, Key key, std::uint32_t child) {
    Inner& node = inner_[at];
    inner_sums_.open_gap(row(at, entry), row(at, node.keys.size()));
    for (std::uint32_t i = node.keys.size(); i > entry; --i) node.children[i] = node.children[i - 1];
    node.children[entry] = child;
    node.keys.insert(entry, key);
  }

  // The total of a child, into its entry, which is zero.
  std::size_t add_up(std::uint32_t at, std::uint32_t entry, std::uint32_t height) {
    const std::uint32_t child = inner_[at].children[entry];
    if (height > 0) {
      for (std::uint32_t i = kInnerKeys; i < kInnerRows; ++i)
        inner_sums_.add_row(row(at, entry), inner_sums_, row(child, i));
      return kInnerRows - kInnerKeys;
    }
    for (std::uint32_t i = 0; i < leaves_[child].size(); ++i)
      inner_sums_.add_row(row(at, entry), leaf_sums_, leaf_row(child, i));
    return leaves_[child].size();
  }

  void add_up_blocks(std::uint32_t at) {
    inner_sums_.clear(row(at, kInnerKeys), row(at, kInnerRows));
    for (std::uint32_t i = 0; i < inner_[at].keys.size(); ++i)
      inner_sums_.add_row(block_row(at, i), inner_sums_, row(at, i));
  }

  std::size_t add_leaf(std::uint32_t leaf, std::uint32_t first, std::uint32_t last, Mass<Num>& sum) const {
    leaf_sums_.add_to(leaf_row(leaf, first), leaf_row(leaf, last), sum);
    return last - first;
  }

  // By whole blocks where there are any.
  std::size_t add_entries(std::uint32_t at, std::uint32_t first, std::uint32_t last, Mass<Num>& sum) const {
    const std::uint32_t begin = (first + kBlock - 1) / kBlock, end = last / kBlock;
    if (begin >= end) {
      inner_sums_.add_to(row(at, first), row(at, last), sum);
      return last - first;
    }
    inner_sums_.add_to(row(at, first), row(at, begin * kBlock), sum);
    inner_sums_.add_to(row(at, kInnerKeys + begin), row(at, kInnerKeys + end), sum);
    inner_sums_.add_to(row(at, end * kBlock), row(at, last), sum);
    return 2 * kBlock + end - begin;
  }

  std::size_t add_first(std::uint32_t at, std::uint32_t count, Mass<Num>& sum) const {
    constexpr std::uint32_t kBlocks = kInnerKeys / kBlock;
    inner_sums_.template add_first<kBlocks - 1>(row(at, kInnerKeys), count / kBlock, sum);
    inner_sums_.template add_first<kBlock - 1>(row(at, count / kBlock * kBlock), count % kBlock, sum);
    return count / kBlock + count % kBlock;
  }

  // Leaves the finger where the way went, from the node down.
  std::size_t add_up_to(std::uint32_t at, std::uint32_t height, Key high, Mass<Num>& sum) const {
    std::size_t additions = 0;
    for (; height > 0; --height) {
      const Inner& node = inner_[at];
      const std::uint32_t last = node.keys.count_up_to(high);
      if (last == 0) return finger_tree_ = kNoTree, additions;
      additions += add_first(at, last - 1, sum);
      finger_[height] = {at, last - 1};
      at = node.children[last - 1];
    }
    const std::uint32_t last = leaves_[at].count_up_to(high);
    finger_[0] = {at, last};
    return additions + add_leaf(at, 0, last, sum);
  }

  std::size_t add_from(std::uint32_t at, std::uint32_t height, Key low, Mass<Num>& sum) const {
    std::size_t additions = 0;
    for (; height > 0; --height) {
      const Inner& node = inner_[at];
      const std::uint32_t first = node.keys.count_below(low);
      additions += add_entries(at, first, node.keys.size(), sum);
      if (first == 0) return additions;
      at = node.children[first - 1];
    }
    return additions + add_leaf(at, leaves_[at].count_below(low), leaves_[at].size(), sum);
  }

  void write_node(std::uint32_t at, std::uint32_t height, StateWriter& out) const {
    const std::uint32_t size = height == 0 ? leaves_[at].size() : inner_[at].keys.size();
    out.number(static_cast<std::uint8_t>(size));
    for (std::uint32_t i = 0; i < size; ++i) {
      out.number(height == 0 ? leaves_[at][i] : inner_[at].keys[i]);
      height == 0 ? leaf_sums_.write(leaf_row(at, i), out) : inner_sums_.write(row(at, i), out);
    }
    if (height == 0) return;
    for (std::uint32_t i = kInnerKeys; i < kInnerRows; ++i) inner_sums_.write(row(at, i), out);
    for (std::uint32_t i = 0; i < size; ++i) write_node(inner_[at].children[i], height - 1, out);
  }

  std::uint32_t read_node(std::uint32_t height, StateReader& in) {
    const std::uint32_t at = height == 0 ? make_leaf() : make_inner();
    const std::uint32_t size = in.number<std::uint8_t>();
    if (size == 0 || size > (height == 0 ? kLeafKeys : kInnerKeys)) in.fail();
    for (std::uint32_t i = 0; i < size && !in.failed(); ++i) {
      const Key key = in.number<Key>();
      const bool rises = i == 0 || (height == 0 ? leaves_[at][i - 1] : inner_[at].keys[i - 1]) < key;
      if (!rises) return in.fail(), at;
      height == 0 ? leaves_[at].insert(i, key) : inner_[at].keys.insert(i, key);
      height == 0 ? leaf_sums_.read(leaf_row(at, i), in) : inner_sums_.read(row(at, i), in);
    }
    if (height == 0) return at;
    for (std::uint32_t i = kInnerKeys; i < kInnerRows; ++i) inner_sums_.read(row(at, i), in);
    for (std::uint32_t i = 0; i < size && !in.failed(); ++i) {
      const std::uint32_t child = read_node(height - 1, in);
      inner_[at].children[i] = child;
    }
    return at;
  }

  std::vector<Tree> trees_;
  std::vector<Leaf> leaves_;  // of all trees
  std::vector<Inner> inner_;
  MassTable<Num> leaf_sums_, inner_sums_;  // by node and row
  std::size_t node_bytes_ = 0;
  // The way down to where a key is or would be, by height.
  mutable std::array<Place, kMostLevels + 1> finger_{};
  mutable std::size_t finger_tree_ = kNoTree;
};

}  // namespace horatio::trend
