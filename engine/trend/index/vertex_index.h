// SPDX-License-Identifier: Apache-2.0
// An index over the vertices of one state in one lane (index_plan.h): what those with a given key, or with
// keys of an interval, add up to. It takes vertices over in their order when it is asked, so that states that
// no step reads cost nothing, and so that the order of all additions is that of the vertices.
//
// Costs: a vertex O(log n) where there is an order, else O(1); a sum the same.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "engine/trend/event_record.h"
#include "engine/trend/index/index_plan.h"
#include "engine/trend/index/mass_table.h"
#include "engine/trend/index/ordered_sums.h"

namespace horatio::trend {

// What is looked up in a hash: the keys one after the other, each of a fixed kind.
class HashedKey {
 public:
  void clear() { bytes_.clear(); }
  void add(std::int64_t ordinal) { bytes_.append(reinterpret_cast<const char*>(&ordinal), sizeof ordinal); }
  void add(std::string_view text) {
    add(static_cast<std::int64_t>(text.size()));
    bytes_.append(text);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

template <class Num>
class VertexIndex {
 public:
  // All given outlive the object.
  VertexIndex(const VertexIndexPlan& plan, const Components& components, std::size_t slots)
      : plan_(&plan), components_(&components), slots_(slots) {
    drop(0);
  }

  // The vertices that it holds: first() <= i < end() of those of its state.
  std::size_t first() const { return first_; }
  std::size_t end() const { return end_; }

  // Starts again, at vertex `first`.
  void drop(std::size_t first) {
    first_ = end_ = first;
    buckets_.clear();
    key_bytes_ = list_bytes_ = 0;
    if (plan_->listed) {
      content_.template emplace<Lists>();
    } else if (!plan_->ordered) {
      content_.template emplace<Sums>(*components_, slots_).resize(plan_->is_sum() ? 1 : 0);
    } else if (plan_->hashed.empty()) {
      content_.template emplace<Ordered>(*components_, slots_);
    } else {
      content_.template emplace<OrderedBuckets>(*components_, slots_);
    }
  }

  // Takes over vertex number end(). Returns the additions into any one number, at most.
  std::size_t add(const EventRecord& event, const Mass<Num>& mass) {
    const std::size_t number = end_++;
    const std::optional<std::uint32_t> bucket = bucket_of(event);
    if (!bucket) return 0;
    if (plan_->listed) return list(*bucket, number), 0;
    if (!plan_->ordered) return std::get<Sums>(content_).add(*bucket, mass), 1;
    const auto ordinal = ordinal_of(*plan_->ordered, event);
    if (!ordinal) return 0;
    if (auto* ordered = std::get_if<Ordered>(&content_)) return ordered->insert(*ordinal, mass);
    return std::get<OrderedBuckets>(content_).insert({*bucket, *ordinal}, mass);
  }

  // Nothing: no vertex has the key.
  std::optional<std::uint32_t> find(const HashedKey& key) const {
    if (plan_->hashed.empty()) return 0;
    const auto found = buckets_.find(key.bytes());
    return found == buckets_.end() ? std::nullopt : std::optional(found->second);
  }
  // Adds a bucket to `sum`, of it the vertices whose ordinals are in `range` where there is an order. Returns
  // the additions into any one number, at most. REQUIRES: not listed.
  std::size_t add_to(std::uint32_t bucket, const predicate::KeyRange& range, Mass<Num>& sum) const {
    if (!plan_->ordered) return std::get<Sums>(content_).add_to(bucket, bucket + 1, sum), 1;
    if (auto* ordered = std::get_if<Ordered>(&content_))
      return ordered->add_range(range.low, range.high, sum);
    const auto& ordered = std::get<OrderedBuckets>(content_);
    return ordered.add_range({bucket, range.low}, {bucket, range.high}, sum);
  }
  // The vertices of a bucket, ascending. REQUIRES: listed.
  std::span<const std::uint32_t> listed(std::uint32_t bucket) const {
    return std::get<Lists>(content_)[bucket];
  }

  std::size_t bytes() const {
    const std::size_t slot = sizeof(typename Buckets::value_type) + 1;
    return buckets_.capacity() * slot + key_bytes_ + std::visit(ContentBytes{list_bytes_}, content_);
  }

 private:
  using Buckets = absl::flat_hash_map<std::string, std::uint32_t>;
  struct BucketKey {
    std::uint32_t bucket = 0;
    std::int64_t ordinal = 0;
    auto operator<=>(const BucketKey&) const = default;
  };
  using Lists = std::vector<std::vector<std::uint32_t>>;
  using Sums = MassTable<Num>;
  using Ordered = OrderedSums<Num, std::int64_t>;
  using OrderedBuckets = OrderedSums<Num, BucketKey>;

  struct ContentBytes {
    std::size_t listed;
    std::size_t operator()(const Lists& lists) const {
      return lists.capacity() * sizeof(typename Lists::value_type) + listed;
    }
    template <class Content>
    std::size_t operator()(const Content& content) const {
      return content.bytes();
    }
  };

  static std::optional<std::int64_t> ordinal_of(const KeyPlace& key, const EventRecord& event) {
    if (key.is_time) return event.time;
    const StoredValue& value = event.values[key.value];
    return value.is_null() ? std::nullopt : std::optional(predicate::ordinal(value));
  }

  // Made if it is not known yet. Nothing: a key is NULL, so no later event finds it.
  std::optional<std::uint32_t> bucket_of(const EventRecord& event) {
    if (plan_->hashed.empty()) return 0;
    key_.clear();
    for (const KeyPlace& place : plan_->hashed) {
      const bool is_text = !place.is_time && event.values[place.value].kind() == StoredValue::Kind::kText;
      if (is_text) {
        key_.add(event.values[place.value].text());
        continue;
      }
      const auto ordinal = ordinal_of(place, event);
      if (!ordinal) return std::nullopt;
      key_.add(*ordinal);
    }
    const auto next = static_cast<std::uint32_t>(buckets_.size());
    const auto [entry, fresh] = buckets_.try_emplace(key_.bytes(), next);
    if (fresh) add_bucket(entry->first);
    return entry->second;
  }

  void add_bucket(const std::string& key) {
    if (key.size() > kInPlace) key_bytes_ += key.capacity();
    if (auto* lists = std::get_if<Lists>(&content_)) lists->emplace_back();
    if (auto* sums = std::get_if<Sums>(&content_)) sums->resize(buckets_.size());
  }

  void list(std::uint32_t bucket, std::size_t number) {
    auto& listed = std::get<Lists>(content_)[bucket];
    const std::size_t before = listed.capacity();
    listed.push_back(static_cast<std::uint32_t>(number));
    list_bytes_ += (listed.capacity() - before) * sizeof(std::uint32_t);
  }

  static constexpr std::size_t kInPlace = 15;  // bytes that a std::string holds without the heap

  const VertexIndexPlan* plan_;
  const Components* components_;
  std::size_t slots_;
  std::size_t first_ = 0, end_ = 0;
  Buckets buckets_;  // their numbers, from 0
  HashedKey key_;
  std::variant<Lists, Sums, Ordered, OrderedBuckets> content_;  // by bucket
  std::size_t key_bytes_ = 0, list_bytes_ = 0;
};

}  // namespace horatio::trend
