// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/index/ordered_counts.h"

#include <utility>

#include "engine/trend/vertices/index/wide_lanes.h"

namespace horatio::trend {

void OrderedCounts::clear() {
  trees_.clear();
  small_.clear();
  leaves_.clear();
  inner_.clear();
  finger_tree_ = ahead_tree_ = kNoTree;
}

void OrderedCounts::look_ahead(std::size_t tree, std::span<const Key> highs) {
  const auto [root, height] = trees_[tree];
  if (height == kSmall) return;
  finger_tree_ = kNoTree;
  ahead_tree_ = tree;
  next_ahead_ = 1;
  end_ahead_ = 1 + highs.size();
  const std::span<Way> ways = std::span(ways_).subspan(1, highs.size());
  run_in_lanes([&, root = root, height = height] {
    for (std::size_t i = 0; i < ways.size(); ++i) ways[i].start(highs[i], root);
    for (std::uint32_t level = 0; level < height; ++level) {
      for (Way& way : ways) go_down(way, level);
    }
    for (const Way& way : ways) leaves_[way.leaf].prefetch();
  });
}

void OrderedCounts::go_down(Way& way, std::uint32_t level) const {
  const InnerCounts& inner = inner_[way.leaf];
  const std::uint32_t next = inner.keys.count_up_to_in_lanes(way.key);
  way.end = std::min(way.end, inner.keys[next]);
  way.places[level] = {way.leaf, next - 1};
  way.leaf = inner.children[next - 1];
}

// Ways of keys that nobody has asked for are passed over.
bool OrderedCounts::take_way_ahead(std::size_t tree, Key key) const {
  if (tree != ahead_tree_) return false;
  while (next_ahead_ < end_ahead_ && ways_[next_ahead_].key != key) ++next_ahead_;
  if (next_ahead_ >= end_ahead_ || ways_[next_ahead_].leaf == kNoNode) return false;
  finger_ = next_ahead_++;
  return true;
}

// Leaves the finger there.
void OrderedCounts::find_way(std::size_t tree, Key key) const {
  finger_tree_ = tree;
  if (take_way_ahead(tree, key)) return;
  const auto [root, height] = trees_[tree];
  finger_ = 0;
  finger().start(key, root);
  for (std::uint32_t level = 0; level < height; ++level) go_down(finger(), level);
}

std::size_t OrderedCounts::add_range(std::size_t tree, Key low, Key high, Mass<SaturatingCount>& sum) const {
  const auto [root, height] = trees_[tree];
  if (root == kNoNode) return 0;
  run_in_lanes([&] {
    HalfSums sums;
    if (height == kSmall) {
      small_[root].sum(low, high, sums);
    } else if (low == kLeastKey) {
      find_way(tree, high);
      const Way& way = finger();
      for (std::uint32_t level = 0; level < height; ++level) {
        inner_[way.places[level].node].counts.sum_first(way.places[level].entry, sums);
      }
      leaves_[way.leaf].sum_up_to(high, sums);
    } else {
      add_between({root, height}, low, high, sums);
    }
    sums.add_to(sum.trends);
  });
  return 1;
}

void OrderedCounts::add_up_to(Subtree at, Key high, HalfSums& sums) const {
  for (; at.height > 0; --at.height) {
    const InnerCounts& inner = inner_[at.node];
    const std::uint32_t last = inner.keys.count_up_to(high);
    inner.counts.sum_first(last - 1, sums);
    at.node = inner.children[last - 1];
  }
  leaves_[at.node].sum_up_to(high, sums);
}

// From where the ways to the bounds part: whole children, and part of the ones before and behind them.
void OrderedCounts::add_between(Subtree at, Key low, Key high, HalfSums& sums) const {
  while (at.height > 0) {
    const InnerCounts& inner = inner_[at.node];
    const std::uint32_t first = inner.keys.count_below(low), last = inner.keys.count_up_to(high);
    at = {inner.children[first - 1], at.height - 1};
    if (first == last) continue;
    inner.counts.sum(first, last - 1, sums);
    add_from(at, low, sums);
    return add_up_to({inner.children[last - 1], at.height}, high, sums);
  }
  leaves_[at.node].sum(low, high, sums);
}

void OrderedCounts::add_from(Subtree at, Key low, HalfSums& sums) const {
  for (; at.height > 0; --at.height) {
    const InnerCounts& inner = inner_[at.node];
    const std::uint32_t first = inner.keys.count_below(low);
    inner.counts.sum(first, inner.keys.size(), sums);
    at.node = inner.children[first - 1];
  }
  leaves_[at.node].sum(low, kLargestKey, sums);
}

bool OrderedCounts::make_small_room(Tree& of) {
  if (of.root == kNoNode) {
    of.root = static_cast<Node>(small_.size());
    small_.emplace_back();
    note_bytes();
    return true;
  }
  SmallLeaf& small = small_[of.root];
  bool merged = false;
  run_in_lanes([&] { merged = small.merge(); });
  if (merged) return true;
  ways_.resize(1 + kAhead);
  of = {make_leaf(), 0};
  for (std::uint32_t i = 0; i < small.size(); ++i) leaves_[of.root].push_back(small.key(i), small.count(i));
  return false;
}

void OrderedCounts::descend(std::size_t tree, Key key) {
  const auto [root, height] = trees_[tree];
  finger_tree_ = tree;
  finger_ = 0;
  Way& way = finger();
  way.start(key, root);
  way.end = key;
  for (std::uint32_t level = 0; level < height; ++level) {
    const InnerCounts& inner = inner_[way.leaf];
    way.places[level] = {way.leaf, inner.keys.count_up_to(key) - 1};
    way.leaf = inner.children[way.places[level].entry];
  }
}

void OrderedCounts::make_room(std::size_t tree, Key key) {
  run_in_lanes([&] {
    if (leaves_[finger().leaf].merge()) return;
    Tree& of = trees_[tree];
    Way& way = finger();
    way.key = way.end = key;
    if (of.height == 0 || inner_[way.places[of.height - 1].node].keys.is_full()) {
      ahead_tree_ = kNoTree;
      return split_on_the_way(of, key);
    }
    Place& parent = way.places[of.height - 1];
    split(parent, 1);
    // Its entries have moved.
    for (std::size_t i = next_ahead_; i < end_ahead_; ++i) {
      if (ways_[i].places[of.height - 1].node == parent.node) ways_[i].leaf = kNoNode;
    }
    parent.entry += key < inner_[parent.node].keys[parent.entry + 1] ? 0U : 1U;
    way.leaf = inner_[parent.node].children[parent.entry];
  });
}

// Splits the leaf that the key leads to, and before it every full node on the way, so that each has room for
// another child. Leaves the finger where the key goes in.
void OrderedCounts::split_on_the_way(Tree& of, Key key) {
  if (of.height == 0 || inner_[of.root].keys.is_full()) {
    const Node root = make_inner();
    inner_[root].keys.insert(0, kLeastKey);
    inner_[root].children[0] = of.root;
    of = {root, of.height + 1};
  }
  Node node = of.root;
  for (std::uint32_t height = of.height; height > 0; --height) {
    const std::uint32_t entry = inner_[node].keys.count_up_to(key) - 1;
    const Node below = inner_[node].children[entry];
    if (height == 1 || inner_[below].keys.is_full()) split({node, entry}, height);
    Place& place = finger().places[of.height - height];
    place = {node, inner_[node].keys.count_up_to(key) - 1};
    node = inner_[node].children[place.entry];
  }
  finger().leaf = node;
}

// The child at an entry of a node of that height, which is not full.
void OrderedCounts::split(Place at, std::uint32_t height) {
  const Node high = height == 1 ? make_leaf() : make_inner();
  InnerCounts& inner = inner_[at.node];
  const Node low = inner.children[at.entry];
  const Key from = height == 1 ? leaves_[low].split(leaves_[high]) : inner_[low].split(inner_[high]);
  inner.insert(at.entry + 1, from, high);
  inner.counts.set(at.entry, total({low, height - 1}));
  inner.counts.set(at.entry + 1, total({high, height - 1}));
}

OrderedCounts::Node OrderedCounts::make_leaf() {
  leaves_.emplace_back();
  note_bytes();
  return static_cast<Node>(leaves_.size() - 1);
}

OrderedCounts::Node OrderedCounts::make_inner() {
  inner_.emplace_back();
  note_bytes();
  return static_cast<Node>(inner_.size() - 1);
}

SaturatingCount OrderedCounts::total(Subtree of) const {
  return of.height == 0 ? leaves_[of.node].total() : inner_[of.node].counts.total();
}

void OrderedCounts::write(std::size_t tree, StateWriter& out) const {
  const std::size_t size_at = out.reserve<std::uint64_t>();
  std::uint64_t size = 0;
  const auto write = [&](Key key, const SaturatingCount& count) {
    out.number(key);
    write_number(count, out);
    ++size;
  };
  if (trees_[tree].root != kNoNode) walk({trees_[tree].root, trees_[tree].height}, write);
  out.fill(size_at, size);
}

void OrderedCounts::for_each(std::size_t tree, const Visit& visit) const {
  Mass<SaturatingCount> mass;
  const auto visit_mass = [&](Key key, const SaturatingCount& count) {
    mass.trends = count;
    visit(key, mass);
  };
  if (trees_[tree].root != kNoNode) walk({trees_[tree].root, trees_[tree].height}, visit_mass);
}

// Ascending, keys that repeat as one.
template <class VisitCount>
void OrderedCounts::walk(Subtree of, const VisitCount& visit) const {
  if (of.height > 0 && of.height != kSmall) {
    const InnerCounts& inner = inner_[of.node];
    for (std::uint32_t i = 0; i < inner.keys.size(); ++i) walk({inner.children[i], of.height - 1}, visit);
    return;
  }
  of.height == kSmall ? walk_leaf(small_[of.node], visit) : walk_leaf(leaves_[of.node], visit);
}

template <std::uint32_t kRows, class VisitCount>
void OrderedCounts::walk_leaf(const CountLeaf<kRows>& leaf, const VisitCount& visit) {
  std::array<std::pair<Key, std::uint32_t>, kRows> places;
  for (std::uint32_t i = 0; i < leaf.size(); ++i) places[i] = {leaf.key(i), i};
  std::sort(places.begin(), places.begin() + leaf.size());
  for (std::uint32_t i = 0; i < leaf.size();) {
    const Key key = places[i].first;
    SaturatingCount sum;
    for (; i < leaf.size() && places[i].first == key; ++i) sum += leaf.count(places[i].second);
    visit(key, sum);
  }
}

void OrderedCounts::read(std::size_t tree, StateReader& in) {
  const auto keys = in.count<std::uint64_t>(sizeof(Key));
  Key before = kLeastKey;
  Mass<SaturatingCount> mass;
  for (std::uint64_t i = 0; i < keys && !in.failed(); ++i) {
    const Key key = in.number<Key>();
    read_number(in, mass.trends);
    if (in.failed() || (i > 0 && key <= before)) return in.fail();
    insert(tree, key, mass);
    before = key;
  }
}

}  // namespace horatio::trend
