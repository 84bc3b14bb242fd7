// SPDX-License-Identifier: Apache-2.0
// The nodes of B+-trees whose inner entries hold the total of their child (ordered_sums.h), and, beside, the
// total of each block of entries. Leaves have keys with their masses in the order in which they came, so that
// one more moves none; in a full one keys that are the same become one, or it is divided in two.
// Nodes are never freed; any number of trees share the memory. Totals are only ever added up, never
// subtracted from.
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

  static constexpr std::uint32_t kLeafRows = 16;

  // `components` outlives the object.
  TreeNodes(const Components& components, std::size_t slots)
      : leaf_sums_(components, slots), inner_sums_(components, slots) {}

  // No nodes; memory stays for those to come.
  void clear() {
    leaves_.clear();
    inner_.clear();
    leaf_sums_.drop_rows();
    inner_sums_.drop_rows();
  }

  std::uint32_t size(Node node, std::uint32_t height) const {
    return height == 0 ? leaves_[node].size() : inner_[node].keys.size();
  }
  bool is_leaf_full(Node node) const { return leaves_[node].is_full(); }
  bool is_full(Node node) const { return inner_[node].keys.is_full(); }
  // Of an inner node: entries whose keys are below `key`, or not above it.
  std::uint32_t count_below(Node node, TreeKey key) const { return inner_[node].keys.count_below(key); }
  std::uint32_t count_up_to(Node node, TreeKey key) const { return inner_[node].keys.count_up_to(key); }
  Node child(Node node, std::uint32_t entry) const { return inner_[node].children[entry]; }
  // Of an inner node: the key of an entry, or, behind the last one, the largest there is.
  TreeKey key(Node node, std::uint32_t entry) const { return inner_[node].keys[entry]; }
  // The entry below which a key is, or goes in.
  std::uint32_t entry_for(Node node, TreeKey key) const { return count_up_to(node, key) - 1; }

  Node make_leaf() {
    leaves_.emplace_back();
    leaf_sums_.resize(leaves_.size() * kLeafRows);
    note_bytes();
    return static_cast<Node>(leaves_.size() - 1);
  }
  // An inner node with one child, of the height below.
  Node make_parent(Node child, std::uint32_t height) {
    const Node node = make_inner();
    insert_child(node, 0, child, kLeastKey);
    add_up(node, 0, height);
    add_up_blocks(node);
    return node;
  }
  // Moves what is at the upper keys of a full child, of height `height`, to a new one beside it; `at`: from
  // which key on, of a leaf. Returns the additions into any one number, at most.
  std::size_t split(Node node, std::uint32_t entry, std::uint32_t height, TreeKey at) {
    const Node low = child(node, entry);
    const Node high = height == 0 ? split_leaf(low, at) : split_inner(low);
    insert_child(node, entry + 1, high, height == 0 ? at : inner_[high].keys[0]);
    inner_sums_.clear(row(node, entry), row(node, entry + 1));
    add_up(node, entry, height);
    add_up(node, entry + 1, height);
    add_up_blocks(node);
    return kLeafRows + 2 * kBlock;
  }

  // A mass below an entry: into its total and its block's.
  void add(Node node, std::uint32_t entry, const Mass<Num>& mass) {
    inner_sums_.add(row(node, entry), mass);
    inner_sums_.add(block_row(node, entry), mass);
  }
  // A mass into a leaf. REQUIRES: the leaf is not full.
  void add_to_leaf(Node node, TreeKey key, const Mass<Num>& mass) {
    Leaf& leaf = leaves_[node];
    leaf_sums_.add(leaf_row(node, leaf.size()), mass);
    leaf.push_back(key);
  }
  // Adds up what a full leaf has at the same key, if that makes some room: else keys that repeat would take
  // leaves of their own. Whether there is.
  bool merge(Node node) {
    Leaf& leaf = leaves_[node];
    if (leaf.count_repeated() < kLeastMerged) return false;
    leaf.clear();
    for (std::uint32_t i = 0; i < kLeafRows; ++i) {
      const TreeKey key = leaf[i];
      const std::uint32_t place = leaf.find(key);
      if (place == leaf.size()) leaf.push_back(key);
      if (place != i) merge_row(leaf_row(node, i), leaf_row(node, place));
    }
    return true;
  }
  // The key from which on a full leaf is to be split. REQUIRES: merge() has not made room.
  TreeKey divide(Node node) const { return leaves_[node].divide(); }

  // All of these return the additions into any one number.
  // Of a leaf, low <= k <= high.
  std::size_t sum_leaf(Node node, TreeKey low, TreeKey high, Mass<Num>& sum) const {
    const Leaf& leaf = leaves_[node];
    const auto base = static_cast<std::uint64_t>(low);
    const std::uint64_t width = static_cast<std::uint64_t>(high) - base;
    const auto is_within = [&leaf, base, width](std::size_t i) {
      return static_cast<std::uint64_t>(leaf[static_cast<std::uint32_t>(i)]) - base <= width;
    };
    leaf_sums_.template add_chosen<kLeafRows>(leaf_row(node, 0), leaf.size(), is_within, sum);
    return leaf.size();
  }
  // Below the first entries of an inner node.
  std::size_t sum_first(Node node, std::uint32_t count, Mass<Num>& sum) const {
    inner_sums_.add_to(row(node, kEntries), row(node, kEntries + count / kBlock), sum);
    inner_sums_.add_to(row(node, count / kBlock * kBlock), row(node, count), sum);
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

  // Calls `visit(key, mass)` for what is in the leaves below a node.
  template <class Visit>
  void for_each(Node node, std::uint32_t height, const Visit& visit) const {
    for (std::uint32_t i = 0; i < size(node, height); ++i) {
      height > 0 ? for_each(child(node, i), height - 1, visit)
                 : visit(leaves_[node][i], leaf_sums_.row(leaf_row(node, i)));
    }
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
  // `least`: the key of its entry. The reader has failed if the bytes are no nodes.
  Node read(std::uint32_t height, TreeKey least, StateReader& in) {
    const Node node = height == 0 ? make_leaf() : make_inner();
    const std::uint32_t entries = in.number<std::uint8_t>();
    if (entries == 0 || entries > (height == 0 ? kLeafRows : kEntries)) in.fail();
    for (std::uint32_t i = 0; i < entries && !in.failed(); ++i) {
      height == 0 ? read_mass(node, least, in) : read_entry(node, i, least, in);
    }
    if (height == 0) return node;
    for (std::uint32_t i = kEntries; i < kInnerRows; ++i) inner_sums_.read(row(node, i), in);
    for (std::uint32_t i = 0; i < entries && !in.failed(); ++i) {
      const Node below = read(height - 1, key(node, i), in);
      inner_[node].children[i] = below;
    }
    return node;
  }

 private:
  using Leaf = UnsortedKeys<kLeafRows>;
  static constexpr std::uint32_t kEntries = 16, kBlock = 4, kBlocks = kEntries / kBlock;
  static constexpr std::uint32_t kLeastMerged = kLeafRows / 8;
  static constexpr std::uint32_t kInnerRows = kEntries + kBlocks;  // entries, then blocks

  struct alignas(64) Inner {
    SortedKeys<kEntries, kBlock>
        keys;  // not above any key of the child, above all before; the first is the node's own
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

  // A row that is zero or has the same key gets the mass of one behind it, which becomes zero.
  void merge_row(std::size_t row, std::size_t into) {
    leaf_sums_.add_row(into, leaf_sums_, row);
    leaf_sums_.clear(row, row + 1);
  }

  Node split_leaf(Node low, TreeKey at) {
    const Node high = make_leaf();
    Leaf& leaf = leaves_[low];
    const auto moves = [&leaf, at](std::size_t i) { return !(leaf[static_cast<std::uint32_t>(i)] < at); };
    leaf_sums_.divide(leaf_row(low, 0), leaf.size(), leaf_row(high, 0), moves);
    leaf.move_from(at, leaves_[high]);
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
  void insert_child(Node node, std::uint32_t entry, Node child, TreeKey key) {
    Inner& inner = inner_[node];
    inner_sums_.open_gap(row(node, entry), row(node, inner.keys.size()));
    for (std::uint32_t i = inner.keys.size(); i > entry; --i) inner.children[i] = inner.children[i - 1];
    inner.children[entry] = child;
    inner.keys.insert(entry, key);
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

  // Of a leaf.
  void read_mass(Node node, TreeKey least, StateReader& in) {
    const TreeKey key = in.number<TreeKey>();
    if (key < least) return in.fail();
    leaf_sums_.read(leaf_row(node, leaves_[node].size()), in);
    leaves_[node].push_back(key);
  }
  // Of an inner node.
  void read_entry(Node node, std::uint32_t entry, TreeKey least, StateReader& in) {
    auto& keys = inner_[node].keys;
    const TreeKey key = in.number<TreeKey>();
    if (entry == 0 ? key != least : key <= keys[entry - 1]) return in.fail();
    keys.insert(entry, key);
    inner_sums_.read(row(node, entry), in);
  }

  std::vector<Leaf> leaves_;
  std::vector<Inner> inner_;
  MassTable<Num> leaf_sums_, inner_sums_;  // by node and row
  std::size_t node_bytes_ = 0;
};

}  // namespace horatio::trend
