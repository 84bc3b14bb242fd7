// SPDX-License-Identifier: Apache-2.0
// The lanes of running sums: one number per sum state, and per component one for each slot; what an event
// adds, and when it counts. Under TIES STRICT what the events of the newest time add is *pending* until time
// moves on, so that all of them read the values from before it; under TIES ARRIVAL it is committed at once.
// Order of a commit: trends that were extended leave (MATCH NEXT), or all that could be (CONTIGUOUS), NOTs
// move the rest behind their gates, new trends come in.
//
// Papers: GRETA, HAMLET section 3; next and contiguous as in COGRA's type-grained form.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "engine/model/state_io.h"
#include "engine/trend/lane.h"
#include "engine/trend/sums/sum_program.h"

namespace horatio::trend {

inline constexpr std::size_t kSumCell = 16;  // every number and extreme has this size

static_assert(sizeof(SaturatingCount) == kSumCell && sizeof(ExactCount) == kSumCell &&
              sizeof(ScaledDouble) == kSumCell && sizeof(ModularCount) == kSumCell &&
              sizeof(Extreme) == kSumCell);

// One allocation: this header, then cells: the committed sums of all states, the pending ones, and so for the
// slots of every component.
struct alignas(kSumCell) SumLane final : Lane {
  using Lane::Lane;

  Timestamp time = 0;          // of what is pending
  std::uint64_t touched = 0;   // bit per state that has something pending
  std::uint64_t extended = 0;  // bit per state whose committed trends leave
  std::uint64_t fired = 0;     // NOT steps
  std::uint64_t operations = 0;
  std::size_t heap = 0;  // bytes of numbers beyond 64 bits, when last looked at
  std::uint32_t unwatched = 0;
  bool broken = false;  // CONTIGUOUS: some event stands at `time`

  template <class Cell>
  Cell* cells(std::size_t at) {
    return reinterpret_cast<Cell*>(reinterpret_cast<std::byte*>(this + 1) + at * kSumCell);
  }
};

template <class Num>
class SumLanes {
 public:
  // `query` and `program` outlive the object. `largest`: bytes beyond which an EXACT value is OVERFLOW.
  SumLanes(const TrendQuery& query, const SumProgram& program, std::size_t largest)
      : components_(query.components()),
        program_(program),
        largest_(largest),
        contiguous_(query.query().selection == Selection::kContiguous),
        strict_(query.strict()),
        plain_(components_.empty()) {
    const std::size_t per_component = 2 * program_.slots();
    first_component_ = 2 * program_.states();
    cells_ = first_component_ + per_component * (components_.linear.size() + components_.extremes.size());
  }

  SumLane* open(Partition* partition, std::int64_t window);
  void free(SumLane* lane);
  std::size_t bytes() const { return lanes_ * (sizeof(SumLane) + cells_ * kSumCell + kAllocation) + heap_; }

  bool strict() const { return strict_; }
  bool plain() const { return plain_; }  // nothing but trends is counted
  std::size_t largest() const { return largest_; }
  const Components& components() const { return components_; }
  const SumProgram& program() const { return program_; }

  // Committed cells; the pending ones of states and slots lie behind them.
  Num* sums(SumLane& lane) const { return lane.cells<Num>(0); }
  Num* pending_sums(SumLane& lane) const { return sums(lane) + program_.states(); }
  template <class Value>
  Value* linear(SumLane& lane, std::size_t component) const {
    return lane.cells<Value>(linear_at(component));
  }
  Extreme* extremes(SumLane& lane, std::size_t component) const {
    return lane.cells<Extreme>(linear_at(components_.linear.size() + component));
  }
  // Calls visit.template operator()<Value>() with the numbers that a linear component is kept in.
  template <class Visit>
  void visit_linear(std::size_t component, Visit visit) const {
    if (components_.linear[component].is_float()) {
      visit.template operator()<ScaledDouble>();
    } else {
      visit.template operator()<Num>();
    }
  }

  // What an event at `time` does. O(sources of its moves * (1 + components)).
  void add(SumLane& lane, const SumEffect& effect, const EventWeights& weights, Timestamp time);

  // The same where no other event has its time: it counts at once. REQUIRES: plain(); the effect is one move.
  void add_alone(SumLane& lane, const SumEffect& effect);

  // Makes what is pending count.
  void commit(SumLane& lane) {
    if ((lane.touched | lane.extended | lane.fired) != 0 || lane.broken) commit_pending(lane);
  }

  // Looks at the sizes of a lane's numbers now and then: what is too large is OVERFLOW in its cell in any
  // case.
  void watch(SumLane& lane) {
    if constexpr (std::is_same_v<Num, ExactCount>) {
      if (lane.unwatched++ % kWatchEvery == 0) limit(lane);
    }
  }

  // Adds the complete trends of a branch. REQUIRES: nothing is pending.
  void add_to(SumLane& lane, std::size_t branch, Totals& totals) const;

  // The committed content. REQUIRES: nothing is pending.
  void write(SumLane& lane, StateWriter& out) const;
  bool read(StateReader& in, SumLane& lane);

 private:
  static constexpr std::size_t kAllocation = 16;    // what the allocator adds to a block
  static constexpr std::uint32_t kWatchEvery = 64;  // commits

  std::size_t linear_at(std::size_t component) const {
    return first_component_ + component * 2 * program_.slots();
  }

  void add_moves(SumLane& lane, const SumEffect& effect, const EventWeights& weights);
  void add_components(SumLane& lane, const SumMove& move, const Num& fresh, const EventWeights& weights);
  template <class Value>
  void add_linear(SumLane& lane, std::size_t component, const SumMove& move, const Num& fresh,
                  const EventWeights::Weight& weight);
  void commit_pending(SumLane& lane);
  void move_away(SumLane& lane);
  void limit(SumLane& lane);

  struct Commit {
    template <class Cell, class Add>
    void operator()(Cell& from, Cell& to, Add add) const {
      add(to, from);
      from = Cell();
    }
  };
  using Shift = Commit;
  struct Clear {
    template <class Cell, class Add>
    void operator()(Cell&, Cell& to, Add) const {
      to = Cell();
    }
  };
  template <class Change>
  void for_slots(SumLane& lane, std::size_t from, std::size_t to, bool pending, Change change);

  const Components& components_;
  const SumProgram& program_;
  const std::size_t largest_;
  const bool contiguous_, strict_, plain_;
  std::size_t first_component_ = 0, cells_ = 0;
  std::size_t lanes_ = 0, heap_ = 0;
};

template <class Num>
SumLane* SumLanes<Num>::open(Partition* partition, std::int64_t window) {
  void* memory = ::operator new(sizeof(SumLane) + cells_ * kSumCell, std::align_val_t(kSumCell));
  auto* lane = new (memory) SumLane(partition, window);
  const std::size_t slots = 2 * program_.slots();
  std::uninitialized_value_construct_n(sums(*lane), first_component_);
  for (std::size_t c = 0; c < components_.linear.size(); ++c) {
    visit_linear(
        c, [&]<class Value>() { std::uninitialized_value_construct_n(linear<Value>(*lane, c), slots); });
  }
  for (std::size_t c = 0; c < components_.extremes.size(); ++c) {
    std::uninitialized_value_construct_n(extremes(*lane, c), slots);
  }
  for (std::uint64_t starts = program_.starts(); starts != 0; starts &= starts - 1) {
    sums(*lane)[__builtin_ctzll(starts)] = Num(std::uint64_t{1});
  }
  ++lanes_;
  return lane;
}

template <class Num>
void SumLanes<Num>::free(SumLane* lane) {
  heap_ -= lane->heap;
  --lanes_;
  std::destroy_n(sums(*lane), first_component_);
  for (std::size_t c = 0; c < components_.linear.size(); ++c) {
    visit_linear(c, [&]<class Value>() { std::destroy_n(linear<Value>(*lane, c), 2 * program_.slots()); });
  }
  lane->~SumLane();
  ::operator delete(lane, std::align_val_t(kSumCell));
}

template <class Num>
void SumLanes<Num>::add(SumLane& lane, const SumEffect& effect, const EventWeights& weights, Timestamp time) {
  if (strict_ && lane.time != time) {
    commit(lane);
    lane.time = time;
  }
  add_moves(lane, effect, weights);
  lane.fired |= effect.fired;
  lane.extended |= effect.extended;
  lane.broken = contiguous_;
  if (!strict_) commit(lane);
}

template <class Num>
void SumLanes<Num>::add_alone(SumLane& lane, const SumEffect& effect) {
  commit(lane);
  const SumMove& move = effect.moves.front();
  Num* all = sums(lane);
  Num& sum = all[move.to];
  if (move.from.size() == 1 && !move.starts && move.from.front() != move.to) {
    sum += all[move.from.front()];
  } else {
    Num fresh(std::uint64_t{move.starts ? 1U : 0U});
    for (const SumState from : move.from) fresh += all[from];
    sum += fresh;
  }
  lane.operations += effect.operations;
  if constexpr (std::is_same_v<Num, ExactCount>) {
    if (!sum.fits_64_bits()) watch(lane);
  }
}

template <class Num>
void SumLanes<Num>::add_moves(SumLane& lane, const SumEffect& effect, const EventWeights& weights) {
  Num* committed = sums(lane);
  Num* pending = pending_sums(lane);
  for (const SumMove& move : effect.moves) {
    if (plain_ && move.from.size() == 1) {
      pending[move.to] += committed[move.from[0]];
      if (move.starts) pending[move.to] += Num(std::uint64_t{1});
    } else {
      Num fresh(std::uint64_t{move.starts ? 1U : 0U});
      for (const SumState from : move.from) fresh += committed[from];
      if (!plain_) add_components(lane, move, fresh, weights);
      pending[move.to] += fresh;
    }
    lane.touched |= std::uint64_t{1} << move.to;
  }
  lane.operations += effect.operations;
}

template <class Num>
void SumLanes<Num>::add_components(SumLane& lane, const SumMove& move, const Num& fresh,
                                   const EventWeights& weights) {
  if (fresh.is_zero()) return;
  for (std::size_t c = 0; c < components_.linear.size(); ++c) {
    visit_linear(c, [&]<class Value>() { add_linear<Value>(lane, c, move, fresh, weights.linear[c]); });
  }
  for (std::size_t c = 0; c < components_.extremes.size(); ++c) {
    const ExtremeComponent& component = components_.extremes[c];
    Extreme* committed = extremes(lane, c);
    for (const SlotMove& slot : move.slots) {
      Extreme& pending = committed[program_.slots() + slot.to];
      for (const std::uint16_t from : slot.from) pending.add(committed[from], component.is_maximum);
      if (slot.place == component.place) pending.add(weights.extremes[c], component.is_maximum);
    }
  }
}

// Floating weights need the count as a floating number too. An overflowed count makes the cell OVERFLOW, so
// what is summed then does not matter.
template <class Num>
template <class Value>
void SumLanes<Num>::add_linear(SumLane& lane, std::size_t component, const SumMove& move, const Num& fresh,
                               const EventWeights::Weight& weight) {
  Value* committed = linear<Value>(lane, component);
  for (const SlotMove& slot : move.slots) {
    Value& pending = committed[program_.slots() + slot.to];
    for (const std::uint16_t from : slot.from) pending += committed[from];
    if (slot.place != components_.linear[component].place) continue;
    if (components_.linear[component].is_float()) {
      if (weight.real == 0) continue;
      if constexpr (std::is_same_v<Num, ScaledDouble>) {
        pending.add_scaled(fresh, weight.real);
      } else if constexpr (std::is_same_v<Num, ExactCount> && std::is_same_v<Value, ScaledDouble>) {
        if (!fresh.overflowed()) pending.add_scaled(ScaledDouble(fresh), weight.real);
      }
    } else if constexpr (std::is_same_v<Value, Num>) {
      if (weight.integer != 0) pending.add_scaled(fresh, weight.integer);
    }
  }
}

template <class Num>
void SumLanes<Num>::commit_pending(SumLane& lane) {
  if ((lane.extended | lane.fired) != 0 || lane.broken) move_away(lane);
  if (lane.touched == 0) return;
  Num* committed = sums(lane);
  Num* pending = pending_sums(lane);
  bool big = !plain_;
  for (std::uint64_t touched = lane.touched; touched != 0; touched &= touched - 1) {
    const auto state = static_cast<std::size_t>(__builtin_ctzll(touched));
    committed[state] += pending[state];
    pending[state] = Num();
    if constexpr (std::is_same_v<Num, ExactCount>) big = big || !committed[state].fits_64_bits();
    if (!plain_) for_slots(lane, state, state, true, Commit{});
  }
  lane.touched = 0;
  if (big) watch(lane);
}

// What the events of the newest time do to the trends from before it.
template <class Num>
void SumLanes<Num>::move_away(SumLane& lane) {
  Num* committed = sums(lane);
  std::uint64_t leaving = lane.extended | (lane.broken ? program_.live() : 0);
  for (; leaving != 0; leaving &= leaving - 1) {
    const auto state = static_cast<std::size_t>(__builtin_ctzll(leaving));
    committed[state] = Num();
    if (!plain_) for_slots(lane, state, state, false, Clear{});
  }
  for (std::uint64_t fired = lane.fired; fired != 0;) {
    const auto bit = static_cast<unsigned>(63 - __builtin_clzll(fired));
    fired ^= std::uint64_t{1} << bit;
    for (const SumProgram::Shift& shift : program_.shifts(bit)) {
      committed[shift.to] += committed[shift.from];
      committed[shift.from] = Num();
      if (!plain_) for_slots(lane, shift.from, shift.to, false, Shift{});
    }
  }
  lane.extended = lane.fired = 0;
  lane.broken = false;
}

// Calls `change(source, target, add)` for each slot and component. The source is the slot of `from`, its
// pending cell if `pending`; the target is the committed cell of the same slot of `to`.
template <class Num>
template <class Change>
void SumLanes<Num>::for_slots(SumLane& lane, std::size_t from, std::size_t to, bool pending, Change change) {
  const SumProgram::StateInfo& source = program_.state(from);
  const std::size_t begin = source.first_slot + (pending ? program_.slots() : 0);
  const std::size_t target = program_.state(to).first_slot;
  const auto plus = [](auto& sum, const auto& term) { sum += term; };
  for (std::size_t i = 0; i < source.slots; ++i) {
    for (std::size_t c = 0; c < components_.linear.size(); ++c) {
      visit_linear(c, [&]<class Value>() {
        auto* cells = linear<Value>(lane, c);
        change(cells[begin + i], cells[target + i], plus);
      });
    }
    for (std::size_t c = 0; c < components_.extremes.size(); ++c) {
      Extreme* cells = extremes(lane, c);
      const bool is_maximum = components_.extremes[c].is_maximum;
      change(cells[begin + i], cells[target + i],
             [is_maximum](Extreme& sum, const Extreme& term) { sum.add(term, is_maximum); });
    }
  }
}

// Numbers past the limit become OVERFLOW, so that memory stays bounded; the rest is counted.
template <class Num>
void SumLanes<Num>::limit(SumLane& lane) {
  std::size_t heap = 0;
  const auto look = [&](Num& number) {
    number.limit(largest_);
    heap += number.heap_bytes();
  };
  for (std::size_t i = 0; i < first_component_; ++i) look(sums(lane)[i]);
  for (std::size_t c = 0; c < components_.linear.size(); ++c) {
    for (std::size_t i = 0; i < 2 * program_.slots() && !components_.linear[c].is_float(); ++i) {
      look(linear<Num>(lane, c)[i]);
    }
  }
  heap_ += heap - lane.heap;
  lane.heap = heap;
}

template <class Num>
void SumLanes<Num>::add_to(SumLane& lane, std::size_t branch, Totals& totals) const {
  Num trends{};
  for (const SumProgram::End& end : program_.ends(branch)) {
    trends += sums(lane)[end.state];
    for (std::size_t c = 0; c < components_.linear.size(); ++c) {
      visit_linear(
          c, [&]<class Value>() { std::get<Value>(totals.linear[c]) += linear<Value>(lane, c)[end.slot]; });
    }
    for (std::size_t c = 0; c < components_.extremes.size(); ++c) {
      totals.extremes[c].add(extremes(lane, c)[end.slot], components_.extremes[c].is_maximum);
    }
  }
  totals.trends = std::move(trends);
  totals.operations += program_.ends(branch).size();
}

template <class Num>
void SumLanes<Num>::write(SumLane& lane, StateWriter& out) const {
  out.number(lane.operations);
  for (std::size_t i = 0; i < program_.states(); ++i) write_number(sums(lane)[i], out);
  for (std::size_t c = 0; c < components_.linear.size(); ++c) {
    visit_linear(c, [&]<class Value>() {
      for (std::size_t i = 0; i < program_.slots(); ++i) write_number(linear<Value>(lane, c)[i], out);
    });
  }
  for (std::size_t c = 0; c < components_.extremes.size(); ++c) {
    for (std::size_t i = 0; i < program_.slots(); ++i) trend::write(extremes(lane, c)[i], out);
  }
}

template <class Num>
bool SumLanes<Num>::read(StateReader& in, SumLane& lane) {
  lane.operations = in.number<std::uint64_t>();
  for (std::size_t i = 0; i < program_.states(); ++i) read_number(in, sums(lane)[i]);
  for (std::size_t c = 0; c < components_.linear.size(); ++c) {
    visit_linear(c, [&]<class Value>() {
      for (std::size_t i = 0; i < program_.slots(); ++i) read_number(in, linear<Value>(lane, c)[i]);
    });
  }
  for (std::size_t c = 0; c < components_.extremes.size(); ++c) {
    for (std::size_t i = 0; i < program_.slots(); ++i) extremes(lane, c)[i] = read_extreme(in);
  }
  if constexpr (std::is_same_v<Num, ExactCount>) limit(lane);
  return !in.failed();
}

}  // namespace horatio::trend
