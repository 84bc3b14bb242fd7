// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/vertex_evaluator.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/trend/pairs.h"
#include "engine/trend/partition_table.h"
#include "engine/trend/vertices/shared/loop_surroundings.h"
#include "engine/trend/vertices/shared/snapshot_graph.h"
#include "engine/trend/vertices/vertex_commit.h"
#include "engine/trend/vertices/vertex_extension.h"
#include "engine/trend/vertices/vertex_lane.h"
#include "engine/trend/vertices/vertex_plan.h"
#include "engine/trend/vertices/vertex_state.h"
#include "engine/trend/vertices/vertex_totals.h"

namespace horatio::trend {
namespace {

bool has_leading_negation(const Determinised& automaton, std::size_t types) {
  const auto negated = [](const automaton::Guard& guard) {
    return std::any_of(guard.terms.begin(), guard.terms.end(),
                       [](const automaton::Term& term) { return !term.negations.empty(); });
  };
  for (std::size_t type = 0; type < types; ++type) {
    for (const automaton::Step& step : automaton.start(static_cast<TypeId>(type))) {
      if (std::any_of(step.guards.begin(), step.guards.end(), negated)) return true;
    }
  }
  return false;
}

template <class Num>
class VertexEvaluator final : public Evaluator, public LoopMember<Num> {
 public:
  VertexEvaluator(const TrendQuery& query, const VertexOptions& options)
      : plan_(query, options), extension_(plan_, holdings_), commit_(plan_, holdings_) {
    event_.fires.resize(NegationStamps::words(query.negations()));
    const std::size_t types = query.schema().types.size();
    starts_.resize(types);
    extends_.resize(types);
    for (const Branch& branch : query.branches()) {
      leading_ = leading_ || has_leading_negation(branch.automaton, types);
      for (std::size_t type = 0; type < types; ++type) note_type(branch.automaton, static_cast<TypeId>(type));
    }
  }

  Effect prepare(const EventRef& event) override { return start(event); }

  Status apply(LaneList& lanes) override {
    if (loop_ && lanes.live != nullptr && event_.event.type() != loop_->type())
      interrupt(*lanes.live->partition);
    for (Lane* lane = lanes.live; lane != nullptr; lane = lane->next) {
      auto& of = static_cast<Of&>(*lane);
      if (of.share != nullptr && !lets_through(of)) continue;
      apply_to(of);
      if (plan_.options.enumerate && holdings_.vertices > plan_.options.most_trends) return too_many();
    }
    return {};
  }

  Status apply_all(LaneList& lanes, std::span<const EventRef> events) override {
    return plan_.single_state ? apply_single_state(lanes, events) : Evaluator::apply_all(lanes, events);
  }

  bool opens(TypeId type) const override { return starts_[type] != 0; }

  std::vector<KleeneLoop> loops() const override { return loops_of(plan_); }
  void take_loop(const KleeneLoop& loop, std::size_t number) override { loop_.emplace(plan_, loop, number); }

  Lane* open(Partition* partition, std::int64_t window) override {
    note_lanes(*partition);
    auto* lane = new Of(partition, window, plan_);
    if (!kept_.indexes.empty()) {
      lane->take_memory(kept_);
      keep({});
    }
    holdings_.bytes += lane->bytes;
    return lane;
  }

  void leave(Lane& of) override {
    auto& lane = static_cast<Of&>(of);
    if (lane.share != nullptr) lane.share->graph->leave(lane);
    note_lanes(*lane.partition);
  }

  void free(Lane* freed) override {
    auto* lane = static_cast<Of*>(freed);
    if (lane->share != nullptr) lane->share->graph->forget(*lane);
    holdings_.bytes -= lane->bytes;
    holdings_.vertices -= lane->vertices();
    if (lane->bytes >= kLeastKept && kept_.indexes.empty()) keep(lane->leave_memory());
    delete lane;
  }

  void total(Lane& of, std::optional<Timestamp> window_end, Totals& totals) override {
    auto& lane = static_cast<Of&>(of);
    if (lane.share != nullptr) lane.share->graph->flush();
    commit_(lane);
    const Components& components = plan_.components();
    const TrendQuery& query = plan_.query;
    const VertexTotals<Num> sums(plan_, lane, window_end);
    totals.clear(components, query.arithmetic());
    totals.operations = lane.operations;
    if (!query.is_pair()) return sums.add(0, totals);
    Totals first, second, both;
    for (Totals* part : {&first, &second, &both}) part->clear(components, query.arithmetic());
    sums.add(0, first);
    sums.add(1, second);
    if (query.branches().size() > 2) sums.add(2, both);
    combine_pairs(components, first, second, both.trends, totals);
  }

  std::string shape() const override { return shape_of(plan_); }
  void write(Lane& of, StateWriter& out) override {
    auto& lane = static_cast<Of&>(of);
    if (lane.share != nullptr) lane.share->graph->flush();
    commit_(lane);
    if (lane.share == nullptr) return VertexState<Num>(plan_, holdings_).write(lane, out);
    // As if it had all events to itself.
    VertexIndex<Num>& index = lane.branches.front().indexes[loop_->state()][loop_->index()];
    VertexIndex<Num> own(index.plan(), plan_.components(), 1);
    lane.share->graph->multiply_out(lane, own);
    std::swap(index, own);
    VertexState<Num>(plan_, holdings_).write(lane, out);
    std::swap(index, own);
  }
  bool read(StateReader& in, Lane& lane) override {
    return VertexState<Num>(plan_, holdings_).read(in, static_cast<Of&>(lane), event_.sequence);
  }

  const VertexPlan& vertex_plan() const override { return plan_; }
  Holdings& lane_holdings() override { return holdings_; }
  void look_at(const EventRef& event) override { prepare(event); }
  const Mass<Num>& entry(VertexLane<Num>& lane, automaton::State loop) override {
    begin(lane);
    return extension_.gather(lane, loop, VertexExtension<Num>::Into::kEntry);
  }
  void weigh(automaton::State loop, Mass<Num>& mass) override { extension_.weigh(loop, mass); }

  std::size_t bytes() const override { return holdings_.bytes; }
  std::string describe() const override {
    return plan_.options.enumerate ? "every trend by itself"
                                   : "vertices, " + trend::describe(plan_.query, plan_.indexes);
  }

 private:
  using Of = VertexLane<Num>;

  [[gnu::always_inline]] Effect start(const EventRef& event) {
    const TrendQuery& query = plan_.query;
    event_.event = event;
    event_.mask = query.conditional(event.type()) ? query.mask(*event.block, event.row, event_.more_classes)
                                                  : PredicateMask{};
    ++event_.sequence;
    event_.order = plan_.strict ? event.time : static_cast<Order>(event_.sequence);
    event_.extends = extends_[event.type()] != 0;
    event_.is_last = false;
    extension_.start(event_);
    const bool opens = (!event_.fires.empty() && fires()) || starts_[event.type()] != 0;
    if (opens) return Effect::kOpens;
    return plan_.contiguous || event_.extends || any_fires_ ? Effect::kExtends : Effect::kNone;
  }

  // What an event does here is so little that calls would be a good part of it.
  Status apply_single_state(LaneList& lanes, std::span<const EventRef> events) {
    constexpr std::size_t kAhead = VertexExtension<Num>::kAhead;
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (i % kAhead == 0)
        extension_.look_ahead(lanes, events.subspan(i, std::min(kAhead, events.size() - i)));
      if (start(events[i]) == Effect::kNone) continue;
      event_.is_last = !plan_.strict || (i + 1 < events.size() && events[i].time < events[i + 1].time);
      for (Lane* lane = lanes.live; lane != nullptr; lane = lane->next) apply_to(static_cast<Of&>(*lane));
    }
    return {};
  }

  // Memory of this size is kept from one window for the next: the system takes its time to clear its pages.
  static constexpr std::size_t kLeastKept = std::size_t{1} << 16U, kMostKept = std::size_t{1} << 23U;

  void keep(IndexMemory<Num> memory) {
    if (memory.bytes < kLeastKept || memory.bytes > kMostKept) memory = {};
    holdings_.bytes += memory.bytes - kept_.bytes;
    kept_ = std::move(memory);
  }

  // Lanes have come or left.
  void note_lanes(const Partition& partition) const {
    if (LoopGraph* graph = loop_ ? graph_in(partition) : nullptr) graph->lanes_changed = true;
  }
  // A burst of the loop is over.
  void interrupt(const Partition& partition) const {
    if (LoopGraph* graph = graph_in(partition)) graph->is_interrupted = true;
  }
  LoopGraph* graph_in(const Partition& partition) const {
    return loop_->number() < partition.loops.size() ? partition.loops[loop_->number()].get() : nullptr;
  }

  void note_type(const Determinised& automaton, TypeId type) {
    if (!automaton.uses(type)) return;
    extends_[type] = 1;
    if (!automaton.start(type).empty()) starts_[type] = 1;
  }

  // Notes which NOT steps the event matches; whether windows must know of one from their start.
  bool fires() {
    any_fires_ = false;
    std::size_t word = 0;
    for (const auto& steps : plan_.query.negations()) {
      for (std::size_t begin = 0; begin < steps.size(); begin += 64, ++word) {
        event_.fires[word] = matching(std::span(steps).subspan(begin));
        any_fires_ = any_fires_ || event_.fires[word] != 0;
      }
    }
    return any_fires_ && leading_;
  }

  // Of the first 64 of the steps.
  std::uint64_t matching(std::span<const NegationStep> steps) const {
    std::uint64_t matching = 0;
    for (std::size_t s = 0; s < std::min<std::size_t>(steps.size(), 64); ++s) {
      const bool matches =
          steps[s].type == event_.event.type() && event_.mask.has_or_always(steps[s].local_class);
      if (matches) matching |= bit(s);
    }
    return matching;
  }

  void begin(Of& lane) {
    if (lane.order == event_.order) return;
    commit_(lane);
    lane.time = event_.event.time;
    lane.order = event_.order;
  }

  // Of a lane that shares its loop: whether the event is not one of the loop. Its totals are up to date then,
  // and what shares the loop with it knows what the event changes.
  bool lets_through(Of& lane) {
    const TypeId type = event_.event.type();
    if (type == loop_->type()) return false;
    SnapshotGraph<Num>& graph = *lane.share->graph;
    if (loop_->is_read_by(type)) graph.flush(event_.event.time);
    if (loop_->is_fed_by(type)) graph.note_change(event_.event.time);
    return true;
  }

  [[gnu::always_inline]] void apply_to(Of& lane) {
    begin(lane);
    if (plan_.single_state) {
      if (event_.extends && extension_.extend_single_state(lane, vertex_))
        commit_.add(lane, vertex_, event_.is_last);
      return;
    }
    if (event_.extends) extension_.extend(lane);
    for (std::size_t w = 0; w < event_.fires.size(); ++w) lane.stamps.fire(w, event_.fires[w]);
    lane.broken = plan_.contiguous;
  }

  Error too_many() const {
    return {ErrorCode::kLimitExceeded,
            "query " + plan_.query.query().name + ": strategy enumerate has built more than " +
                std::to_string(plan_.options.most_trends) + " trends",
            "use strategy auto or never, which do not build trends", plan_.query.query().place};
  }

  const VertexPlan plan_;
  std::vector<std::uint8_t> starts_, extends_;  // by type: 1: an event of it can start, extend a trend
  Holdings holdings_;
  IndexMemory<Num> kept_;  // of a window that is closed, for the next one
  VertexExtension<Num> extension_;
  VertexCommit<Num> commit_;
  bool leading_ = false;  // some NOT stands before the first event of a trend
  VertexEvent event_;     // under way
  bool any_fires_ = false;
  std::optional<LoopSurroundings> loop_;  // that it shares
  SingleVertex<Num> vertex_;              // of the event
};

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
