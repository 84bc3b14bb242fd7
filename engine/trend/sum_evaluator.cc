// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/sum_evaluator.h"

#include <utility>

#include "engine/trend/pairs.h"
#include "engine/trend/sum_lanes.h"
#include "engine/trend/sum_runs.h"

namespace horatio::trend {
namespace {

constexpr std::size_t kAllocation = 16;    // what the allocator adds to a block
constexpr std::uint32_t kWatchEvery = 64;  // commits
constexpr std::size_t kCell = 16;          // every number and extreme has this size

static_assert(sizeof(SaturatingCount) == kCell && sizeof(ExactCount) == kCell &&
              sizeof(ScaledDouble) == kCell && sizeof(ModularCount) == kCell && sizeof(Extreme) == kCell);

// One allocation: this header, then cells: the committed sums of all states, the pending ones, and so for the
// slots of every component.
struct alignas(kCell) SumLane final : Lane {
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
    return reinterpret_cast<Cell*>(reinterpret_cast<std::byte*>(this + 1) + at * kCell);
  }
};

template <class Num>
class SumEvaluator final : public Evaluator {
 public:
  SumEvaluator(const TrendQuery& query, SumProgram program, std::size_t largest)
      : query_(query), program_(std::move(program)), lanes_(query, program_, largest), runs_(query, lanes_) {}

  Effect prepare(const EventRef& event) override {
    time_ = event.time;
    effect_ = &none_;
    if (query_.in_pattern(event.type())) {
      const PredicateMask mask = query_.conditional(event.type()) ? query_.mask(*event.block, event.row) : 0;
      effect_ = &program_.effect(event.type(), mask, scratch_);
    }
    if (effect_->empty() && query_.query().selection != Selection::kContiguous) return Effect::kNone;
    if (!lanes_.plain() && !effect_->moves.empty()) {
      weights_.read(query_.components(), query_.query().pattern, *event.block, event.row);
    }
    return effect_->opens ? Effect::kOpens : Effect::kExtends;
  }

  Status apply(Lane* first) override {
    for (Lane* lane = first; lane != nullptr; lane = lane->next) {
      lanes_.add(static_cast<SumLane&>(*lane), *effect_, weights_, time_);
    }
    return {};
  }

  bool takes_runs(TypeId type) const override { return runs_.takes(type); }
  bool takes_ties(TypeId type) const override { return runs_.takes_ties(type); }
  bool opens(TypeId type) const override { return runs_.opens(type); }
  void apply_run(Lane* first, TypeId type, const RunTally& tally, const RunUse& use, bool over) override {
    runs_.apply(first, type, tally, use, over);
  }
  bool is_ordered_by_type() const override { return lanes_.plain() && program_.has_one_effect_a_type(); }

  Lane* open(Partition* partition, std::int64_t window) override { return lanes_.open(partition, window); }
  void free(Lane* lane) override { lanes_.free(static_cast<SumLane*>(lane)); }

  void total(Lane& of, std::optional<Timestamp>, Totals& totals) override {
    auto& lane = static_cast<SumLane&>(of);
    lanes_.commit(lane);
    totals.clear(query_.components(), query_.arithmetic());
    totals.operations = lane.operations;
    if (!query_.is_pair()) return lanes_.add_to(lane, 0, totals);
    Totals first, second;
    first.clear(query_.components(), query_.arithmetic());
    second.clear(query_.components(), query_.arithmetic());
    lanes_.add_to(lane, 0, first);
    lanes_.add_to(lane, 1, second);
    Num both{};
    if (query_.branches().size() > 2) {
      for (const SumProgram::End& end : program_.ends(2)) both += lanes_.sums(lane)[end.state];
    }
    combine_pairs(query_.components(), first, second, Number(std::move(both)), totals);
  }

  std::string shape() const override;
  void write(Lane& of, StateWriter& out) override {
    auto& lane = static_cast<SumLane&>(of);
    lanes_.commit(lane);
    lanes_.write(lane, out);
  }
  bool read(StateReader& in, Lane& lane) override { return lanes_.read(in, static_cast<SumLane&>(lane)); }

  std::size_t bytes() const override { return lanes_.bytes(); }
  std::string describe() const override {
    return "running sums, " + std::to_string(program_.states()) +
           (program_.states() == 1 ? " sum" : " sums") + " a window";
  }

 private:
  std::size_t linear_at(std::size_t component) const {
    return first_component_ + component * 2 * program_.slots();
  }
  std::size_t extreme_at(std::size_t component) const {
    return linear_at(components_.linear.size() + component);
  }

  void construct(SumLane& lane, std::size_t component, std::size_t cell) {
    if (components_.linear[component].is_float()) {
      new (lane.cells<ScaledDouble>(linear_at(component) + cell)) ScaledDouble();
    } else {
      new (lane.template cells<Num>(linear_at(component) + cell)) Num();
    }
  }

  void apply_to(SumLane& lane) {
    if (strict_ && lane.time != time_) {
      commit(lane);
      lane.time = time_;
    }
    add_moves(lane);
    lane.fired |= effect_->fired;
    lane.extended |= effect_->extended;
    lane.broken = contiguous_;
    if (!strict_) commit(lane);
  }

  const SumEffect& effect_of(TypeId type) const { return program_.effect(type); }

  // What `events` events do that come one after the other, so that a looping state's trends are multiplied by
  // 2^doublings * factor: r' = m r + (m - 1) x, or r' = r + events x without a loop; x: the other sources.
  void multiply(SumLane& lane, const SumMove& move, std::uint64_t events, std::uint64_t doublings,
                std::uint64_t factor) {
    Num* sums = lane.cells<Num>(0);
    Num others(std::uint64_t{move.starts ? 1U : 0U});
    bool loops = false;
    for (const SumState from : move.from) {
      loops = loops || from == move.to;
      if (from != move.to) others += sums[from];
    }
    Num& sum = sums[move.to];
    if (!loops) {
      sum.add_scaled(others, events);
    } else {
      if (factor != 1) {
        sum.scale(factor);
        sum.add_scaled(others, factor - 1);
      }
      sum.apply_run(others, doublings, largest_);
    }
    if constexpr (std::is_same_v<Num, ExactCount>) {
      if (!sum.fits_64_bits()) watch(lane);
    }
  }

  // The same for several moves, which read what each other writes.
  void multiply(SumLane& lane, const SumEffect& effect, std::uint64_t events) {
    while (events != 0) {
      const std::uint64_t step = std::min(events, RunMatrix::most_events(effect.moves.size()));
      if (!matrix_.is_of(effect, step)) matrix_.set(effect, step);
      apply_matrix(lane, effect);
      events -= step;
    }
    watch(lane);
  }

  void apply_matrix(SumLane& lane, const SumEffect& effect) {
    Num* sums = lane.cells<Num>(0);
    Num others[RunMatrix::kMostMoves];
    Num after[RunMatrix::kMostMoves];
    const std::size_t moves = effect.moves.size();
    for (std::size_t j = 0; j < moves; ++j) {
      others[j] = Num(std::uint64_t{effect.moves[j].starts ? 1U : 0U});
      for (const SumState from : effect.moves[j].from) {
        if (!matrix_.is_target(from)) others[j] += sums[from];
      }
    }
    for (std::size_t j = 0; j < moves; ++j) {
      for (std::size_t i = 0; i < moves; ++i) {
        after[j].add_scaled(sums[effect.moves[i].to], matrix_.of_sums(j, i));
        after[j].add_scaled(others[i], matrix_.of_others(j, i));
      }
    }
    for (std::size_t j = 0; j < moves; ++j) sums[effect.moves[j].to] = std::move(after[j]);
  }

  // The events of the run's newest time wait for the commit, as single ones do.
  void add_ties(SumLane& lane, const SumEffect& effect, const Run& run) {
    Num* committed = lane.cells<Num>(0);
    for (const SumMove& move : effect.moves) {
      Num fresh(std::uint64_t{move.starts ? 1U : 0U});
      for (const SumState from : move.from) fresh += committed[from];
      committed[program_.states() + move.to].add_scaled(fresh, run.ties());
      lane.touched |= std::uint64_t{1} << move.to;
    }
    lane.time = run.last();
  }

  void add_moves(SumLane& lane) {
    Num* committed = lane.cells<Num>(0);
    Num* pending = committed + program_.states();
    for (const SumMove& move : effect_->moves) {
      if (plain_ && move.from.size() == 1) {
        pending[move.to] += committed[move.from[0]];
        if (move.starts) pending[move.to] += Num(std::uint64_t{1});
      } else {
        Num fresh(std::uint64_t{move.starts ? 1U : 0U});
        for (const SumState from : move.from) fresh += committed[from];
        if (!plain_) add_components(lane, move, fresh);
        pending[move.to] += fresh;
      }
      lane.touched |= std::uint64_t{1} << move.to;
    }
    lane.operations += effect_->operations;
  }

  void add_components(SumLane& lane, const SumMove& move, const Num& fresh) {
    if (fresh.is_zero()) return;
    for (std::size_t c = 0; c < components_.linear.size(); ++c) {
      if (components_.linear[c].is_float()) {
        add_linear<ScaledDouble>(lane, c, move, fresh, weights_.linear[c].real);
      } else {
        add_linear<Num>(lane, c, move, fresh, weights_.linear[c].integer);
      }
    }
    for (std::size_t c = 0; c < components_.extremes.size(); ++c) {
      const ExtremeComponent& component = components_.extremes[c];
      Extreme* committed = lane.cells<Extreme>(extreme_at(c));
      for (const SlotMove& slot : move.slots) {
        Extreme& pending = committed[program_.slots() + slot.to];
        for (const std::uint16_t from : slot.from) pending.add(committed[from], component.is_maximum);
        if (slot.place == component.place) pending.add(weights_.extremes[c], component.is_maximum);
      }
    }
  }

  // Floating weights need the count as a floating number too. An overflowed count makes the cell OVERFLOW, so
  // what is summed then does not matter.
  template <class Value, class Weight>
  void add_linear(SumLane& lane, std::size_t component, const SumMove& move, const Num& fresh,
                  Weight weight) {
    Value* committed = lane.cells<Value>(linear_at(component));
    for (const SlotMove& slot : move.slots) {
      Value& pending = committed[program_.slots() + slot.to];
      for (const std::uint16_t from : slot.from) pending += committed[from];
      if (weight == Weight{} || slot.place != components_.linear[component].place) continue;
      if constexpr (std::is_same_v<Value, Num>) {
        pending.add_scaled(fresh, weight);
      } else if constexpr (std::is_constructible_v<ScaledDouble, const Num&>) {
        if (!fresh.overflowed()) pending.add_scaled(ScaledDouble(fresh), weight);
      }
    }
  }

  void commit(SumLane& lane) {
    if ((lane.extended | lane.fired) != 0 || lane.broken) move_away(lane);
    if (lane.touched == 0) return;
    Num* committed = lane.cells<Num>(0);
    Num* pending = committed + program_.states();
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

  // Looks at the sizes of a lane's numbers now and then: what is too large is OVERFLOW in its cell in any
  // case.
  void watch(SumLane& lane) {
    if constexpr (std::is_same_v<Num, ExactCount>) {
      if (lane.unwatched++ % kWatchEvery == 0) limit(lane);
    }
  }

  // What the events of the newest time do to the trends from before it.
  void move_away(SumLane& lane) {
    std::uint64_t leaving = lane.extended | (lane.broken ? program_.live() : 0);
    for (; leaving != 0; leaving &= leaving - 1) {
      const auto state = static_cast<std::size_t>(__builtin_ctzll(leaving));
      *lane.cells<Num>(state) = Num();
      if (!plain_) for_slots(lane, state, state, false, Clear{});
    }
    for (std::uint64_t fired = lane.fired; fired != 0;) {
      const auto bit = static_cast<unsigned>(63 - __builtin_clzll(fired));
      fired ^= std::uint64_t{1} << bit;
      for (const SumProgram::Shift& shift : program_.shifts(bit)) {
        Num* sums = lane.cells<Num>(0);
        sums[shift.to] += sums[shift.from];
        sums[shift.from] = Num();
        if (!plain_) for_slots(lane, shift.from, shift.to, false, Shift{});
      }
    }
    lane.extended = lane.fired = 0;
    lane.broken = false;
  }

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

  // Calls `change(source, target, add)` for each slot and component. The source is the slot of `from`, its
  // pending cell if `pending`; the target is the committed cell of the same slot of `to`.
  template <class Change>
  void for_slots(SumLane& lane, std::size_t from, std::size_t to, bool pending, Change change) {
    const SumProgram::StateInfo& source = program_.state(from);
    const std::size_t begin = source.first_slot + (pending ? program_.slots() : 0);
    const std::size_t target = program_.state(to).first_slot;
    const auto plus = [](auto& sum, const auto& term) { sum += term; };
    for (std::size_t i = 0; i < source.slots; ++i) {
      for (std::size_t c = 0; c < components_.linear.size(); ++c) {
        if (components_.linear[c].is_float()) {
          auto* cells = lane.cells<ScaledDouble>(linear_at(c));
          change(cells[begin + i], cells[target + i], plus);
        } else {
          auto* cells = lane.cells<Num>(linear_at(c));
          change(cells[begin + i], cells[target + i], plus);
        }
      }
      for (std::size_t c = 0; c < components_.extremes.size(); ++c) {
        auto* cells = lane.cells<Extreme>(extreme_at(c));
        const bool is_maximum = components_.extremes[c].is_maximum;
        change(cells[begin + i], cells[target + i],
               [is_maximum](Extreme& sum, const Extreme& term) { sum.add(term, is_maximum); });
      }
    }
  }

  // Numbers past the limit become OVERFLOW, so that memory stays bounded; the rest is counted.
  void limit(SumLane& lane) {
    std::size_t heap = 0;
    const auto look = [&](Num& number) {
      number.limit(largest_);
      heap += number.heap_bytes();
    };
    for (std::size_t i = 0; i < first_component_; ++i) look(lane.cells<Num>(0)[i]);
    for (std::size_t c = 0; c < components_.linear.size(); ++c) {
      for (std::size_t i = 0; i < 2 * program_.slots() && !components_.linear[c].is_float(); ++i) {
        look(lane.cells<Num>(linear_at(c))[i]);
      }
    }
    heap_ += heap - lane.heap;
    lane.heap = heap;
  }

  void add_branch(SumLane& lane, std::size_t branch, Totals& totals) {
    Num trends{};
    for (const SumProgram::End& end : program_.ends(branch)) {
      trends += lane.cells<Num>(0)[end.state];
      for (std::size_t c = 0; c < components_.linear.size(); ++c)
        add_total(lane, c, end.slot, totals.linear[c]);
      for (std::size_t c = 0; c < components_.extremes.size(); ++c) {
        totals.extremes[c].add(lane.cells<Extreme>(extreme_at(c))[end.slot],
                               components_.extremes[c].is_maximum);
      }
    }
    totals.trends = std::move(trends);
    totals.operations += program_.ends(branch).size();
  }

  void add_total(SumLane& lane, std::size_t component, std::size_t slot, Number& total) {
    if (components_.linear[component].is_float()) {
      std::get<ScaledDouble>(total) += lane.cells<ScaledDouble>(linear_at(component))[slot];
    } else {
      std::get<Num>(total) += lane.cells<Num>(linear_at(component))[slot];
    }
  }

  const TrendQuery& query_;
  const SumProgram program_;
  SumLanes<Num> lanes_;
  SumRuns<Num> runs_;
  // The event under way.
  Timestamp time_ = 0;
  const SumEffect* effect_ = nullptr;
  EventWeights weights_;
  SumEffect scratch_;
  const SumEffect none_;
};

template <class Num>
std::string SumEvaluator<Num>::shape() const {
  std::string shape = "sums";
  const auto number = [&](std::size_t value) { (shape += ' ') += std::to_string(value); };
  number(static_cast<std::size_t>(query_.arithmetic()));
  number(query_.components().linear.size());
  number(query_.components().extremes.size());
  for (std::size_t i = 0; i < program_.states(); ++i) {
    const SumProgram::StateInfo& info = program_.state(i);
    (shape += ';') += std::to_string(static_cast<unsigned>(info.kind));
    number(info.branch);
    for (const std::uint8_t gate : info.gates) number(gate);
    if (info.kind == SumProgram::StateInfo::Kind::kStart) continue;
    const Determinised& automaton = query_.branches()[info.branch].automaton;
    shape += " :";
    for (const Position p : automaton.positions(info.automaton_state)) number(p);
    shape += " :";
    for (const Position p : automaton.all_positions(info.automaton_state)) number(p);
  }
  return shape;
}

}  // namespace

std::unique_ptr<Evaluator> make_sum_evaluator(const TrendQuery& query, SumProgram program,
                                              std::size_t largest_number) {
  switch (query.arithmetic()) {
    case Arithmetic::kSaturating:
      return std::make_unique<SumEvaluator<SaturatingCount>>(query, std::move(program), largest_number);
    case Arithmetic::kScaled:
      return std::make_unique<SumEvaluator<ScaledDouble>>(query, std::move(program), largest_number);
    case Arithmetic::kModular:
      return std::make_unique<SumEvaluator<ModularCount>>(query, std::move(program), largest_number);
    default:
      return std::make_unique<SumEvaluator<ExactCount>>(query, std::move(program), largest_number);
  }
}

}  // namespace horatio::trend
