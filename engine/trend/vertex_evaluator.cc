// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertex_evaluator.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "engine/trend/event_record.h"
#include "engine/trend/index/index_plan.h"
#include "engine/trend/index/vertex_index.h"
#include "engine/trend/mass.h"
#include "engine/trend/pairs.h"
#include "engine/trend/record_maker.h"

namespace horatio::trend {

using automaton::Candidate;
using automaton::Ending;
using automaton::Guard;
using automaton::kAlways;
using automaton::kNoEdgeCondition;
using automaton::kNoGuard;
using automaton::kNoState;
using automaton::Step;
using automaton::Term;

namespace {

// A place in the query's order: the time under TIES STRICT, else the sequence.
using Order = std::int64_t;
constexpr Order kNever = std::numeric_limits<Order>::min();

constexpr std::uint64_t bit(std::size_t number) { return std::uint64_t{1} << number; }

template <class Num>
struct Vertex {
  RecordPointer event;
  automaton::State state = 0;
  bool extended = false;     // leaves at the next commit
  std::uint64_t killed = 0;  // by NOT FOR: bit per negation
  Mass<Num> mass;
};

template <class Num>
struct VertexLane final : Lane {
  using Lane::Lane;
  using Vertices = std::vector<Vertex<Num>>;

  struct OfBranch {
    std::vector<Vertices> live;                          // by automaton state
    std::vector<std::vector<VertexIndex<Num>>> indexes;  // by automaton state, as IndexPlan::indexes
    Vertices ended;                                      // complete where trends leave their state
    Vertices pending;                                    // of the newest time
  };
  std::vector<OfBranch> branches;
  std::vector<std::vector<Order>>
      stamps;                        // by negation, by step: latest start of an occurrence up to the step
  std::vector<std::uint64_t> fired;  // by negation: bit per step, at `time`
  Timestamp time = 0;
  Order order = kNever;
  std::uint64_t operations = 0;
  std::size_t bytes = 0;
  bool broken = false;
};

bool has_leading_negation(const Determinised& automaton, std::size_t types) {
  const auto negated = [](const Guard& guard) {
    return std::any_of(guard.terms.begin(), guard.terms.end(),
                       [](const Term& term) { return term.negations != 0; });
  };
  for (std::size_t type = 0; type < types; ++type) {
    for (const Step& step : automaton.start(static_cast<TypeId>(type))) {
      if (std::any_of(step.guards.begin(), step.guards.end(), negated)) return true;
    }
  }
  return false;
}

// Whether two times lie less than `span` apart, without overflow. REQUIRES: later >= earlier.
bool within(Timestamp earlier, Timestamp later, std::int64_t span) {
  std::int64_t apart = 0;
  return !__builtin_sub_overflow(later, earlier, &apart) && apart < span;
}

template <class Num>
class VertexEvaluator final : public Evaluator {
 public:
  VertexEvaluator(const TrendQuery& query, const VertexOptions& options)
      : query_(query),
        components_(query.components()),
        options_(options),
        records_(query),
        strict_(query.strict()),
        contiguous_(query.query().selection == Selection::kContiguous),
        moves_on_(query.query().selection != Selection::kAllCombinations) {
    fires_.resize(query.negations().size());
    for (const Branch& branch : query.branches()) {
      plans_.push_back(options.enumerate ? IndexPlan() : IndexPlan(query, branch.automaton, records_));
      fresh_.resize(std::max(fresh_.size(), branch.automaton.states()));
      leading_ = leading_ || has_leading_negation(branch.automaton, query.schema().types.size());
    }
  }

  Effect prepare(const EventRef& event) override {
    event_ = event;
    mask_ = query_.conditional(event.type()) ? query_.mask(*event.block, event.row) : 0;
    record_ = RecordPointer();
    ++sequence_;
    const bool opens = starts() | fires();
    if (opens) return Effect::kOpens;
    return contiguous_ || extends_ || any_fires_ ? Effect::kExtends : Effect::kNone;
  }

  Status apply(LaneList& lanes) override {
    if (!weighed_ && !components_.empty())
      weights_.read(components_, query_.query().pattern, *event_.block, event_.row);
    weighed_ = true;
    for (Lane* lane = lanes.live; lane != nullptr; lane = lane->next) {
      if (!apply_to(static_cast<Of&>(*lane))) return too_many();
    }
    return {};
  }

  Lane* open(Partition* partition, std::int64_t window) override {
    auto* lane = new Of(partition, window);
    lane->branches.resize(query_.branches().size());
    for (std::size_t b = 0; b < lane->branches.size(); ++b) {
      lane->branches[b].live.resize(query_.branches()[b].automaton.states());
      open_indexes(*lane, b);
    }
    for (const auto& steps : query_.negations()) lane->stamps.emplace_back(steps.size(), kNever);
    lane->fired.resize(query_.negations().size());
    lane->bytes = sizeof(Of) + lane->branches.front().live.size() * sizeof(typename Of::Vertices);
    bytes_ += lane->bytes;
    return lane;
  }

  void free(Lane* freed) override {
    auto* lane = static_cast<Of*>(freed);
    bytes_ -= lane->bytes;
    for (const auto& branch : lane->branches) {
      vertices_ -= branch.ended.size() + branch.pending.size();
      for (const auto& vertices : branch.live) vertices_ -= vertices.size();
    }
    delete lane;
  }

  void total(Lane& of, std::optional<Timestamp> window_end, Totals& totals) override {
    auto& lane = static_cast<Of&>(of);
    commit(lane);
    totals.clear(components_, query_.arithmetic());
    totals.operations = lane.operations;
    if (!query_.is_pair()) return add_branch(lane, 0, window_end, totals);
    Totals first, second, both;
    for (Totals* part : {&first, &second, &both}) part->clear(components_, query_.arithmetic());
    add_branch(lane, 0, window_end, first);
    add_branch(lane, 1, window_end, second);
    if (query_.branches().size() > 2) add_branch(lane, 2, window_end, both);
    combine_pairs(components_, first, second, both.trends, totals);
  }

  std::string shape() const override;
  void write(Lane& of, StateWriter& out) override;
  bool read(StateReader& in, Lane& of) override;

  std::size_t bytes() const override { return bytes_; }
  std::string describe() const override {
    return options_.enumerate ? "every trend by itself" : "vertices, " + trend::describe(query_, plans_);
  }

 private:
  using Of = VertexLane<Num>;
  using V = Vertex<Num>;

  // Whether the event can start a trend; notes whether it can extend one.
  bool starts() {
    extends_ = false;
    bool starts = false;
    weighed_ = false;
    const TypeId type = event_.type();
    for (const Branch& branch : query_.branches()) {
      if (!branch.automaton.uses(type)) continue;
      extends_ = true;
      starts = starts || !branch.automaton.start(type).empty();
    }
    return starts;
  }

  // Notes which NOT steps the event matches; whether windows must know of one from their start.
  bool fires() {
    any_fires_ = false;
    for (std::size_t n = 0; n < fires_.size(); ++n) {
      fires_[n] = 0;
      const auto& steps = query_.negations()[n];
      for (std::size_t s = 0; s < steps.size(); ++s) {
        const bool matches = steps[s].type == event_.type() &&
                             (steps[s].local_class == kAlways || (mask_ & bit(steps[s].local_class)) != 0);
        if (matches) fires_[n] |= bit(s);
      }
      any_fires_ = any_fires_ || fires_[n] != 0;
    }
    return any_fires_ && leading_;
  }

  Order order_of(const EventRecord& record) const {
    return strict_ ? record.time : static_cast<Order>(record.sequence);
  }
  Order order_now() const { return strict_ ? event_.time : static_cast<Order>(sequence_); }

  bool apply_to(Of& lane) {
    if (lane.order != order_now()) {
      commit(lane);
      lane.time = event_.time;
      lane.order = order_now();
    }
    if (extends_) {
      for (std::size_t b = 0; b < lane.branches.size(); ++b) extend(lane, b);
    }
    for (std::size_t n = 0; n < fires_.size(); ++n) lane.fired[n] |= fires_[n];
    lane.broken = contiguous_;
    return !options_.enumerate || vertices_ <= options_.most_trends;
  }

  // All ways in which the event goes on from what is committed.
  void extend(Of& lane, std::size_t b) {
    const Determinised& automaton = query_.branches()[b].automaton;
    auto& branch = lane.branches[b];
    for (const Step& step : automaton.start(event_.type())) start(lane, b, step);
    for (std::size_t state = 0; state < branch.live.size(); ++state) {
      if (branch.live[state].empty()) continue;
      const auto steps = automaton.steps(static_cast<automaton::State>(state), event_.type());
      for (std::size_t i = 0; i < steps.size(); ++i) follow_state(lane, b, state, i, steps[i]);
    }
    for (std::size_t state = 0; state < automaton.states(); ++state) {
      if (fresh_[state].trends.is_zero()) continue;
      push(lane, b, static_cast<automaton::State>(state), std::move(fresh_[state]));
      fresh_[state] = Mass<Num>();
    }
  }

  void start(Of& lane, std::size_t b, const Step& step) {
    const std::size_t truth =
        truth_of(step, [&](const Term& term) { return is_clear(lane, term.negations, kNever); });
    const automaton::State target = step.targets[truth];
    if (target == kNoState) return;
    Mass<Num>& mass = fresh(b, target);
    mass.trends += Num(std::uint64_t{1});
    ++lane.operations;
    if (options_.enumerate) flush(lane, b, target);
  }

  void open_indexes(Of& lane, std::size_t b) {
    const auto& plans = plans_[b].indexes;
    lane.branches[b].indexes.resize(plans.size());
    for (std::size_t state = 0; state < plans.size(); ++state) {
      for (const VertexIndexPlan& plan : plans[state]) {
        const auto slots = query_.branches()[b].automaton.positions(static_cast<automaton::State>(state));
        lane.branches[b].indexes[state].emplace_back(plan, components_, slots.size());
        lane.bytes += sizeof(VertexIndex<Num>) + lane.branches[b].indexes[state].back().bytes();
      }
    }
  }

  // Goes on from all vertices of a state.
  void follow_state(Of& lane, std::size_t b, std::size_t state, std::size_t number, const Step& step) {
    auto& vertices = lane.branches[b].live[state];
    const StepPlan* plan = plan_of(b, state, number);
    if (plan == nullptr) {
      for (V& vertex : vertices) follow(lane, b, step, vertex);
      return;
    }
    // The guard that depends on the vertex decides; the step's target is the same for all.
    std::size_t truth = truth_of(step, [](const Term&) { return true; });
    if (plan->guard != StepPlan::kNoGuard && (truth & bit(plan->guard)) == 0) return;
    if (step.targets[truth] == kNoState) return;
    VertexIndex<Num>& index = lane.branches[b].indexes[state][plan->index];
    const VertexIndexPlan& index_plan = plans_[b].indexes[state][plan->index];
    drop_stopped(lane, index_plan.negations, vertices, index);
    const std::size_t first = index.first();
    const bool few = vertices.size() - first < options_.scan_below && !index_plan.is_sum();
    if (few || !look_up(*plan)) {
      for (std::size_t i = first; i < vertices.size(); ++i) follow(lane, b, step, vertices[i]);
      return;
    }
    take_over(lane, vertices, index);
    if (nothing_) return;
    const auto bucket = index.find(key_);
    if (!bucket) return;
    if (index_plan.listed) {
      for (const std::uint32_t i : index.listed(*bucket)) follow(lane, b, step, vertices[i]);
      return;
    }
    const auto from = static_cast<automaton::State>(state);
    sum_.clear(components_, query_.branches()[b].automaton.positions(from).size());
    lane.operations += index.add_to(*bucket, range_, sum_);
    if (!sum_.trends.is_zero()) go_on(lane, b, step, truth, from, sum_);
  }

  // Null: no index serves the step.
  const StepPlan* plan_of(std::size_t b, std::size_t state, std::size_t number) const {
    if (plans_[b].steps.empty() || plans_[b].steps[state].empty()) return nullptr;
    const StepPlan& plan = plans_[b].steps[state][event_.type()][number];
    return plan.index == StepPlan::kScan ? nullptr : &plan;
  }

  // Vertices that an occurrence of a NOT came after never go on through this index.
  void drop_stopped(Of& lane, std::uint64_t negations, const typename Of::Vertices& vertices,
                    VertexIndex<Num>& index) {
    Order latest = kNever;
    for (; negations != 0; negations &= negations - 1) {
      latest = std::max(latest, lane.stamps[static_cast<std::size_t>(__builtin_ctzll(negations))].back());
    }
    const auto is_stopped = [&](const V& vertex) { return order_of(*vertex.event) < latest; };
    const std::size_t first = index.first();
    if (first == vertices.size() || !is_stopped(vertices[first])) return;
    const auto begin = vertices.begin() + static_cast<std::ptrdiff_t>(first);
    const auto left = std::partition_point(begin, vertices.end(), is_stopped) - vertices.begin();
    resize(lane, index, [&] { index.drop(static_cast<std::size_t>(left)); });
  }

  void take_over(Of& lane, const typename Of::Vertices& vertices, VertexIndex<Num>& index) {
    if (index.end() == vertices.size()) return;
    resize(lane, index, [&] {
      while (index.end() < vertices.size()) {
        const V& vertex = vertices[index.end()];
        lane.operations += index.add(*vertex.event, vertex.mass);
      }
    });
  }

  template <class Change>
  void resize(Of& lane, VertexIndex<Num>& index, const Change& change) {
    const std::size_t before = index.bytes();
    change();
    lane.bytes += index.bytes() - before;
    bytes_ += index.bytes() - before;
  }

  // Which vertices the event may follow: those of key_ and range_, none if nothing_. False: the index cannot
  // tell.
  bool look_up(const StepPlan& plan) {
    key_.clear();
    nothing_ = false;
    range_ = {INT64_MIN, INT64_MAX, true};
    for (const std::uint16_t c : plan.hashed) {
      if (!look_up_key(query_.conditions()[c])) return false;
    }
    for (const std::uint16_t c : plan.ordered) {
      const predicate::KeyRange range = query_.conditions()[c].range(*event_.block, event_.row);
      if (!range.usable) return false;
      range_.low = std::max(range_.low, range.low);
      range_.high = std::min(range_.high, range.high);
    }
    nothing_ = nothing_ || range_.is_empty();
    return true;
  }

  bool look_up_key(const EdgeCondition& condition) {
    if (condition.key()->kind == predicate::EdgeKey::Kind::kText) {
      const auto text = condition.text(*event_.block, event_.row);
      text ? key_.add(*text) : void(nothing_ = true);
      return true;
    }
    const predicate::KeyRange range = condition.range(*event_.block, event_.row);
    if (!range.usable) return false;
    range.is_empty() ? void(nothing_ = true) : key_.add(range.low);
    return true;
  }

  void follow(Of& lane, std::size_t b, const Step& step, V& vertex) {
    const Order order = order_of(*vertex.event);
    const std::size_t truth = truth_of(step, [&](const Term& term) {
      return is_clear(lane, term.negations, order) && records_.holds(term.edge, *vertex.event, event_);
    });
    if (step.extends[truth] && moves_on_ && !contiguous_) vertex.extended = true;
    if (step.targets[truth] != kNoState) go_on(lane, b, step, truth, vertex.state, vertex.mass);
  }

  // The event is added to trends that end in state `from`. REQUIRES: the step has a target.
  void go_on(Of& lane, std::size_t b, const Step& step, std::size_t truth, automaton::State from,
             const Mass<Num>& trends) {
    const automaton::State target = step.targets[truth];
    Mass<Num>& mass = fresh(b, target);
    mass.trends += trends.trends;
    lane.operations += 4;
    if (!components_.empty()) add_slots(b, step, truth, from, trends, target, mass);
    if (options_.enumerate) flush(lane, b, target);
  }

  Mass<Num>& fresh(std::size_t b, automaton::State target) {
    Mass<Num>& mass = fresh_[target];
    if (mass.trends.is_zero())
      mass.shape(components_, query_.branches()[b].automaton.positions(target).size());
    return mass;
  }

  void flush(Of& lane, std::size_t b, automaton::State target) {
    push(lane, b, target, std::move(fresh_[target]));
    fresh_[target] = Mass<Num>();
  }

  void push(Of& lane, std::size_t b, automaton::State target, Mass<Num>&& mass) {
    const auto& positions = query_.branches()[b].automaton.positions(target);
    for (std::size_t slot = 0; slot < positions.size() && !components_.empty(); ++slot) {
      const PlaceId place = query_.branches()[b].positions.places[positions[slot]];
      mass.add_event(components_, slot, positions.size(), place, weights_);
    }
    mass.limit(options_.largest_number);
    if (record_.get() == nullptr) record_ = records_.make(event_, sequence_);
    const std::size_t bytes = sizeof(V) + mass.heap_bytes() + record_->bytes();
    lane.bytes += bytes;
    bytes_ += bytes;
    ++vertices_;
    lane.branches[b].pending.push_back(V{record_, target, false, 0, std::move(mass)});
  }

  template <class Holds>
  std::size_t truth_of(const Step& step, const Holds& holds) const {
    std::size_t truth = 0;
    for (std::size_t g = 0; g < step.guards.size(); ++g) {
      const Guard& guard = step.guards[g];
      if (guard.local_class != kAlways && (mask_ & bit(guard.local_class)) == 0) continue;
      if (guard.terms.empty() || std::any_of(guard.terms.begin(), guard.terms.end(), holds)) truth |= bit(g);
    }
    return truth;
  }

  // No occurrence of any of the negations started after `order`.
  static bool is_clear(const Of& lane, std::uint64_t negations, Order order) {
    for (; negations != 0; negations &= negations - 1) {
      const Order latest = lane.stamps[static_cast<std::size_t>(__builtin_ctzll(negations))].back();
      if (latest != kNever && (order == kNever || latest > order)) return false;
    }
    return true;
  }

  void add_slots(std::size_t b, const Step& step, std::size_t truth, automaton::State state,
                 const Mass<Num>& trends, automaton::State target, Mass<Num>& mass) const {
    const Determinised& automaton = query_.branches()[b].automaton;
    const auto& targets = automaton.positions(target);
    const auto& sources = automaton.positions(state);
    for (const Candidate& candidate : step.candidates) {
      const bool taken = candidate.guard == kNoGuard || (truth & bit(candidate.guard)) != 0;
      const auto at = std::lower_bound(targets.begin(), targets.end(), candidate.to);
      if (!taken || !candidate.bound || at == targets.end() || *at != candidate.to) continue;
      const auto from = std::lower_bound(sources.begin(), sources.end(), candidate.from.front());
      mass.add_slot(components_, static_cast<std::size_t>(at - targets.begin()), targets.size(), trends,
                    static_cast<std::size_t>(from - sources.begin()), sources.size());
    }
  }

  void commit(Of& lane) {
    for (auto& branch : lane.branches) leave(lane, branch);
    lane.broken = false;
    for (std::size_t n = 0; n < lane.fired.size(); ++n) {
      if (lane.fired[n] != 0) stamp(lane, n);
    }
    for (std::size_t b = 0; b < lane.branches.size(); ++b) {
      auto& branch = lane.branches[b];
      for (V& vertex : branch.pending) {
        const bool ends = !query_.branches()[b].automaton.ends(vertex.state).empty();
        if (moves_on_ && ends) branch.ended.push_back(vertex), ++vertices_;
        branch.live[vertex.state].push_back(std::move(vertex));
      }
      branch.pending.clear();
    }
  }

  // Trends that have been extended leave their state, under CONTIGUOUS all do once an event has come.
  void leave(Of& lane, typename Of::OfBranch& branch) {
    if (!moves_on_) return;
    for (auto& vertices : branch.live) {
      vertices_ -= std::erase_if(vertices, [&](const V& vertex) {
        if (!lane.broken && !vertex.extended) return false;
        const std::size_t bytes = sizeof(V) + vertex.mass.heap_bytes() + vertex.event->bytes();
        lane.bytes -= bytes;
        bytes_ -= bytes;
        return true;
      });
    }
  }

  // Steps of one time read the stamps from before it.
  void stamp(Of& lane, std::size_t n) {
    std::vector<Order>& stamps = lane.stamps[n];
    for (std::size_t step = stamps.size(); step-- > 0;) {
      if ((lane.fired[n] & bit(step)) == 0) continue;
      const Order start = step == 0 ? lane.order : stamps[step - 1];
      stamps[step] = std::max(stamps[step], start);
      if (step + 1 == stamps.size() && start != kNever) kill(lane, n, start);
    }
    lane.fired[n] = 0;
  }

  // An occurrence that started at `start` is complete: trends that wait for NOT FOR fail.
  void kill(Of& lane, std::size_t n, Order start) {
    const auto& lasting = query_.negation_places()[n].lasting;
    if (!lasting) return;
    const auto look = [&](V& vertex) {
      const bool follows = order_of(*vertex.event) < start;
      if (follows && within(vertex.event->time, lane.time, *lasting)) vertex.killed |= bit(n);
    };
    for (auto& branch : lane.branches) {
      std::for_each(branch.ended.begin(), branch.ended.end(), look);
      for (auto& vertices : branch.live) std::for_each(vertices.begin(), vertices.end(), look);
    }
  }

  void add_branch(Of& lane, std::size_t b, std::optional<Timestamp> window_end, Totals& totals) {
    const auto& branch = lane.branches[b];
    const auto look = [&](const V& vertex) {
      const auto position = ending(lane, b, vertex, window_end);
      if (!position) return;
      const auto& positions = query_.branches()[b].automaton.positions(vertex.state);
      const auto slot = std::lower_bound(positions.begin(), positions.end(), *position) - positions.begin();
      vertex.mass.add_to(components_, static_cast<std::size_t>(slot), positions.size(), totals);
      ++totals.operations;
    };
    if (moves_on_) return void(std::for_each(branch.ended.begin(), branch.ended.end(), look));
    for (const auto& vertices : branch.live) std::for_each(vertices.begin(), vertices.end(), look);
  }

  // A position at which trends of the vertex are complete, in every operand.
  std::optional<Position> ending(const Of& lane, std::size_t b, const V& vertex,
                                 std::optional<Timestamp> window_end) const {
    std::uint8_t complete = 0;
    std::optional<Position> position;
    for (const Ending& end : query_.branches()[b].automaton.ends(vertex.state)) {
      if (!may_end(lane, vertex, end.negations, window_end)) continue;
      complete |= static_cast<std::uint8_t>(1U << end.branch);
      if (!position) position = end.position;
    }
    const unsigned all = (1U << query_.branches()[b].positions.branches) - 1U;
    return complete == all ? position : std::nullopt;
  }

  bool may_end(const Of& lane, const V& vertex, std::uint64_t negations,
               std::optional<Timestamp> window_end) const {
    const Order order = order_of(*vertex.event);
    for (; negations != 0; negations &= negations - 1) {
      const auto n = static_cast<std::size_t>(__builtin_ctzll(negations));
      if (const auto& lasting = query_.negation_places()[n].lasting) {
        if ((vertex.killed & bit(n)) != 0) return false;
        if (window_end && within(vertex.event->time, *window_end, *lasting)) return false;
      } else if (!is_clear(lane, bit(n), order)) {
        return false;
      }
    }
    return true;
  }

  Error too_many() const {
    return {ErrorCode::kLimitExceeded,
            "query " + query_.query().name + ": strategy enumerate has built more than " +
                std::to_string(options_.most_trends) + " trends",
            "use strategy auto or never, which do not build trends", query_.query().place};
  }

  void write(const typename Of::Vertices& vertices, StateWriter& out) const;
  bool read(StateReader& in, Of& lane, std::size_t b, typename Of::Vertices& vertices);
  bool read_indexes(StateReader& in, Of& lane, std::size_t b);

  const TrendQuery& query_;
  const Components& components_;
  const VertexOptions options_;
  RecordMaker records_;
  std::vector<IndexPlan> plans_;  // by branch
  const bool strict_, contiguous_, moves_on_;
  bool leading_ = false;  // some NOT stands before the first event of a trend
  std::size_t bytes_ = 0, vertices_ = 0;
  std::uint64_t sequence_ = 0;
  // The event under way.
  EventRef event_;
  PredicateMask mask_ = 0;
  bool extends_ = false, any_fires_ = false, weighed_ = false;
  std::vector<std::uint64_t> fires_;  // by negation: bit per step
  RecordPointer record_;              // made when the first vertex needs it
  EventWeights weights_;
  std::vector<Mass<Num>> fresh_;  // by automaton state
  // Of the step under way: what is looked up in the index, and what it adds up to.
  HashedKey key_;
  predicate::KeyRange range_;
  bool nothing_ = false;
  Mass<Num> sum_;
};

template <class Num>
std::string VertexEvaluator<Num>::shape() const {
  std::string shape = "vertices";
  const auto number = [&](std::size_t value) { (shape += ' ') += std::to_string(value); };
  number(static_cast<std::size_t>(query_.arithmetic()));
  number(components_.linear.size());
  number(components_.extremes.size());
  for (std::size_t b = 0; b < plans_.size(); ++b) {
    const Branch& branch = query_.branches()[b];
    shape += ';';
    for (const auto& indexes : plans_[b].indexes) number(indexes.size());
    for (std::size_t state = 0; state < branch.automaton.states(); ++state) {
      shape += " :";
      for (const Position p : branch.automaton.positions(static_cast<automaton::State>(state))) number(p);
      shape += " :";
      for (const Position p : branch.automaton.all_positions(static_cast<automaton::State>(state))) number(p);
    }
  }
  return shape;
}

template <class Num>
void VertexEvaluator<Num>::write(Lane& of, StateWriter& out) {
  auto& lane = static_cast<Of&>(of);
  commit(lane);
  out.number(lane.time);
  out.number(lane.order);
  out.number(lane.operations);
  for (const auto& stamps : lane.stamps) {
    for (const Order stamp : stamps) out.number(stamp);
  }
  for (const auto& branch : lane.branches) {
    write(branch.ended, out);
    for (const auto& vertices : branch.live) write(vertices, out);
    for (const auto& indexes : branch.indexes) {
      for (const VertexIndex<Num>& index : indexes) {
        out.number(static_cast<std::uint64_t>(index.first()));
        out.number(static_cast<std::uint64_t>(index.end()));
      }
    }
  }
}

template <class Num>
void VertexEvaluator<Num>::write(const typename Of::Vertices& vertices, StateWriter& out) const {
  out.number(static_cast<std::uint64_t>(vertices.size()));
  for (const V& vertex : vertices) {
    out.number(vertex.state);
    out.number(vertex.killed);
    records_.write(*vertex.event, out);
    vertex.mass.write(out);
  }
}

template <class Num>
bool VertexEvaluator<Num>::read(StateReader& in, Lane& of) {
  auto& lane = static_cast<Of&>(of);
  lane.time = in.number<Timestamp>();
  lane.order = in.number<Order>();
  lane.operations = in.number<std::uint64_t>();
  for (auto& stamps : lane.stamps) {
    for (Order& stamp : stamps) stamp = in.number<Order>();
  }
  for (std::size_t b = 0; b < lane.branches.size(); ++b) {
    auto& branch = lane.branches[b];
    if (!read(in, lane, b, branch.ended)) return false;
    for (auto& vertices : branch.live) {
      if (!read(in, lane, b, vertices)) return false;
    }
    if (!read_indexes(in, lane, b)) return false;
  }
  if (!strict_) sequence_ = std::max(sequence_, static_cast<std::uint64_t>(std::max<Order>(lane.order, 0)));
  return !in.failed();
}

template <class Num>
bool VertexEvaluator<Num>::read(StateReader& in, Of& lane, std::size_t b, typename Of::Vertices& vertices) {
  const Determinised& automaton = query_.branches()[b].automaton;
  const auto count = in.count<std::uint64_t>(1);
  for (std::uint64_t i = 0; i < count && !in.failed(); ++i) {
    V vertex;
    vertex.state = in.number<automaton::State>();
    if (vertex.state >= automaton.states()) in.fail();
    if (in.failed()) return false;
    vertex.killed = in.number<std::uint64_t>();
    vertex.event = records_.read(in);
    vertex.mass.shape(components_, automaton.positions(vertex.state).size());
    if (in.failed() || !vertex.mass.read(in)) return false;
    sequence_ = std::max(sequence_, vertex.event->sequence);
    const std::size_t bytes = sizeof(V) + vertex.mass.heap_bytes() + vertex.event->bytes();
    lane.bytes += bytes;
    bytes_ += bytes;
    ++vertices_;
    vertices.push_back(std::move(vertex));
  }
  return !in.failed();
}

// What had been taken over is again, in the same order; its additions are counted in what is stored.
template <class Num>
bool VertexEvaluator<Num>::read_indexes(StateReader& in, Of& lane, std::size_t b) {
  auto& branch = lane.branches[b];
  for (std::size_t state = 0; state < branch.indexes.size(); ++state) {
    for (VertexIndex<Num>& index : branch.indexes[state]) {
      const auto first = in.number<std::uint64_t>();
      const auto end = in.number<std::uint64_t>();
      if (first > end || end > branch.live[state].size()) in.fail();
      if (in.failed()) return false;
      resize(lane, index, [&] {
        index.drop(first);
        for (std::size_t i = first; i < end; ++i) {
          index.add(*branch.live[state][i].event, branch.live[state][i].mass);
        }
      });
    }
  }
  return true;
}

}  // namespace

std::unique_ptr<Evaluator> make_vertex_evaluator(const TrendQuery& query, const VertexOptions& options) {
  switch (query.arithmetic()) {
    case Arithmetic::kSaturating:
      return std::make_unique<VertexEvaluator<SaturatingCount>>(query, options);
    case Arithmetic::kScaled:
      return std::make_unique<VertexEvaluator<ScaledDouble>>(query, options);
    case Arithmetic::kModular:
      return std::make_unique<VertexEvaluator<ModularCount>>(query, options);
    default:
      return std::make_unique<VertexEvaluator<ExactCount>>(query, options);
  }
}

}  // namespace horatio::trend
