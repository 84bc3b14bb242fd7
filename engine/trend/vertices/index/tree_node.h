// SPDX-License-Identifier: Apache-2.0
// The keys of one node of a B+-tree: sorted above the lowest level, there in the order in which they came.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace horatio::trend {

using TreeKey = std::int64_t;
inline constexpr TreeKey kLeastKey = std::numeric_limits<TreeKey>::min();
inline constexpr TreeKey kLargestKey = std::numeric_limits<TreeKey>::max();

// Several side by side, of which compilers make vector instructions.
inline constexpr std::uint32_t kLanes = 4;
using KeyLanes [[gnu::vector_size(8 * kLanes), gnu::aligned(8), gnu::may_alias]] = TreeKey;

// Up to kCapacity keys in blocks of kBlock. A search looks at the last key of each block, then at one block,
// and takes no branch that depends on keys: about as long as a cache line takes, whatever is looked for.
template <std::uint32_t kCapacity, std::uint32_t kBlock>
class SortedKeys {
 public:
  static_assert(kCapacity % kBlock == 0);

  SortedKeys() { keys_.fill(kLargestKey); }

  std::uint32_t size() const { return size_; }
  bool is_full() const { return size_ == kCapacity; }
  TreeKey operator[](std::uint32_t i) const { return keys_[i]; }  // i <= size(): the largest behind the last

  // How many keys are below `key`.
  std::uint32_t count_below(TreeKey key) const {
    return count([key](TreeKey other) { return other < key; });
  }
  // How many keys are not above `key`.
  std::uint32_t count_up_to(TreeKey key) const {
    return std::min(count([key](TreeKey other) { return other <= key; }), size_);
  }

  // The same, of all keys at once in lanes.
  std::uint32_t count_up_to_in_lanes(TreeKey key) const {
    KeyLanes above{};
    for (std::uint32_t i = 0; i < kCapacity; i += kLanes)
      above += reinterpret_cast<const KeyLanes&>(keys_[i]) > key;
    TreeKey up_to = kCapacity;
    for (std::uint32_t i = 0; i < kLanes; ++i) up_to += above[i];
    return std::min(static_cast<std::uint32_t>(up_to), size_);
  }

  // REQUIRES: not full.
  void insert(std::uint32_t at, TreeKey key) {
    for (std::uint32_t i = size_++; i > at; --i) keys_[i] = keys_[i - 1];
    keys_[at] = key;
  }
  // Moves the upper half to `to`, which is empty. REQUIRES: full.
  void move_half(SortedKeys& to) {
    constexpr std::uint32_t kHalf = kCapacity / 2;
    for (std::uint32_t i = 0; i < kHalf; ++i) {
      to.keys_[i] = keys_[kHalf + i];
      keys_[kHalf + i] = kLargestKey;
    }
    size_ = to.size_ = kHalf;
  }

 private:
  // How many are counted, which are the first ones.
  template <class Counts>
  std::uint32_t count(const Counts& counts) const {
    std::uint32_t block = 0;
    for (std::uint32_t i = kBlock - 1; i + kBlock < kCapacity; i += kBlock)
      block += counts(keys_[i]) ? 1U : 0U;
    const TreeKey* first = &keys_[block * kBlock];
    std::uint32_t below = block * kBlock;
    for (std::uint32_t i = 0; i < kBlock; ++i) below += counts(first[i]) ? 1U : 0U;
    return below;
  }

  std::array<TreeKey, kCapacity + 1> keys_;  // behind the last one the largest there is
  std::uint32_t size_ = 0;
};

// Up to kCapacity keys in any order, some more than once: one more goes in behind the last, and what a search
// does is to compare all of them.
template <std::uint32_t kCapacity>
class UnsortedKeys {
 public:
  std::uint32_t size() const { return size_; }
  bool is_full() const { return size_ == kCapacity; }
  TreeKey operator[](std::uint32_t i) const { return keys_[i]; }  // i < kCapacity
  // Several from `i` on.
  const KeyLanes& lanes(std::uint32_t i) const { return reinterpret_cast<const KeyLanes&>(keys_[i]); }

  // REQUIRES: not full.
  void push_back(TreeKey key) { keys_[size_++] = key; }
  void clear() { size_ = 0; }
  // Moves those not below `key` to `to`, which is empty. REQUIRES: some are below. No branch depends on keys.
  void move_from(TreeKey key, UnsortedKeys& to) {
    const std::uint32_t size = size_;
    size_ = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
      const TreeKey moved = keys_[i];
      to.keys_[to.size_] = keys_[size_] = moved;
      to.size_ += moved < key ? 0U : 1U;
      size_ += moved < key ? 1U : 0U;
    }
  }

  // How many others are the same as one, added up over every fourth. REQUIRES: full.
  std::uint32_t count_repeated() const {
    constexpr std::uint32_t kStride = 4;
    KeyLanes equal{};
    for (std::uint32_t i = 0; i < kCapacity; i += kStride) {
      for (std::uint32_t j = 0; j < kCapacity; j += kLanes) equal -= lanes(j) == keys_[i];
    }
    TreeKey others = -TreeKey{kCapacity / kStride};
    for (std::uint32_t i = 0; i < kLanes; ++i) others += equal[i];
    return static_cast<std::uint32_t>(others);
  }
  // The first place that has the key; size() if none has.
  std::uint32_t find(TreeKey key) const {
    return static_cast<std::uint32_t>(std::find(keys_.begin(), keys_.begin() + size_, key) - keys_.begin());
  }

  // A key that divides them: some are below it, others not, about as many unless they are in a very odd
  // order. REQUIRES: full, not all are the same.
  TreeKey divide() const {
    const auto ninth = [this](std::uint32_t i) { return keys_[i * (kCapacity - 1) / 8]; };
    const auto of_three = [&](std::uint32_t i) { return middle(ninth(i), ninth(i + 3), ninth(i + 6)); };
    const TreeKey pivot = middle(of_three(0), of_three(1), of_three(2));
    std::uint32_t below = 0;
    for (const TreeKey key : keys_) below += key < pivot ? 1U : 0U;
    return below != 0 ? pivot : *std::max_element(keys_.begin(), keys_.end());
  }

 private:
  static TreeKey middle(TreeKey a, TreeKey b, TreeKey c) {
    return std::max(std::min(a, b), std::min(std::max(a, b), c));
  }

  std::array<TreeKey, kCapacity> keys_{};
  std::uint32_t size_ = 0;
};

}  // namespace horatio::trend
