// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/sums/sum_evaluator.h"

#include <array>
#include <utility>

#include "engine/trend/pairs.h"
#include "engine/trend/sums/sum_blocks.h"
#include "engine/trend/sums/sum_lanes.h"
#include "engine/trend/sums/sum_panes.h"
#include "engine/trend/sums/sum_runs.h"

namespace horatio::trend {
namespace {

template <class Num>
class SumEvaluator final : public Evaluator {
 public:
  SumEvaluator(const TrendQuery& query, SumProgram program, const SumOptions& options)
      : query_(query),
        program_(std::move(program)),
        lanes_(query, program_, options.largest_number),
        runs_(query, lanes_),
        blocks_(query, lanes_),
        panes_(query, lanes_, options.pane_windows) {}

  Effect prepare(const EventRef& event) override {
    time_ = event.time;
    effect_ = &none_;
    if (query_.in_pattern(event.type())) {
      const PredicateMask mask = query_.conditional(event.type())
                                     ? query_.mask(*event.block, event.row, more_classes_)
                                     : PredicateMask{};
      effect_ = &program_.effect(event.type(), mask, scratch_);
    }
    if (effect_->empty() && query_.query().selection != Selection::kContiguous) return Effect::kNone;
    if (!lanes_.plain() && !effect_->moves.empty()) {
      weights_.read(query_.components(), query_.query().pattern, *event.block, event.row);
    }
    return effect_->opens ? Effect::kOpens : Effect::kExtends;
  }

  Status apply(LaneList& lanes) override {
    add(lanes);
    return {};
  }

  bool takes_runs(TypeId type) const override { return runs_.takes(type); }
  bool takes_ties(TypeId type) const override { return runs_.takes_ties(type); }
  bool opens(TypeId type) const override { return runs_.opens(type); }
  void apply_run(LaneList& lanes, TypeId type, const RunTally& tally, const RunUse& use, bool over) override {
    if (tally.events() == 0 || !runs_.moves(type)) return;
    if (panes_.used() && panes_.gather(lanes, runs_, type, tally, over)) return;
    for (Lane* lane = lanes.live; lane != nullptr; lane = lane->next) {
      runs_.apply(static_cast<SumLane&>(*lane), type, tally, use, over);
    }
  }
  void apply_event(LaneList& lanes, TypeId type, const EventWeights& weights, Timestamp time) override {
    time_ = time;
    effect_ = &program_.effect(type, {query_.conditional(type) ? 1U : 0U}, scratch_);
    if (!lanes_.plain()) weights_ = weights;
    add(lanes);
  }
  void apply_events(LaneList& lanes, const Burst& burst, std::size_t begin, std::size_t end, bool over,
                    std::span<const TypeId> types, const RunUse& use) override {
    for (std::size_t i = 0; i < types.size(); ++i)
      effects_[i] = &program_.effect(types[i], {query_.conditional(types[i]) ? 1U : 0U}, scratch_);
    if (lanes_.plain() && !panes_.used()) return apply_plain_events(lanes, burst, begin, end, over, use);
    if (lanes_.plain()) weights_ = {};
    for (std::size_t i = begin; i < end; ++i) {
      if (!burst.passes(i, use.condition)) continue;
      if (!lanes_.plain()) {
        burst.read(i, kept_weights_);
        use.spread(kept_weights_, weights_);
      }
      time_ = burst.time(i);
      effect_ = effects_[burst.type(i)];
      add(lanes);
    }
  }
  std::vector<Block> blocks() const override { return blocks_.find(); }
  void take_block(const Block& block) override { blocks_.take(block); }
  void apply_block(LaneList& lanes, const BlockExpression& graphlet, const RunUse& use) override {
    panes_.settle(lanes);
    for (Lane* lane = lanes.live; lane != nullptr; lane = lane->next) {
      blocks_.apply(static_cast<SumLane&>(*lane), graphlet, use);
    }
  }
  bool is_ordered_by_type() const override { return lanes_.plain() && program_.has_one_effect_a_type(); }

  void settle(LaneList& lanes) override { panes_.settle(lanes); }
  void drop_pane(LaneList& lanes) override { panes_.drop(lanes); }
  void write_pane(const LaneList& lanes, StateWriter& out) const override { panes_.write(lanes, out); }
  bool read_pane(StateReader& in, LaneList& lanes) override { return panes_.read(in, lanes); }

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

  std::size_t bytes() const override { return lanes_.bytes() + panes_.bytes(); }
  std::string describe() const override {
    return "running sums, " + std::to_string(program_.states()) +
           (program_.states() == 1 ? " sum" : " sums") + " a window" +
           (panes_.used() ? "; a matrix for each pane where many windows overlap" : "");
  }

 private:
  // The event under way.
  void add(LaneList& lanes) {
    if (panes_.gather(lanes, *effect_, time_)) return;
    for (Lane* lane = lanes.live; lane != nullptr; lane = lane->next) {
      lanes_.add(static_cast<SumLane&>(*lane), *effect_, weights_, time_);
    }
  }

  // Lane by lane, so that its sums stay close.
  void apply_plain_events(LaneList& lanes, const Burst& burst, std::size_t begin, std::size_t end, bool over,
                          const RunUse& use) {
    for (Lane* at = lanes.live; at != nullptr; at = at->next) {
      auto& lane = static_cast<SumLane&>(*at);
      for (std::size_t i = begin; i < end; ++i) {
        if (!burst.passes(i, use.condition)) continue;
        const SumEffect& effect = *effects_[burst.type(i)];
        if (effect.moves.size() == 1 && (!lanes_.strict() || burst.is_alone(i, over))) {
          lanes_.add_alone(lane, effect);
        } else {
          lanes_.add(lane, effect, weights_, burst.time(i));
        }
      }
    }
  }

  const TrendQuery& query_;
  const SumProgram program_;
  SumLanes<Num> lanes_;
  SumRuns<Num> runs_;
  SumBlocks<Num> blocks_;
  SumPanes<Num> panes_;
  // The event under way.
  Timestamp time_ = 0;
  const SumEffect* effect_ = nullptr;
  FurtherClasses more_classes_;
  EventWeights weights_;
  SumEffect scratch_;
  const SumEffect none_;
  // Of a burst.
  std::array<const SumEffect*, Block::kMostTypes> effects_{};  // by place among its types
  TallyWeights kept_weights_;
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
                                              const SumOptions& options) {
  switch (query.arithmetic()) {
    case Arithmetic::kSaturating:
      return std::make_unique<SumEvaluator<SaturatingCount>>(query, std::move(program), options);
    case Arithmetic::kScaled:
      return std::make_unique<SumEvaluator<ScaledDouble>>(query, std::move(program), options);
    case Arithmetic::kModular:
      return std::make_unique<SumEvaluator<ModularCount>>(query, std::move(program), options);
    default:
      return std::make_unique<SumEvaluator<ExactCount>>(query, std::move(program), options);
  }
}

}  // namespace horatio::trend
