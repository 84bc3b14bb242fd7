// SPDX-License-Identifier: Apache-2.0
// The partitions of all queries that have the same GROUP BY and equivalence attributes: the lookup is shared
// by them. A partition exists while one of its lanes does, so dead keys cost nothing. A group belongs to one
// key group (rule 5); partitions are listed by key group for snapshots, in any order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"
#include "engine/model/schema.h"
#include "engine/trend/lane.h"
#include "engine/trend/runs/run.h"
#include "engine/trend/vertices/shared/loop_graph.h"

namespace horatio::trend {

struct Partition {
  std::string key;                // KeyEncoding
  std::uint32_t group_bytes = 0;  // of its GROUP BY part
  KeyGroup key_group = 0;
  std::uint32_t lanes = 0;            // in all lists
  Timestamp last_time = kBeforeTime;  // of its newest event
  Run run;                            // of the events that are not applied yet
  std::size_t run_bytes = 0;          // its part of the table's bytes
  // By place among the types whose runs are counted, and the loops that are shared: until when all windows
  // of such events have been opened.
  absl::InlinedVector<Timestamp, 2> opened_through;
  std::unique_ptr<LaneList[]> lists;              // by slot of the query within the table
  std::vector<std::unique_ptr<LoopGraph>> loops;  // by number within the key space; as far as there are any
  std::size_t place = 0;                          // among those of its key group

  std::string_view group() const { return std::string_view(key).substr(0, group_bytes); }
};

class PartitionTable {
 public:
  // `equivalence`: keys have a part beyond the group, so that a group may have several partitions.
  PartitionTable(std::size_t slots, bool equivalence) : slots_(slots), equivalence_(equivalence) {}
  ~PartitionTable();  // lanes must be gone
  PartitionTable(const PartitionTable&) = delete;
  PartitionTable& operator=(const PartitionTable&) = delete;

  Partition* find(std::string_view key) {
    if (last_ != nullptr && Equal{}(last_, key)) return last_;
    const auto found = partitions_.find(key);
    if (found == partitions_.end()) return nullptr;
    return last_ = *found;
  }

  // The same; O(1) without a look at the table where it stands behind `before` in the list of their key
  // group: snapshots have the partitions in the same order for every query. `before`: nullptr for none.
  Partition* find_behind(const Partition* before, std::string_view key) {
    if (before == nullptr) return find(key);
    const std::span<Partition* const> list = of(before->key_group);
    const std::size_t next = before->place + 1;
    return next < list.size() && Equal{}(list[next], key) ? list[next] : find(key);
  }

  // A new partition, or nullptr if its group lives under another key group. REQUIRES: find(key) is nullptr;
  // the caller adds a lane.
  Partition* create(std::string_view key, std::size_t group_bytes, KeyGroup key_group);
  void drop(Partition* partition);  // REQUIRES: no lanes

  // To be called when the run has got more memory.
  void account_run(Partition& partition) {
    const std::size_t now =
        partition.run.heap_bytes() +
        (partition.opened_through.size() > 2 ? partition.opened_through.capacity() * sizeof(Timestamp) : 0);
    bytes_ += now - partition.run_bytes;
    partition.run_bytes = now;
  }

  template <class Visit>
  void for_each(Visit visit) {
    for (Partition* partition : partitions_) visit(*partition);
  }

  // The key group that a group lives under. REQUIRES: it has a partition.
  KeyGroup key_group_of(std::string_view group) const;
  std::span<Partition* const> of(KeyGroup key_group) const;
  std::size_t size() const { return partitions_.size(); }
  std::size_t bytes() const;

 private:
  static std::uint64_t word(std::string_view key) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, key.data(), sizeof(bits));
    return bits;
  }
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view key) const {
      if (key.size() == sizeof(std::uint64_t)) return absl::Hash<std::uint64_t>{}(word(key));
      return absl::Hash<absl::string_view>{}(absl::string_view(key.data(), key.size()));
    }
    std::size_t operator()(const Partition* partition) const { return (*this)(partition->key); }
  };
  struct Equal {
    using is_transparent = void;
    static std::string_view key(std::string_view text) { return text; }
    static std::string_view key(const Partition* partition) { return partition->key; }
    template <class Left, class Right>
    bool operator()(const Left& left, const Right& right) const {
      const std::string_view a = key(left), b = key(right);
      if (a.size() != b.size()) return false;
      // A key of one number is the common case, and worth no call.
      return a.size() == sizeof(std::uint64_t) ? word(a) == word(b) : a == b;
    }
  };
  struct Group {
    KeyGroup key_group = 0;
    std::uint32_t partitions = 0;
  };
  bool join_group(std::string_view group, KeyGroup key_group);
  void leave_group(std::string_view group);
  void link(Partition* partition);
  void unlink(Partition* partition);
  std::size_t bytes_of(const Partition& partition) const;

  std::size_t slots_;
  bool equivalence_;
  absl::flat_hash_set<Partition*, Hash, Equal> partitions_;
  absl::flat_hash_map<std::string, Group, Hash, Equal>
      groups_;  // only with equivalence; else partitions are the groups
  absl::flat_hash_map<KeyGroup, std::vector<Partition*>> by_key_group_;
  Partition* last_ = nullptr;  // found last: events of one key come in runs
  std::size_t bytes_ = 0;      // of partitions, groups and lists, without the tables
};

}  // namespace horatio::trend
