// SPDX-License-Identifier: Apache-2.0
// The nodes of B+-trees whose inner entries hold the total of their child (ordered_sums.h), and, beside, the
// total of each block of entries. Leaves have a mass per key. Nodes are never freed; any number of trees
// share the memory. Totals are only ever added up, never subtracted from.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/model/state_io.h"
#include "engine/trend/vertices/index/mass_table.h"
#include "engine/trend/vertices/index/tree_node.h"

namespace horatio::trend {

// A node is called by its number among those of its kind; its height tells the kind: leaves have 0.
template <class Num>
class TreeNodes {
 public:
  using Node = std::uint32_t;
  using Leaf = SortedKeys<16, 4>;

  // `components` outlives the object.
  TreeNodes(const Components& components, std::size_t slots)
      : leaf_sums_(components, slots), inner_sums_(components, slots) {}

  const Leaf& leaf(Node node) const { return leaves_[node]; }
  std::uint32_t size(Node node, std::uint32_t height) const {
    return height == 0 ? leaves_[node].size() : inner_[node].keys.size();
  }
  bool is_full(Node node, std::uint32_t height) const {
    return height == 0 ? leaves_[node].is_full() : inner_[node].keys.is_full();
  }
  // Of an inner node: entries whose keys are below `key`, or not above it.
  std::uint32_t count_below(Node node, TreeKey key) const { return inner_[node].keys.count_below(key); }
  std::uint32_t count_up_to(Node node, TreeKey key) const { return inner_[node].keys.count_up_to(key); }
  Node child(Node node, std::uint32_t entry) const { return inner_[node].children[entry]; }
  // The entry below which a key is, or goes in.
  std::uint32_t entry_for(Node node, TreeKey key) const {
    const std::uint32_t up_to = count_up_to(node, key);
    return up_to == 0 ? 0 : up_to - 1;
  }

  Node make_leaf() {
    leaves_.emplace_back();
    leaf_sums_.resize(leaves_.size() * kLeafRows);
    note_bytes();
    return static_cast<Node>(leaves_.size() - 1);
  }
  // An inner node with one child, of the height below.
  Node make_parent(Node child, std::uint32_t height) {
    const Node node = make_inner();
    insert_child(node, 0, child, height);
    add_up(node, 0, height);
    add_up_blocks(node);
    return node;
  }
  // Moves the upper half of a full child, of height `height`, to a new one beside it. Returns the additions
  // into any one number, at most.
  std::size_t split(Node node, std::uint32_t entry, std::uint32_t height) {
    const Node low = child(node, entry);
    const Node high = height == 0 ? split_leaf(low) : split_inner(low);
    insert_child(node, entry + 1, high, height);
    inner_sums_.clear(row(node, entry), row(node, entry + 1));
    add_up(node, entry, height);
    add_up(node, entry + 1, height);
    add_up_blocks(node);
    return kLeafRows + 2 * kBlock;
  }

  // A mass below an entry: into its total and its block's.
  void add(Node node, std::uint32_t entry, TreeKey key, const Mass<Num>& mass) {
    if (key < inner_[node].keys[entry]) inner_[node].keys.set(entry, key);
    inner_sums_.add(row(node, entry), mass);
    inner_sums_.add(block_row(node, entry), mass);
  }
  // A mass into a leaf, at a place that has the key or where it goes in. REQUIRES: it does not go in if the
  // leaf is full.
  void add_to_leaf(Node node, std::uint32_t entry, TreeKey key, const Mass<Num>& mass) {
    Leaf& leaf = leaves_[node];
    if (entry == leaf.size() || leaf[entry] != key) {
      leaf_sums_.open_gap(leaf_row(node, entry), leaf_row(node, leaf.size()));
      leaf.insert(entry, key);
    }
    leaf_sums_.add(leaf_row(node, entry), mass);
  }

  // All of these return the additions into any one number.
  std::size_t sum_leaf(Node node, std::uint32_t first, std::uint32_t last, Mass<Num>& sum) const {
    leaf_sums_.add_to(leaf_row(node, first), leaf_row(node, last), sum);
    return last - first;
  }
  // Below the first entries of an inner node.
  std::size_t sum_first(Node node, std::uint32_t count, Mass<Num>& sum) const {
    inner_sums_.template add_first<kBlocks - 1>(row(node, kEntries), count / kBlock, sum);
    inner_sums_.template add_first<kBlock - 1>(row(node, count / kBlock * kBlock), count % kBlock, sum);
    return count / kBlock + count % kBlock;
  }
  // Below first <= i < last, by whole blocks where there are any.
  std::size_t sum(Node node, std::uint32_t first, std::uint32_t last, Mass<Num>& sum) const {
    const std::uint32_t begin = (first + kBlock - 1) / kBlock, end = last / kBlock;
    if (begin >= end) {
      inner_sums_.add_to(row(node, first), row(node, last), sum);
      return last - first;
    }
    inner_sums_.add_to(row(node, first), row(node, begin * kBlock), sum);
    inner_sums_.add_to(row(node, kEntries + begin), row(node, kEntries + end), sum);
    inner_sums_.add_to(row(node, end * kBlock), row(node, last), sum);
    return 2 * kBlock + end - begin;
  }

  std::size_t bytes() const { return node_bytes_ + leaf_sums_.bytes() + inner_sums_.bytes(); }

  // A node and all below it.
  void write(Node node, std::uint32_t height, StateWriter& out) const {
    const std::uint32_t entries = size(node, height);
    out.number(static_cast<std::uint8_t>(entries));
    for (std::uint32_t i = 0; i < entries; ++i) {
      out.number(height == 0 ? leaves_[node][i] : inner_[node].keys[i]);
      height == 0 ? leaf_sums_.write(leaf_row(node, i), out) : inner_sums_.write(row(node, i), out);
    }
    if (height == 0) return;
    for (std::uint32_t i = kEntries; i < kInnerRows; ++i) inner_sums_.write(row(node, i), out);
    for (std::uint32_t i = 0; i < entries; ++i) write(child(node, i), height - 1, out);
  }
  // The reader has failed if the bytes are no nodes.
  Node read(std::uint32_t height, StateReader& in) {
    const Node node = height == 0 ? make_leaf() : make_inner();
    const std::uint32_t entries = in.number<std::uint8_t>();
    if (entries == 0 || entries > (height == 0 ? kLeafRows : kEntries)) in.fail();
    for (std::uint32_t i = 0; i < entries && !in.failed(); ++i) read_entry(node, i, height, in);
    if (height == 0) return node;
    for (std::uint32_t i = kEntries; i < kInnerRows; ++i) inner_sums_.read(row(node, i), in);
    for (std::uint32_t i = 0; i < entries && !in.failed(); ++i) {
      const Node below = read(height - 1, in);
      inner_[node].children[i] = below;
    }
    return node;
  }

 private:
  static constexpr std::uint32_t kLeafRows = 16, kEntries = 32, kBlock = 8, kBlocks = kEntries / kBlock;
  static constexpr std::uint32_t kInnerRows = kEntries + kBlocks;  // entries, then blocks

  struct Inner {
    SortedKeys<kEntries, kBlock> keys;  // not above any key of the child, above all before
    std::array<Node, kEntries> children{};
  };

  static std::size_t leaf_row(Node node, std::uint32_t entry) {
    return std::size_t{node} * kLeafRows + entry;
  }
  static std::size_t row(Node node, std::uint32_t entry) { return std::size_t{node} * kInnerRows + entry; }
  static std::size_t block_row(Node node, std::uint32_t entry) {
    return row(node, kEntries + entry / kBlock);
  }

  Node make_inner() {
    inner_.emplace_back();
    inner_sums_.resize(inner_.size() * kInnerRows);
    note_bytes();
    return static_cast<Node>(inner_.size() - 1);
  }

  void note_bytes() { node_bytes_ = leaves_.capacity() * sizeof(Leaf) + inner_.capacity() * sizeof(Inner); }

  Node split_leaf(Node low) {
    constexpr std::uint32_t kHalf = kLeafRows / 2;
    const Node high = make_leaf();
    leaves_[low].move_half(leaves_[high]);
    leaf_sums_.move(leaf_row(low, kHalf), leaf_row(low, kLeafRows), leaf_row(high, 0));
    leaf_sums_.clear(leaf_row(low, kHalf), leaf_row(low, kLeafRows));
    return high;
  }

  Node split_inner(Node low) {
    constexpr std::uint32_t kHalf = kEntries / 2;
    const Node high = make_inner();
    inner_[low].keys.move_half(inner_[high].keys);
    std::copy_n(&inner_[low].children[kHalf], kHalf, inner_[high].children.data());
    inner_sums_.move(row(low, kHalf), row(low, kEntries), row(high, 0));
    inner_sums_.clear(row(low, kHalf), row(low, kEntries));
    add_up_blocks(low);
    add_up_blocks(high);
    return high;
  }

  // Its total is zero.
  void insert_child(Node node, std::uint32_t entry, Node child, std::uint32_t height) {
    Inner& inner = inner_[node];
    inner_sums_.open_gap(row(node, entry), row(node, inner.keys.size()));
    for (std::uint32_t i = inner.keys.size(); i > entry; --i) inner.children[i] = inner.children[i - 1];
    inner.children[entry] = child;
    inner.keys.insert(entry, height == 0 ? leaves_[child][0] : inner_[child].keys[0]);
  }

  // The total of a child, into its entry, which is zero.
  void add_up(Node node, std::uint32_t entry, std::uint32_t height) {
    const Node below = child(node, entry);
    for (std::uint32_t i = kEntries; i < kInnerRows && height > 0; ++i)
      inner_sums_.add_row(row(node, entry), inner_sums_, row(below, i));
    for (std::uint32_t i = 0; height == 0 && i < leaves_[below].size(); ++i)
      inner_sums_.add_row(row(node, entry), leaf_sums_, leaf_row(below, i));
  }

  void add_up_blocks(Node node) {
    inner_sums_.clear(row(node, kEntries), row(node, kInnerRows));
    for (std::uint32_t i = 0; i < inner_[node].keys.size(); ++i)
      inner_sums_.add_row(block_row(node, i), inner_sums_, row(node, i));
  }

  void read_entry(Node node, std::uint32_t entry, std::uint32_t height, StateReader& in) {
    const TreeKey key = in.number<TreeKey>();
    const auto insert = [&](auto& keys) {
      if (entry > 0 && keys[entry - 1] >= key) return in.fail();
      keys.insert(entry, key);
    };
    height == 0 ? insert(leaves_[node]) : insert(inner_[node].keys);
    height == 0 ? leaf_sums_.read(leaf_row(node, entry), in) : inner_sums_.read(row(node, entry), in);
  }

  std::vector<Leaf> leaves_;
  std::vector<Inner> inner_;
  MassTable<Num> leaf_sums_, inner_sums_;  // by node and row
  std::size_t node_bytes_ = 0;
};

}  // namespace horatio::trend
