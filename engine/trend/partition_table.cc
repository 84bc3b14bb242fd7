// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/partition_table.h"

#include <algorithm>
#include <utility>

namespace horatio::trend {
namespace {

constexpr std::size_t kAllocation = 16;  // what the allocator adds to a block

std::size_t heap_bytes(const std::string& text) {
  return text.capacity() > std::string().capacity() ? text.capacity() + 1 + kAllocation : 0;
}

// Gives memory back when most of a table is empty; amortised over the erasures that emptied it.
template <class Table>
void shrink(Table& table) {
  if (table.empty()) {
    table = Table();
  } else if (table.capacity() > 64 && table.size() * 8 < table.capacity()) {
    table.rehash(table.size() * 2);
  }
}

}  // namespace

PartitionTable::~PartitionTable() {
  for (Partition* partition : partitions_) delete partition;
}

Partition* PartitionTable::create(std::string_view key, std::size_t group_bytes, KeyGroup key_group) {
  if (equivalence_ && !join_group(key.substr(0, group_bytes), key_group)) return nullptr;
  auto* partition = new Partition;
  partition->key.assign(key);
  partition->group_bytes = static_cast<std::uint32_t>(group_bytes);
  partition->key_group = key_group;
  partition->lists = std::make_unique<LaneList[]>(slots_);
  partitions_.insert(partition);
  link(partition);
  bytes_ += bytes_of(*partition);
  return last_ = partition;
}

void PartitionTable::drop(Partition* partition) {
  if (last_ == partition) last_ = nullptr;
  bytes_ -= bytes_of(*partition);
  partitions_.erase(partition);
  shrink(partitions_);
  unlink(partition);
  if (equivalence_) leave_group(partition->group());
  delete partition;
}

bool PartitionTable::join_group(std::string_view group, KeyGroup key_group) {
  const auto [entry, fresh] = groups_.try_emplace(std::string(group), Group{key_group, 0});
  if (entry->second.key_group != key_group) return false;
  if (fresh) bytes_ += heap_bytes(entry->first);
  ++entry->second.partitions;
  return true;
}

void PartitionTable::leave_group(std::string_view group) {
  const auto entry = groups_.find(group);
  if (--entry->second.partitions != 0) return;
  bytes_ -= heap_bytes(entry->first);
  groups_.erase(entry);
  shrink(groups_);
}

void PartitionTable::link(Partition* partition) {
  std::vector<Partition*>& list = by_key_group_[partition->key_group];
  bytes_ -= list.capacity() * sizeof(Partition*);
  partition->place = list.size();
  list.push_back(partition);
  bytes_ += list.capacity() * sizeof(Partition*);
}

void PartitionTable::unlink(Partition* partition) {
  const auto entry = by_key_group_.find(partition->key_group);
  std::vector<Partition*>& list = entry->second;
  list.back()->place = partition->place;
  list[partition->place] = list.back();
  list.pop_back();
  bytes_ -= list.capacity() * sizeof(Partition*);
  if (list.empty()) {
    by_key_group_.erase(entry);
    shrink(by_key_group_);
    return;
  }
  if (list.capacity() > 64 && list.size() * 8 < list.capacity()) list.shrink_to_fit();
  bytes_ += list.capacity() * sizeof(Partition*);
}

KeyGroup PartitionTable::key_group_of(std::string_view group) const {
  if (equivalence_) return groups_.find(group)->second.key_group;
  return (*partitions_.find(group))->key_group;
}

std::span<Partition* const> PartitionTable::of(KeyGroup key_group) const {
  const auto entry = by_key_group_.find(key_group);
  if (entry == by_key_group_.end()) return {};
  return entry->second;
}

std::size_t PartitionTable::bytes_of(const Partition& partition) const {
  return sizeof(Partition) + kAllocation + slots_ * sizeof(LaneList) + kAllocation +
         heap_bytes(partition.key) + partition.run_bytes;
}

std::size_t PartitionTable::bytes() const {
  return bytes_ + partitions_.capacity() * (sizeof(Partition*) + 1) +
         groups_.capacity() * (sizeof(std::pair<std::string, Group>) + 1) +
         by_key_group_.capacity() * (sizeof(std::pair<KeyGroup, std::vector<Partition*>>) + 1);
}

}  // namespace horatio::trend
