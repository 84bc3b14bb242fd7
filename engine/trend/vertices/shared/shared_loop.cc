// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/shared/shared_loop.h"

#include <algorithm>
#include <utility>

#include "engine/trend/partition_table.h"
#include "engine/trend/runs/run_plan.h"
#include "engine/trend/vertices/shared/burst_log.h"
#include "engine/trend/vertices/shared/loop_policy.h"
#include "engine/trend/vertices/shared/snapshot_graph.h"

namespace horatio::trend {
namespace {

// What is known of a loop in one partition.
template <class Num>
struct InPartition final : LoopGraph {
  InPartition(LoopEngine<Num>& engine, Partition* partition, BurstLog& of, SharingCounts& counted)
      : graph(engine, partition), log(of), counts(counted) {}
  ~InPartition() override { close_burst(); }

  void close_burst() { log.close(burst, graph.snapshots(), graph.events(), counts); }

  SnapshotGraph<Num> graph;
  BurstLog& log;
  SharingCounts& counts;
  std::vector<std::size_t> alone;  // members that have lanes which do not share
  LoopBurstUnderWay burst;
  LoopBurst complete;  // the one before, and what it made or would have made
  std::vector<SharingCandidate> complete_all;
  bool is_watched = false;
};

template <class Num>
class LoopOf final : public SharedLoop {
 public:
  using In = InPartition<Num>;

  LoopOf(std::vector<Member> members, std::size_t number, const LoopSharing& sharing)
      : SharedLoop(std::move(members)),
        number_(number),
        engine_(query_of(members_), evaluators_of(members_), loops_of(members_), options_of(sharing)),
        policy_(sharing.decision, sharing.seed,
                sharing.costs.of_conditions(members_.front().loop.conditions.size())),
        runs_(members_.front().query->trend->schema().types.size()),
        log_(this->type(), sharing.observer) {
    for (const Member& member : members_) {
      member.query->evaluator->take_loop(member.loop, number);
      add_condition(*member.query);
    }
    passes_.resize(conditions());
  }

  Status apply(const EventRef& event, Partition& partition) override {
    auto& in = in_partition(partition);
    const std::uint64_t start = log_.now();
    if (in.lanes_changed || !in.graph.lanes().empty()) engine_.start(event);
    if (in.lanes_changed) adopt(in, partition);
    if (!in.graph.lanes().empty()) {
      judge(event);
      share(in, partition, event.time);
    } else {
      if (in.is_watched) watch(in, event);
      std::fill(passes_.begin(), passes_.end(), true);  // each query judges for itself
    }
    const std::uint64_t shared = log_.now();
    Status applied = apply_alone(in, event, partition);
    in.burst.report.shared_ns += shared - start;
    in.burst.report.alone_ns += log_.now() - shared;
    return applied;
  }

  bool is_idle(const Partition& partition) const override {
    if (number_ >= partition.loops.size() || partition.loops[number_] == nullptr) return false;
    const In& in = static_cast<const In&>(*partition.loops[number_]);
    return !in.lanes_changed && !in.is_watched && in.graph.lanes().empty();
  }

  std::size_t bytes() const override { return engine_.bytes(); }

 private:
  // Of so many changes of windows in which nobody shares, one is watched for what sharing would come to.
  static constexpr std::uint64_t kWatched = 16;
  // From so many events of a burst on it is looked at again whenever their number has doubled.
  static constexpr std::uint64_t kLooked = 8;
  using L = VertexLane<Num>;

  static LoopQuery query_of(std::span<const Member> members) {
    std::vector<LoopQuery::Member> queries;
    for (const Member& member : members) queries.push_back({member.query->trend.get(), member.loop});
    return LoopQuery(queries);
  }
  static std::vector<LoopMember<Num>*> evaluators_of(std::span<const Member> members) {
    std::vector<LoopMember<Num>*> evaluators;
    for (const Member& member : members)
      evaluators.push_back(dynamic_cast<LoopMember<Num>*>(member.query->evaluator.get()));
    return evaluators;
  }
  static std::vector<KleeneLoop> loops_of(std::span<const Member> members) {
    std::vector<KleeneLoop> loops;
    for (const Member& member : members) loops.push_back(member.loop);
    return loops;
  }
  static VertexOptions options_of(const LoopSharing& sharing) {
    VertexOptions options;
    options.largest_number = sharing.largest_number;
    return options;
  }

  // Members whose local predicates on the type are the same have one condition.
  void add_condition(const RunningQuery& query) {
    const std::size_t number = runs_.add(*query.trend, this->type(), RunSharing::kTogether, true).condition;
    if (number == ranks_.size()) ranks_.push_back(query.rank);
    ranks_[number] = std::min<std::uint64_t>(ranks_[number], query.rank);
    condition_of_.push_back(number);
    log_.add_query(query.id, number);
  }
  std::size_t conditions() const { return ranks_.size(); }

  In& in_partition(Partition& partition) {
    if (partition.loops.size() <= number_) partition.loops.resize(number_ + 1);
    auto& in = partition.loops[number_];
    if (in == nullptr) in = std::make_unique<In>(engine_, &partition, log_, counts_);
    return static_cast<In&>(*in);
  }

  // Which conditions the event satisfies.
  void judge(const EventRef& event) {
    const auto& conditions = runs_.of(event.type()).conditions;
    for (std::size_t i = 0; i < conditions.size(); ++i) passes_[i] = conditions[i].passes(event);
  }

  // Decides about lanes that have come.
  void adopt(In& in, Partition& partition) {
    in.lanes_changed = false;
    for (const std::uint64_t events : in.graph.take_lives()) policy_.note_life(events);
    for (std::size_t member = 0; member < members_.size(); ++member) {
      for (Lane* lane = live_of(member, partition); lane != nullptr; lane = lane->next)
        decide(in, static_cast<L&>(*lane), member);
    }
    note_members(in, partition);
    in.is_watched = in.graph.lanes().empty() && ++windows_ % kWatched == 0;
  }
  static Lane* live_of(const Member& member, Partition& partition) {
    return partition.lists[member.query->slot].live;
  }
  Lane* live_of(std::size_t member, Partition& partition) const {
    return live_of(members_[member], partition);
  }
  void decide(In& in, L& lane, std::size_t member) {
    if (lane.share != nullptr || lane.is_alone) return;
    lane.is_alone = !lane.is_empty(members_[member].loop.state) || !policy_.joins(condition_of_[member]);
    if (!lane.is_alone) in.graph.join(lane, member);
  }
  void note_members(In& in, Partition& partition) {
    in.alone.clear();
    in.burst.all.resize(conditions());
    in.burst.sharing.resize(conditions());
    for (std::size_t i = 0; i < conditions(); ++i) {
      in.burst.all[i].queries = in.burst.sharing[i].queries = 0;
      in.burst.all[i].rank = in.burst.sharing[i].rank = ranks_[i];
    }
    for (std::size_t member = 0; member < members_.size(); ++member) {
      const std::size_t condition = condition_of_[member];
      bool is_alone = false;
      for (Lane* lane = live_of(member, partition); lane != nullptr; lane = lane->next) {
        const bool shares = static_cast<L&>(*lane).share != nullptr;
        ++in.burst.all[condition].queries;
        if (shares) ++in.burst.sharing[condition].queries;
        is_alone = is_alone || !shares;
      }
      if (is_alone) in.alone.push_back(member);
    }
  }

  // To the lanes that do not share.
  Status apply_alone(const In& in, const EventRef& event, Partition& partition) {
    for (const std::size_t member : in.alone) {
      if (!passes_[condition_of_[member]]) continue;
      Evaluator& evaluator = *members_[member].query->evaluator;
      evaluator.prepare(event);
      if (Status applied = evaluator.apply(partition.lists[members_[member].query->slot]); !applied.ok())
        return applied;
    }
    return {};
  }

  void share(In& in, Partition& partition, Timestamp time) {
    if (in.graph.is_between_times()) {
      if (in.is_interrupted) begin_burst(in, time);
      if (in.burst.is_due(kLooked)) decide_again(in, partition);
      if (in.graph.lanes().empty()) return;
    }
    ++in.burst.events;
    in.burst.report.last = time;
    note_agreement(in);
    bool all = true, none = true;
    for (std::size_t i = 0; i < conditions(); ++i) {
      if (in.burst.sharing[i].queries != 0) (passes_[i] ? none : all) = false;
    }
    if (none) return;
    if (all) return in.graph.extend();
    ++in.burst.event_snapshots;
    in.graph.extend_some([this](std::size_t member) { return passes_[condition_of_[member]]; });
  }

  // What an event would be if lanes shared it.
  void watch(In& in, const EventRef& event) {
    if (in.is_interrupted) begin_burst(in, event.time);
    judge(event);
    in.burst.report.last = event.time;
    ++in.burst.events;
    note_agreement(in);
  }

  // An event is a snapshot because of those that see it otherwise than most lanes.
  void note_agreement(In& in) {
    if (conditions() == 1) return;
    std::uint64_t passing = 0, lanes = 0;
    for (std::size_t i = 0; i < conditions(); ++i) {
      lanes += in.burst.all[i].queries;
      if (passes_[i]) passing += in.burst.all[i].queries;
    }
    if (passing == 0 || passing == lanes) return;
    const bool most = 2 * passing >= lanes;
    for (std::size_t i = 0; i < conditions(); ++i) {
      if (in.burst.all[i].queries != 0 && passes_[i] != most) ++in.burst.all[i].snapshots;
    }
  }

  void begin_burst(In& in, Timestamp time) {
    in.close_burst();
    in.is_interrupted = false;
    if (!policy_.looks_at(in.burst.events, conditions())) {
      in.burst.start(time);
      in.burst.decided = kLooked / 2;
      return;
    }
    in.complete = burst_of(in);
    in.complete_all = in.burst.all;
    policy_.learn(in.burst.all, in.complete);
    in.burst.start(time);
  }
  LoopBurst burst_of(const In& in) const {
    const std::uint64_t live = in.graph.lanes().empty() ? in.burst.events : in.graph.events();
    return {in.burst.events, in.graph.snapshots(), live, 0};
  }
  // By the burst before where this one has only begun.
  void decide_again(In& in, Partition& partition) {
    const bool begins = in.burst.events == 0;
    in.burst.decided = std::max(in.burst.events, kLooked / 2);
    for (std::size_t i = 0; i < conditions(); ++i)
      in.burst.sharing[i].snapshots = (begins ? in.complete_all : in.burst.all)[i].snapshots;
    const std::uint64_t start = log_.now();
    policy_.choose(in.burst.sharing, begins ? in.complete : burst_of(in), begins, choice_);
    in.burst.report.decision_ns += log_.now() - start;
    split_others(in, partition);
  }
  void split_others(In& in, Partition& partition) {
    const std::vector<L*> lanes = in.graph.lanes();
    std::size_t split = 0;
    for (L* lane : lanes) {
      if (choice_[condition_of_[lane->share->member]]) continue;
      in.graph.split(*lane);
      lane->is_alone = true;
      ++split;
    }
    if (split != 0) note_members(in, partition);
  }

  std::size_t number_;
  LoopEngine<Num> engine_;
  LoopPolicy policy_;
  RunPlan runs_;  // for its conditions
  BurstLog log_;
  std::vector<std::uint64_t> ranks_;       // by condition: of its first query
  std::vector<std::size_t> condition_of_;  // by member
  std::vector<bool> passes_;               // by condition: the event under way
  QueryChoice choice_;
  std::uint64_t windows_ = 0;  // so often they have changed where nobody shared
};

}  // namespace

std::unique_ptr<SharedLoop> make_shared_loop(std::vector<SharedLoop::Member> members, std::size_t number,
                                             const LoopSharing& sharing) {
  switch (members.front().query->trend->arithmetic()) {
    case Arithmetic::kSaturating:
      return std::make_unique<LoopOf<SaturatingCount>>(std::move(members), number, sharing);
    case Arithmetic::kModular:
      return std::make_unique<LoopOf<ModularCount>>(std::move(members), number, sharing);
    default:
      return std::make_unique<LoopOf<ExactCount>>(std::move(members), number, sharing);
  }
}

}  // namespace horatio::trend
