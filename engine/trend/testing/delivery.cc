// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/delivery.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "engine/trend/testing/key_splitter.h"
#include "engine/trend/testing/plain_batch.h"
#include "engine/trend/testing/row_check.h"
#include "engine/trend/testing/sending_order.h"

namespace horatio::oracle {
namespace {

class Delivery final : private ResultSink {
 public:
  Delivery(std::shared_ptr<const Workload> workload, const std::vector<PlainEvent>& events,
           std::mt19937_64& random, DeliveryOptions options)
      : options_(options),
        original_(workload),
        workload_(std::move(workload)),
        events_(events),
        random_(random),
        splitter_(*original_, random),
        sending_(sending_order(*original_, events_, random)) {
    choose_columns();
  }

  Delivered run() {
    make_engines();
    while (next_ < sending_.order.size() && result_.fault.empty()) {
      send_batch();
      if (chance(10)) send_late();
      if (chance(50)) serve(some_watermark());
      if (chance(15)) restart();
    }
    if (chance(30)) serve(some_watermark());
    if (chance(20)) restart();
    serve(kEndOfTime);
    finish();
    return std::move(result_);
  }

 private:
  bool chance(std::size_t percent) { return random_() % 100 < percent; }
  std::size_t between(std::size_t low, std::size_t high) { return low + random_() % (high - low + 1); }
  void fault(std::string what) {
    if (result_.fault.empty()) result_.fault = std::move(what);
  }
  void check(const Status& status, const char* what) {
    if (!status) fault(std::string(what) + ": " + status.error().message);
  }

  void choose_columns() {
    const auto required = required_columns(*original_);
    if (required.size() != original_->schema.types.size()) return fault("required_columns: not one per type");
    for (TypeId type = 0; type < required.size(); ++type) {
      std::vector<bool> sent(original_->schema.types[type].attributes.size());
      for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = chance(40);
      for (const AttributeId attribute : required[type].attributes) sent[attribute] = true;
      sent_.push_back(std::move(sent));
      type_sent_.push_back(required[type].used || chance(50));
    }
  }

  // Splits the key groups into ranges, one engine each.
  void make_engines() {
    if (!result_.fault.empty()) return;
    const std::size_t count = std::min<std::size_t>(splitter_.groups(), between(1, 4));
    engines_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      auto engine = Engine::make(workload_, options_.engine);
      if (!engine) return fault("Engine::make: " + engine.error().message);
      engines_.push_back(std::move(*engine));
    }
    owner_.assign(splitter_.groups(), 0);
    for (KeyGroup group = 0; group < splitter_.groups(); ++group)
      owner_[group] = group * count / splitter_.groups();
  }

  std::vector<std::vector<Arrival>> take_batch() {
    const std::size_t size =
        std::min(sending_.order.size() - next_, chance(20) ? sending_.order.size() : between(1, 8));
    std::vector<std::vector<Arrival>> split(engines_.size());
    auto place = static_cast<std::uint32_t>(between(0, 3));
    for (std::size_t i = 0; i < size; ++i, place += static_cast<std::uint32_t>(between(1, 2))) {
      const PlainEvent& event = events_[sending_.order[next_++]];
      if (!type_sent_[event.type]) continue;
      const KeyGroup group = splitter_.of_event(original_->schema, event);
      split[owner_[group]].push_back({&event, place, group});
    }
    return split;
  }

  EventBatch batch_of(std::vector<Arrival> arrivals) {
    return make_batch(original_->schema, std::move(arrivals), sent_, random_);
  }

  void send_batch() {
    auto split = take_batch();
    for (std::size_t i = 0; i < engines_.size(); ++i) {
      if (!split[i].empty() || chance(20)) check(engines_[i]->apply(batch_of(std::move(split[i]))), "apply");
    }
  }

  // A batch with a row at the watermark beside good ones: refused, and nothing of it is taken.
  void send_late() {
    if (watermark_ == kBeforeTime || !result_.fault.empty()) return;
    PlainEvent late = events_[sending_.order[0]];
    late.time = watermark_ - static_cast<Timestamp>(between(0, 3));
    PlainEvent good = late;
    good.time = watermark_ + 1;
    const KeyGroup group = splitter_.of_event(original_->schema, late);
    const auto status = engines_[owner_[group]]->apply(batch_of({{&good, 0, group}, {&late, 1, group}}));
    if (status.ok() || status.error().code != ErrorCode::kLateEvent) fault("a late row was taken");
  }

  Timestamp some_watermark() {
    const Timestamp limit = sending_.least_left[next_] == kEndOfTime
                                ? saturating_later(events_.back().time, 20)
                                : sending_.least_left[next_] - 1;
    return std::max(watermark_, chance(60) ? limit : limit - static_cast<Timestamp>(between(0, 10)));
  }

  void serve(Timestamp watermark) {
    if (!result_.fault.empty()) return;
    previous_ = watermark_;
    watermark_ = watermark;
    for (auto& engine : engines_) advance(*engine);
    if (chance(15)) {
      for (auto& engine : engines_) {
        row_check_.restart();
        emit_some(*engine);
      }
      restart();
    }
    for (auto& engine : engines_) drain(*engine);
  }

  void advance(Engine& engine) {
    const std::size_t steps = chance(50) ? 1'000'000 : between(1, 4);
    for (int calls = 0; calls < 100'000 && result_.fault.empty(); ++calls) {
      const auto done = engine.advance(watermark_, steps);
      if (!done) return fault("advance: " + done.error().message);
      if (!*done) continue;
      if (engine.applied_watermark() != watermark_) fault("applied_watermark is not what advance was told");
      return;
    }
    fault("advance does not end");
  }

  bool emit_some(Engine& engine) {
    portion_ = between(1, 5);
    return engine.emit(*this, portion_);
  }

  void drain(Engine& engine) {
    row_check_.restart();
    for (int calls = 0; calls < 100'000 && result_.fault.empty(); ++calls) {
      if (emit_some(engine)) return row_check_.restart();
    }
    fault("emit does not end");
  }

  void accept(const ResultRow& row) override {
    if (portion_-- == 0) fault("emit handed over more rows than asked for");
    const Query& query = workload_->queries[row.query];
    const auto same_name = [&](const Query& q) { return q.name == query.name; };
    const auto original = std::ranges::find_if(original_->queries, same_name) - original_->queries.begin();
    if (row.cells.size() != query.aggregates.size()) return fault("a row has not a cell for each aggregate");
    if (std::string wrong = row_check_.fault(row, query, previous_, watermark_); !wrong.empty())
      fault(std::move(wrong));
    result_.rows.push_back({{static_cast<QueryId>(original), row.window, row.group}, row.cells, row.time});
  }

  void restart() {
    if (!result_.fault.empty()) return;
    result_.restarted = true;
    std::vector<std::string> snapshots(splitter_.groups());
    for (KeyGroup group = 0; group < splitter_.groups(); ++group)
      engines_[owner_[group]]->snapshot(group, snapshots[group]);
    if (chance(50)) {
      Workload edited = *workload_;
      std::ranges::shuffle(edited.queries, random_);
      workload_ = std::make_shared<const Workload>(std::move(edited));
    }
    if (options_.may_change_strategy && chance(40)) change_strategy();
    make_engines();
    for (KeyGroup group = 0; group < splitter_.groups() && result_.fault.empty(); ++group) {
      check(engines_[owner_[group]]->restore(group, std::as_bytes(std::span(snapshots[group]))), "restore");
    }
    for (const auto& engine : engines_) {
      // The end of the input is never stored.
      if (watermark_ != kEndOfTime && engine->applied_watermark() != watermark_) {
        fault("a restored engine has another watermark");
      }
    }
  }

  // ENUMERATE keeps events and no sums: it and the others do not read each other's state.
  void change_strategy() {
    if (options_.engine.strategy == Strategy::kEnumerate) return;
    constexpr std::array<Strategy, 4> kChoices{Strategy::kAuto, Strategy::kNever, Strategy::kHamlet,
                                               Strategy::kAlways};
    options_.engine.strategy = kChoices[between(0, kChoices.size() - 1)];
  }

  void finish() {
    for (const auto& engine : engines_) {
      result_.left_out += engine->stats().left_out;
      add(engine->stats().sharing);
      if (engine->stats().held_events != 0 && result_.fault.empty()) fault("events are held past the end");
    }
    std::ranges::stable_sort(result_.rows, precedes);
  }

  void add(const trend::SharingCounts& counts) {
    result_.sharing.bursts += counts.bursts;
    result_.sharing.shared_bursts += counts.shared_bursts;
    result_.sharing.split_bursts += counts.split_bursts;
    result_.sharing.event_snapshots += counts.event_snapshots;
  }

  DeliveryOptions options_;
  std::shared_ptr<const Workload> original_;
  std::shared_ptr<const Workload> workload_;  // of the engines: the original, or its queries in another order
  const std::vector<PlainEvent>& events_;
  std::mt19937_64& random_;
  KeySplitter splitter_;
  RowCheck row_check_{splitter_};

  const SendingOrder sending_;
  std::size_t next_ = 0;                 // into sending_.order
  std::vector<std::vector<bool>> sent_;  // by type and attribute
  std::vector<bool> type_sent_;

  std::vector<std::unique_ptr<Engine>> engines_;
  std::vector<std::size_t> owner_;  // of each key group
  Timestamp watermark_ = kBeforeTime;
  Timestamp previous_ = kBeforeTime;
  std::size_t portion_ = 0;  // rows that the running emit may still hand over
  Delivered result_;
};

}  // namespace

Delivered deliver(std::shared_ptr<const Workload> workload, const std::vector<PlainEvent>& events,
                  std::mt19937_64& random, DeliveryOptions options) {
  return Delivery(std::move(workload), events, random, options).run();
}

}  // namespace horatio::oracle
