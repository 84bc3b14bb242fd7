// SPDX-License-Identifier: Apache-2.0
// An index over the vertices of one state in one lane (index_plan.h): what those with a given key, or with
// keys of an interval, add up to. Where the state is covered it is given each vertex; elsewhere it takes
// vertices over in their order when it is asked, so that states that no step reads cost nothing, and so that
// the order of all additions is that of the vertices.
//
// Costs: a vertex O(log n) where there is an order, else O(1); a sum the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/model/state_io.h"
#include "engine/trend/vertices/event_record.h"
#include "engine/trend/vertices/index/bucket_map.h"
#include "engine/trend/vertices/index/event_keys.h"
#include "engine/trend/vertices/index/index_plan.h"
#include "engine/trend/vertices/index/mass_table.h"
#include "engine/trend/vertices/index/ordered_counts.h"
#include "engine/trend/vertices/index/ordered_sums.h"

namespace horatio::trend {

// Where a vertex goes in, once its bucket is known.
struct IndexPlace {
  std::uint32_t bucket = kNoBucket;  // kNoBucket: no later event finds it
  std::int64_t ordinal = 0;
};

template <class Num>
class VertexIndex {
 public:
  // All given outlive the object.
  VertexIndex(const VertexIndexPlan& plan, const Components& components, std::size_t slots)
      : plan_(&plan), components_(&components), slots_(slots), buckets_(plan.hashes_one_ordinal()) {
    drop(0);
  }

  const VertexIndexPlan& plan() const { return *plan_; }

  // The vertices that it holds: first() <= i < end() of those of its state, where that keeps them.
  std::size_t first() const { return first_; }
  std::size_t end() const { return end_; }

  // Starts again, at vertex `first`.
  void drop(std::size_t first) {
    first_ = end_ = first;
    buckets_.clear();
    bucket_bytes_ = buckets_.memory();
    list_bytes_ = 0;
    if (plan_->listed) {
      content_.template emplace<Lists>();
    } else if (!plan_->ordered) {
      content_.template emplace<Sums>(*components_, slots_);
    } else if (!kCounts || !components_->empty()) {
      content_.template emplace<Ordered>(*components_, slots_);
    } else if constexpr (kCounts) {
      content_.template emplace<OrderedCounts>(*components_, slots_);
    }
    if (plan_->hashed.empty()) add_bucket();
  }

  // Leaves nothing but the memory of its order, for take_memory() of another index of the plan. Returns its
  // bytes. The index is not used any more.
  std::size_t drop_content() {
    std::size_t bytes = 0;
    const auto clear = [&bytes](auto& ordered) { ordered.clear(), bytes = ordered.bytes(); };
    with_order(content_, clear) ? buckets_.clear() : drop(0);
    return bytes;
  }
  // REQUIRES: nothing has gone in.
  void take_memory(VertexIndex& from) {
    const bool is_ordered = with_order(from.content_, [&](auto& ordered) { content_ = std::move(ordered); });
    if (is_ordered && plan_->hashed.empty()) add_bucket();
  }

  // The bucket is made if it is not known yet.
  IndexPlace place_of(const VertexKey& key) {
    if (key.is_null) return {};
    if (plan_->hashed.empty()) return {0, key.ordinal};
    const std::size_t before = buckets_.size();
    const std::uint32_t bucket = buckets_.find_or_add(key.hashed);
    if (buckets_.size() != before) add_bucket();
    return {bucket, key.ordinal};
  }

  // Returns the additions into any one number, at most. REQUIRES: not listed.
  std::size_t add(const IndexPlace& place, const Mass<Num>& mass) {
    if (place.bucket == kNoBucket) return 0;
    std::size_t additions = 1;
    const auto insert = [&](auto& ordered) { additions = ordered.insert(place.bucket, place.ordinal, mass); };
    if (!with_order(content_, insert)) std::get<Sums>(content_).add(place.bucket, mass);
    return additions;
  }

  // Takes over vertex number end(). Returns the additions into any one number, at most.
  std::size_t take_over(const EventRecord& event, const Mass<Num>& mass) {
    const std::size_t number = end_++;
    read_key(*plan_, event, key_);
    const IndexPlace place = place_of(key_);
    if (!plan_->listed) return add(place, mass);
    if (place.bucket != kNoBucket) list(place.bucket, number);
    return 0;
  }

  // kNoBucket: no vertex has the key.
  std::uint32_t find(const HashedKey& key) { return plan_->hashed.empty() ? 0 : buckets_.find(key); }

  // These are the probes of the next sums, at most OrderedCounts::kAhead: what they need is fetched from
  // memory meanwhile.
  void look_ahead(std::span<const Probe> probes) {
    if constexpr (kCounts) {
      auto* counts = std::get_if<OrderedCounts>(&content_);
      if (counts == nullptr) return;
      if (plan_->hashed.empty()) return look_ahead(*counts, probes);
      for (const Probe& probe : probes) {
        const std::uint32_t bucket = probe.nothing ? kNoBucket : buckets_.find(probe.hashed);
        if (bucket != kNoBucket) counts->prefetch(bucket);
      }
    }
  }

  // Adds a bucket to `sum`, of it the vertices whose ordinals are in `range` where there is an order. Returns
  // the additions into any one number, at most. REQUIRES: not listed.
  std::size_t add_to(std::uint32_t bucket, const predicate::KeyRange& range, Mass<Num>& sum) const {
    std::size_t additions = 1;
    const auto add = [&](const auto& ordered) {
      additions = ordered.add_range(bucket, range.low, range.high, sum);
    };
    if (!with_order(content_, add)) std::get<Sums>(content_).add_to(bucket, bucket + 1, sum);
    return additions;
  }
  // The vertices of a bucket, ascending. REQUIRES: listed.
  std::span<const std::uint32_t> listed(std::uint32_t bucket) const {
    return std::get<Lists>(content_)[bucket];
  }

  // Calls `visit(hashed key, ordinal, mass)` for all that has gone in, what has come together as one.
  // REQUIRES: not listed.
  template <class Visit>
  void for_each(const Visit& visit) const {
    const std::vector<HashedKey> keys = plan_->hashed.empty() ? std::vector<HashedKey>(1) : buckets_.keys();
    for (std::uint32_t bucket = 0; bucket < keys.size(); ++bucket) {
      const auto walk = [&](const auto& ordered) {
        ordered.for_each(bucket,
                         [&](TreeKey ordinal, const Mass<Num>& mass) { visit(keys[bucket], ordinal, mass); });
      };
      if (!with_order(content_, walk)) visit(keys[bucket], TreeKey{0}, std::get<Sums>(content_).row(bucket));
    }
  }

  // By how much its memory has grown since it was asked last, modulo 2^64 (it may shrink).
  std::size_t take_growth() {
    const std::size_t before = bytes_;
    bytes_ = bucket_bytes_ + content_bytes();
    return bytes_ - before;
  }

  // The content. REQUIRES: not listed; of read(): empty. The reader has failed if the bytes are no content.
  void write(StateWriter& out) const {
    if (!plan_->hashed.empty()) buckets_.write(out);
    for (std::uint32_t bucket = 0; bucket < buckets(); ++bucket) {
      const auto write = [&](const auto& ordered) { ordered.write(bucket, out); };
      if (!with_order(content_, write)) std::get<Sums>(content_).write(bucket, out);
    }
  }
  void read(StateReader& in) {
    if (!plan_->hashed.empty()) buckets_.read(in);
    for (std::uint32_t bucket = 0; bucket < buckets() && !in.failed(); ++bucket) {
      if (!plan_->hashed.empty()) add_bucket();
      const auto read = [&](auto& ordered) { ordered.read(bucket, in); };
      if (!with_order(content_, read)) std::get<Sums>(content_).read(bucket, in);
    }
  }

 private:
  using Lists = std::vector<std::vector<std::uint32_t>>;
  using Sums = MassTable<Num>;
  using Ordered = OrderedSums<Num>;
  static constexpr bool kCounts = std::is_same_v<Num, SaturatingCount>;  // OrderedCounts without components
  using Content = std::conditional_t<kCounts, std::variant<Lists, Sums, Ordered, OrderedCounts>,
                                     std::variant<Lists, Sums, Ordered>>;

  // Whether the content is an order, with which `use` is called then.
  template <class Any, class Use>
  static bool with_order(Any& content, const Use& use) {
    if constexpr (kCounts) {
      if (auto* counts = std::get_if<OrderedCounts>(&content)) return use(*counts), true;
    }
    auto* ordered = std::get_if<Ordered>(&content);
    if (ordered != nullptr) use(*ordered);
    return ordered != nullptr;
  }

  static void look_ahead(OrderedCounts& counts, std::span<const Probe> probes) {
    std::array<OrderedCounts::Key, OrderedCounts::kAhead> highs;
    std::size_t size = 0;
    for (const Probe& probe : probes) {
      if (!probe.nothing && probe.range.low == kLeastKey) highs[size++] = probe.range.high;
    }
    counts.look_ahead(0, std::span(highs).first(size));
  }

  std::size_t content_bytes() const {
    std::size_t bytes = 0;
    if (with_order(content_, [&](const auto& ordered) { bytes = ordered.bytes(); })) return bytes;
    if (const auto* sums = std::get_if<Sums>(&content_)) return sums->bytes();
    return std::get<Lists>(content_).capacity() * sizeof(typename Lists::value_type) + list_bytes_;
  }

  std::size_t buckets() const { return plan_->hashed.empty() ? 1 : buckets_.size(); }

  void add_bucket() {
    bucket_bytes_ = buckets_.memory();
    if (auto* lists = std::get_if<Lists>(&content_)) return void(lists->emplace_back());
    if (with_order(content_, [](auto& ordered) { ordered.add_tree(); })) return;
    auto& sums = std::get<Sums>(content_);
    sums.resize(sums.rows() + 1);
  }

  void list(std::uint32_t bucket, std::size_t number) {
    auto& listed = std::get<Lists>(content_)[bucket];
    const std::size_t before = listed.capacity();
    listed.push_back(static_cast<std::uint32_t>(number));
    list_bytes_ += (listed.capacity() - before) * sizeof(std::uint32_t);
  }

  const VertexIndexPlan* plan_;
  const Components* components_;
  std::size_t slots_;
  std::size_t first_ = 0, end_ = 0;
  BucketMap buckets_;
  VertexKey key_;    // of the vertex that is taken over
  Content content_;  // by bucket
  std::size_t bucket_bytes_ = 0, list_bytes_ = 0;
  std::size_t bytes_ = 0;  // as noted last
};

}  // namespace horatio::trend
