// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/delivery.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>

#include "engine/trend/testing/plain_batch.h"

namespace horatio::oracle {
namespace {

// The attributes by which the stream is split: some that every query groups by (rule 5). None: it is not
// split.
std::vector<std::string> stream_key(const Workload& workload, std::mt19937_64& random) {
  std::vector<std::string> key;
  for (const KeyAttribute& candidate : workload.queries.front().group_by) {
    const bool common = std::ranges::all_of(workload.queries, [&](const Query& query) {
      return std::ranges::find(query.group_by, candidate.name, &KeyAttribute::name) != query.group_by.end();
    });
    if (common && random() % 3 != 0) key.push_back(candidate.name);
  }
  return key;
}

std::size_t hash_of(const Value& value) {
  if (const auto* f = std::get_if<double>(&value))
    return std::isfinite(*f) ? std::hash<double>()(*f + 0.0) : 0;
  return std::hash<Value>()(value);
}

class Splitter {
 public:
  Splitter(const Workload& workload, std::mt19937_64& random) : key_(stream_key(workload, random)) {
    const KeyGroup sizes[] = {1, 2, 5, 16};
    groups_ = key_.empty() ? KeyGroup{1} : sizes[random() % 4];
  }
  KeyGroup groups() const { return groups_; }

  KeyGroup of_event(const Schema& schema, const PlainEvent& event) const {
    std::size_t hash = 0;
    for (const std::string& name : key_) {
      const auto id = schema.types[event.type].find(name);
      hash = hash * 31 + (id ? hash_of(event.attributes[*id]) : 0);
    }
    return static_cast<KeyGroup>(hash % groups_);
  }
  KeyGroup of_group(const Query& query, const std::vector<Value>& group) const {
    std::size_t hash = 0;
    for (const std::string& name : key_) {
      const auto it = std::ranges::find(query.group_by, name, &KeyAttribute::name);
      hash = hash * 31 + hash_of(group[static_cast<std::size_t>(it - query.group_by.begin())]);
    }
    return static_cast<KeyGroup>(hash % groups_);
  }

 private:
  std::vector<std::string> key_;
  KeyGroup groups_ = 1;
};

class Delivery final : private ResultSink {
 public:
  Delivery(std::shared_ptr<const Workload> workload, const std::vector<PlainEvent>& events,
           std::mt19937_64& random, DeliveryOptions options)
      : options_(options),
        original_(workload),
        workload_(std::move(workload)),
        events_(events),
        random_(random),
        splitter_(*original_, random) {
    arrange();
    choose_columns();
  }

  Delivered run() {
    make_engines();
    while (next_ < order_.size() && result_.fault.empty()) {
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

  // The order of sending: each event is delayed by up to the out-of-orderness. Where arrival decides between
  // equal times, events of one time keep their order.
  void arrange() {
    const bool keep = std::ranges::any_of(
        original_->queries, [](const Query& q) { return q.ties == Ties::kArrival || of_events(q); });
    const std::size_t widest = chance(30) ? 0 : between(0, 12);
    std::vector<Timestamp> due(events_.size());
    for (std::size_t i = 0; i < events_.size(); ++i) {
      due[i] = saturating_later(events_[i].time, static_cast<Timestamp>(between(0, widest)));
      if (keep && i > 0 && events_[i].time == events_[i - 1].time) due[i] = std::max(due[i], due[i - 1]);
    }
    order_.resize(events_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    if (!keep) std::ranges::shuffle(order_, random_);
    std::ranges::stable_sort(order_, {}, [&](std::size_t i) { return due[i]; });
    // least_left_[i]: no event sent from the i-th on is earlier.
    least_left_.assign(events_.size() + 1, kEndOfTime);
    for (std::size_t i = events_.size(); i-- > 0;) {
      least_left_[i] = std::min(least_left_[i + 1], events_[order_[i]].time);
    }
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
    const std::size_t size = std::min(order_.size() - next_, chance(20) ? order_.size() : between(1, 8));
    std::vector<std::vector<Arrival>> split(engines_.size());
    auto place = static_cast<std::uint32_t>(between(0, 3));
    for (std::size_t i = 0; i < size; ++i, place += static_cast<std::uint32_t>(between(1, 2))) {
      const PlainEvent& event = events_[order_[next_++]];
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
    PlainEvent late = events_[order_[0]];
    late.time = watermark_ - static_cast<Timestamp>(between(0, 3));
    PlainEvent good = late;
    good.time = watermark_ + 1;
    const KeyGroup group = splitter_.of_event(original_->schema, late);
    const auto status = engines_[owner_[group]]->apply(batch_of({{&good, 0, group}, {&late, 1, group}}));
    if (status.ok() || status.error().code != ErrorCode::kLateEvent) fault("a late row was taken");
  }

  Timestamp some_watermark() {
    const Timestamp limit =
        least_left_[next_] == kEndOfTime ? saturating_later(events_.back().time, 20) : least_left_[next_] - 1;
    return std::max(watermark_, chance(60) ? limit : limit - static_cast<Timestamp>(between(0, 10)));
  }

  void serve(Timestamp watermark) {
    if (!result_.fault.empty()) return;
    previous_ = watermark_;
    watermark_ = watermark;
    for (auto& engine : engines_) advance(*engine);
    if (chance(15)) {
      for (auto& engine : engines_) {
        last_.reset();
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
    last_.reset();
    for (int calls = 0; calls < 100'000 && result_.fault.empty(); ++calls) {
      if (emit_some(engine)) return last_.reset();
    }
    fault("emit does not end");
  }

  void accept(const ResultRow& row) override {
    if (portion_-- == 0) fault("emit handed over more rows than asked for");
    const Query& query = workload_->queries[row.query];
    const auto same_name = [&](const Query& q) { return q.name == query.name; };
    const auto original = std::ranges::find_if(original_->queries, same_name) - original_->queries.begin();
    if (row.cells.size() != query.aggregates.size()) return fault("a row has not a cell for each aggregate");
    check_row(row, query);
    DeliveredRow plain{{static_cast<QueryId>(original), row.window, row.group}, row.cells, row.time};
    if (!of_events(query)) check_order(plain, query.name);
    result_.rows.push_back(std::move(plain));
  }

  // Their windows are numbers, not times.
  static bool of_events(const Query& query) { return query.window && query.window->of_events; }

  void check_row(const ResultRow& row, const Query& query) {
    if (row.window.has_value() != query.window.has_value())
      return fault("a row has a window against its query");
    if (row.group.size() != query.group_by.size()) return fault("a row has not the group's columns");
    if (row.key_group != splitter_.of_group(query, row.group)) fault("a row has the wrong key group");
    if (row.time.has_value() != of_events(query)) return fault("a row has a time against its query");
    const Timestamp last = row.window && !row.time ? row.window->end - 1 : row.time.value_or(kEndOfTime);
    // Whether a window without events lies before the last that has one shows with a later event only.
    const bool may_wait = query.emit_empty_windows && query.group_by.empty();
    const bool is_new = last > previous_ || may_wait;
    const bool due = last == kEndOfTime ? watermark_ == kEndOfTime : last <= watermark_ && is_new;
    if (!due) fault("a row left at a watermark that is not its own");
  }

  // (window end, window start, query name, group), rows without WITHIN last.
  void check_order(const RowName& row, const std::string& name) {
    if (last_) {
      RowName before = last_->first, after = row;
      before.query = after.query = 0;
      RowName before_window = before, after_window = after;
      before_window.group.clear();
      after_window.group.clear();
      const bool windows_ascend = precedes(before_window, after_window);
      const bool windows_equal = !windows_ascend && !precedes(after_window, before_window);
      const bool ascends =
          windows_ascend ||
          (windows_equal && (last_->second < name || (last_->second == name && precedes(before, after))));
      if (!ascends) fault("rows do not leave in order");
    }
    last_ = {row, name};
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
    options_.engine.strategy = chance(50) ? Strategy::kAuto : Strategy::kNever;
  }

  void finish() {
    for (const auto& engine : engines_) {
      result_.left_out += engine->stats().left_out;
      if (engine->stats().held_events != 0 && result_.fault.empty()) fault("events are held past the end");
    }
    std::ranges::stable_sort(result_.rows, precedes);
  }

  DeliveryOptions options_;
  std::shared_ptr<const Workload> original_;
  std::shared_ptr<const Workload> workload_;  // of the engines: the original, or its queries in another order
  const std::vector<PlainEvent>& events_;
  std::mt19937_64& random_;
  Splitter splitter_;

  std::vector<std::size_t> order_;  // of sending, indices into events_
  std::vector<Timestamp> least_left_;
  std::size_t next_ = 0;                 // into order_
  std::vector<std::vector<bool>> sent_;  // by type and attribute
  std::vector<bool> type_sent_;

  std::vector<std::unique_ptr<Engine>> engines_;
  std::vector<std::size_t> owner_;  // of each key group
  Timestamp watermark_ = kBeforeTime;
  Timestamp previous_ = kBeforeTime;
  std::size_t portion_ = 0;  // rows that the running emit may still hand over
  std::optional<std::pair<RowName, std::string>> last_;
  Delivered result_;
};

}  // namespace

Delivered deliver(std::shared_ptr<const Workload> workload, const std::vector<PlainEvent>& events,
                  std::mt19937_64& random, DeliveryOptions options) {
  return Delivery(std::move(workload), events, random, options).run();
}

}  // namespace horatio::oracle
