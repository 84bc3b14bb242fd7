// SPDX-License-Identifier: Apache-2.0
// The sorted keys of one node of a B+-tree.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace horatio::trend {

using TreeKey = std::int64_t;
inline constexpr TreeKey kLeastKey = std::numeric_limits<TreeKey>::min();
inline constexpr TreeKey kLargestKey = std::numeric_limits<TreeKey>::max();

// Up to kCapacity keys in blocks of kBlock. A search looks at the last key of each block, then at one block,
// and takes no branch that depends on keys: about as long as a cache line takes, whatever is looked for.
template <std::uint32_t kCapacity, std::uint32_t kBlock>
class SortedKeys {
 public:
  static_assert(kCapacity % kBlock == 0);

  SortedKeys() { keys_.fill(kLargestKey); }

  std::uint32_t size() const { return size_; }
  bool is_full() const { return size_ == kCapacity; }
  TreeKey operator[](std::uint32_t i) const { return keys_[i]; }
  void set(std::uint32_t i, TreeKey key) { keys_[i] = key; }

  // How many keys are below `key`.
  std::uint32_t count_below(TreeKey key) const {
    std::uint32_t block = 0;
    for (std::uint32_t i = kBlock - 1; i + kBlock < kCapacity; i += kBlock) block += keys_[i] < key ? 1U : 0U;
    const TreeKey* first = &keys_[block * kBlock];
    std::uint32_t below = block * kBlock;
    for (std::uint32_t i = 0; i < kBlock; ++i) below += first[i] < key ? 1U : 0U;
    return below;
  }
  // How many keys are not above `key`.
  std::uint32_t count_up_to(TreeKey key) const { return key == kLargestKey ? size_ : count_below(key + 1); }

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
  std::array<TreeKey, kCapacity> keys_;  // behind the last one the largest there is
  std::uint32_t size_ = 0;
};

}  // namespace horatio::trend
