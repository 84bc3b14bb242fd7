// SPDX-License-Identifier: Apache-2.0
// An ordered index with sums: masses by key, and what those of an interval of keys add up to, each in
// O(log n). A B+-tree whose inner entries hold the total of their child. Numbers are only ever added, never
// subtracted, so an interval is decomposed into whole children (canonical subsets, as in a range tree).
//
// Keys are never removed, and the shape depends on nothing but the order of the insertions: inserting the
// same again in the same order gives the same sums to the last bit.
//
// Paper: GRETA, section 6 (vertices in a tree by their edge predicate's attribute), with the aggregates of
// the vertices kept per subtree.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/trend/index/mass_table.h"

namespace horatio::trend {

template <class Num, class Key>
class OrderedSums {
 public:
  // `components` outlives the object.
  OrderedSums(const Components& components, std::size_t slots) : sums_(components, slots) {}

  // Several masses may have one key. Returns how many additions went into any one number, at most. The mass
  // is of the shape of `slots`.
  std::size_t insert(const Key& key, const Mass<Num>& mass) {
    std::size_t additions = 1;
    if (nodes_.empty()) root_ = make(0);
    if (nodes_[root_].size == kFanout) additions += grow();
    for (std::uint32_t at = root_;;) {
      if (nodes_[at].height == 0) {
        add_to_leaf(at, key, mass);
        return additions;
      }
      std::uint32_t entry = child_for(at, key);
      if (nodes_[nodes_[at].children[entry]].size == kFanout) {
        additions += split(at, entry);
        if (entry + 1 < nodes_[at].size && !(key < nodes_[at].keys[entry + 1])) ++entry;
      }
      if (key < nodes_[at].keys[entry]) nodes_[at].keys[entry] = key;
      sums_.add(row(at, entry), mass);
      ++additions;
      at = nodes_[at].children[entry];
    }
  }

  // Adds what is at the keys low <= k <= high to `sum`, a mass of the shape of `slots`. Returns the additions
  // into any one number, at most. REQUIRES: low <= high.
  std::size_t add_range(const Key& low, const Key& high, Mass<Num>& sum) const {
    return nodes_.empty() ? 0 : add_range(root_, &low, &high, sum);
  }

  std::size_t bytes() const { return nodes_.capacity() * sizeof(Node) + sums_.bytes(); }

 private:
  static constexpr std::uint32_t kFanout = 16;

  struct Node {
    std::uint32_t size = 0;
    std::uint32_t height = 0;
    std::array<Key, kFanout> keys{};  // of an inner node: not above any key of the child, above all before
    std::array<std::uint32_t, kFanout> children{};
  };

  static std::size_t row(std::uint32_t node, std::uint32_t entry) {
    return std::size_t{node} * kFanout + entry;
  }

  std::uint32_t make(std::uint32_t height) {
    nodes_.emplace_back().height = height;
    sums_.resize(nodes_.size() * kFanout);
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  // Keys below (or not above) `key`. Without branches that depend on the keys.
  template <bool kOrEqual>
  static std::uint32_t count_below(const Node& node, const Key& key) {
    std::uint32_t base = 0;
    const auto is_below = [&](const Key& x) { return kOrEqual ? !(key < x) : x < key; };
    std::uint32_t rest = node.size;
    while (rest > 1) {
      const std::uint32_t half = rest / 2;
      base += is_below(node.keys[base + half - 1]) ? half : 0;
      rest -= half;
    }
    return base + (rest == 1 && is_below(node.keys[base]) ? 1 : 0);
  }

  std::uint32_t child_for(std::uint32_t at, const Key& key) const {
    const std::uint32_t below = count_below<true>(nodes_[at], key);
    return below == 0 ? 0 : below - 1;
  }

  void add_to_leaf(std::uint32_t at, const Key& key, const Mass<Num>& mass) {
    Node& leaf = nodes_[at];
    const std::uint32_t entry = count_below<false>(leaf, key);
    if (entry == leaf.size || key < leaf.keys[entry]) insert_entry(at, entry, key, 0);
    sums_.add(row(at, entry), mass);
  }

  void insert_entry(std::uint32_t at, std::uint32_t entry, const Key& key, std::uint32_t child) {
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

  std::size_t grow() {
    const std::uint32_t old = root_;
    root_ = make(nodes_[old].height + 1);
    insert_entry(root_, 0, nodes_[old].keys[0], old);
    return split(root_, 0);
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

  // Null: no bound on that side.
  std::size_t add_range(std::uint32_t at, const Key* low, const Key* high, Mass<Num>& sum) const {
    const Node& node = nodes_[at];
    std::uint32_t first = low == nullptr ? 0 : count_below<false>(node, *low);
    std::uint32_t last = high == nullptr ? node.size : count_below<true>(node, *high);
    std::size_t additions = 0;
    if (node.height != 0) {
      // Children that hold keys beyond a bound as well, or may.
      const bool cut_low = low != nullptr && first > 0;
      const bool cut_high = high != nullptr && last > 0;
      if (cut_low && cut_high && first == last) return add_range(node.children[first - 1], low, high, sum);
      if (cut_low) additions += add_range(node.children[first - 1], low, nullptr, sum);
      if (cut_high) additions += add_range(node.children[--last], nullptr, high, sum);
    }
    if (first >= last) return additions;
    sums_.add_to(row(at, first), row(at, last), sum);
    return additions + (last - first);
  }

  std::vector<Node> nodes_;
  std::uint32_t root_ = 0;
  MassTable<Num> sums_;  // by node and entry
};

}  // namespace horatio::trend
