// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/lane.h"

#include <memory>
#include <new>

namespace horatio::trend {

static_assert(alignof(Lane) >= alignof(SaturatingCount) && sizeof(Lane) % alignof(SaturatingCount) == 0);

Lane* Lane::make(Partition* partition, std::int64_t window, std::size_t states, bool strict) {
  void* memory = ::operator new(bytes(states, strict));
  Lane* lane = new (memory) Lane(partition, window, states);
  std::uninitialized_value_construct_n(lane->sums(), (strict ? 2 : 1) * states);
  return lane;
}

void Lane::free(Lane* lane) { ::operator delete(lane); }

SaturatingCount Lane::sum(State state) const {
  const bool pending = ((pending_ >> state) & 1U) != 0;
  return pending ? sums()[state] + sums()[states_ + state] : sums()[state];
}

SaturatingCount Lane::total(std::uint64_t ends) const {
  SaturatingCount total;
  for (; ends != 0; ends &= ends - 1) total += sum(static_cast<State>(__builtin_ctzll(ends)));
  return total;
}

void Lane::absorb(const SaturatingCount& trends, std::uint64_t ends) {
  sums()[__builtin_ctzll(ends)] += trends;
}

void LaneList::append(Lane* lane) {
  (tail != nullptr ? tail->next : head) = lane;
  tail = lane;
  if (live == nullptr && !lane->due) live = lane;
}

Lane* LaneList::pop() {
  Lane* lane = head;
  head = lane->next;
  if (tail == lane) tail = nullptr;
  if (live == lane) live = head;
  return lane;
}

}  // namespace horatio::trend
