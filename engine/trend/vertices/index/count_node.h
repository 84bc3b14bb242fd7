// SPDX-License-Identifier: Apache-2.0
// The nodes of the trees of counts (ordered_counts.h). A count has 64 bits; a bit beside tells that it has
// overflowed. Sums over the entries of a node take no branch that depends on keys or counts, and are written
// in lanes, which compilers make vector instructions of where the processor has them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "engine/numbers/saturating_count.h"
#include "engine/trend/vertices/index/tree_node.h"

namespace horatio::trend {

using CountLanes [[gnu::vector_size(8 * kLanes), gnu::aligned(8), gnu::may_alias]] = std::uint64_t;

// A sum of up to 2^32 counts: of their lower and upper halves by themselves, so that nothing carries.
struct HalfSums {
  CountLanes lower{}, upper{};
  std::uint32_t lost = 0;  // not 0: one of the counts has overflowed

  void add_to(SaturatingCount& sum) const {
    std::uint64_t low = 0, high = 0;
    for (std::uint32_t i = 0; i < kLanes; ++i) low += lower[i], high += upper[i];
    high += low >> 32U;
    sum.add(high << 32U | (low & UINT32_MAX), high >> 32U | lost);
  }
};

// kCapacity counts, those behind the ones in use zero.
template <std::uint32_t kCapacity>
class Counts {
 public:
  static_assert(kCapacity % kLanes == 0 && kCapacity <= 32);

  bool any_overflowed() const { return overflowed_ != 0; }
  std::uint32_t overflowed(std::uint32_t i) const { return overflowed_ >> i & 1U; }

  void add(std::uint32_t i, const SaturatingCount& count) {
    const bool carries = __builtin_add_overflow(values_[i], count.value(), &values_[i]);
    overflowed_ |= (std::uint32_t{carries} | std::uint32_t{count.overflowed()}) << i;
  }
  SaturatingCount get(std::uint32_t i) const {
    return overflowed(i) != 0 ? SaturatingCount::overflow() : SaturatingCount(values_[i]);
  }
  void set(std::uint32_t i, const SaturatingCount& count) {
    values_[i] = 0;
    overflowed_ &= ~(1U << i);
    add(i, count);
  }

  // The first ones.
  void sum_first(std::uint32_t count, HalfSums& sum) const {
    const auto last = static_cast<std::int64_t>(count);
    KeyLanes number = {0, 1, 2, 3};
    for (std::uint32_t i = 0; i < kCapacity; i += kLanes, number += kLanes) add_lanes(i, number < last, sum);
    sum.lost |= overflowed_ & first_bits(count);
  }
  // Those at first <= i < last.
  void sum(std::uint32_t first, std::uint32_t last, HalfSums& sum) const {
    const auto from = static_cast<std::int64_t>(first), to = static_cast<std::int64_t>(last);
    KeyLanes number = {0, 1, 2, 3};
    for (std::uint32_t i = 0; i < kCapacity; i += kLanes, number += kLanes) {
      add_lanes(i, (number >= from) & (number < to), sum);
    }
    sum.lost |= overflowed_ >> first & first_bits(last - first);
  }
  // Those in whose lanes `chosen` has all bits; elsewhere it has none. Overflows are for the caller to see.
  void add_lanes(std::uint32_t i, const KeyLanes& chosen, HalfSums& sum) const {
    const CountLanes counts = lanes(i) & reinterpret_cast<const CountLanes&>(chosen);
    sum.lower += counts & UINT32_MAX;
    sum.upper += counts >> 32U;
  }
  SaturatingCount total() const {
    HalfSums sums;
    for (std::uint32_t i = 0; i < kCapacity; i += kLanes) {
      sums.lower += lanes(i) & UINT32_MAX;
      sums.upper += lanes(i) >> 32U;
    }
    sums.lost = overflowed_;
    SaturatingCount total;
    sums.add_to(total);
    return total;
  }

  // Makes room at `i`, which becomes zero. REQUIRES: the last is zero.
  void open_gap(std::uint32_t i) {
    std::copy_backward(values_.begin() + i, values_.end() - 1, values_.end());
    values_[i] = 0;
    const std::uint32_t below = (1U << i) - 1;
    overflowed_ = (overflowed_ & below) | (overflowed_ & ~below) << 1U;
  }
  // Moves those for which moves(i) to `to`, which is zero; the order stays. REQUIRES: all are in use.
  template <class Moves>
  void divide(const Moves& moves, Counts& to) {
    std::uint32_t low = 0, high = 0;
    const std::uint32_t overflowed = std::exchange(overflowed_, 0U);
    for (std::uint32_t i = 0; i < kCapacity; ++i) {
      const std::uint32_t is_high = moves(i) ? 1U : 0U, lost = overflowed >> i & 1U;
      to.values_[high] = values_[low] = values_[i];
      overflowed_ |= (lost & ~is_high) << low;
      to.overflowed_ |= (lost & is_high) << high;
      high += is_high;
      low += 1U - is_high;
    }
    std::fill(values_.begin() + low, values_.end(), 0);
    std::fill(to.values_.begin() + high, to.values_.end(), 0);
  }
  // Moves the upper half to `to`, which is zero.
  void move_half(Counts& to) {
    constexpr std::uint32_t kHalf = kCapacity / 2;
    for (std::uint32_t i = 0; i < kHalf; ++i) to.values_[i] = std::exchange(values_[kHalf + i], 0);
    to.overflowed_ = overflowed_ >> kHalf;
    overflowed_ &= (1U << kHalf) - 1;
  }

 private:
  static std::uint32_t first_bits(std::uint32_t count) {  // count <= 32
    return static_cast<std::uint32_t>((std::uint64_t{1} << count) - 1);
  }
  const CountLanes& lanes(std::uint32_t i) const { return reinterpret_cast<const CountLanes&>(values_[i]); }

  std::array<std::uint64_t, kCapacity> values_{};  // modulo 2^64
  std::uint32_t overflowed_ = 0;                   // bit per entry
};

// Of the lowest level: keys with their counts in the order in which they came.
template <std::uint32_t kRows>
class CountLeaf {
 public:
  bool is_full() const { return keys_.is_full(); }
  std::uint32_t size() const { return keys_.size(); }
  TreeKey key(std::uint32_t i) const { return keys_[i]; }
  SaturatingCount count(std::uint32_t i) const { return counts_.get(i); }
  SaturatingCount total() const { return counts_.total(); }

  // Fetches it from memory, for a sum that is to come.
  void prefetch() const {
    const auto* begin = reinterpret_cast<const char*>(this);
    for (std::size_t i = 0; i < sizeof(*this); i += kCacheLine) __builtin_prefetch(begin + i);
  }

  // REQUIRES: not full.
  void push_back(TreeKey key, const SaturatingCount& count) {
    counts_.add(keys_.size(), count);
    first_overflowed_ = std::min(first_overflowed_, key_if(count.overflowed(), key));
    keys_.push_back(key);
  }

  // Adds what is at keys k <= high.
  void sum_up_to(TreeKey high, HalfSums& sum) const {
    for (std::uint32_t i = 0; i < kRows; i += kLanes) counts_.add_lanes(i, ~(keys_.lanes(i) > high), sum);
    sum.lost |= std::uint32_t{counts_.any_overflowed()} & std::uint32_t{first_overflowed_ <= high};
  }
  // The same of low <= k <= high.
  void sum(TreeKey low, TreeKey high, HalfSums& sum) const {
    for (std::uint32_t i = 0; i < kRows; i += kLanes) {
      const KeyLanes& keys = keys_.lanes(i);
      counts_.add_lanes(i, (keys >= low) & (keys <= high), sum);
    }
    if (!counts_.any_overflowed() || first_overflowed_ > high) return;
    sum.lost |= first_overflowed_ >= low ? 1U : any_overflowed(low, high);
  }

  // Adds up what a full leaf has at the same key, if that makes some room: else keys that repeat would take
  // leaves of their own. Whether there is.
  bool merge() {
    if (keys_.count_repeated() < kRows / 8) return false;
    const CountLeaf full = std::exchange(*this, CountLeaf());
    for (std::uint32_t i = 0; i < kRows; ++i) {
      const std::uint32_t at = keys_.find(full.key(i));
      if (at == size()) keys_.push_back(full.key(i));
      counts_.add(at, full.counts_.get(i));
    }
    note_overflows();
    return true;
  }
  // Moves the upper half or so to `to`, which is empty. Returns the key from which on. REQUIRES: merge() has
  // not made room.
  TreeKey split(CountLeaf& to) {
    const TreeKey at = keys_.divide();
    counts_.divide([&](std::uint32_t i) { return keys_[i] >= at; }, to.counts_);
    keys_.move_from(at, to.keys_);
    if (first_overflowed_ < at) {
      to.note_overflows();
    } else {
      to.first_overflowed_ = std::exchange(first_overflowed_, kLargestKey);
    }
    return at;
  }

 private:
  static constexpr std::size_t kCacheLine = 64;

  // The key or the largest one, without a branch.
  static TreeKey key_if(bool has_overflowed, TreeKey key) {
    const TreeKey mask = -TreeKey{has_overflowed};
    return (key & mask) | (kLargestKey & ~mask);
  }
  std::uint32_t any_overflowed(TreeKey low, TreeKey high) const {
    std::uint32_t any = 0;
    for (std::uint32_t i = 0; i < size(); ++i)
      any |= counts_.overflowed(i) & (low <= keys_[i] && keys_[i] <= high ? 1U : 0U);
    return any;
  }
  void note_overflows() {
    first_overflowed_ = kLargestKey;
    for (std::uint32_t i = 0; i < kRows; ++i)
      first_overflowed_ = std::min(first_overflowed_, key_if(counts_.overflowed(i) != 0, keys_[i]));
  }

  UnsortedKeys<kRows> keys_;
  Counts<kRows> counts_;
  TreeKey first_overflowed_ = kLargestKey;  // the least key whose count has overflowed
};

// Above: a child with its least possible key and its total per entry.
struct alignas(64) InnerCounts {
  static constexpr std::uint32_t kEntries = 16;

  // REQUIRES: not full.
  void insert(std::uint32_t entry, TreeKey key, std::uint32_t child) {
    std::copy_backward(children.begin() + entry, children.end() - 1, children.end());
    children[entry] = child;
    counts.open_gap(entry);
    keys.insert(entry, key);
  }
  // Moves the upper half to `to`, which is empty. Returns the key from which on. REQUIRES: full.
  TreeKey split(InnerCounts& to) {
    std::copy(children.begin() + kEntries / 2, children.end(), to.children.begin());
    counts.move_half(to.counts);
    keys.move_half(to.keys);
    return to.keys[0];
  }

  SortedKeys<kEntries, 4> keys;  // not above any key of the child, above all before
  Counts<kEntries> counts;
  std::array<std::uint32_t, kEntries> children{};
};

}  // namespace horatio::trend
